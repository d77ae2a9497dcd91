// A rule's "no" is a value: a code for machines and a sentence for people. Rules return it, they never throw it.
// The table that turns codes into HTTP statuses lives with the HTTP layer.

const refusalCodes = [
  /** The caller may not see the thing; it must not be told that the thing exists. */
  'not-found',
  /** The caller may see the thing but may not do this to it. */
  'forbidden',
  /** The project is locked (Project Completed), hence read-only. */
  'locked',
  /** Something else that is queued or running stands in the way. */
  'conflict',
  /** The thing is not in a state from which this can be done. */
  'wrong-state',
  /** A value is not one of those allowed here. */
  'invalid',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

export interface Refusal {
  refusal: { code: RefusalCode; message: string };
}

/** What a transition answers: the next state, and what the operation has to write in the same transaction. */
export interface Transition<State, Effect> {
  next: State;
  effects: Effect[];
}

export function refuse(code: RefusalCode, message: string): Refusal {
  return { refusal: { code, message } };
}

export function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'refusal' in answer;
}
