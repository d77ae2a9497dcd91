import { expect, it } from 'vitest';
import { createPaceKeeper, paceOf } from './job-pace.ts';

const at = (seconds: number) => new Date(seconds * 1000);

/** Progress as [second, done], and the estimate after the last of it, of 1000. */
function promised(progress: [number, number][], now = progress.at(-1)![0]) {
  const keeper = createPaceKeeper();
  let point: ReturnType<typeof keeper.note>;
  for (const [second, done] of progress) point = keeper.note({ phase: 'Analysing files', done }, at(second));
  return paceOf({ done: progress.at(-1)![1], total: 1000 }, point, at(now));
}

it.each<[string, [number, number][], ReturnType<typeof promised>]>([
  [
    'nothing before the first progress',
    [
      [0, 0],
      [60, 0],
    ],
    { perSecond: 0, secondsLeft: null },
  ],
  [
    'nothing in the first seconds of movement',
    [
      [0, 0],
      [60, 10],
      [62, 100],
    ],
    { perSecond: 0, secondsLeft: null },
  ],
  [
    'the time before the first file does not count',
    [
      [0, 0],
      [60, 10],
      [64, 410],
    ],
    { perSecond: 100, secondsLeft: 6 },
  ],
  [
    'files known before do not count',
    [
      [0, 800],
      [5, 810],
      [10, 860],
    ],
    { perSecond: 10, secondsLeft: 14 },
  ],
  [
    'the last ten seconds count',
    [
      [0, 0],
      [1, 1],
      [100, 100],
      [110, 600],
    ],
    { perSecond: 50, secondsLeft: 8 },
  ],
  [
    'nothing remains',
    [
      [0, 0],
      [1, 1],
      [11, 1000],
    ],
    { perSecond: 99.9, secondsLeft: null },
  ],
])('%s', (_, progress, expected) => {
  expect(promised(progress)).toEqual(expected);
});

it('the estimate for a job that stands still grows', () => {
  const progress: [number, number][] = [[0, 0], [1, 100], [5, 500]]; // biome-ignore format: a table
  expect([5, 9, 41].map((now) => promised(progress, now).secondsLeft)).toEqual([5, 10, 50]);
});

it('a new phase starts a new estimate', () => {
  const keeper = createPaceKeeper();
  keeper.note({ phase: 'one', done: 0 }, at(0));
  keeper.note({ phase: 'one', done: 10 }, at(1));
  expect(keeper.note({ phase: 'one', done: 50 }, at(5))).toEqual({ at: at(1), done: 10 });
  expect(keeper.note({ phase: 'two', done: 50 }, at(6))).toBeUndefined();
});
