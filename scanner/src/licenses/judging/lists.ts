// A file that names many licenses is a list of licenses or a license tool: what it lists says nothing of the file.
import { idsOf } from '../../expressions/index.ts';
import type { Candidate } from '../engine/select.ts';
import { isBareName, type Judgement } from './judgement.ts';

/** A file that names this many different licenses, and little else of licensing, is such a list. */
const LIST_OF_LICENSES = 14;
/** Words of an id and the full name side by side. */
const LONGEST_LISTED = 30;

export const listOfNames: Judgement = {
  name: 'list-of-names',
  why: 'one of a long list of license names',
  keeps: (candidate, { known }) => !isListed(candidate) || !known(isListOfLicenses),
};

/** As lists write them: an id, or an id and the full name side by side. */
const isListed = (candidate: Candidate): boolean =>
  isBareName(candidate) ||
  (candidate.rule >= 0 && candidate.isExact && candidate.kind === 'reference' && candidate.matched <= LONGEST_LISTED);

function isListOfLicenses(candidates: readonly Candidate[]): boolean {
  const idsWhere = (isWanted: (candidate: Candidate) => boolean) =>
    new Set(candidates.filter(isWanted).flatMap(({ expression }) => idsOf(expression)));
  const named = idsWhere(isListed);
  if (named.size < LIST_OF_LICENSES) return false;
  return idsWhere((candidate) => !isListed(candidate)).size * 3 < named.size;
}
