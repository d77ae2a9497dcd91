// The files of inventory items as people add and remove them, with the counts that depend on them. Scans use db/scans/inventory.ts instead.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

export interface FoundFile {
  id: number;
  path: string;
}

/** Those paths that are files of the project. */
export async function findFilesByPaths(
  db: Db,
  projectId: number,
  paths: string[],
): Promise<(FoundFile & { sha256: Buffer })[]> {
  if (paths.length === 0) return [];
  return db
    .selectFrom('files')
    .select(['id', 'path', 'sha256'])
    .where('project_id', '=', projectId)
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .execute();
}

/** Files below a folder, at any depth; undefined if the folder does not exist. '' is the root. */
export async function listFilesBelow(db: Db, projectId: number, folderPath: string): Promise<FoundFile[] | undefined> {
  const folder = await db
    .selectFrom('codebase_folders')
    .select('id')
    .where('project_id', '=', projectId)
    .where('path', '=', folderPath)
    .executeTakeFirst();
  if (!folder) return undefined;
  const { rows } = await sql<FoundFile>`
    with recursive tree as (
      select id from codebase_folders where id = ${folder.id}
      union all
      select c.id from codebase_folders c join tree on c.parent_id = tree.id
    ) select f.id, f.path from files f where f.folder_id in (select id from tree)`.execute(db);
  return rows;
}

/** Adds files to an item and returns those that are new to it. A file that a person had removed may be added again. */
export async function tieFiles(db: Db, itemId: number, files: FoundFile[]): Promise<FoundFile[]> {
  const { rows } = await sql<{ file_id: number }>`
    insert into inventory_files (item_id, file_id) select ${itemId}, unnest(${files.map((file) => file.id)}::bigint[])
    on conflict do nothing returning file_id`.execute(db);
  // Files that a scan had found are the person's word from now on.
  await sql`update inventory_files set is_found = false
    where item_id = ${itemId} and is_found and file_id = any(${files.map((file) => file.id)}::bigint[])`.execute(db);
  await sql`delete from inventory_file_exclusions where item_id = ${itemId} and path = any(${files.map((file) => file.path)}::text[])`.execute(
    db,
  );
  return withIds(files, rows);
}

/** Removes files from an item, records that a person did so, and returns the files that the item had. */
export async function untieFiles(db: Db, itemId: number, files: FoundFile[]): Promise<FoundFile[]> {
  const { rows } = await sql<{ file_id: number }>`
    delete from inventory_files where item_id = ${itemId} and file_id = any(${files.map((file) => file.id)}::bigint[])
    returning file_id`.execute(db);
  const untied = withIds(files, rows);
  await sql`insert into inventory_file_exclusions (item_id, path) select ${itemId}, unnest(${untied.map((file) => file.path)}::text[])
    on conflict do nothing`.execute(db);
  return untied;
}

/** The same for files that the item may not have yet: from now on, scans do not add any of them. */
export async function excludePaths(db: Db, itemId: number, files: FoundFile[]): Promise<FoundFile[]> {
  const untied = await untieFiles(db, itemId, files);
  await sql`insert into inventory_file_exclusions (item_id, path) select ${itemId}, unnest(${files.map((file) => file.path)}::text[])
    on conflict do nothing`.execute(db);
  return untied;
}

function withIds(files: FoundFile[], rows: { file_id: number }[]): FoundFile[] {
  const ids = new Set(rows.map((row) => row.file_id));
  return files.filter((file) => ids.has(file.id));
}

export async function listFileIds(db: Db, itemId: number): Promise<number[]> {
  const rows = await db.selectFrom('inventory_files').select('file_id').where('item_id', '=', itemId).execute();
  return rows.map((row) => row.file_id);
}

/** Paths that people removed from each of these items. */
export async function listExclusions(db: Db, itemIds: number[]): Promise<Map<number, string[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('inventory_file_exclusions')
    .selectAll()
    .where('item_id', '=', sql<number>`any(${itemIds}::bigint[])`)
    .orderBy('path')
    .execute();
  const byItem = Map.groupBy(rows, (row) => row.item_id);
  return new Map([...byItem].map(([itemId, own]) => [itemId, own.map((row) => row.path)]));
}

/** Writes the roll-ups of one item and of the added or removed files. */
export async function refreshCountsOf(db: Db, itemId: number, fileIds: number[]): Promise<void> {
  // Locks the rows in one order before counting. Otherwise the later of two changes would miss the earlier one.
  await sql`select from inventory_items where id = ${itemId} for no key update`.execute(db);
  await sql`select from files where id = any(${fileIds}::bigint[]) order by id for no key update`.execute(db);
  await sql`update inventory_items set file_count = (select count(*) from inventory_files where item_id = ${itemId})
      + (select count(*) from inventory_remote_files where item_id = ${itemId}) where id = ${itemId}`.execute(db);
  await sql`update files f set inventory_count = (select count(*) from inventory_files x where x.file_id = f.id)
    where f.id = any(${fileIds}::bigint[])`.execute(db);
}

/** If a person took away the last file of the item, no scan says that its evidence is gone: the person has decided. */
export async function forgetUntiedEvidence(db: Db, itemId: number): Promise<void> {
  await sql`update inventory_items set had_evidence = false, missing_since_scan = null, missing_why = ''
    where id = ${itemId} and file_count = 0 and had_evidence`.execute(db);
}

/** Keeps scans from adding these files to these items. */
export async function excludeFiles(db: Db, rows: readonly { itemId: number; path: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into inventory_file_exclusions (item_id, path)
    select * from unnest(${rows.map(({ itemId }) => itemId)}::bigint[], ${rows.map(({ path }) => path)}::text[])
    on conflict do nothing`.execute(db);
}
