import { expect, it } from 'vitest';
import { countOf, numberText } from './count-text.ts';

it.each([
  [0, '0 files'],
  [1, '1 file'],
  [37_297, '37,297 files'],
])('%d are told as %s', (count, expected) => {
  expect(countOf(count, 'file')).toBe(expected);
});

it('a plural of its own is taken as it is', () => {
  expect([1, 2].map((count) => countOf(count, 'copy', 'copies'))).toEqual(['1 copy', '2 copies']);
});

it('a number alone is grouped the same way', () => {
  expect(numberText(2308)).toBe('2,308');
});
