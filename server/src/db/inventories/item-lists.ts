// Lists of inventory items: filters, sorting, counts and pages.

import { type SqlBool, sql } from 'kysely';
import type { CpeFilter } from '../../domain/components/component-search.ts';
import {
  type Confidence,
  confidences,
  type DependencyLevel,
  dependencyLevels,
  type InventoryDependencyScope,
  UNKNOWN_VERSION,
} from '../../domain/inventories/inventory.ts';
import type {
  ItemGround,
  ItemGrouping,
  ItemSort,
  ItemTie,
  PolicyResult,
} from '../../domain/inventories/item-groups.ts';
import type { CoverageState, NotComparedReason } from '../../domain/vulnerabilities/coverage.ts';
import { batchesOf, inOrder, type List, type ListPage, pageOfList } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { batchesById } from '../postgres/rows.ts';
import { type Viewer, visibleTo } from '../projects/standing.ts';
import { GROUPS, hasNote, hasPolicyResult, hasTie, ITEM_GROUND, OPEN } from './item-conditions.ts';
import { type DetailedItem, detailed, findItems, type Item } from './items.ts';
import { gone, present } from './present.ts';
import { LICENSE_PRIORITY } from './rollup.ts';

export interface ItemFilter {
  published?: boolean;
  status?: Item['status'];
  type?: Item['type'];
  /** Part of the item's name. */
  search?: string;
  priority?: Item['priority'];
  /** The license expression, in any case. */
  license?: string;
  /** Priority of the selected license; 'none' for items without a license. */
  licensePriority?: 1 | 2 | 3 | 'none';
  /** Only items whose component has an unknown version, or only those with a known one. */
  version?: 'KNOWN' | 'UNKNOWN';
  /** Only items that were, or were not, compared with advisories. */
  coverage?: CoverageState;
  /** Only items that were not compared for this reason. */
  notCompared?: NotComparedReason;
  /** Last changed in this range, both ends included. */
  updatedFrom?: Date;
  updatedTo?: Date;
  /** Only items with files of the scan server, or of the remote code base with this id. */
  filesOf?: 'server' | number;
  /** By the CPE of the item's component: the vendor in its namespace or address, the product in its name, or one of the package URLs. */
  cpe?: CpeFilter;
  /** Only items with a value in this custom field that contains `value`; if blank, with any value. */
  customField?: { id: number; value: string };
  /** Only items with open alerts, or with closed ones. */
  alerts?: 'OPEN' | 'CLOSED';
  /** Only items with one of these files, or with a file below one of these folders of the code base. */
  files?: { fileIds: number[]; folderIds: number[] };
  /** Only items that count, or only those that are gone. Without it, lists show both. */
  presence?: 'PRESENT' | 'GONE';
  /** Only items of projects that this user may see. */
  visibleTo?: Viewer;
  confidence?: Confidence;
  dependencyLevel?: DependencyLevel;
  dependencyScope?: InventoryDependencyScope;
  tie?: ItemTie;
  policyResult?: PolicyResult;
  ground?: ItemGround;
  /** Part of the package URL, and of one of the notes. */
  purl?: string;
  notes?: string;
  /** Only the items of one group, as `groupsOfItems` names it. */
  group?: { by: ItemGrouping; key: string };
}

const SORT_COLUMNS = {
  id: sql`i.id`,
  name: sql`lower(i.name)`,
  priority: sql`i.priority`,
  type: sql`i.type`,
  status: sql`i.status`,
  files: sql`i.file_count`,
  license: sql`lower(i.license_expression)`,
  confidence: sql`array_position(array[${sql.join(confidences.map((one) => sql.lit(one)))}], i.confidence)`,
  component: sql`lower(c.name)`,
  version: sql`v.name`,
  purl: sql`lower(i.purl)`,
  scope: sql`i.dependency_scope`,
  level: sql`array_position(array[${sql.join(dependencyLevels.map((one) => sql.lit(one)))}], i.dependency_level)`,
  published: sql`i.is_published`,
  coverage: sql`coverage.in_short`,
  created: sql`i.created_at`,
  updated: sql`i.updated_at`,
} as const satisfies Record<Extract<ItemSort, string>, unknown>;

const sortColumn = (by: ItemSort) =>
  typeof by === 'string'
    ? SORT_COLUMNS[by]
    : sql`(select lower(w.value) from inventory_field_values w where w.item_id = i.id and w.field_id = ${by.customFieldId})`;

/** If `projectId` is undefined, lists every project; then the filter must name the viewer. */
function matching(db: Db, projectId: number | undefined, filter: ItemFilter) {
  let query = detailed(db);
  if (projectId !== undefined) query = query.where('i.project_id', '=', projectId);
  const viewer = filter.visibleTo;
  if (viewer)
    query = query.where((eb) =>
      eb('i.project_id', 'in', eb.selectFrom('projects').select('projects.id').where(visibleTo(viewer))),
    );
  if (filter.updatedFrom) query = query.where('i.updated_at', '>=', filter.updatedFrom);
  // Callers send whole seconds, so the range includes the whole last second.
  if (filter.updatedTo) query = query.where('i.updated_at', '<', new Date(filter.updatedTo.getTime() + 1000));
  if (filter.filesOf === 'server')
    query = query.where(sql<SqlBool>`exists (select from inventory_files x where x.item_id = i.id)`);
  else if (filter.filesOf !== undefined)
    query = query.where(
      sql<SqlBool>`exists (select from inventory_remote_files x join remote_files f on f.id = x.file_id
        where x.item_id = i.id and f.code_base_id = ${filter.filesOf})`,
    );
  if (filter.cpe) query = query.where(ofCpe(filter.cpe));
  if (filter.customField) {
    const { id, value } = filter.customField;
    query = query.where(
      sql<SqlBool>`exists (select from inventory_field_values v where v.item_id = i.id and v.field_id = ${id} and lower(v.value) like lower(${anywhere(value)}))`,
    );
  }
  if (filter.alerts)
    query = query.where(
      sql<SqlBool>`exists (select from vulnerability_alerts a where a.item_id = i.id and a.is_open = ${filter.alerts === 'OPEN'})`,
    );
  if (filter.files) {
    const { fileIds, folderIds } = filter.files;
    query = query.where(
      'i.id',
      'in',
      sql<number>`(with recursive tree as (
          select id from codebase_folders where id = any(${folderIds}::bigint[]) and project_id = ${projectId}
          union
          select c.id from codebase_folders c join tree on c.parent_id = tree.id
        ) select x.item_id from inventory_files x join files f on f.id = x.file_id
        where f.id = any(${fileIds}::bigint[]) or f.folder_id in (select id from tree))`,
    );
  }
  if (filter.presence) query = query.where(filter.presence === 'PRESENT' ? present() : gone());
  if (filter.published !== undefined) query = query.where('i.is_published', '=', filter.published);
  if (filter.status) query = query.where('i.status', '=', filter.status);
  if (filter.type) query = query.where('i.type', '=', filter.type);
  if (filter.priority) query = query.where('i.priority', '=', filter.priority);
  if (filter.license) query = query.where(sql<SqlBool>`lower(i.license_expression) = lower(${filter.license})`);
  if (filter.licensePriority === 'none') query = query.where(sql<SqlBool>`${LICENSE_PRIORITY} is null`);
  else if (filter.licensePriority) query = query.where(sql<SqlBool>`${LICENSE_PRIORITY} = ${filter.licensePriority}`);
  if (filter.version) {
    const isUnknown = sql`coalesce(v.name, ${UNKNOWN_VERSION}) = ${UNKNOWN_VERSION}`;
    query = query.where('i.component_id', 'is not', null);
    query = query.where(filter.version === 'UNKNOWN' ? sql<SqlBool>`${isUnknown}` : sql<SqlBool>`not ${isUnknown}`);
  }
  if (filter.coverage) query = query.where('coverage.reason', filter.coverage === 'compared' ? '=' : '<>', '');
  if (filter.notCompared) query = query.where('coverage.reason', '=', filter.notCompared);
  if (filter.confidence) query = query.where('i.confidence', '=', filter.confidence);
  if (filter.dependencyLevel) query = query.where('i.dependency_level', '=', filter.dependencyLevel);
  if (filter.dependencyScope) query = query.where('i.dependency_scope', '=', filter.dependencyScope);
  if (filter.tie) query = query.where(hasTie(filter.tie));
  if (filter.policyResult) query = query.where(hasPolicyResult(filter.policyResult));
  if (filter.ground) query = query.where(sql<SqlBool>`${ITEM_GROUND} = ${filter.ground}`);
  if (filter.purl) query = query.where(sql<SqlBool>`lower(i.purl) like lower(${anywhere(filter.purl)})`);
  if (filter.notes) query = query.where(hasNote(filter.notes));
  if (filter.group) query = query.where(sql<SqlBool>`${GROUPS[filter.group.by].key} = ${filter.group.key}`);
  if (filter.search) query = query.where(sql<SqlBool>`lower(i.name) like lower(${anywhere(filter.search)})`);
  return query;
}

function ofCpe({ vendor, product, purls }: CpeFilter) {
  const pattern = vendor && sql`lower(${anywhere(vendor)})`;
  const ofVendor = pattern ? sql`(lower(c.purl) like ${pattern} or lower(c.url) like ${pattern})` : sql`true`;
  const ofProduct = product ? sql`lower(c.name) like lower(${anywhere(product)})` : sql`true`;
  return sql<SqlBool>`((${ofVendor} and ${ofProduct}) or c.purl = any(${purls}::text[]))`;
}

export async function countItems(db: Db, projectId: number | undefined, filter: ItemFilter): Promise<number> {
  const { total } = await matching(db, projectId, filter)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

const BY_ID = { by: 'id', descending: false } as const;

/** The ids of the items on a page, and the number of items in the list. `eachItemOf` reads the items. */
export function pageOfItems(
  db: Db,
  projectId: number | undefined,
  filter: ItemFilter,
  page: { limit: number; offset: number },
  sort: { by: ItemSort; descending: boolean } = BY_ID,
): Promise<ListPage> {
  const ids = matching(db, projectId, filter)
    .clearSelect()
    .select('i.id')
    .orderBy(sortColumn(sort.by), sort.descending ? 'desc' : 'asc')
    .orderBy('i.id');
  return pageOfList(db, { ids, ...keepingOfItems(projectId, filter, sort) }, page);
}

interface ItemGroup {
  key: string;
  name: string;
  count: number;
  /** Those that are to be decided. */
  open: number;
}

/**
 * The groups of the items that match, the largest first, in one statement. It reads every item of the project once; groups by folder also read the
 * paths of the items' files by their keys.
 */
export async function groupsOfItems(
  db: Db,
  projectId: number,
  filter: ItemFilter,
  by: ItemGrouping,
  page: { limit: number; offset: number },
): Promise<{ rows: ItemGroup[]; total: number }> {
  const items = matching(db, projectId, filter)
    .clearSelect()
    .select([GROUPS[by].key.as('key'), (GROUPS[by].name ?? sql<string>`null::text`).as('name'), OPEN.as('is_open')]);
  const { rows } = await sql<ItemGroup & { total: number }>`
    with groups as materialized (
      select key, coalesce(min(name), key) as name, count(*)::int as count, count(*) filter (where is_open)::int as open from (${items}) t group by key)
    select groups.*, counted.total from (select count(*)::int as total from groups) counted left join lateral
      (select * from groups order by count desc, lower(name), key limit ${page.limit} offset ${page.offset}) groups on true`.execute(
    db,
  );
  const [first] = rows;
  return {
    rows: rows.filter(({ key }) => key !== null).map(({ total: _, ...group }) => group),
    total: first?.total ?? 0,
  };
}

/** The filters and orders whose columns the triggers of `inventory_items` watch. */
const WATCHED_FILTERS = {
  published: true,
  status: true,
  type: true,
  search: true,
  priority: true,
  license: true,
  licensePriority: true,
  presence: true,
  confidence: true,
  tie: true,
} satisfies Partial<Record<keyof ItemFilter, true>>;
const WATCHED_SORTS: readonly ItemSort[] = [
  'id',
  'name',
  'priority',
  'type',
  'status',
  'files',
  'license',
  'confidence',
];

/** Caches only lists that the triggers invalidate: not those that any change of an item or component invalidates, or lists for a few files. */
function keepingOfItems(
  projectId: number | undefined,
  filter: ItemFilter,
  sort: { by: ItemSort; descending: boolean },
): Pick<List, 'key' | 'changesWith'> {
  const named = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  const isRare = named.some(([name]) => !(name in WATCHED_FILTERS)) || !WATCHED_SORTS.includes(sort.by);
  if (projectId === undefined || isRare) return { key: undefined, changesWith: [] };
  const isPlain = sort.by === 'id' && named.every(([name]) => name === 'published');
  return {
    key: JSON.stringify(['items', projectId, named.sort(([a], [b]) => (a < b ? -1 : 1)), sort]),
    changesWith: [
      { list: 'items', scope: projectId },
      ...(isPlain ? [] : [{ list: 'item-details' as const, scope: projectId }]),
      ...(filter.licensePriority ? [{ list: 'licenses' as const }] : []),
    ],
  };
}

/** Yields the items of these ids in their order, in batches, so that a page of 100,000 items needs little memory. */
export async function* eachItemOf(db: Db, ids: Float64Array, batchSize = 500): AsyncGenerator<DetailedItem[]> {
  for (const batch of batchesOf(ids, batchSize)) yield inOrder(batch, [...(await findItems(db, batch)).values()]);
}

/** Yields all items of a list in batches, ordered by id. Items may change between two batches. */
export async function* eachItem(
  db: Db,
  projectId: number,
  filter: ItemFilter,
  batchSize = 500,
): AsyncGenerator<DetailedItem[]> {
  yield* batchesById(batchSize, (after) =>
    matching(db, projectId, filter).where('i.id', '>', after).orderBy('i.id').limit(batchSize).execute(),
  );
}
