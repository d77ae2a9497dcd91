// A mistyped or damaged address of the inventory still gives a usable list.
import { expect, it } from 'vitest';
import { type InventorySearch, readInventorySearch } from './search.ts';

const given = (search: InventorySearch) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

it.each<[string, Record<string, unknown>, InventorySearch]>([
  ['nothing', {}, {}],
  [
    'what it knows',
    { find: 'zlib', review: 'Draft', tab: 'files', item: 4, field: '2', value: 7 },
    { find: 'zlib', review: 'Draft', tab: 'files', item: 4, field: 2, value: '7' },
  ],
  ['a number to find', { find: 2024 }, { find: '2024' }],
  ['ids as text', { item: '12', row: '3' }, { item: 12, row: 3 }],
  ['unknown choices', { review: 'draft', published: 'yes', type: 'X', license: 'P9', tab: 'details' }, {}],
  ['ids that are invalid', { item: -1, row: 1.5 }, {}],
])('%s', (_title, search, read) => expect(given(readInventorySearch(search))).toEqual(read));
