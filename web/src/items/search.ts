// The search parameters of a project's inventory: filters and order of the list, and the open item.

import { choiceIn, idIn, type RawSearch, textIn } from '../address/parameters.ts';
import { inventoryTypeValues } from '../api/described.ts';
import { COVERAGES, type Coverage } from '../elements/coverages.ts';

export const DEFAULT_SORT = 'name';

const REVIEWS = ['Draft', 'Approved', 'Rejected'] as const;
const PUBLISHED = ['PUBLISHED', 'UNPUBLISHED'] as const;
const VERSIONS = ['KNOWN', 'UNKNOWN'] as const;
const LICENSES = ['P1', 'P2', 'P3', 'UNKNOWN'] as const;
/** The tabs of an item. Undefined means the details. */
const TABS = ['notes', 'vulnerabilities', 'files', 'decisions', 'history', 'tasks'] as const;

export type ItemTab = (typeof TABS)[number];

export interface InventorySearch {
  find?: string;
  review?: (typeof REVIEWS)[number];
  published?: (typeof PUBLISHED)[number];
  type?: (typeof inventoryTypeValues)[number];
  license?: (typeof LICENSES)[number];
  /** Exactly this license expression. */
  exact?: string;
  version?: (typeof VERSIONS)[number];
  /** Whether the items were compared with advisories. */
  coverage?: Coverage;
  /** Shows only items with a value in this custom field. The value must contain the given text. */
  field?: number;
  value?: string;
  sort?: string;
  /** The open item, its open tab, and the position of its row in the list when it was selected, counted from 1. */
  item?: number;
  tab?: ItemTab;
  row?: number;
}

export function readInventorySearch(search: RawSearch): InventorySearch {
  return {
    find: textIn(search.find),
    review: choiceIn(search.review, REVIEWS),
    published: choiceIn(search.published, PUBLISHED),
    type: choiceIn(search.type, inventoryTypeValues),
    license: choiceIn(search.license, LICENSES),
    exact: textIn(search.exact),
    version: choiceIn(search.version, VERSIONS),
    coverage: choiceIn(search.coverage, COVERAGES),
    field: idIn(search.field),
    value: textIn(search.value),
    sort: textIn(search.sort),
    item: idIn(search.item),
    tab: itemTabIn(search.tab),
    row: idIn(search.row),
  };
}

export function itemTabIn(value: unknown): ItemTab | undefined {
  return choiceIn(value, TABS);
}
