// The license library: the licenses of the SPDX list, and custom ones.

import { type NotNull, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { currentLicenseId, licenseNameInLibrary } from '../domain/licenses/license-ids.ts';
import { inOrder, type List, pageOfList } from './list-index.ts';
import type { Db, Tx } from './postgres/connection.ts';
import { onlyRow } from './postgres/rows.ts';
import type { LicensesTable } from './tables.ts';

export type License = Selectable<LicensesTable>;

export interface LibraryLicense {
  id: number;
  name: string;
  spdxId: string;
  priority: number;
  family: string;
  url: string;
  text: string;
  isException: boolean;
  isDeprecated: boolean;
}

/** Writes the standard licenses and updates older rows. Custom licenses and external ids stay unchanged. */
export async function upsertStandardLicenses(db: Db, licenses: LibraryLicense[]): Promise<void> {
  await sql`insert into licenses (id, name, short_name, spdx_id, priority, family, url, text, is_exception, is_deprecated)
    select id, name, spdx_id, spdx_id, priority, family, url, text, is_exception, is_deprecated from unnest(
      ${licenses.map((l) => l.id)}::bigint[], ${licenses.map((l) => l.name)}::text[], ${licenses.map((l) => l.spdxId)}::text[],
      ${licenses.map((l) => l.priority)}::smallint[], ${licenses.map((l) => l.family)}::text[], ${licenses.map((l) => l.url)}::text[],
      ${licenses.map((l) => l.text)}::text[], ${licenses.map((l) => l.isException)}::boolean[], ${licenses.map((l) => l.isDeprecated)}::boolean[])
      as t(id, name, spdx_id, priority, family, url, text, is_exception, is_deprecated)
    on conflict (id) do update set name = excluded.name, short_name = excluded.short_name, spdx_id = excluded.spdx_id, priority = excluded.priority,
      family = excluded.family, url = excluded.url, text = excluded.text, is_exception = excluded.is_exception, is_deprecated = excluded.is_deprecated`.execute(
    db,
  );
}

export function listStandardIds(db: Db) {
  return db.selectFrom('licenses').select(['id', 'spdx_id']).where('is_custom', '=', false).execute();
}

/** Only one writer fills the library at a time; readers continue. */
export async function lockLicenses(tx: Tx): Promise<void> {
  await sql`lock table licenses in share row exclusive mode`.execute(tx);
}

export interface LicenseMove {
  from: number;
  to: number;
}

/** Gives licenses new ids and updates all references. An id that is still in use becomes free when its license has moved. */
export async function renumberLicenses(tx: Tx, moves: readonly LicenseMove[]): Promise<void> {
  if (moves.length === 0) return;
  const wanted = new Set(moves.map(({ to }) => to));
  const inTheWay = moves.filter(({ from }) => wanted.has(from));
  // Only these temporary ids are negative.
  const aside = (id: number) => -1_000_000 - id;
  await setLicenseIds(
    tx,
    inTheWay.map(({ from }) => ({ from, to: aside(from) })),
  );
  await setLicenseIds(
    tx,
    moves.map(({ from, to }) => ({ from: wanted.has(from) ? aside(from) : from, to })),
  );
  await renumberInIdentities(tx, moves);
}

async function setLicenseIds(tx: Tx, moves: readonly LicenseMove[]): Promise<void> {
  await sql`update licenses set id = t.new_id from unnest(${moves.map((m) => m.from)}::bigint[], ${moves.map((m) => m.to)}::bigint[]) as t(old_id, new_id)
    where licenses.id = t.old_id`.execute(tx);
}

/** Scans identify items of detection rules by the license id in the rule, so these identities must change too. */
async function renumberInIdentities(tx: Tx, moves: readonly LicenseMove[]): Promise<void> {
  const [from, to] = [moves.map((move) => move.from), moves.map((move) => move.to)];
  for (const table of ['inventory_items', 'deleted_findings']) {
    // In two steps, because an identity may be free only after its item has received its new one.
    await sql`update ${sql.table(table)} i set identity = 'moved ' || regexp_replace(i.identity, ':[0-9]+$', ':' || t.new_id)
      from unnest(${from}::bigint[], ${to}::bigint[]) as t(old_id, new_id)
      where i.identity ~ '^rule:[0-9]+:[0-9]+:[0-9]+$' and split_part(i.identity, ':', 4)::bigint = t.old_id`.execute(
      tx,
    );
    await sql`update ${sql.table(table)} set identity = substr(identity, 7) where identity like 'moved rule:%'`.execute(
      tx,
    );
  }
}

/** Licenses that scans created under another spelling of a library entry become that entry. Returns those licenses. */
export async function mergeFoundLicenses(
  tx: Tx,
  spellings: readonly (readonly [spelling: string, shortName: string])[],
): Promise<LicenseMove[]> {
  const { rows } = await sql<LicenseMove>`
    select found.id as "from", entry.id as "to" from unnest(${spellings.map(([spelling]) => spelling)}::text[], ${spellings.map(([, name]) => name)}::text[])
      as t(spelling, short_name)
    join licenses found on lower(found.short_name) = lower(t.spelling) and not found.is_custom and found.spdx_id is null
    join licenses entry on entry.spdx_id = t.short_name and not entry.is_custom`.execute(tx);
  for (const { from, to } of rows) {
    await sql`update inventory_items set license_id = ${to} where license_id = ${from}`.execute(tx);
    await sql`update detection_rules set license_id = ${to} where license_id = ${from}`.execute(tx);
    await sql`update remembered_licenses set license_id = ${to} where license_id = ${from}`.execute(tx);
    await sql`delete from licenses where id = ${from}`.execute(tx);
  }
  return rows;
}

/**
 * Matches licenses with one of these names: an SPDX id (in any spelling), a short name, or a custom license's `LicenseRef-…`. Case does not matter.
 */
function goesBy(names: string[]) {
  const folded = sql`array(select lower(name) from unnest(${names.map(licenseNameInLibrary)}::text[]) name)`;
  return sql<SqlBool>`(lower(short_name) = any(${folded}) or (is_custom and lower(spdx_id) = any(${folded})))`;
}

/**
 * License ids by short name (an SPDX id, or a custom license's) or by a custom license's `LicenseRef-…`. Expressions of several licenses have none.
 */
export async function findLicenseIds(db: Db, shortNames: string[]): Promise<Map<string, number>> {
  if (shortNames.length === 0) return new Map();
  const rows = await db
    .selectFrom('licenses')
    .select(['id', 'short_name', 'spdx_id', 'is_custom'])
    .where(goesBy(shortNames))
    .where(sql<SqlBool>`(is_custom or spdx_id is not null or short_name !~ '\\s(AND|OR)\\s')`)
    .execute();
  const references = rows.flatMap((row) => (row.is_custom && row.spdx_id ? [[row.spdx_id, row.id] as const] : []));
  const byLower = new Map(
    [...references, ...rows.map((row) => [row.short_name, row.id] as const)].map(([name, id]) => [
      name.toLowerCase(),
      id,
    ]),
  );
  return new Map(
    shortNames.flatMap((name) => {
      const id = byLower.get(licenseNameInLibrary(name).toLowerCase());
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}

export async function findLicenses(db: Db, shortNames: string[]) {
  if (shortNames.length === 0) return [];
  return db
    .selectFrom('licenses')
    .select(['id', 'name', 'short_name', 'spdx_id', 'is_custom', 'priority', 'url', 'text'])
    .where(goesBy(shortNames))
    .execute();
}

/** Creates single licenses that scans found and the library lacks: `LicenseRef-` ids in code, and licenses with an exception. */
export async function insertFoundLicenses(
  db: Db,
  licenses: { shortName: string; name: string; text: string; priority: number }[],
): Promise<void> {
  if (licenses.length === 0) return;
  await sql`insert into licenses (name, short_name, text, priority, is_custom, created_by)
    select name, short_name, text, priority, false, 'System' from unnest(
      ${licenses.map((l) => l.name)}::text[], ${licenses.map((l) => l.shortName)}::text[],
      ${licenses.map((l) => l.text)}::text[], ${licenses.map((l) => l.priority)}::smallint[])
      as t(name, short_name, text, priority)
    on conflict (lower(short_name)) do nothing`.execute(db);
}

/** Sets name and text of those licenses that scans have created (see insertFoundLicenses). Creates none, and leaves custom ones unchanged. */
export async function completeFoundLicenses(
  db: Db,
  licenses: readonly { id: string; name: string; text: string }[],
): Promise<void> {
  await sql`update licenses set name = t.name, text = t.text from unnest(
      ${licenses.map((l) => l.id)}::text[], ${licenses.map((l) => l.name)}::text[], ${licenses.map((l) => l.text)}::text[])
      as t(short_name, name, text)
    where lower(licenses.short_name) = lower(t.short_name) and not is_custom and spdx_id is null`.execute(db);
}

/** Short names of all licenses. */
export async function listLicenseNames(db: Db): Promise<string[]> {
  return (await db.selectFrom('licenses').select('short_name').orderBy('short_name').execute()).map(
    (row) => row.short_name,
  );
}

/** The names of all licenses by their ids, which are text in the history of items. */
export async function licenseNamesById(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('licenses').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}

/** Finds a license by its id, or by an earlier id; the row has the current id. */
export function findLicense(db: Db, id: number) {
  return db.selectFrom('licenses').selectAll().where('id', '=', currentLicenseId(id)).executeTakeFirst();
}

/** Locks the row, so that a change and a deletion run one after the other. */
export function lockLicense(db: Db, id: number): Promise<License | undefined> {
  return db.selectFrom('licenses').selectAll().where('id', '=', currentLicenseId(id)).forUpdate().executeTakeFirst();
}

export function findLicenseByShortName(db: Db, shortName: string): Promise<License | undefined> {
  return db
    .selectFrom('licenses')
    .selectAll()
    .where(goesBy([shortName]))
    .orderBy(sql`lower(short_name) = lower(${licenseNameInLibrary(shortName)})`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds a license by full name; of several with the same name, the oldest. */
export function findLicenseByName(db: Db, name: string): Promise<License | undefined> {
  return db
    .selectFrom('licenses')
    .selectAll()
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** All columns except the texts, which would make a page of all licenses ten megabytes. */
export async function listLicenses(db: Db, filter: { onlyCustom: boolean }, page: { limit: number; offset: number }) {
  let listed = db.selectFrom('licenses').select('id').orderBy(sql`lower(short_name)`);
  if (filter.onlyCustom) listed = listed.where('is_custom', '=', true);
  const list: List = {
    ids: listed,
    key: `licenses ${filter.onlyCustom}`,
    changesWith: [{ list: 'licenses' }],
  };
  const { ids, total } = await pageOfList(db, list, page);
  const rows = await db
    .selectFrom('licenses')
    .select(['id', 'name', 'short_name', 'spdx_id', 'priority', 'family', 'url', 'description', 'external_id'])
    .select(['is_custom', 'is_exception', 'is_deprecated', 'created_by', 'updated_by', 'created_at', 'updated_at'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
  return { rows: inOrder(ids, rows), total };
}

export interface CustomLicenseRow {
  name: string;
  shortName: string;
  spdxId: string;
  priority: number;
  family: string;
  url: string;
  description: string;
  text: string;
  externalId: string | null;
  createdBy: string;
}

/** Undefined if another license has this short name. */
export async function insertCustomLicense(db: Db, row: CustomLicenseRow): Promise<number | undefined> {
  const inserted = await db
    .insertInto('licenses')
    .values({
      name: row.name,
      short_name: row.shortName,
      spdx_id: row.spdxId,
      priority: row.priority,
      family: row.family,
      url: row.url,
      description: row.description,
      text: row.text,
      external_id: row.externalId,
      created_by: row.createdBy,
      updated_by: row.createdBy,
      is_custom: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updateLicense(db: Db, id: number, change: Updateable<LicensesTable>): Promise<void> {
  await db
    .updateTable('licenses')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteLicense(db: Db, id: number): Promise<void> {
  await db.deleteFrom('licenses').where('id', '=', id).execute();
}

/** The facts about custom licenses that scans need. */
export async function listCustomLicenses(db: Db) {
  const rows = await db
    .selectFrom('licenses')
    .select(['spdx_id as reference', 'name', 'short_name as shortName', 'priority'])
    .where('is_custom', '=', true)
    .where('spdx_id', 'is not', null)
    .$narrowType<{ reference: NotNull }>()
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, priority: row.priority as 1 | 2 | 3 }));
}

/** References, names and texts of the custom licenses, ordered by id. Texts longer than `longest` characters are ''. */
export async function listCustomLicenseTexts(
  db: Db,
  longest: number,
): Promise<{ reference: string; names: string[]; text: string }[]> {
  const { rows } = await sql<{ reference: string; names: string[]; text: string }>`
    select spdx_id as reference, array[name, short_name] as names, case when length(text) <= ${longest} then text else '' end as text
    from licenses where is_custom and spdx_id is not null order by id`.execute(db);
  return rows;
}

/** A text that changes with every change of a custom license. */
export async function stampOfCustomLicenses(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select md5(coalesce(string_agg(id || ' ' || updated_at, ',' order by id), '')) as stamp from licenses where is_custom`.execute(
    db,
  );
  return onlyRow(rows).stamp;
}

/** Whole rows of the licenses with one of these names. */
export function listLicensesByName(db: Db, names: string[]): Promise<License[]> {
  if (names.length === 0) return Promise.resolve([]);
  return db.selectFrom('licenses').selectAll().where(goesBy(names)).orderBy('id').execute();
}

export function listLicensesById(db: Db, ids: number[]): Promise<License[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('licenses').selectAll().where('id', 'in', ids).execute();
}
