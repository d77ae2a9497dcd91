import { expect, it } from 'vitest';
import { shortSteps } from './short-steps.ts';

/** The sizes of the steps if each row takes so many milliseconds. */
async function sizesOf(count: number, msOfRow: (at: number) => number): Promise<number[]> {
  let time = 0;
  const rows = Array.from({ length: count }, (_, at) => at);
  const sizes: number[] = [];
  const seen: number[] = [];
  for await (const step of shortSteps(rows, { clock: () => time, pauseMs: 0 })) {
    for (const row of step) time += msOfRow(row);
    seen.push(...step);
    sizes.push(step.length);
  }
  expect(seen).toEqual(rows);
  return sizes;
}

it('takes all rows in their order, in larger steps where they are quick', async () => {
  expect(await sizesOf(0, () => 1)).toEqual([]);
  expect(await sizesOf(7, () => 1)).toEqual([7]);
  expect(await sizesOf(1000, () => 0.1)).toEqual([20, 40, 80, 160, 200, 200, 200, 100]);
});

it('takes few rows where each takes long, and more again afterwards', async () => {
  expect(await sizesOf(50, () => 1000)).toEqual([20, 20, 10]);
  expect(await sizesOf(100, (row) => (row < 40 ? 40 : 1))).toEqual([20, 20, 20, 40]);
});
