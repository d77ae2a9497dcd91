// The type of a judgement, and how a round of judgements runs. Pure.
import { type Candidate, LONGEST_NAME } from '../engine/select.ts';

/** Keeps or drops a match. */
export interface Judgement {
  name: string;
  /**
   * Why a match is dropped: a sentence without a capital and without a full stop. `assay licenses explain` prints it.
   */
  why: string;
  keeps(candidate: Candidate, context: Context): boolean;
}

/** Judgements that all see the same matches, so their order does not matter. */
export type Round = readonly Judgement[];

/** What a judgement may use. */
export interface Context {
  bytes: Uint8Array;
  /** The matches that are left, in the order of the file. */
  candidates: readonly Candidate[];
  /** The result of `find` for the candidates. Computes it once per function and keeps it. */
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

/**
 * Returns the candidates that every judgement of the round keeps. Adds the others to `dropped`, with the first reason
 * against them.
 */
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

/** Runs the rounds in sequence: each round sees the candidates that the earlier ones kept. */
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

/** Whether the match is a short rule, found word for word. */
export const isBareName = ({ rule, isExact, matched }: Candidate): boolean =>
  rule >= 0 && isExact && matched <= LONGEST_NAME;
