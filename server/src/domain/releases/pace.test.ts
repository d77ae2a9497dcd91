import { expect, it } from 'vitest';
import { paceSince } from './release.ts';

const DAY = 86_400;

it.each([
  [
    'the first release has all that was recorded',
    undefined,
    { fixed: 2, fixedSeconds: 6 * DAY, decided: 4, decidedSeconds: 2 * DAY },
    { fixed: 2, daysToFix: 3, decided: 4, daysToDecide: 0.5 },
  ],
  [
    'the next one has what came since',
    { fixed: 2, fixedSeconds: 6 * DAY, decided: 4, decidedSeconds: 2 * DAY },
    { fixed: 3, fixedSeconds: 16 * DAY, decided: 4, decidedSeconds: 2 * DAY },
    { fixed: 1, daysToFix: 10, decided: 0, daysToDecide: null },
  ],
])('%s, and nothing fixed is not fixed at once', (_what, before, now, expected) => {
  expect(paceSince(before, now)).toEqual(expected);
});
