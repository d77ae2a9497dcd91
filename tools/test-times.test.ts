import { expect, it } from 'vitest';
import { type FileTime, timesText } from './test-times.ts';

const times: FileTime[] = [
  { file: 'web/src/items/a.test.ts', tests: 1, testing: 1, loading: 0.5 },
  { file: 'server/src/features/jobs/b.test.ts', tests: 3, testing: 6, loading: 0.25 },
  { file: 'server/src/features/users/deep/c.test.ts', tests: 2, testing: 2, loading: 0.25 },
];

it('names the slowest files first, and no more than asked for', () => {
  const [files] = timesText(times, 2).split('\n\n');
  expect(files?.split('\n').slice(2)).toEqual([
    '| 6.3 | 0.3 | 3 | server/src/features/jobs/b.test.ts |',
    '| 2.3 | 0.3 | 2 | server/src/features/users/deep/c.test.ts |',
  ]);
});

it('adds up folders over all files, also those that are not named', () => {
  const [, folders, end] = timesText(times, 1).split('\n\n');
  expect(folders?.split('\n').slice(2)).toEqual([
    '| 8.5 | 85 % | 2 | server/src/features |',
    '| 1.5 | 15 % | 1 | web/src/items |',
  ]);
  expect(end).toBe('3 files, 6 tests, 10.0 s in all workers together\n');
});

it('a run without tests has an empty table', () => {
  expect(timesText([], 5)).toContain('0 files, 0 tests, 0.0 s');
});
