// Areas are as large as their shares, lie inside of their folders, and what is too small is summed up or left out.
import { expect, it } from 'vitest';
import type { MapEntry } from '../api/models.ts';
import { categoriesOf, categoryOf, exposureWords, LICENSE_COLORS, licenseWords } from './categories.ts';
import { contentOf, type Shown, tilesOf } from './layout.ts';
import { readMapSearch } from './search.ts';

const EXPOSURE = { items: 1, notCompared: 0, critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
const entry = (path: string, more: Partial<MapEntry> = {}): MapEntry => ({
  ...{ kind: 'folder', id: 1, path, name: path.slice(path.lastIndexOf('/') + 1) },
  parentPath: path === '' ? null : path.slice(0, Math.max(0, path.lastIndexOf('/'))),
  ...{ files: 10, sizeBytes: 1000, reviewed: 0, open: 0, inNoItem: 0, notScanned: 0, licenses: [], moreLicenses: 0 },
  exposure: EXPOSURE,
  ...more,
});
const sums = { files: 4, sizeBytes: 400, reviewed: 0, open: 0, inNoItem: 0, notScanned: 0 };
const TREE = [
  entry('', { files: 20, sizeBytes: 4000 }),
  entry('a', { files: 10, sizeBytes: 3000, others: { entries: 3, ...sums } }),
  entry('a/b', { kind: 'file', files: 1, sizeBytes: 2600 }),
  entry('c', { files: 10, sizeBytes: 1000 }),
];
const AREA = { width: 800, height: 600, isByFiles: false };
const pathOf = (shown: Shown) => (shown.kind === 'others' ? 'others' : shown.path);

it('gives each entry a share of the area by its size, or by its number of files', () => {
  const share = (isByFiles: boolean) => {
    const [a, c] = ['a', 'c'].map((path) => {
      const tile = tilesOf(TREE, { ...AREA, isByFiles }).find((one) => pathOf(one.entry) === path);
      return (tile?.width ?? 0) * (tile?.height ?? 0);
    });
    return (a ?? 0) / ((a ?? 0) + (c ?? 1));
  };
  expect(share(false)).toBeCloseTo(0.75, 1);
  expect(share(true)).toBeLessThan(0.6);
});

it('draws what is in a folder inside of it, after it, with an area for what is summed up', () => {
  const tiles = tilesOf(TREE, AREA);
  expect(tiles.map((tile) => pathOf(tile.entry))).toEqual(['a', 'a/b', 'others', 'c']);
  const [folder, ...inside] = tiles;
  for (const tile of inside.slice(0, 2)) {
    expect(tile.x).toBeGreaterThanOrEqual(folder?.x ?? 0);
    expect(tile.y).toBeGreaterThan(folder?.y ?? 0);
    expect(tile.x + tile.width).toBeLessThanOrEqual((folder?.x ?? 0) + (folder?.width ?? 0));
  }
  expect(contentOf(TREE, TREE[1]).map(pathOf)).toEqual(['a/b', 'others']);
});

it('draws a small folder as one area, and nothing that nobody could see', () => {
  expect(tilesOf(TREE, { ...AREA, width: 60, height: 50 }).map((tile) => [pathOf(tile.entry), tile.isOpen])).toEqual([
    ['a', false],
    ['c', false],
  ]);
  expect(tilesOf(TREE, { ...AREA, width: 0 })).toEqual([]);
  expect(tilesOf([], AREA)).toEqual([]);
});

it('a license has its colour; an unknown one, none, and no scan are told apart', () => {
  const licenses = ['MIT', 'ISC', ...Array.from({ length: LICENSE_COLORS }, (_, at) => `L-${at}`)];
  const keyOf = (more: Partial<MapEntry>) => categoryOf(entry('x', more), 'license', licenses).key;
  const of = (...names: string[]) => names.map((license) => ({ license, files: 1, sizeBytes: 1 }));
  expect(keyOf({ licenses: of('', 'ISC', 'MIT') })).toBe('ISC');
  expect(keyOf({ licenses: of('L-6') })).toBe('other');
  expect(keyOf({ licenses: of('') })).toBe('none');
  expect(keyOf({ licenses: of(''), notScanned: 10 })).toBe('not-scanned');
  expect(licenseWords(entry('x', { licenses: of('MIT'), moreLicenses: 2 }))).toBe('MIT and 2 more');
  const keys = categoriesOf('license', licenses).map(({ key }) => key);
  for (const key of ['MIT', 'other', 'none', 'not-scanned']) expect(keys).toContain(key);
});

it('what nobody compared is not free of vulnerabilities, and what is in no item is another thing', () => {
  const keyOf = (more: Partial<MapEntry['exposure']>) =>
    categoryOf(entry('x', { exposure: { ...EXPOSURE, ...more } }), 'vulnerabilities', []).key;
  expect([keyOf({ critical: 1, low: 3 }), keyOf({ notCompared: 1 }), keyOf({}), keyOf({ items: 0 })]).toEqual([
    ...['critical', 'missed', 'clear', 'untied'],
  ]);
  expect([keyOf({ unknown: 1, medium: 1 }), keyOf({ medium: 1, notCompared: 1 })]).toEqual(['unknown', 'medium']);
  expect(exposureWords(entry('x', { exposure: { ...EXPOSURE, notCompared: 1 } }))).toBe('not compared');
  expect(exposureWords(entry('x', { exposure: { ...EXPOSURE, items: 3, notCompared: 1, high: 2 } }))).toBe(
    '2 high; 1 of 3 items not compared',
  );
});

it('review goes from open to all reviewed; files that no scan has seen are not done', () => {
  const keyOf = (more: Partial<MapEntry>) => categoryOf(entry('x', more), 'review', []).key;
  expect([
    ...[keyOf({ reviewed: 10 }), keyOf({ open: 0 }), keyOf({ open: 5 }), keyOf({ open: 5, reviewed: 2 })],
    ...[keyOf({ open: 2, reviewed: 5 }), keyOf({ notScanned: 10 })],
  ]).toEqual(['all', 'done', 'open', 'some', 'most', 'not-scanned']);
});

it('an address that is wrong gives the whole code base by license', () => {
  expect(readMapSearch({ color: 'nonsense', area: 3, below: 7 })).toEqual({
    below: '7',
    color: undefined,
    area: undefined,
  });
});
