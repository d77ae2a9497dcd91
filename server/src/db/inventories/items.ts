// The rows of inventory items, with their files and copyrights. Lists are in item-lists.ts, relations in links.ts.

import type { PackageFacts } from '@assay/scanner/package-facts';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { type MergedColumns, mergedFields } from '../../domain/inventories/inventory-fields.ts';
import type { LicenseFacts } from '../../domain/licenses/license-facts.ts';
import type { ProjectStatus } from '../../domain/projects/project-status.ts';
import type { ReviewLapse } from '../../domain/reviews/review-lapse.ts';
import { notFound } from '../../errors.ts';
import { among } from '../list-index.ts';
import type { Db, Tx } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import { requireUnlocked } from '../projects/projects.ts';
import { asFoundTextOf } from './license-texts.ts';
import { present } from './present.ts';
import type { InventoryItemsTable } from './tables.ts';

export type Item = Selectable<InventoryItemsTable>;

export async function findItemProject(db: Db, id: number): Promise<number | undefined> {
  return (await db.selectFrom('inventory_items').select('project_id').where('id', '=', id).executeTakeFirst())
    ?.project_id;
}

/**
 * An item with the names of its component, version and license, as most readers want it. `isOfFew`: the coverage is looked up item by item. Otherwise
 * the planner chooses, and while it takes tables that an import has just filled for empty, it compares all items with all versions.
 */
export function detailed(db: Db, { isOfFew = false } = {}) {
  return (
    db
      .selectFrom('inventory_items as i')
      .leftJoin('components as c', 'c.id', 'i.component_id')
      .leftJoin('component_versions as v', 'v.id', 'i.version_id')
      .leftJoin('licenses as l', 'l.id', 'i.license_id')
      .leftJoinLateral(
        (eb) => {
          const ofItem = eb.selectFrom('item_coverage as k').selectAll('k').whereRef('k.item_id', '=', 'i.id');
          return (isOfFew ? ofItem.offset(0) : ofItem).as('coverage');
        },
        (join) => join.onTrue(),
      )
      .leftJoin('item_exposures as exposure', 'exposure.item_id', 'i.id')
      .selectAll('i')
      // Instead of the column: a scan stores each text once for all items.
      .select(asFoundTextOf(sql`i.as_found_license_text`, sql`i.id`).as('as_found_license_text'))
      .select([
        'c.name as component_name',
        'c.url as component_url',
        'c.description as component_description',
        'c.forge_id',
        'c.purl as component_purl',
        'v.name as version_name',
        'v.cpe as version_cpe',
        'l.name as license_name',
        'l.short_name as license_short_name',
        'l.spdx_id as license_spdx_id',
        'l.is_custom as license_is_custom',
        'l.priority as license_priority',
        'l.url as license_url',
      ])
      .select((eb) => [
        eb.ref('coverage.reason').$notNull().as('not_compared_reason'),
        eb.ref('coverage.in_short').$notNull().as('not_compared_in_short'),
        eb.ref('coverage.sentence').$notNull().as('not_compared_sentence'),
        eb.ref('coverage.note').$notNull().as('coverage_note'),
        eb.ref('coverage.holding_ids').$notNull().as('holding_ids'),
        eb.fn.coalesce('exposure.undetermined', eb.lit(0)).as('undetermined'),
      ])
  );
}

export type DetailedItem = Awaited<ReturnType<ReturnType<typeof detailed>['executeTakeFirstOrThrow']>>;

export async function getItem(db: Db, id: number): Promise<DetailedItem> {
  const item = await detailed(db, { isOfFew: true }).where('i.id', '=', id).executeTakeFirst();
  if (!item) throw notFound('Inventory', id);
  return item;
}

/**
 * Locks the row, so that decisions on one item run one after the other. Locks the project first, because a decision changes its counts later and
 * scans use the same order; otherwise both could wait for each other. Refused if the project is locked.
 */
export async function lockItem(db: Db, id: number): Promise<Item> {
  const { rows } = await sql<{ status: ProjectStatus }>`
    select p.status from projects p join inventory_items i on i.project_id = p.id where i.id = ${id} for no key update of p`.execute(
    db,
  );
  for (const { status } of rows) requireUnlocked(status, 'EDIT_INVENTORY');
  const item = await db
    .selectFrom('inventory_items')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!item) throw notFound('Inventory', id);
  return item;
}

/** Locks the rows that still exist, ordered by id, so that two batches never wait for each other. */
export function lockItems(db: Db, ids: number[]): Promise<Item[]> {
  return db
    .selectFrom('inventory_items')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export interface ItemKeys {
  id: number;
  identity: string;
  type: string;
  name: string;
  componentId: number | null;
  versionId: number | null;
  licenseId: number | null;
  licenseExpression: string;
  /** A person edited it, reviewed it, or chose its license. */
  isPersons: boolean;
  /** A person chose its license. */
  hasPersonsLicense: boolean;
}

/** By item. */
export async function itemIdentities(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('inventory_items')
    .select(['id', 'identity'])
    .where('id', '=', among([...ids]))
    .execute();
  return new Map(rows.map(({ id, identity }) => [id, identity]));
}

/** The identities of the items of a project, or of these of them, ordered by id. */
export function listItemKeys(db: Db, projectId: number, ids?: readonly number[]): Promise<ItemKeys[]> {
  return db
    .selectFrom('inventory_items')
    .select([
      'id',
      'identity',
      'type',
      'name',
      'component_id as componentId',
      'version_id as versionId',
      'license_id as licenseId',
      'license_expression as licenseExpression',
      sql<boolean>`(is_edited or is_status_set_by_person or license_facts ? 'person')`.as('isPersons'),
      sql<boolean>`(license_facts ? 'person')`.as('hasPersonsLicense'),
    ])
    .where('project_id', '=', projectId)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<number>`any(${ids}::bigint[])`))
    .orderBy('id')
    .execute();
}

/** A text that changes with every item that is added, removed or replaced. Leaves out items that the transaction itself has written. */
export async function printOfItemKeys(tx: Tx, projectId: number): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    select concat_ws(' ', count(*), bit_xor(hashtextextended(concat_ws(E'\\n', identity, type, name, component_id, version_id, license_id,
      license_expression), id))) as print
    from inventory_items where project_id = ${projectId} and xmin <> pg_current_xact_id()::xid`.execute(tx);
  return onlyRow(rows).print;
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

/** All rows belong to one project, in which identities are unique. Returns ids by identity. */
export async function insertItems(db: Db, rows: readonly NewItem[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const made = await db.insertInto('inventory_items').values(rows).returning(['id', 'identity']).execute();
  return new Map(made.map(({ id, identity }) => [identity, id]));
}

export async function findItems(db: Db, ids: number[]): Promise<Map<number, DetailedItem>> {
  if (ids.length === 0) return new Map();
  const rows = await detailed(db, { isOfFew: true }).where('i.id', '=', sql<number>`any(${ids}::bigint[])`).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function listVersionsOfItems(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct version_id as id from inventory_items where id = any(${ids}::bigint[]) and version_id is not null`.execute(
    db,
  );
  return rows.map(({ id }) => Number(id));
}

/** Items of a project that count and are rejected, in the order of their ids. */
export async function listRejectedItems(db: Db, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('inventory_items as i')
    .select('i.id')
    .where('i.project_id', '=', projectId)
    .where('i.status', '=', 'REJECTED')
    .where(present())
    .orderBy('i.id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateItem(db: Db, id: number, change: Updateable<InventoryItemsTable>): Promise<void> {
  await db
    .updateTable('inventory_items')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Changes many items, each in its own way. Columns that a change leaves out stay. */
export async function updateItemsApart(
  db: Db,
  changes: readonly { id: number; set: Updateable<InventoryItemsTable> }[],
): Promise<void> {
  const columns = [...new Set(changes.flatMap(({ set }) => Object.keys(set)))];
  if (columns.length === 0) return;
  const rows = JSON.stringify(changes);
  const sets = columns.map((column) => sql`${sql.ref(column)} = (changed.row).${sql.ref(column)}`);
  await sql`update inventory_items i set ${sql.join(sets)}, updated_at = now()
    from (select t.id, jsonb_populate_record(x, t.set || ${JSON_OF_TEXT}) as row
      from jsonb_to_recordset(${rows}::jsonb) as t(id bigint, set jsonb) join inventory_items x on x.id = t.id) changed
    where i.id = changed.id`.execute(db);
}

/** Columns of JSON are given as text. */
const jsonOfText = (column: 'license_facts' | 'package_facts') => sql`case when t.set ? ${sql.lit(column)}
  then jsonb_build_object(${sql.lit(column)}, (t.set ->> ${sql.lit(column)})::jsonb) else '{}'::jsonb end`;
const JSON_OF_TEXT = sql`${jsonOfText('license_facts')} || ${jsonOfText('package_facts')}`;

/** Writes the columns of existing items that an import changes, as an edit by a person. */
export async function updateMergedColumns(db: Db, rows: readonly (MergedColumns & { id: number })[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = mergedFields.map(({ column, isFlag }) => ({
    name: sql.ref(column),
    given: sql.ref(`t.${column}`),
    values: isFlag ? sql`${rows.map((row) => row[column])}::boolean[]` : sql`${rows.map((row) => row[column])}::text[]`,
  }));
  await sql`update inventory_items i
    set ${sql.join(columns.map(({ name, given }) => sql`${name} = ${given}`))}, is_edited = true, updated_at = now()
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${sql.join(columns.map(({ values }) => values))})
      as t(id, ${sql.join(columns.map(({ name }) => name))})
    where i.id = t.id`.execute(db);
}

/** Sets the license facts of items. Does not count as an edit by a person. */
export async function updateLicenseFacts(db: Db, rows: readonly { id: number; facts: LicenseFacts }[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update inventory_items i set license_facts = t.facts, updated_at = now()
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ facts }) => JSON.stringify(facts))}::jsonb[]) as t(id, facts)
    where i.id = t.id`.execute(db);
}

/** Sets what is known of the packages of items. Does not count as an edit by a person. */
export async function updatePackageFacts(db: Db, rows: readonly { id: number; facts: PackageFacts }[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update inventory_items i set package_facts = t.facts, updated_at = now()
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ facts }) => JSON.stringify(facts))}::jsonb[]) as t(id, facts)
    where i.id = t.id`.execute(db);
}

/** Gives many items the same notices text, as an edit by a person. */
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
  lapse: ReviewLapse | null;
}

/** Writes the review of many items at once. */
export async function updateReviews(db: Db, rows: readonly ReviewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update inventory_items i set status = t.status, is_status_set_by_person = t.by_person, is_published = t.is_published,
      review_lapse = t.lapse, published_at = case when t.is_published and not i.is_published then now() else i.published_at end, updated_at = now()
    from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.status)}::text[],
      ${rows.map((row) => row.isStatusSetByPerson)}::boolean[], ${rows.map((row) => row.isPublished)}::boolean[],
      ${rows.map((row) => row.lapse && JSON.stringify(row.lapse))}::jsonb[]) as t(id, status, by_person, is_published, lapse)
    where i.id = t.id`.execute(db);
}

/** Writes the priorities of many items at once. */
export async function updatePriorities(db: Db, rows: readonly Pick<Item, 'id' | 'priority'>[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update inventory_items i set priority = t.priority, updated_at = now()
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ priority }) => priority)}::text[]) as t(id, priority)
    where i.id = t.id`.execute(db);
}

export async function deleteItem(db: Db, id: number): Promise<void> {
  await db.deleteFrom('inventory_items').where('id', '=', id).execute();
}

/** The files of an item, also remote ones, which have ids of their own and are shown as `alias:path`. */
const FILES_OF = (items: RawBuilder<unknown>) => sql`(
  select x.item_id, f.id, f.path, false as "isRemote" from inventory_files x join files f on f.id = x.file_id where x.item_id = ${items}
  union all
  select x.item_id, f.id, c.alias || ':' || f.path, true from inventory_remote_files x join remote_files f on f.id = x.file_id
  join remote_code_bases c on c.id = f.code_base_id where x.item_id = ${items})`;

/** Paths of the files of each of these items, sorted. */
export async function listItemPaths(db: Db, itemIds: number[]): Promise<Map<number, string[]>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ item_id: number; paths: string[] }>`
    select item_id, array_agg(path order by path) as paths
    from ${FILES_OF(sql`any(${itemIds}::bigint[])`)} f group by item_id`.execute(db);
  return new Map(rows.map((row) => [row.item_id, row.paths]));
}

export async function listItemFiles(db: Db, itemId: number, page: { limit: number; offset: number }) {
  const files = FILES_OF(sql`${itemId}`);
  const { rows } = await sql<{ fileId: number; filePath: string; remote: boolean }>`
    select id as "fileId", path as "filePath", "isRemote" as remote from ${files} f order by path limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${files} f`.execute(db);
  return { rows, total: onlyRow(counted.rows).total };
}

/** The items with a file. */
export function listItemsOfFile(db: Db, fileId: number) {
  return db
    .selectFrom('inventory_files')
    .innerJoin('inventory_items', 'inventory_items.id', 'inventory_files.item_id')
    .select(['inventory_items.id', 'inventory_items.name', 'inventory_items.is_published as isPublished'])
    .where('inventory_files.file_id', '=', fileId)
    .orderBy('inventory_items.id')
    .execute();
}

/** Distinct copyright statements of the files of each of these items. */
export async function listItemCopyrights(db: Db, itemIds: number[]): Promise<Map<number, string[]>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ item_id: number; statements: string[] }>`
    with tied as materialized (
      select x.item_id, f.sha256, f.hint from inventory_files x join files f on f.id = x.file_id and not f.is_excluded
      where x.item_id = any(${itemIds}::bigint[])
    ), said as materialized (
      -- The facts of a lockfile are megabytes, and every item in it has the file: they are unpacked once.
      select facts.sha256, facts.hint, array(select distinct c ->> 'statement' from jsonb_array_elements(facts.facts -> 'copyrights') c) as statements
      from (select distinct sha256, hint from tied) t join facts on facts.sha256 = t.sha256 and facts.hint = t.hint
    )
    select item_id, array_agg(distinct statement order by statement) as statements
    from tied join said using (sha256, hint) cross join lateral unnest(said.statements) statement group by item_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.item_id, row.statements]));
}
