// The filters of the address, of requests and of saved views are the same ones.
import { expect, it } from 'vitest';
import { itemFilterOf, searchOfFilter } from './filter-requests.ts';
import { CHOICE_NAMES, valuesOf } from './filters.ts';
import { isAsSaved, searchOfView, settingsOf } from './item-views.tsx';
import { type InventorySearch, readInventorySearch } from './search.ts';

const given = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

const SEARCHES: InventorySearch[] = [
  {},
  { find: 'zlib', review: 'Draft', published: 'UNPUBLISHED' },
  { exact: 'MIT OR ISC', purl: 'pkg:npm/', notes: 'ticket' },
  { field: 3, value: 'Team A' },
  {
    license: 'UNKNOWN',
    level: 'N/A',
    scope: 'Non Runtime',
    tie: 'GONE',
    policy: 'NONE',
    ground: 'LAPSED',
    why: 'unread',
  },
  ...CHOICE_NAMES.flatMap((name) => valuesOf(name).map((value) => ({ [name]: value }))),
];

it.each(SEARCHES.map((search) => [JSON.stringify(search), search] as const))('%s', (_, search) => {
  expect(given(searchOfFilter(itemFilterOf(search)))).toEqual(search);
  expect(given(readInventorySearch({ ...search }))).toEqual(search);
});

it('a saved view brings back filter, grouping, columns and order, and takes away other filters', () => {
  const search: InventorySearch = { priority: 'P1', by: 'FOLDER', sort: '-files' };
  const settings = settingsOf({ ...search, item: 4, tab: 'notes', open: ['/src'] }, ['name', 'field3']);
  const view = { id: 7, settings: { ...settings, filter: settings.filter } };
  const shown = { confidence: 'LOW', group: '/lib', ...searchOfView(view as Parameters<typeof searchOfView>[0]) };
  expect(given(shown)).toEqual({ ...search, columns: ['name', 'field3'], view: 7 });
  const saved = view as Parameters<typeof isAsSaved>[0];
  expect(isAsSaved(saved, given(shown))).toBe(true);
  expect(isAsSaved(saved, { ...given(shown), item: 3, open: ['/x'] })).toBe(true);
  expect(isAsSaved(saved, { ...given(shown), tie: 'GONE' })).toBe(false);
  expect(isAsSaved(saved, { ...given(shown), by: undefined })).toBe(false);
});
