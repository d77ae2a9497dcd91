import { expect, it } from 'vitest';
import { mayHaveReset, RESETS_PER_HOUR, refuseReset, WRONG_ANSWERS_ALLOWED } from './password-reset.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const GOOD = { expiresAt: new Date('2026-11-21T12:00:01Z'), wrongAnswers: 0, isUserActive: true, hasPassword: true };

it.each([
  ['good', GOOD, true],
  ['unknown', undefined, false],
  ['expired at this moment', { ...GOOD, expiresAt: NOW }, false],
  ['of a deactivated user', { ...GOOD, isUserActive: false }, false],
  ['of a user of a directory', { ...GOOD, hasPassword: false }, false],
  ['one wrong answer before the limit', { ...GOOD, wrongAnswers: WRONG_ANSWERS_ALLOWED - 1 }, true],
  ['after too many wrong answers', { ...GOOD, wrongAnswers: WRONG_ANSWERS_ALLOWED }, false],
])('a link: %s', (_what, state, isGood) => {
  expect(refuseReset(state, NOW) === undefined).toBe(isGood);
});

const ADA = { isActive: true, hasPassword: true, email: 'ada@example.org' };

it.each([
  ['an active user', ADA, 0, true],
  ['nobody', undefined, 0, false],
  ['a deactivated user', { ...ADA, isActive: false }, 0, false],
  ['a user without a password here', { ...ADA, hasPassword: false }, 0, false],
  ['a user without an address', { ...ADA, email: '' }, 0, false],
  ['a user with too many requests', ADA, RESETS_PER_HOUR, false],
])('%s gets a link or not', (_what, user, lately, isGiven) => {
  expect(mayHaveReset(user, lately)).toBe(isGiven);
});
