// Judgements of license names in a file that also contains the text of a license.
import { familyStem, isSpdxException } from '../../expressions/index.ts';
import type { Candidate } from '../engine/select.ts';
import { isOneOfTwo } from '../reading/choices.ts';
import { knowledge } from '../rules/knowledge.ts';
import { isTitleOfAnyText } from '../rules/license-ids.ts';
import { isBareName, type Judgement } from './judgement.ts';

/** A license text needs this many words to have a title. */
const LEAST_WORDS = 60;
const TITLE_REACH_BYTES = 600;

/** "BSD License" above the text of BSD-3-Clause. */
export const titleOfText: Judgement = {
  name: 'title-of-text',
  why: 'it is the title of a license text, and the text says more exactly which license it is',
  keeps: (candidate, { bytes, candidates, known }) =>
    !isTitle(candidate, known(longTexts)) || isFirstOfTwo(bytes, candidate, candidates),
};

/** People write X11 and mean MIT. */
const TEXT_MEANT = knowledge('same-license').meanings('beside_a_text');

export const otherNameOfText: Judgement = {
  name: 'other-name-of-text',
  why: 'it is also a name for another license, and the text of that license is in this file',
  keeps: (candidate, { known }) => {
    const meant = TEXT_MEANT.get(candidate.expression);
    if (meant === undefined || !isBareName(candidate)) return true;
    const texts = known(longTexts).map(({ expression }) => expression);
    return !texts.includes(meant) || texts.includes(candidate.expression);
  },
};

/** "under both the BSD license and the GPL": the first name of a choice is not the title of the text below it. */
function isFirstOfTwo(bytes: Uint8Array, candidate: Candidate, candidates: readonly Candidate[]): boolean {
  const next = candidates.find(({ startByte }) => startByte > candidate.endByte);
  return (
    next !== undefined &&
    isBareName(next) &&
    familyStem(next.expression) !== familyStem(candidate.expression) &&
    isOneOfTwo(bytes, candidate, next)
  );
}

const longTexts = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(
    ({ kind, matched, expression }) => kind === 'text' && matched >= LEAST_WORDS && !isSpdxException(expression),
  );

/**
 * Whether the match is a name right before a text: a name of the same family, or one that is used as the title of any
 * text.
 */
function isTitle(candidate: Candidate, texts: Candidate[]): boolean {
  if (!isBareName(candidate) || isSpdxException(candidate.expression)) return false;
  const isGeneral = isTitleOfAnyText(candidate.family);
  return texts.some((text) => {
    const distance = text.startByte - candidate.endByte;
    if (text.expression === candidate.expression || distance < 0 || distance > TITLE_REACH_BYTES) return false;
    return isGeneral || familyStem(text.expression) === familyStem(candidate.expression);
  });
}
