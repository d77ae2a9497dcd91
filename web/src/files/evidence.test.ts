// The texts in which the page describes a file.
import { expect, it } from 'vitest';
import { lineCountsText } from './evidence.ts';

it.each<[total: number, code: number, comment: number, blank: number, expected: string]>([
  [1200, 1000, 150, 50, '1,200: 1,000 code, 150 comment, 50 blank'],
  [4, 0, 0, 4, '4: 0 code, 0 comment, 4 blank'],
  [1, 0, 0, 0, '1'],
  [10, 0, 0, 3, '10, 3 of them blank'],
])('of %d lines reports only the parts that were counted', (total, code, comment, blank, expected) => {
  expect(lineCountsText({ total, code, comment, blank })).toBe(expected);
});
