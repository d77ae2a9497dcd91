import { expect, test } from 'vitest';
import { signInDelays } from './sign-in-delay.ts';

const counts = { ofPair: 0, ofUser: 0, ofAddress: 0, isKnownPair: false };

test.each([
  ['nothing failed', {}, 0, 0],
  ['four failures', { ofPair: 4 }, 0, 0],
  ['five', { ofPair: 5 }, 2000, 0],
  ['six', { ofPair: 6 }, 4000, 0],
  ['a night of guesses', { ofPair: 5000 }, 900_000, 0],
  ['a user under attack, at a new address', { ofUser: 100 }, 0, 0],
  ['after one failure there', { ofUser: 100, ofPair: 1 }, 2000, 0],
  [
    'a user under attack, at an address where he signed in before',
    { ofUser: 5000, ofPair: 4, isKnownPair: true },
    0,
    0,
  ],
  ['an address that tries many users', { ofAddress: 29 }, 0, 0],
  ['more of them', { ofAddress: 30 }, 0, 2000],
  ['very many', { ofAddress: 1e9 }, 0, 60_000],
  ['a known user behind the same address', { ofAddress: 1e9, isKnownPair: true }, 0, 0],
])('%s', (_what, more, ofPairMs, ofAddressMs) => {
  expect(signInDelays({ ...counts, ...more })).toEqual({ ofPairMs, ofAddressMs });
});
