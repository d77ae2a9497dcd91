// Lists of inventory items: filters, sorting, counts and pages.

import { type SqlBool, sql } from 'kysely';
import type { CpeFilter } from '../../domain/components/component-search.ts';
import { confidences, UNKNOWN_VERSION } from '../../domain/inventories/inventory.ts';
import type { CoverageState, NotComparedReason } from '../../domain/vulnerabilities/coverage.ts';
import { batchesOf, inOrder, type List, type ListPage, pageOfList } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { batchesById } from '../postgres/rows.ts';
import { type Viewer, visibleTo } from '../projects/standing.ts';
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
}

export type ItemSort = 'id' | 'name' | 'priority' | 'type' | 'status' | 'files' | 'license' | 'confidence';

const SORT_COLUMNS = {
  id: sql`i.id`,
  name: sql`lower(i.name)`,
  priority: sql`i.priority`,
  type: sql`i.type`,
  status: sql`i.status`,
  files: sql`i.file_count`,
  license: sql`lower(i.license_expression)`,
  confidence: sql`array_position(array[${sql.join(confidences.map((one) => sql.lit(one)))}], i.confidence)`,
} as const satisfies Record<ItemSort, unknown>;

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
    .orderBy(SORT_COLUMNS[sort.by], sort.descending ? 'desc' : 'asc')
    .orderBy('i.id');
  return pageOfList(db, { ids, ...keepingOfItems(projectId, filter, sort) }, page);
}

/** Does not cache lists that any change of an item or component invalidates, or lists for a few files. */
function keepingOfItems(
  projectId: number | undefined,
  {
    updatedFrom,
    updatedTo,
    files,
    filesOf,
    visibleTo,
    cpe,
    alerts,
    customField,
    version,
    coverage,
    notCompared,
    ...filter
  }: ItemFilter,
  sort: { by: ItemSort; descending: boolean },
): Pick<List, 'key' | 'changesWith'> {
  const isRare = [
    updatedFrom,
    updatedTo,
    files,
    filesOf,
    visibleTo,
    cpe,
    alerts,
    customField,
    version,
    coverage,
    notCompared,
  ].some(Boolean);
  if (projectId === undefined || isRare) return { key: undefined, changesWith: [] };
  const { published, ...others } = filter;
  const isPlain = sort.by === 'id' && Object.values(others).every((one) => one === undefined);
  return {
    key: JSON.stringify(['items', projectId, published, others, sort]),
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
