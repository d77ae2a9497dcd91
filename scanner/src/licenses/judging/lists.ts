// A file that names many licenses is a list of licenses or a license tool. The names in it do not license the file.
import { idsOf } from '../../expressions/index.ts';
import type { Candidate } from '../engine/select.ts';
import { isBareName, type Judgement } from './judgement.ts';

/** A file is such a list if it names this many different licenses and says little else about licensing. */
const LIST_OF_LICENSES = 14;
/** Most words of an id together with the full name beside it. */
const LONGEST_LISTED = 30;

export const listOfNames: Judgement = {
  name: 'list-of-names',
  why: 'it is one of many license names in a list',
  keeps: (candidate, { known }) => !isListed(candidate) || !known(isListOfLicenses),
};

/** The form of names in such lists: an id, or an id with the full name beside it. */
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
