// License names outside any licensing sentence: they are shown as mentions, and do not license the file. Pure.

import { familyStem, idsOf, isSpdxException } from '../../expressions/index.ts';
import { itemAt } from '../../items.ts';
import { type Candidate, LONGEST_NAME } from '../engine/select.ts';
import { areBeside, isUnnamed, standingOf } from './statements.ts';

/** Confidence in a mention relative to a statement in the same words. */
export const MENTION_TRUST = 0.4;

const isShortName = ({ rule, kind, isExact, matched, expression }: Candidate): boolean =>
  rule >= 0 &&
  isExact &&
  matched <= LONGEST_NAME &&
  kind === 'reference' &&
  !isSpdxException(expression) &&
  !isUnnamed(expression);

/**
 * Separates statements from mentions. If a statement has no version, a version in a mention counts ("…, which is GPLv2.").
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

/** The short names that no sentence turns into a statement, and no statement beside them: "licensed under MIT or BSD" states both. */
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
    spread(itemAt(candidates, i + 1), itemAt(candidates, i), itemAt(candidates, i), itemAt(candidates, i + 1));
  return passing;
}

const stemsOf = ({ expression }: Candidate): string[] => idsOf(expression).map(familyStem);
