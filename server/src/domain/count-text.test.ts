import { expect, it } from 'vitest';
import { countOf, numberText } from './count-text.ts';

it.each([
  [0, '0 files'],
  [1, '1 file'],
  [37_297, '37,297 files'],
])('%d is written as %s', (count, expected) => {
  expect(countOf(count, 'file')).toBe(expected);
});

it('uses a given plural unchanged', () => {
  expect([1, 2].map((count) => countOf(count, 'copy', 'copies'))).toEqual(['1 copy', '2 copies']);
});

it('groups a number alone in the same way', () => {
  expect(numberText(2308)).toBe('2,308');
});
