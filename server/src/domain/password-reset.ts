// A forgotten password: what a mailed link is good for.
//
//   The link                       | the answer                      | what happens
//   -------------------------------+---------------------------------+-----------------------------------------------------
//   unknown, used or expired       | any                             | refused, without saying which
//   good, user not active          | any                             | refused, in the same words
//   good                           | wrong, fewer than 5 times       | refused; the link stays good
//   good                           | wrong for the 5th time          | refused; the link is dead
//   good                           | right, or the user has no       | the new password holds, sessions of the user end, all
//                                  | question                        | links of the user are dead, a locked account is open
//
// Decided here, because the interface is silent:
// - Links are made only for active users who sign in with a password kept here: what a directory decides is not ours to change.
// - At most 3 links an hour go to one user, so that nobody can be buried in mails by a stranger.
// - API tokens stay: scripts of a person who forgot a password should not stop. A deactivated user's end anyway.
import { type Refusal, refuse } from './refusal.ts';

export const RESET_VALID_MINUTES = 60;
export const RESETS_PER_HOUR = 3;
export const WRONG_ANSWERS_ALLOWED = 5;

export interface ResetState {
  expiresAt: Date;
  wrongAnswers: number;
  isUserActive: boolean;
  hasPassword: boolean;
}

/** Why a link is not good (any more). */
export function refuseReset(state: ResetState | undefined, now: Date): Refusal | undefined {
  const isGood =
    state?.isUserActive && state.hasPassword && state.expiresAt > now && state.wrongAnswers < WRONG_ANSWERS_ALLOWED;
  if (isGood) return undefined;
  return refuse('invalid', 'This link is not valid: it was used, has expired or is not whole. Ask for a new one.');
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
