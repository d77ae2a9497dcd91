// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { type Call, type Stage, startStage } from '../testing/stage.tsx';
import { fetchNextOpen } from './list-queries.ts';

let stage: Stage;
afterEach(() => stage.close());

/** @param ids of all items, of those that nobody has reviewed, and of those that are gone from the code */
async function withIds(all: number[], drafts: number[], gone: number[]) {
  const idsFor = ({ what }: Call) => (what.includes('GONE') ? gone : /draft/i.test(what) ? drafts : all);
  stage = await startStage({ 'GET /projects/7/inventoryItemIds': (call) => ({ body: { data: idsFor(call) } }) });
}

it('goes to the next item that waits for a decision, from the end back to the beginning', async () => {
  await withIds([1, 2, 3, 4], [2, 4], []);
  expect([await fetchNextOpen(7, {}, 2), await fetchNextOpen(7, {}, 4)]).toEqual([3, 1]);
});

it('leads to no item that is gone', async () => {
  await withIds([1, 2, 3], [2, 3], [3]);
  expect(await fetchNextOpen(7, {}, 2)).toBe(1);
  await stage.close();
  await withIds([1, 2], [2], [2]);
  expect(await fetchNextOpen(7, {}, 0)).toBeUndefined();
});
