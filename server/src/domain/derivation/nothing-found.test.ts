import { expect, it } from 'vitest';
import { nothingFound, type ScannedCounts } from './nothing-found.ts';

const COUNTS: ScannedCounts = { total: 10, excluded: 0, components: 0, unread: 0 };

it.each<[string, Partial<ScannedCounts>, RegExp]>([
  ['an empty upload', { total: 0 }, /has no files, so nothing was scanned/],
  ['everything excluded', { excluded: 10 }, /All 10 files of the code base are excluded/],
  [
    'files that could not be read',
    { unread: 1 },
    /1 file could not be read completely: the code base may contain packages/,
  ],
  ['files without packages', { excluded: 3 }, /No package was found in 7 files/],
])('%s', (_, counts, words) => {
  expect(nothingFound({ ...COUNTS, ...counts })).toEqual({
    code: 'nothing-found',
    path: '',
    message: expect.stringMatching(words),
  });
});

it('says nothing if a package was found', () => {
  expect(nothingFound({ ...COUNTS, components: 1, unread: 3 })).toBeUndefined();
});
