// The texts in which the page describes a file.
import { expect, it } from 'vitest';
import { lineCountsText, nextLine } from './evidence.ts';

it.each<[total: number, code: number, comment: number, blank: number, expected: string]>([
  [1200, 1000, 150, 50, '1,200: 1,000 code, 150 comment, 50 blank'],
  [4, 0, 0, 4, '4: 0 code, 0 comment, 4 blank'],
  [1, 0, 0, 0, '1'],
  [10, 0, 0, 3, '10, 3 of them blank'],
])('of %d lines reports only the parts that were counted', (total, code, comment, blank, expected) => {
  expect(lineCountsText({ total, code, comment, blank })).toBe(expected);
});

it.each<[lines: number[], from: number, next: number | undefined, previous: number | undefined]>([
  [[], 3, undefined, undefined],
  [[5], 5, 5, 5],
  [[9, 2, 5, 5], 0, 2, 9],
  [[9, 2, 5, 5], 5, 9, 2],
  [[9, 2, 5, 5], 9, 2, 5],
])('of the lines %j, from line %d the next is %s and the previous one %s', (lines, from, next, previous) => {
  expect([nextLine(lines, from, false), nextLine(lines, from, true)]).toEqual([next, previous]);
});
