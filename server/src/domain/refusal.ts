// The refusal of a rule, as a value: a code for machines and a sentence for people. Rules return it and never throw it. The HTTP layer has the table
// that turns codes into statuses.

const refusalCodes = [
  /** The caller may not see the object; the answer must not reveal that it exists. */
  'not-found',
  /** The caller may see the object but may not do this to it. */
  'forbidden',
  /** The project is locked (Project Completed), hence read-only. */
  'locked',
  /** Something else that is queued or running prevents this. */
  'conflict',
  /** The state of the object does not allow this. */
  'wrong-state',
  /** A value is not one of those allowed here. */
  'invalid',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

export interface Refusal {
  refusal: { code: RefusalCode; message: string };
}

/** The result of a transition: the next state, and the effects that the operation must write in the same transaction. */
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
