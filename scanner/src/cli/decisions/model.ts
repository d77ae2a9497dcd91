// What was decided about a vulnerability of a package before a check: by a supplier's VEX document, or by people in an ignore file.
import type { AnalysisWords } from '../../analyses.ts';

export interface CheckDecision {
  by: 'vex' | 'ignore-file';
  state: AnalysisWords['state'];
  justification?: AnalysisWords['justification'];
  /** The reason, in the words of who decided. */
  detail: string;
  /** Name of the file, and the place in it: `acme.vex.json, statements[0]`. */
  place: string;
  /** Name of the file. */
  source: string;
  /** Who states it; '' if the document does not say. */
  author: string;
  /** The last day on which it holds (ISO 8601, UTC); '' for no end. */
  expires: string;
}

/** What still affects the product, or is being looked into, must go on counting. */
const OPEN_STATES: readonly AnalysisWords['state'][] = ['EXPLOITABLE', 'IN_TRIAGE'];

export const isClosing = ({ state }: Pick<CheckDecision, 'state'>): boolean => !OPEN_STATES.includes(state);

/** `not affected`, as people write it. */
export const stateInWords = (state: string): string => state.toLowerCase().replaceAll('_', ' ');

/** `not affected (acme.vex.json, statements[0]: code not reachable)`. */
export function decisionInWords({ state, place, justification, detail }: CheckDecision): string {
  const why = justification === undefined ? detail : stateInWords(justification);
  return `${stateInWords(state)} (${place}${why === '' ? '' : `: ${why}`})`;
}
