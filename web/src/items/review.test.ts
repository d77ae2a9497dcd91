// Which decisions remove an item from the list that is shown.
import { expect, it } from 'vitest';
import { staysIn } from './review.ts';
import type { InventorySearch } from './search.ts';

it.each<[InventorySearch, Parameters<typeof staysIn>[1], boolean]>([
  [{}, { reviewStatus: 'Approved' }, true],
  [{ find: 'zlib', type: 'COMPONENT' }, { reviewStatus: 'Rejected' }, true],
  [{ review: 'Draft' }, { reviewStatus: 'Approved' }, false],
  [{ review: 'Approved' }, { reviewStatus: 'Approved' }, true],
  [{ review: 'Draft' }, { isPublished: true }, true],
  [{ published: 'UNPUBLISHED' }, { isPublished: true }, false],
  [{ published: 'PUBLISHED' }, { isPublished: true }, true],
  [{ published: 'PUBLISHED' }, { isPublished: false }, false],
  [{ review: 'Draft', published: 'PUBLISHED' }, { reviewStatus: 'Draft', isPublished: false }, false],
])('in a list of %o, %o: %s', (filter, state, stays) => expect(staysIn(filter, state)).toBe(stays));
