import { expect, test } from 'vitest';
import { giveWay } from './turns.ts';

/** Longer than a piece of work may run. */
function spin(): void {
  for (const until = performance.now() + 10; performance.now() < until; );
}

test('long pieces of work alternate, and a request is served between any two of them', async () => {
  const order: string[] = [];
  const piece = async (name: string) => {
    for (let step = 1; step <= 3; step++) {
      await giveWay();
      spin();
      order.push(`${name}${step}`);
    }
  };
  const seen: number[] = [];
  let isOver = false;
  const request = () => {
    seen.push(order.length);
    if (!isOver) setImmediate(request);
  };
  spin();
  setImmediate(request);
  await Promise.all([piece('a'), piece('b'), piece('c')]);
  isOver = true;
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
  expect(Math.max(...seen.map((count, at) => count - (seen[at - 1] ?? 0)))).toBe(1);
});
