// Judgements of names in a file that holds the text of a license.
import { familyStem, isSpdxException } from '../../expressions/index.ts';
import type { Candidate } from '../engine/select.ts';
import { isOneOfTwo } from '../reading/choices.ts';
import { knowledge } from '../rules/knowledge.ts';
import { isBareName, type Judgement } from './judgement.ts';

/** Words of a text that may have a title. */
const LEAST_WORDS = 60;
const TITLE_REACH_BYTES = 600;

/** "BSD License" over the text of BSD-3-Clause. */
export const titleOfText: Judgement = {
  name: 'title-of-text',
  why: 'the title of a text, which says it more exactly',
  keeps: (candidate, { bytes, candidates, known }) =>
    !isTitle(candidate, known(longTexts)) || isFirstOfTwo(bytes, candidate, candidates),
};

/** People say X11 and mean MIT. */
const TEXT_MEANT = knowledge('same-license').meanings('beside_a_text');

export const otherNameOfText: Judgement = {
  name: 'other-name-of-text',
  why: 'also a name for another license, whose text is in this file',
  keeps: (candidate, { known }) => {
    const meant = TEXT_MEANT.get(candidate.expression);
    if (meant === undefined || !isBareName(candidate)) return true;
    const texts = known(longTexts).map(({ expression }) => expression);
    return !texts.includes(meant) || texts.includes(candidate.expression);
  },
};

/** "under both the BSD license and the GPL": the first name of a choice is no title of what stands below. */
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

/** A name right before a text: that of the text's family, or one so general (BSD) that any text may bear it. */
function isTitle(candidate: Candidate, texts: Candidate[]): boolean {
  if (!isBareName(candidate) || isSpdxException(candidate.expression)) return false;
  const isGeneral = candidate.family === 'BSD';
  return texts.some((text) => {
    const distance = text.startByte - candidate.endByte;
    if (text.expression === candidate.expression || distance < 0 || distance > TITLE_REACH_BYTES) return false;
    return isGeneral || familyStem(text.expression) === familyStem(candidate.expression);
  });
}
