// The search parameters of a project's inventory: filters, grouping, columns and order of the list, and the open item.

import { choiceIn, idIn, type RawSearch, textIn, textsIn } from '../address/parameters.ts';
import { inventoryTypeValues } from '../api/described.ts';
import { COVERAGES, type Coverage } from '../elements/coverages.ts';

export const DEFAULT_SORT = 'name';

const REVIEWS = ['Draft', 'Approved', 'Rejected'] as const;
const PUBLISHED = ['PUBLISHED', 'UNPUBLISHED'] as const;
const VERSIONS = ['KNOWN', 'UNKNOWN'] as const;
const LICENSES = ['P1', 'P2', 'P3', 'UNKNOWN'] as const;
const PRIORITIES = ['P1', 'P2', 'P3', 'P4'] as const;
const CONFIDENCES = ['HIGH', 'MEDIUM', 'LOW'] as const;
const LEVELS = ['Top-level', 'Direct', 'Transitive', 'N/A'] as const;
const SCOPES = ['Runtime', 'Non Runtime'] as const;
const TIES = ['WITH_FILES', 'WITHOUT_FILES', 'GONE'] as const;
const POLICIES = ['APPROVED', 'REJECTED', 'NONE'] as const;
const GROUNDS = ['UNDECIDED', 'LAPSED', 'PERSON', 'POLICY', 'CARRIED', 'IMPORTED', 'UNRECORDED', 'GONE'] as const;
const REASONS = ['ecosystem', 'distribution', 'release', 'name', 'version', 'unread'] as const;
const GROUPINGS = ['LICENSE', 'COMPONENT', 'FOLDER', 'GROUND', 'PRIORITY'] as const;
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
  /** Whether the items were compared with advisories, and why they were not. */
  coverage?: Coverage;
  why?: (typeof REASONS)[number];
  priority?: (typeof PRIORITIES)[number];
  confidence?: (typeof CONFIDENCES)[number];
  level?: (typeof LEVELS)[number];
  scope?: (typeof SCOPES)[number];
  tie?: (typeof TIES)[number];
  policy?: (typeof POLICIES)[number];
  ground?: (typeof GROUNDS)[number];
  /** Part of the package URL, and of a note. */
  purl?: string;
  notes?: string;
  /** Shows only items with a value in this custom field. The value must contain the given text. */
  field?: number;
  value?: string;
  sort?: string;
  /** How the rows are grouped, the keys of the groups that are unfolded, and the key of the selected group. */
  by?: (typeof GROUPINGS)[number];
  open?: string[];
  group?: string;
  /** The shown columns; undefined for those that the browser has kept. */
  columns?: string[];
  /** The saved view that was chosen. */
  view?: number;
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
    why: choiceIn(search.why, REASONS),
    priority: choiceIn(search.priority, PRIORITIES),
    confidence: choiceIn(search.confidence, CONFIDENCES),
    level: choiceIn(search.level, LEVELS),
    scope: choiceIn(search.scope, SCOPES),
    tie: choiceIn(search.tie, TIES),
    policy: choiceIn(search.policy, POLICIES),
    ground: choiceIn(search.ground, GROUNDS),
    purl: textIn(search.purl),
    notes: textIn(search.notes),
    field: idIn(search.field),
    value: textIn(search.value),
    sort: textIn(search.sort),
    by: choiceIn(search.by, GROUPINGS),
    open: textsIn(search.open),
    group: typeof search.group === 'number' ? String(search.group) : wholeTextIn(search.group),
    columns: textsIn(search.columns),
    view: idIn(search.view),
    item: idIn(search.item),
    tab: itemTabIn(search.tab),
    row: idIn(search.row),
  };
}

/** The key of a group may be blank: of the items that have none of what they are grouped by. */
const wholeTextIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export function itemTabIn(value: unknown): ItemTab | undefined {
  return choiceIn(value, TABS);
}
