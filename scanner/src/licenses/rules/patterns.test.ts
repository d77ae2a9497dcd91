// The pattern language of scanner/rules.
import { expect, it } from 'vitest';
import { expandPattern, plainText } from './patterns.ts';

it.each([
  ['plain words', ['plain words']],
  ['the [new] license', ['the license', 'the new license']],
  ['(a|b) c', ['a c', 'b c']],
  ['[a|b] c', ['c', 'a c', 'b c']],
  ['x [(a|b) c]', ['x', 'x a c', 'x b c']],
  ['gpl-2.0', ['gpl-2.0']],
  ['by ... as', ['by \u0000 as']],
  ['two  words:\n\n 1. of [a]\n  list', ['two words:\n1. of\nlist', 'two words:\n1. of a\nlist']],
  ['the {{fixed}} words', ['the {{ fixed }} words']],
  ['a (not b) license(s)', ['a (not b) license(s)']],
  ['{fruit} pie', ['apple pie', 'plum pie']],
])('%s', (pattern, expected) => {
  expect(expandPattern(pattern, { fruit: ['apple', 'plum'] })).toEqual(expected);
});

it.each(['[open', 'a (b', '{unknown} list'])('refuses %s', (pattern) => {
  expect(() => expandPattern(pattern)).toThrow(/pattern/);
});

it('refuses a pattern with too many sentences', () => {
  expect(() => expandPattern('[a] '.repeat(20))).toThrow(/more than/);
});

it.each([
  ['[Title\n\n]the (first|second) of\nthese', 'Title\n\nthe first of\nthese'],
  ['brackets (around [no] choice), a) list, license(s)', 'brackets (around no choice), a) list, license(s)'],
  ['nested [(a|b [c])] {{fixed words}} ... end', 'nested a fixed words ... end'],
])('people read %j', (pattern, expected) => {
  expect(plainText(pattern)).toBe(expected);
});
