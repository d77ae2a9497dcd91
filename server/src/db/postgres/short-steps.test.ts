import { expect, it } from 'vitest';
import { shortSteps } from './short-steps.ts';

/** The sizes of the steps if each row takes so many milliseconds. */
async function sizesOf(count: number, msOfRow: (at: number) => number, batchRows = count): Promise<number[]> {
  let time = 0;
  const rows = Array.from({ length: count }, (_, at) => at);
  const sizes: number[] = [];
  const seen: number[] = [];
  const steps = shortSteps({ clock: () => time, pauseMs: 0 });
  for (let from = 0; from < count; from += batchRows) {
    for await (const step of steps(rows.slice(from, from + batchRows))) {
      for (const row of step) time += msOfRow(row);
      seen.push(...step);
      sizes.push(step.length);
    }
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

it('begins a batch with what was learnt in the one before, of which a small last step says little', async () => {
  expect(await sizesOf(600, () => 0.1, 300)).toEqual([20, 40, 80, 160, 200, 100]);
  expect(await sizesOf(420, () => 1, 140)).toEqual([20, 40, 80, 80, 60, 80, 60]);
});
