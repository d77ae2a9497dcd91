import { expect, it } from 'vitest';
import { createSeenPaths } from './seen-paths.ts';

it('knows each of 200,000 paths once', () => {
  const seen = createSeenPaths();
  const paths = Array.from({ length: 200_000 }, (_, i) => `folder/${i % 97}/file-${i}.txt`);
  expect(paths.filter((path) => seen.add(path)).length).toBe(paths.length);
  expect(paths.filter((path) => seen.add(path)).length).toBe(0);
});

it.each([
  ['', 'a'],
  ['ab', 'ba'],
  ['a/b', 'a\\b'],
  ['é', 'e\u0301'],
])('distinguishes %j from %j', (a, b) => {
  const seen = createSeenPaths();
  expect([seen.add(a), seen.add(b), seen.add(a), seen.add(b)]).toEqual([true, true, false, false]);
});
