// Groups and the rows of those that are unfolded, as one list by index.
import { describe, expect, it } from 'vitest';
import type { ItemGroup } from '../api/models.ts';
import { nextOpenOf, pagesIn, partAt, partsBetween, partsOf } from './item-rows.ts';
import { between, type ListRow } from './list-queries.ts';

const group = (key: string, count: number, open: number): ItemGroup => ({ key, title: key, count, open });
const GROUPS = [group('a', 3, 2), group('b', 250, 0), group('c', 2, 1), group('d', 1, 1)];
const FOLDED = partsOf(GROUPS, new Set());
const MIXED = partsOf(GROUPS, new Set(['a', 'c']));

describe('partAt', () => {
  it.each([
    [0, 'a', 0],
    [1, 'a', 1],
    [3, 'a', 3],
    [4, 'b', 0],
    [5, 'c', 0],
    [7, 'c', 2],
    [8, 'd', 0],
  ])('row %i is of %s, place %i', (index, key, place) => {
    const part = partAt(MIXED, index);
    expect([part?.group.key, index - (part?.at ?? 0)]).toEqual([key, place]);
  });
  it('no row behind the last one', () => {
    expect(partAt(MIXED, 9)).toBeUndefined();
    expect(partAt(MIXED, -1)).toBeUndefined();
    expect(partAt([], 0)).toBeUndefined();
  });
});

describe('pagesIn', () => {
  const open = partsOf(GROUPS, new Set(['a', 'b']));
  it.each([
    [{ from: 0, to: 3 }, ['a 1']],
    [{ from: 3, to: 60 }, ['a 1', 'b 1']],
    [{ from: 100, to: 120 }, ['b 1', 'b 2']],
    [{ from: 240, to: 400 }, ['b 3']],
    [{ from: 4, to: 4 }, []],
  ])('%j needs %j', (range, pages) =>
    expect(pagesIn(open, range).map(({ key, page }) => `${key} ${page}`)).toEqual(pages),
  );
  it('folded groups need none', () => expect(pagesIn(FOLDED, { from: 0, to: 100 })).toEqual([]));
});

describe('nextOpenOf', () => {
  const rows = (states: Record<number, 'Draft' | 'Approved'>) => (index: number) =>
    (states[index] ? { id: index, reviewStatus: states[index] } : undefined) as ListRow | undefined;
  const allDecided = rows({});
  it('goes to the next folded group with undecided items', () => {
    expect(nextOpenOf(FOLDED, allDecided, 0)).toBe(2);
    expect(nextOpenOf(FOLDED, allDecided, 2)).toBe(3);
  });
  it('begins again at the top', () => expect(nextOpenOf(FOLDED, allDecided, 3)).toBe(0));
  it('finds the next undecided row of an unfolded group', () => {
    const states = { 1: 'Draft', 2: 'Approved', 3: 'Draft', 6: 'Approved', 7: 'Draft' } as const;
    expect(nextOpenOf(MIXED, rows(states), 1)).toBe(3);
    expect(nextOpenOf(MIXED, rows(states), 3)).toBe(7);
    expect(nextOpenOf(MIXED, rows(states), 8)).toBe(1);
  });
  it('goes to a row that is not loaded', () => expect(nextOpenOf(MIXED, rows({ 1: 'Approved' } as const), 1)).toBe(2));
  it('none if all are decided', () => {
    const decided = partsOf([group('a', 3, 0), group('b', 2, 0)], new Set(['a']));
    expect(nextOpenOf(decided, rows({ 1: 'Approved' }), 1)).toBeUndefined();
    expect(nextOpenOf([], rows({}), 0)).toBeUndefined();
  });
});

describe('the groups between two rows', () => {
  const parts = partsOf([group('a', 2, 0), group('b', 3, 0), group('c', 2, 0)], new Set(['a', 'c']));
  const keys = (from: number | undefined, to: number | undefined) =>
    partsBetween(parts, from, to).map((part) => part.group.key);
  it('are the unfolded ones, in either direction', () => {
    expect([keys(1, 2), keys(1, 5), keys(5, 1), keys(5, 6)]).toEqual([['a'], ['a', 'c'], ['a', 'c'], ['c']]);
  });
  it('are none if a row is not shown', () => expect(keys(undefined, 2)).toEqual([]));
});

it('the ids between two, and the second alone if one is missing', () => {
  expect([between([1, 2, 3, 4], 2, 4), between([1, 2, 3, 4], 4, 2), between([1, 2], 9, 2)]).toEqual([
    [2, 3, 4],
    [2, 3, 4],
    [2],
  ]);
});
