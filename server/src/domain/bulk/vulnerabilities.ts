// Decisions about many vulnerabilities at once. A row is a vulnerability; it is decided about in all items that have it, of one project or of all in
// which the person may decide. Pure.
import type { Severity } from '../vulnerabilities/severity.ts';
import type { AnalysisWords } from '../vulnerabilities/suppression.ts';
import type { BulkDetails, BulkVulnerabilityAction, SkipReason } from './actions.ts';

/** A vulnerability of an item, with the decision of people about it. */
export interface BulkPair {
  projectId: number;
  itemId: number;
  itemName: string;
  vulnerability: string;
  severityV3: Severity;
  /** By an administrator, in all projects. */
  isSuppressedEverywhere: boolean;
  isSuppressed: boolean;
  /** Null if nobody has decided. */
  analysis: Partial<AnalysisWords> | null;
  /** Absent where it was asked for the project as a whole. */
  mayDecide?: boolean;
}

/** Why the action leaves the vulnerability alone; undefined if it changes something in at least one item. */
export function skipOfVulnerability(
  pairs: readonly BulkPair[],
  action: BulkVulnerabilityAction,
  details: BulkDetails,
): SkipReason | undefined {
  if (pairs.length === 0) return 'NOT_FOUND';
  const mine = pairs.filter(({ mayDecide }) => mayDecide !== false);
  if (mine.length === 0) return 'NOT_ALLOWED';
  if (mine.every(({ isSuppressedEverywhere }) => isSuppressedEverywhere)) return 'SUPPRESSED_EVERYWHERE';
  return mine.some((pair) => isChanged(pair, action, details)) ? undefined : 'SAME';
}

/** The words of the reason alone are no change: the dry run does not know them. */
export function isChanged(pair: BulkPair, action: BulkVulnerabilityAction, details: BulkDetails): boolean {
  if (pair.mayDecide === false || pair.isSuppressedEverywhere) return false;
  if (action === 'WITHDRAW') return pair.analysis !== null;
  if (pair.analysis === null || details.expiresAt !== undefined) return true;
  const { state, justification, response } = pair.analysis;
  const wanted = details.analysis;
  const isSame =
    state === wanted?.state &&
    (justification ?? '') === (wanted?.justification ?? '') &&
    (response ?? '') === (wanted?.response ?? '');
  return !isSame || pair.isSuppressed !== (action === 'SUPPRESS');
}

const UNDECIDED = 'Undecided';

/** What becomes of the decisions about these items, in words: from and to. */
export function changeOfVulnerability(
  changing: readonly BulkPair[],
  action: BulkVulnerabilityAction,
  { analysis }: BulkDetails,
): { from: string; to: string } {
  const before = new Set(changing.map(decisionText));
  const [only = UNDECIDED] = before;
  const to = action === 'WITHDRAW' ? null : (analysis ?? null);
  return {
    from: before.size > 1 ? 'Several decisions' : only,
    to: decisionText({ analysis: to, isSuppressed: action === 'SUPPRESS' }),
  };
}

function decisionText({ analysis, isSuppressed }: Pick<BulkPair, 'analysis' | 'isSuppressed'>): string {
  if (analysis === null) return UNDECIDED;
  const state = stateText(analysis.state ?? '');
  if (isSuppressed) return state === '' ? 'Suppressed' : `Suppressed: ${state}`;
  return state.charAt(0).toUpperCase() + state.slice(1);
}

/** For example "not affected". */
export const stateText = (state: string): string => state.replaceAll('_', ' ').toLowerCase();

/** For example "CVE-2026-1 (high) in lodash 4.17.4 and 2 others". */
export function nameOfVulnerability([first, ...others]: readonly BulkPair[]): string {
  if (first === undefined) return '';
  const severity = first.severityV3 === 'UNKNOWN' ? 'unknown severity' : first.severityV3.toLowerCase();
  const more = others.length === 0 ? '' : ` and ${others.length} other${others.length === 1 ? '' : 's'}`;
  return `${first.vulnerability} (${severity}) in ${first.itemName}${more}`;
}
