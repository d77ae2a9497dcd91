// A forgotten password: what a mailed link allows.
//
//   The link                       | the answer                      | what happens
//   -------------------------------+---------------------------------+-----------------------------------------------------
//   unknown, used or expired       | any                             | refused, without the reason
//   valid, user not active         | any                             | refused, with the same message
//   valid                          | wrong, fewer than 5 times       | refused; the link stays valid
//   valid                          | wrong for the 5th time          | refused; the link ends
//   valid                          | right, or the user has no       | the new password is set, the sessions and all links of
//                                  | question                        | the user end, and a locked account opens again
//
// Decided here, because the interface is silent:
// - Only active users with a password of this server get links; a directory keeps the passwords of its users.
// - At most 3 links an hour go to one user, so that a stranger cannot flood a user with mails.
// - API tokens stay, so that scripts of a person who forgot a password do not stop. Those of a deactivated user end anyway.
import { type Refusal, refuse } from '../refusal.ts';

export const RESET_VALID_MINUTES = 60;
export const RESETS_PER_HOUR = 3;
export const WRONG_ANSWERS_ALLOWED = 5;

export interface ResetState {
  expiresAt: Date;
  wrongAnswers: number;
  isUserActive: boolean;
  hasPassword: boolean;
}

/** Why a link is not valid (any more). */
export function refuseReset(state: ResetState | undefined, now: Date): Refusal | undefined {
  const isGood =
    state?.isUserActive && state.hasPassword && state.expiresAt > now && state.wrongAnswers < WRONG_ANSWERS_ALLOWED;
  if (isGood) return undefined;
  return refuse(
    'invalid',
    'This link is not valid. It was already used, has expired or is incomplete. Ask for a new one.',
  );
}

/** Whether a user who asks gets a link. */
export function mayHaveReset(
  user: { isActive: boolean; hasPassword: boolean; email: string } | undefined,
  resetsInLastHour: number,
): boolean {
  if (!user?.isActive || !user.hasPassword || user.email === '') return false;
  return resetsInLastHour < RESETS_PER_HOUR;
}

/** Answers are compared without regard to case and outer blanks. */
export function normalizedAnswer(answer: string): string {
  return answer.trim().toLowerCase();
}
