// Inventory items, their files and links.

import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { confidences } from '../../domain/inventory.ts';
import type { ProjectStatus } from '../../domain/project-status.ts';
import { notFound } from '../../errors.ts';
import { among, batchesOf, inOrder, type List, type ListPage, pageOfList } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { batchesById } from '../postgres/rows.ts';
import { requireUnlocked } from '../projects/projects.ts';
import { type Viewer, visibleTo } from '../projects/standing.ts';
import type { InventoryItemsTable, InventoryLinksTable } from '../tables.ts';

export type Item = Selectable<InventoryItemsTable>;

export async function findItemProject(db: Db, id: number): Promise<number | undefined> {
  return (await db.selectFrom('inventory_items').select('project_id').where('id', '=', id).executeTakeFirst())
    ?.project_id;
}

/** An item with the names of its component, version and license, as most readers want it. */
function detailed(db: Db) {
  return db
    .selectFrom('inventory_items as i')
    .leftJoin('components as c', 'c.id', 'i.component_id')
    .leftJoin('component_versions as v', 'v.id', 'i.version_id')
    .leftJoin('licenses as l', 'l.id', 'i.license_id')
    .selectAll('i')
    .select([
      'c.name as component_name',
      'c.url as component_url',
      'c.description as component_description',
      'c.forge_id',
      'c.purl as component_purl',
      'v.name as version_name',
      'l.name as license_name',
      'l.short_name as license_short_name',
      'l.spdx_id as license_spdx_id',
      'l.is_custom as license_is_custom',
      'l.priority as license_priority',
      'l.url as license_url',
    ]);
}

export type DetailedItem = Awaited<ReturnType<ReturnType<typeof detailed>['executeTakeFirstOrThrow']>>;

export async function getItem(db: Db, id: number): Promise<DetailedItem> {
  const item = await detailed(db).where('i.id', '=', id).executeTakeFirst();
  if (!item) throw notFound('Inventory', id);
  return item;
}

/**
 * Takes the row's lock, so that decisions about one item follow each other. The project's comes first: a decision moves its counts in the end,
 * and a scan takes the two in this order, so the other one would let them wait for each other in a circle. Refused where the project is locked.
 */
export async function lockItem(db: Db, id: number): Promise<Item> {
  const { rows } = await sql<{ status: ProjectStatus }>`
    select p.status from projects p join inventory_items i on i.project_id = p.id where i.id = ${id} for no key update of p`.execute(
    db,
  );
  for (const { status } of rows) requireUnlocked(status, 'EDIT_INVENTORY');
  const item = await db.selectFrom('inventory_items').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!item) throw notFound('Inventory', id);
  return item;
}

/** Locks the rows of those that still stand, in the order of their ids, so that two batches never wait for each other in a circle. */
export function lockItems(db: Db, ids: number[]): Promise<Item[]> {
  return db
    .selectFrom('inventory_items')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Digests of the texts that people gave these items, by item. */
export async function digestsOfNotices(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('inventory_items')
    .select(['id', sql<string>`md5(notices_text)`.as('digest')])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

export async function insertItem(db: Db, values: Insertable<InventoryItemsTable>): Promise<number> {
  const { id } = await db.insertInto('inventory_items').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export type NewItem = Insertable<InventoryItemsTable> & { identity: string };

/** Of one project, in which each identity is one item's. Answers ids by identity. */
export async function insertItems(db: Db, rows: readonly NewItem[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const made = await db.insertInto('inventory_items').values(rows).returning(['id', 'identity']).execute();
  return new Map(made.map(({ id, identity }) => [identity, id]));
}

export async function findItems(db: Db, ids: number[]): Promise<Map<number, DetailedItem>> {
  if (ids.length === 0) return new Map();
  const rows = await detailed(db).where('i.id', '=', sql<number>`any(${ids}::bigint[])`).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function updateItem(db: Db, id: number, change: Updateable<InventoryItemsTable>): Promise<void> {
  await db
    .updateTable('inventory_items')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Gives many items the same notices text, as a person's edit. */
export async function updateNoticeTexts(db: Db, ids: readonly number[], noticesText: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('inventory_items')
    .set({ notices_text: noticesText, is_edited: true, updated_at: sql`now()` })
    .where('id', '=', among([...ids]))
    .execute();
}

export interface ReviewRow {
  id: number;
  status: Item['status'];
  isStatusSetByPerson: boolean;
  isPublished: boolean;
}

/** Writes the review of many items at once. */
export async function updateReviews(db: Db, rows: readonly ReviewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update inventory_items i set status = t.status, is_status_set_by_person = t.by_person, is_published = t.is_published,
      published_at = case when t.is_published and not i.is_published then now() else i.published_at end, updated_at = now()
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.status)}::text[],
      ${rows.map((row) => row.isStatusSetByPerson)}::boolean[], ${rows.map((row) => row.isPublished)}::boolean[])
      as t(id, status, by_person, is_published)
    where i.id = t.id`.execute(db);
}

export async function deleteItem(db: Db, id: number): Promise<void> {
  await db.deleteFrom('inventory_items').where('id', '=', id).execute();
}

export interface ItemFilter {
  published?: boolean;
  status?: Item['status'];
  type?: Item['type'];
  /** Part of the item's name. */
  search?: string;
  /** Priority of the selected license; 'none' for items without one. */
  licensePriority?: 1 | 2 | 3 | 'none';
  /** Last changed in this range, both ends included. */
  updatedFrom?: Date;
  updatedTo?: Date;
  holdsFiles?: boolean;
  /** Part of the namespace or address of the item's component. */
  vendor?: string;
  /** Part of the name of the item's component. */
  product?: string;
  /** Those that have a value in this custom field; `value` is a part of it, blank for any. */
  customField?: { id: number; value: string };
  /** Only items that have such alerts. */
  alerts?: 'OPEN' | 'CLOSED';
  /** Tied to one of these files, or to a file below one of these folders of the code base. */
  files?: { fileIds: number[]; folderIds: number[] };
  /** In projects that this user may see. */
  visibleTo?: Viewer;
}

/** Of the selected license, or of an expression of several. */
const LICENSE_PRIORITY = sql`coalesce(l.priority, i.expression_priority)`;

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

/** `projectId` undefined means every project; then the filter must say who is looking. */
function matching(db: Db, projectId: number | undefined, filter: ItemFilter) {
  let query = detailed(db);
  if (projectId !== undefined) query = query.where('i.project_id', '=', projectId);
  const viewer = filter.visibleTo;
  if (viewer)
    query = query.where((eb) =>
      eb('i.project_id', 'in', eb.selectFrom('projects').select('projects.id').where(visibleTo(viewer))),
    );
  if (filter.updatedFrom) query = query.where('i.updated_at', '>=', filter.updatedFrom);
  // The wire counts seconds: what changed within the last one belongs to the range.
  if (filter.updatedTo) query = query.where('i.updated_at', '<', new Date(filter.updatedTo.getTime() + 1000));
  if (filter.holdsFiles) query = query.where('i.file_count', '>', 0);
  if (filter.vendor) {
    const pattern = sql`lower(${anywhere(filter.vendor)})`;
    query = query.where(sql<SqlBool>`(lower(c.purl) like ${pattern} or lower(c.url) like ${pattern})`);
  }
  if (filter.product) query = query.where(sql<SqlBool>`lower(c.name) like lower(${anywhere(filter.product)})`);
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
  if (filter.published !== undefined) query = query.where('i.is_published', '=', filter.published);
  if (filter.status) query = query.where('i.status', '=', filter.status);
  if (filter.type) query = query.where('i.type', '=', filter.type);
  if (filter.licensePriority === 'none') query = query.where(sql<SqlBool>`${LICENSE_PRIORITY} is null`);
  else if (filter.licensePriority) query = query.where(sql<SqlBool>`${LICENSE_PRIORITY} = ${filter.licensePriority}`);
  if (filter.search) query = query.where(sql<SqlBool>`lower(i.name) like lower(${anywhere(filter.search)})`);
  return query;
}

export async function countItems(db: Db, projectId: number | undefined, filter: ItemFilter): Promise<number> {
  const { total } = await matching(db, projectId, filter)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

const BY_ID = { by: 'id', descending: false } as const;

/** Which items stand on a page of a list, and how many the list has. `eachItemOf` reads them. */
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

/** Lists that any change of any item or component ends, and those of a handful of files, are not worth keeping. */
function keepingOfItems(
  projectId: number | undefined,
  { updatedFrom, updatedTo, files, visibleTo, vendor, product, alerts, customField, ...filter }: ItemFilter,
  sort: { by: ItemSort; descending: boolean },
): Pick<List, 'key' | 'changesWith'> {
  const isRare = [updatedFrom, updatedTo, files, visibleTo, vendor, product, alerts, customField].some(Boolean);
  if (projectId === undefined || isRare) return { key: undefined, changesWith: [] };
  const { published, ...others } = filter;
  const isPlain = sort.by === 'id' && Object.values(others).every((one) => one === undefined || one === false);
  return {
    key: JSON.stringify(['items', projectId, published, others, sort]),
    changesWith: [
      { list: 'items', scope: projectId },
      ...(isPlain ? [] : [{ list: 'item-details' as const, scope: projectId }]),
      ...(filter.licensePriority ? [{ list: 'licenses' as const }] : []),
    ],
  };
}

/** The items of these ids in their order, in batches, so that a page of 100,000 is never held at once. */
export async function* eachItemOf(db: Db, ids: Float64Array, batchSize = 500): AsyncGenerator<DetailedItem[]> {
  for (const batch of batchesOf(ids, batchSize)) yield inOrder(batch, [...(await findItems(db, batch)).values()]);
}

/** All items of a list in order of their ids, in batches; what is read may change under way. */
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

/** Paths of the files tied to each of these items, sorted. */
export async function listItemPaths(db: Db, itemIds: number[]): Promise<Map<number, string[]>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ item_id: number; paths: string[] }>`
    select x.item_id, array_agg(f.path order by f.path) as paths
    from inventory_files x join files f on f.id = x.file_id
    where x.item_id = any(${itemIds}::bigint[]) group by x.item_id`.execute(db);
  return new Map(rows.map((row) => [row.item_id, row.paths]));
}

export async function listItemFiles(db: Db, itemId: number, page: { limit: number; offset: number }) {
  const base = db
    .selectFrom('inventory_files')
    .innerJoin('files', 'files.id', 'inventory_files.file_id')
    .where('inventory_files.item_id', '=', itemId);
  const rows = await base
    .select(['files.id as fileId', 'files.path as filePath'])
    .orderBy('files.path')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** The items that hold a file. */
export function listItemsOfFile(db: Db, fileId: number) {
  return db
    .selectFrom('inventory_files')
    .innerJoin('inventory_items', 'inventory_items.id', 'inventory_files.item_id')
    .select(['inventory_items.id', 'inventory_items.name', 'inventory_items.is_published as isPublished'])
    .where('inventory_files.file_id', '=', fileId)
    .orderBy('inventory_items.id')
    .execute();
}

/** Writes the roll-ups of a project's inventory. To be called in the transaction that changed items. */
export async function refreshInventoryRollup(db: Db, projectId: number): Promise<void> {
  // Counted only once the row is ours: of two changes at once the later would else write what it counted before the earlier ended.
  await sql`select from projects where id = ${projectId} for no key update`.execute(db);
  await sql`update projects set inventory_rollup = (
      select jsonb_build_object(
        'items', count(*),
        'published', count(*) filter (where i.is_published),
        'licenses', jsonb_build_object(
          'P1', count(*) filter (where ${LICENSE_PRIORITY} = 1), 'P2', count(*) filter (where ${LICENSE_PRIORITY} = 2),
          'P3', count(*) filter (where ${LICENSE_PRIORITY} = 3), 'Unknown', count(*) filter (where ${LICENSE_PRIORITY} is null)),
        'review', jsonb_build_object(
          'Draft', count(*) filter (where i.status = 'DRAFT'), 'Approved', count(*) filter (where i.status = 'APPROVED'),
          'Rejected', count(*) filter (where i.status = 'REJECTED')))
      from inventory_items i left join licenses l on l.id = i.license_id where i.project_id = ${projectId}
    ) where id = ${projectId}`.execute(db);
}

/**
 * Brings the roll-ups of the project up to date after a review of one item, by what has changed since `before`: counting 20,000 items for
 * each decision would make the decisions of a project wait for each other.
 */
export async function shiftReviewRollup(
  db: Db,
  before: Pick<Item, 'id' | 'project_id' | 'status' | 'is_published'>,
): Promise<void> {
  const count = (path: string, now: RawBuilder<boolean>, then: boolean) =>
    sql`(p.inventory_rollup #>> ${path}::text[])::bigint + (${now})::int - ${then ? 1 : 0}::int`;
  const status = (name: string, value: Item['status']) =>
    sql`${name}::text, ${count(`{review,${name}}`, sql`i.status = ${value}`, before.status === value)}`;
  await sql`update projects p set inventory_rollup = p.inventory_rollup || jsonb_build_object(
      'published', ${count('{published}', sql`i.is_published`, before.is_published)},
      'review', jsonb_build_object(${status('Draft', 'DRAFT')}, ${status('Approved', 'APPROVED')}, ${status('Rejected', 'REJECTED')}))
    from inventory_items i where i.id = ${before.id} and p.id = ${before.project_id}`.execute(db);
}

/** The parent of each of these items, where it has exactly one. */
export async function listParents(db: Db, itemIds: number[]): Promise<Map<number, { id: number; name: string }>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ child_id: number; id: number; name: string }>`
    select x.child_id, min(p.id) as id, min(p.name) as name
    from inventory_links x join inventory_items p on p.id = x.parent_id
    where x.child_id = any(${itemIds}::bigint[]) group by x.child_id having count(*) = 1`.execute(db);
  return new Map(rows.map((row) => [row.child_id, { id: row.id, name: row.name }]));
}

export interface LinkedItem {
  id: number;
  link: InventoryLinksTable['type'];
}

/** Ids of the items that this one is linked to, downwards or upwards, in order. */
export async function listLinkedItems(
  db: Db,
  itemId: number,
  direction: 'children' | 'parents',
  page: { limit: number; offset: number },
): Promise<{ rows: LinkedItem[]; total: number }> {
  const [from, to] =
    direction === 'children' ? (['parent_id', 'child_id'] as const) : (['child_id', 'parent_id'] as const);
  const base = db.selectFrom('inventory_links').where(from, '=', itemId);
  const rows = await base
    .select([`${to} as id`, 'type as link'])
    .orderBy(to)
    .orderBy('type')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Distinct copyright statements of the files of each of these items. */
export async function listItemCopyrights(db: Db, itemIds: number[]): Promise<Map<number, string[]>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ item_id: number; statements: string[] }>`
    with tied as materialized (
      select x.item_id, f.sha256, f.hint from inventory_files x join files f on f.id = x.file_id and not f.is_excluded
      where x.item_id = any(${itemIds}::bigint[])
    ), said as materialized (
      -- Facts of a lockfile are megabytes and tied to every item that it names: they are unpacked once.
      select facts.sha256, facts.hint, array(select distinct c ->> 'statement' from jsonb_array_elements(facts.facts -> 'copyrights') c) as statements
      from (select distinct sha256, hint from tied) t join facts on facts.sha256 = t.sha256 and facts.hint = t.hint
    )
    select item_id, array_agg(distinct statement order by statement) as statements
    from tied join said using (sha256, hint) cross join lateral unnest(said.statements) statement group by item_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.item_id, row.statements]));
}
