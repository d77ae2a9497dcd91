import { expect, it } from 'vitest';
import { partsAround } from './text-search.ts';

it.each([
  ['', 0, []],
  ['notice', 2, ['Notice', 'NOTICE']],
  ['the notice', 1, ['the\n  NOTICE']],
  ['(c', 1, ['(c']],
  ['.*', 0, []],
])('%j is found %d times', (find, count, marked) => {
  const text = 'Notice (c) 2020.\nKeep the\n  NOTICE.';
  const found = partsAround(text, find);
  expect(found.count).toBe(count);
  expect(found.parts.filter(({ isFound }) => isFound).map((part) => part.text)).toEqual(marked);
  expect(found.parts.map((part) => part.text).join('')).toBe(text);
});
