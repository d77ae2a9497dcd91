import { expect, it } from 'vitest';
import { dayAfter, lengthOf, placeOf, runsOf, stepsOf } from './days.ts';

it('places days by the calendar, over the ends of months', () => {
  expect(lengthOf('2026-10-31', '2026-11-29')).toBe(30);
  expect(placeOf('2026-11-02', '2026-10-31')).toBe(2);
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
});

it('breaks a line at each day that was not recorded', () => {
  const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-04'].map((day) => ({ day }));
  expect(runsOf(days).map((run) => run.length)).toEqual([3, 1]);
  expect(runsOf([])).toEqual([]);
});

it.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 50, 100]],
  [1234, [0, 500, 1000, 1500]],
])('steps up to %i are whole and round', (most, steps) => {
  expect(stepsOf(most)).toEqual(steps);
});
