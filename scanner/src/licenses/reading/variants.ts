// Licenses with the same text: a sentence beside the text or the notice says which one applies. The sentences are data:
// rules/knowledge/license-variants.yaml. Pure.
import type { Candidate } from '../engine/select.ts';
import { anyOf, knowledge } from '../rules/knowledge.ts';
import { stretchOf } from './stretch.ts';

const { words } = knowledge('license-variants');
const GAP = String.raw`[\s*#/;]+`;
const phrase = (list: string, behind = '') => new RegExp(`${anyOf(words(list), GAP)}${behind}`, 'i');
const NO_FONT_NAME = phrase('no_reserved_font_name');
/** A template has no name behind the words. */
const FONT_NAME = phrase('reserved_font_name', String.raw`:?[\s"'“‘]+(?![<[{_])\w`);
const INCOMPATIBLE = phrase('incompatible');
const REACH_BYTES = 600;

/** The candidates, with the ids of the variants that the words beside them name. */
export function withVariants(bytes: Uint8Array, candidates: readonly Candidate[]): Candidate[] {
  if (!candidates.some(({ expression }) => HAS_VARIANTS.test(expression))) return [...candidates];
  return candidates.map((candidate, at) => {
    const { expression } = candidate;
    if (!HAS_VARIANTS.test(expression) || candidate.kind === 'tag') return candidate;
    const before = stretchOf(
      bytes,
      Math.max(candidates[at - 1]?.endByte ?? 0, candidate.startByte - REACH_BYTES),
      candidate.startByte,
    );
    if (expression !== 'MPL-2.0') {
      const suffix = NO_FONT_NAME.test(before) ? '-no-RFN' : FONT_NAME.test(before) ? '-RFN' : '';
      return { ...candidate, expression: `${expression}${suffix}` };
    }
    const behind = stretchOf(bytes, candidate.endByte, candidate.endByte + REACH_BYTES);
    const isIncompatible =
      INCOMPATIBLE.test(before) || (!isText(candidates, candidate.endByte) && INCOMPATIBLE.test(behind));
    return isIncompatible ? { ...candidate, expression: 'MPL-2.0-no-copyleft-exception' } : candidate;
  });
}

const HAS_VARIANTS = /^(?:OFL-1\.[01]|MPL-2\.0)$/;

/** Whether a whole text, which quotes the sentence in its appendix, begins right behind. */
const isText = (candidates: readonly Candidate[], from: number): boolean =>
  candidates.some(
    ({ kind, startByte, endByte }) => kind === 'text' && startByte < from + REACH_BYTES && endByte > from,
  );
