// Whether decisions that were taken elsewhere (on other bytes, another version, in another project) count for a subject as it is now. Pure.
//
//   Decisions that could apply                                   | Answer
//   -------------------------------------------------------------+------------------------------------------------------------------
//   none, or all of them are withdrawn, replaced or expired      | undecided: nothing is decided without a decision
//   some hold, and say the same                                  | holds: the strongest of them
//   some hold, and say different things                          | conflicts: the strongest, and the strongest of the others
//   none holds                                                   | lapses: the strongest of them, and what changed since
//
// A decision is stronger by the closer way (the same bytes before the same text), then by the narrower scope, then by its time. What changed is asked of
// `compare`, which knows the kind of subject: file-carrying.ts, item-carrying.ts.
import { decisionScopes, type StoredDecision } from './decision.ts';

/** How a decision reaches a subject, the closest first. */
export const fileWays = ['bytes', 'text', 'evidence', 'component'] as const;
export const itemWays = ['version', 'bump'] as const;
export const carryWays = [...fileWays, ...itemWays] as const;
export type CarryWay = (typeof carryWays)[number];

/** A decision, and what its subject was like former. */
export interface Candidate<Facts> {
  decision: Pick<
    StoredDecision,
    'id' | 'kind' | 'scope' | 'value' | 'author' | 'decidedAt' | 'expiresAt' | 'supersededAt'
  >;
  former: Facts;
}

/** What differs, as people read it: "the holder is new: Bob". */
export type EvidenceComparison = { way: CarryWay } | { changes: readonly string[] };

export interface Held<Facts> extends Candidate<Facts> {
  way: CarryWay;
}

export type Carried<Facts> =
  | { is: 'undecided' }
  | { is: 'holds'; by: Held<Facts> }
  | { is: 'conflicts'; by: Held<Facts>; against: Held<Facts> }
  | { is: 'lapses'; from: Candidate<Facts>; changes: readonly string[] };

export function carried<Facts>(
  candidates: readonly Candidate<Facts>[],
  compare: (candidate: Candidate<Facts>) => EvidenceComparison,
  at: Date,
): Carried<Facts> {
  const standing = candidates.filter(({ decision }) => stands(decision, at));
  const held: Held<Facts>[] = [];
  const changed: { from: Candidate<Facts>; changes: readonly string[] }[] = [];
  for (const candidate of standing) {
    const answer = compare(candidate);
    if ('way' in answer) held.push({ ...candidate, way: answer.way });
    else changed.push({ from: candidate, changes: answer.changes });
  }
  const [by, ...others] = held.sort(strongerFirst);
  if (by === undefined) {
    const [last] = changed.sort((a, b) => strongerFirst(a.from, b.from));
    return last === undefined ? { is: 'undecided' } : { is: 'lapses', ...last };
  }
  const against = others.find(({ decision }) => valueKey(decision.value) !== valueKey(by.decision.value));
  return against === undefined ? { is: 'holds', by } : { is: 'conflicts', by, against };
}

const stands = ({ supersededAt, expiresAt }: Candidate<unknown>['decision'], at: Date) =>
  supersededAt === null && (expiresAt === null || expiresAt > at);

function strongerFirst(a: Candidate<unknown> & { way?: CarryWay }, b: Candidate<unknown> & { way?: CarryWay }): number {
  const rank = (one: { way?: CarryWay }) => (one.way === undefined ? 0 : carryWays.indexOf(one.way));
  const scope = (one: Candidate<unknown>) => decisionScopes.indexOf(one.decision.scope);
  return (
    rank(a) - rank(b) ||
    scope(a) - scope(b) ||
    b.decision.decidedAt.getTime() - a.decision.decidedAt.getTime() ||
    b.decision.id - a.decision.id
  );
}

/** The same text for equal values, whatever the order of their members. */
function valueKey(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
