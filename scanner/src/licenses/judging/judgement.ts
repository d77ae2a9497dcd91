// What a judgement is, and how a round of them is held. Pure.
import { type Candidate, LONGEST_NAME } from '../engine/select.ts';

/** Keeps or drops a match. */
export interface Judgement {
  name: string;
  /** Why a match is dropped, a sentence without its full stop. `assay licenses explain` prints it. */
  why: string;
  keeps(candidate: Candidate, context: Context): boolean;
}

/** Judgements that all see the same matches: their order does not matter. */
export type Round = readonly Judgement[];

/** What a judgement sees of the file. */
export interface Context {
  bytes: Uint8Array;
  /** The matches that stand, in the order of the file. */
  candidates: readonly Candidate[];
  /** What `find` says of the candidates; asked for again, it is not looked for again. */
  known<T>(find: (candidates: readonly Candidate[]) => T): T;
}

export function contextOf(bytes: Uint8Array, candidates: readonly Candidate[]): Context {
  const found = new Map<unknown, unknown>();
  return {
    bytes,
    candidates,
    known<T>(find: (of: readonly Candidate[]) => T): T {
      if (!found.has(find)) found.set(find, find(candidates));
      return found.get(find) as T;
    },
  };
}

/** The candidates that every judgement of the round keeps; the others go to `dropped`, with the first reason against them. */
export function holdRound(
  round: Round,
  candidates: readonly Candidate[],
  context: Context,
  dropped: Candidate[],
): Candidate[] {
  return candidates.filter((candidate) => {
    const against = round.find((judgement) => !judgement.keeps(candidate, context));
    if (against) dropped.push({ ...candidate, rejection: against.why });
    return !against;
  });
}

/** The same for rounds one after the other: each sees what the ones before it left. */
export function holdRounds(
  rounds: readonly Round[],
  bytes: Uint8Array,
  candidates: readonly Candidate[],
  dropped: Candidate[],
): Candidate[] {
  let standing = [...candidates];
  for (const round of rounds) standing = holdRound(round, standing, contextOf(bytes, standing), dropped);
  return standing;
}

/** A rule of a few words, found word for word. */
export const isBareName = ({ rule, isExact, matched }: Candidate): boolean =>
  rule >= 0 && isExact && matched <= LONGEST_NAME;
