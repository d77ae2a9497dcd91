// Names that stand in no sentence of licensing: they are shown as mentions, and a file is not under what it only mentions. Pure.

import type { Candidate } from '../engine/select.ts';
import { familyStem, idsOf, isSpdxException } from '../expression.ts';
import { areBeside, isUnnamed, standingOf } from './statements.ts';

/** How much a mention is to be trusted, beside a statement in the same words. */
export const MENTION_TRUST = 0.4;

/** Words of the longest rule that is a name; longer ones are sentences of their own. */
const LONGEST_NAME = 12;

const isShortName = ({ rule, kind, isExact, matched, expression }: Candidate): boolean =>
  rule >= 0 &&
  isExact &&
  matched <= LONGEST_NAME &&
  kind === 'reference' &&
  !isSpdxException(expression) &&
  !isUnnamed(expression);

/**
 * Parts what is stated from what is only mentioned. A version that a file tells of a license in passing ("…, which is GPLv2.") counts where its
 * statement has none.
 */
export function partMentions(
  bytes: Uint8Array,
  candidates: readonly Candidate[],
): { stated: Candidate[]; mentioned: Candidate[] } {
  const passing = namedInPassing(bytes, candidates);
  if (passing.size === 0) return { stated: [...candidates], mentioned: [] };
  const stems = (isOfInterest: (candidate: Candidate) => boolean) =>
    new Set(candidates.filter((one) => !passing.has(one) && isOfInterest(one)).flatMap(stemsOf));
  const open = stems(({ family, isVersioned }) => family !== '' && !isVersioned);
  const versioned = stems(({ family, isVersioned }) => family === '' || isVersioned);
  for (const candidate of passing) {
    const isVersionOfStated =
      candidate.isVersioned && stemsOf(candidate).every((stem) => open.has(stem) && !versioned.has(stem));
    if (isVersionOfStated) passing.delete(candidate);
  }
  return {
    stated: candidates.filter((candidate) => !passing.has(candidate)),
    mentioned: candidates.filter((candidate) => passing.has(candidate)).map((one) => ({ ...one, kind: 'mention' })),
  };
}

/** The short names that no sentence makes a statement, and no statement beside them: "licensed under MIT or BSD" states both. */
function namedInPassing(bytes: Uint8Array, candidates: readonly Candidate[]): Set<Candidate> {
  const passing = new Set<Candidate>();
  const open = new Set<Candidate>();
  for (const candidate of candidates) {
    const standing = isShortName(candidate) ? standingOf(bytes, candidate.startByte, candidate.endByte) : 'stated';
    if (standing !== 'stated') passing.add(candidate);
    if (standing === 'mentioned') open.add(candidate);
  }
  if (open.size === 0) return passing;
  const spread = (from: Candidate, to: Candidate, first: Candidate, second: Candidate) => {
    if (open.has(to) && !passing.has(from) && areBeside(bytes, first.endByte, second.startByte)) passing.delete(to);
  };
  for (const [i, to] of candidates.entries()) {
    const from = candidates[i - 1];
    if (from) spread(from, to, from, to);
  }
  for (let i = candidates.length - 2; i >= 0; i--)
    spread(candidates[i + 1]!, candidates[i]!, candidates[i]!, candidates[i + 1]!);
  return passing;
}

const stemsOf = ({ expression }: Candidate): string[] => idsOf(expression).map(familyStem);

/** Whether all that a mention names is stated by others, in whatever version. */
export function isStated(mention: Candidate, stated: readonly Candidate[]): boolean {
  const known = new Set(stated.flatMap(stemsOf));
  return stemsOf(mention).every((stem) => known.has(stem));
}
