// The weights of the vote on license names belong to the words, patterns and judged files that are there now, and the regression finds what is
// in its samples.
import { expect, it } from 'vitest';
import { readWeights } from '../../src/licenses/roles/vote.ts';
import { trainingDigest } from './digest.ts';
import { isLicensing, isRight } from './judged.ts';
import { regress } from './regression.ts';

it('the weights are made of what is there now (npm run roles)', () => {
  expect(readWeights().digest).toBe(trainingDigest());
});

it('a signal that decides gets a weight, one that says nothing gets none', () => {
  const samples = Array.from({ length: 40 }, (_, i) => ({
    signals: [i % 2 === 0 ? 'for' : 'against', 'both', ...(i % 4 < 2 ? ['chance'] : [])],
    isLicensing: i % 2 === 0,
    share: 1,
  }));
  const weights = regress(samples, 'always');
  expect(weights.get('for')).toBeGreaterThan(0.5);
  expect(weights.get('against')).toBeLessThan(-0.5);
  expect(Math.abs(weights.get('chance') ?? 1)).toBeLessThan(0.01);
  expect([...regress(samples, 'always')]).toEqual([...weights]);
});

it('a judged file says which names are licenses of it', () => {
  const file = { set: 'one', text: '', lists: ['MIT'], names: { 'GPL-3.0-only': 'past' } };
  expect(isLicensing(file, ['MIT'])).toBe(true);
  expect(isLicensing(file, ['GPL-3.0-or-later'])).toBe(false);
  expect(isLicensing(file, ['ISC'])).toBeUndefined();
  expect(isRight(file, ['MIT'])).toBe(true);
  expect(isRight(file, ['MIT', 'GPL-3.0-only'])).toBe(false);
  expect(isRight(file, [])).toBe(false);
});
