import { expect, it } from 'vitest';
import { threadsFor } from './opened-analysis.ts';

it.each([
  // One plain file: files are counted in folders only.
  { threads: 4, files: 0, expected: 1 },
  { threads: 4, files: 1, expected: 1 },
  { threads: 4, files: 51, expected: 2 },
  { threads: 4, files: 10_000, expected: 4 },
  { threads: 0, files: 10_000, expected: 0 },
])('$expected threads for $files files where $threads are wanted', ({ threads, files, expected }) =>
  expect(threadsFor(threads, files)).toBe(expected),
);
