import { expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { fitsTag } from '../scm/tag-pattern.ts';
import { releaseFor, tagPattern } from './release-rule.ts';

it.each([
  ['v*', 'v1.2.3', true],
  ['v*', 'release-1', false],
  ['v?', 'v1', true],
  ['v?', 'v12', false],
  ['v?', 'v', false],
  ['*-final', '1.0-final', true],
  ['*-final', '1.0-final-2', false],
  ['v*.*.0', 'v1.20.0', true],
  ['v*.*.0', 'v1.20.1', false],
  ['1.0', '1.0', true],
  ['1.0', '1x0', false],
  ['*', 'anything', true],
  ['**', 'x', true],
  ['', 'x', false],
])('%s for %s: %s', (pattern, tag, fits) => {
  expect(fitsTag(pattern, tag)).toBe(fits);
});

it('is fast for patterns that fit nearly everywhere', () => {
  expect(fitsTag(`${'*a'.repeat(50)}b`, 'a'.repeat(100))).toBe(false);
});

it.each([
  ['the tag', {}, { name: 'v1' }],
  ['no tag', { tag: '' }, { why: 'The scanned code is at no tag.' }],
  ['another tag', { tag: 'nightly' }, { why: 'The scanned code is at the tag nightly, which v* does not fit.' }],
  ['a release of it', { isReleased: true }, { why: 'There is a release of the tag v1 already.' }],
  ['newer code', { isNewer: true }, { why: expect.stringContaining('synchronised again') }],
])('%s', (_, change, answer) => {
  expect(releaseFor('v*', { tag: 'v1', isReleased: false, isNewer: false, ...change })).toEqual(answer);
});

it('is one pattern without blanks', () => {
  expect(tagPattern(' v* ')).toBe('v*');
  expect(tagPattern('')).toBe('');
  expect(isRefusal(tagPattern('v1 v2'))).toBe(true);
});
