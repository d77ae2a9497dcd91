// Files of an upload: staged batch by batch, then moved into the project's code base in one step.
//
// The folders come as a tree that was built in memory while the files were staged, and each file names its folder by number. So no statement
// here compares paths by an expression. Statements that join many rows do not use nested loops: the statistics of staged rows are always those
// of other uploads, and a plan made from them once took an hour instead of seconds.
import { type RawBuilder, sql } from 'kysely';
import type { FolderTree, TreeFolder } from '../domain/projects/folder-tree.ts';
import { giveWay } from '../turns.ts';
import { deleteFiles, type NewFile, refreshCodebaseTotals } from './files/files.ts';
import { isNamed } from './files/named-manifests.ts';
import type { Db, Tx } from './postgres/connection.ts';
import { type ProjectImage, replaceImages } from './scm/images.ts';

const ROWS_PER_STATEMENT = 2000;
/** With fewer files than this no plan is slow, and an index of the project's files is faster than reading them all. */
const MANY_FILES = 100;

export interface StagedFile extends NewFile {
  /** The folder's number in the tree of the upload. */
  folder: number;
  /** SHA-256 of the layer that has it; null for files of no container image. */
  layer: Buffer | null;
}

export async function stageUploadFiles(db: Db, uploadId: string, files: StagedFile[]): Promise<void> {
  if (files.length === 0) return;
  await sql`insert into upload_files (upload_id, path, folder, sha256, size_bytes, hint, layer)
    select ${uploadId}::uuid, * from unnest(
      ${files.map((f) => f.path)}::text[], ${files.map((f) => f.folder)}::integer[], ${files.map((f) => f.sha256)}::bytea[], ${files.map((f) => f.sizeBytes)}::bigint[], ${files.map((f) => f.hint)}::text[], ${files.map((f) => f.layer)}::bytea[])
    on conflict (upload_id, path) do update set sha256 = excluded.sha256, size_bytes = excluded.size_bytes, hint = excluded.hint, layer = excluded.layer`.execute(
    db,
  );
}

export async function discardUpload(db: Db, uploadId: string): Promise<void> {
  await db.deleteFrom('upload_files').where('upload_id', '=', uploadId).execute();
}

export interface Adoption {
  uploadId: string;
  projectId: number;
  /** The folders of the staged files. */
  tree: FolderTree;
  /** How many files were staged. */
  fileCount: number;
  replaceAll: boolean;
  /** Folders of the root; if given, only what lies in them is replaced. */
  replacedFolders?: readonly string[];
  issues: CodebaseIssue[];
  /** Container images whose files are among the staged ones. */
  images: readonly ProjectImage[];
}

/**
 * Turns the staged files into files of the project: adds new paths and replaces known ones (a replaced file keeps its id and loses its scan). With
 * `replaceAll`, paths that the upload does not have are deleted. If a file's path is now a folder, the file is deleted. The caller must hold the
 * project's lock.
 */
export async function adoptUpload(tx: Tx, upload: Adoption): Promise<{ hadFiles: boolean }> {
  const { uploadId, projectId, tree } = upload;
  const isLarge = upload.fileCount > MANY_FILES;
  const replaced = replacementOf(upload);
  if (replaced) await deleteIssuesIn(tx, projectId, replaced);
  await insertCodebaseIssues(tx, projectId, upload.issues);
  // Connections keep the plans of foreign keys. A plan from the time when a table had a single page reads the whole table for every row.
  await sql`discard plans`.execute(tx);
  const hadFiles = await hasFiles(tx, projectId);
  if (replaced && hadFiles)
    await withoutNestedLoops(tx, isLarge, () => deleteOtherFiles(tx, uploadId, projectId, replaced));
  const ids = await adoptFolders(tx, projectId, tree, { replaced, hadFiles });
  await writeFolderIds(tx, ids);
  await withoutNestedLoops(tx, isLarge, () => adoptFiles(tx, uploadId, projectId));
  // Without images before and now, no file has a layer.
  const hadImages = await replaceImages(tx, projectId, upload.images, (folder) => replaced && liesIn(folder, replaced));
  if (hadImages || upload.images.length > 0)
    await withoutNestedLoops(tx, isLarge, () => adoptLayers(tx, uploadId, projectId));
  await discardUpload(tx, uploadId);
  await refreshCodebaseTotals(tx, projectId);
  return { hadFiles };
}

/** What an upload replaces: everything, or folders of the root. Undefined if it only adds. */
type Replacement = 'all' | readonly string[] | undefined;

function replacementOf({ replaceAll, replacedFolders }: Adoption): Replacement {
  return replacedFolders ?? (replaceAll ? 'all' : undefined);
}

/** SQL: whether a path lies in what is replaced. */
function liesIn(path: RawBuilder<unknown>, replaced: 'all' | readonly string[]): RawBuilder<boolean> {
  return replaced === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`split_part(${path}, '/', 1) = any(${[...replaced]}::text[])`;
}

async function deleteIssuesIn(tx: Tx, projectId: number, replaced: 'all' | readonly string[]): Promise<void> {
  await sql`delete from codebase_issues where project_id = ${projectId} and ${liesIn(sql`path`, replaced)}`.execute(tx);
}

/**
 * Updates the planner's statistics of the code bases. With the old ones, a new project seems to have a single file, and the next joins with its files
 * (the plan of its scan, its inventory, its deletion) would read them all for each row.
 */
export async function refreshCodebaseStatistics(db: Db): Promise<void> {
  await sql`analyze blobs, codebase_folders, files`.execute(db);
}

async function hasFiles(db: Db, projectId: number): Promise<boolean> {
  const file = await db
    .selectFrom('files')
    .select('id')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  return file !== undefined;
}

async function withoutNestedLoops(tx: Tx, isLarge: boolean, work: () => Promise<void>): Promise<void> {
  if (!isLarge) return work();
  await sql`set local enable_nestloop = off`.execute(tx);
  await work();
  await sql`set local enable_nestloop = default`.execute(tx);
}

async function deleteOtherFiles(
  tx: Tx,
  uploadId: string,
  projectId: number,
  replaced: 'all' | readonly string[],
): Promise<void> {
  await sql`delete from files f where f.project_id = ${projectId} and ${liesIn(sql`f.path`, replaced)}
    and not exists (select 1 from upload_files u where u.upload_id = ${uploadId}::uuid and u.path = f.path)`.execute(
    tx,
  );
}

async function adoptFiles(tx: Tx, uploadId: string, projectId: number): Promise<void> {
  await sql`insert into files (project_id, folder_id, path, name, sha256, size_bytes, hint, layer)
    select ${projectId}, t.id, u.path, split_part(u.path, '/', -1), u.sha256, u.size_bytes, u.hint, u.layer
    from upload_files u join upload_folders t on t.number = u.folder
    where u.upload_id = ${uploadId}::uuid
    order by u.path
    on conflict (project_id, path) do update
      set sha256 = excluded.sha256, size_bytes = excluded.size_bytes, hint = excluded.hint, scan_id = null, search_set_id = null, is_reviewed = false, has_evidence = false,
        spdx = '{}', mentioned = '{}'
      where files.sha256 <> excluded.sha256 or files.hint <> excluded.hint and not ${isNamed(sql`files`)}`.execute(tx);
}

/** A file may come from another layer than before, with the same content. */
async function adoptLayers(tx: Tx, uploadId: string, projectId: number): Promise<void> {
  await sql`update files f set layer = u.layer from upload_files u
    where u.upload_id = ${uploadId}::uuid and f.project_id = ${projectId} and f.path = u.path and f.layer is distinct from u.layer`.execute(
    tx,
  );
}

/**
 * Creates the missing folders of the project, and deletes those of what is replaced that the upload does not have. Returns the ids of all folders of
 * the tree by number. The id of a folder is greater than that of its parent.
 */
async function adoptFolders(
  tx: Tx,
  projectId: number,
  tree: FolderTree,
  { replaced, hadFiles }: { replaced: Replacement; hadFiles: boolean },
): Promise<Float64Array> {
  const ids = new Float64Array(tree.size);
  const others: number[] = [];
  for await (const { id, path } of eachFolder(tx, projectId)) {
    await giveWay();
    const number = tree.find(path);
    if (number !== undefined) ids[number] = id;
    else if (replaced === 'all' || replaced?.includes(path.split('/', 1)[0] ?? '')) others.push(id);
  }
  if (replaced) await deleteFolders(tx, others);
  await sql`create temporary table new_folders (path text primary key) on commit drop`.execute(tx);
  for await (const batch of newFolders(tree, ids)) {
    const fresh = await reserveFolderIds(tx, batch.length);
    for (const [index, { number }] of batch.entries()) ids[number] = fresh[index] ?? Number.NaN;
    await sql`insert into codebase_folders (id, project_id, parent_id, path, name)
      select t.id, ${projectId}, t.parent_id, t.path, t.name
      from unnest(${fresh}::bigint[], ${batch.map(({ parent }) => (parent === undefined ? null : ids[parent]))}::bigint[],
        ${batch.map(({ path }) => path)}::text[], ${batch.map(({ name }) => name)}::text[]) as t(id, parent_id, path, name)`.execute(
      tx,
    );
    if (hadFiles)
      await sql`insert into new_folders select unnest(${batch.map(({ path }) => path)}::text[])`.execute(tx);
  }
  if (hadFiles) await deleteFilesThatBecameFolders(tx, projectId);
  return ids;
}

/** The folders without an id, in batches. */
async function* newFolders(tree: FolderTree, ids: Float64Array): AsyncGenerator<TreeFolder[]> {
  let batch: TreeFolder[] = [];
  for (const folder of tree.folders()) {
    await giveWay();
    if (ids[folder.number] !== 0 || batch.push(folder) < ROWS_PER_STATEMENT) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* eachFolder(db: Db, projectId: number) {
  for (let after: string | undefined; ; ) {
    const rows = await db
      .selectFrom('codebase_folders')
      .select(['id', 'path'])
      .where('project_id', '=', projectId)
      .where(({ eb, val }) => (after === undefined ? val(true) : eb('path', '>', after)))
      .orderBy('path')
      .limit(ROWS_PER_STATEMENT)
      .execute();
    yield* rows;
    after = rows.at(-1)?.path;
    if (rows.length < ROWS_PER_STATEMENT) return;
  }
}

/** Deletes folders without files, subfolders first, so that no row is deleted by a cascade. */
async function deleteFolders(tx: Tx, ids: number[]): Promise<void> {
  ids.sort((a, b) => b - a);
  for (let from = 0; from < ids.length; from += ROWS_PER_STATEMENT) {
    const batch = ids.slice(from, from + ROWS_PER_STATEMENT);
    await tx.deleteFrom('codebase_folders').where('id', '=', sql<number>`any(${batch}::bigint[])`).execute();
  }
}

async function reserveFolderIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('codebase_folders', 'id')) as id from generate_series(1, ${count}::integer)`.execute(
    tx,
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

async function deleteFilesThatBecameFolders(tx: Tx, projectId: number): Promise<void> {
  await sql`analyze new_folders`.execute(tx);
  await sql`delete from files f using new_folders n where f.project_id = ${projectId} and f.path = n.path`.execute(tx);
}

async function writeFolderIds(tx: Tx, ids: Float64Array): Promise<void> {
  await sql`create temporary table upload_folders (number integer primary key, id bigint not null) on commit drop`.execute(
    tx,
  );
  for (let from = 0; from < ids.length; from += ROWS_PER_STATEMENT)
    await sql`insert into upload_folders select ${from}::integer + t.place - 1, t.id
      from unnest(${[...ids.subarray(from, from + ROWS_PER_STATEMENT)]}::bigint[]) with ordinality as t(id, place)`.execute(
      tx,
    );
  await sql`analyze upload_folders`.execute(tx);
}

/** Records the files of items, for `listLostTies` later in the same transaction. */
export async function noteTies(db: Db, projectId: number): Promise<void> {
  await sql`create temporary table ties_before on commit drop as
    select x.item_id, x.file_id, f.path from inventory_files x join files f on f.id = x.file_id where f.project_id = ${projectId}`.execute(
    db,
  );
}

/** Paths of the files that items have lost since `noteTies`, by item. */
export async function listLostTies(db: Db): Promise<{ itemId: number; paths: string[] }[]> {
  const { rows } = await sql<{ itemId: number; paths: string[] }>`
    select b.item_id as "itemId", array_agg(b.path order by b.path) as paths from ties_before b
    where not exists (select 1 from inventory_files x where x.item_id = b.item_id and x.file_id = b.file_id)
    group by b.item_id order by b.item_id`.execute(db);
  return rows;
}

export interface CodebaseIssue {
  code: string;
  path: string;
  message: string;
}

async function insertCodebaseIssues(db: Db, projectId: number, issues: CodebaseIssue[]): Promise<void> {
  if (issues.length === 0) return;
  const clean = (text: string) => text.replaceAll('\0', '\\0');
  await sql`insert into codebase_issues (project_id, code, path, message)
    select ${projectId}, * from unnest(
      ${issues.map((i) => i.code)}::text[], ${issues.map((i) => clean(i.path))}::text[], ${issues.map((i) => clean(i.message))}::text[])`.execute(
    db,
  );
}

/** Removes the whole code base of a project. */
export async function clearCodebase(db: Db, projectId: number): Promise<void> {
  await deleteFiles(db, projectId);
  await db.deleteFrom('codebase_issues').where('project_id', '=', projectId).execute();
  await refreshCodebaseTotals(db, projectId);
}

/** Deletes what a killed server left of uploads. Call it only while no upload is running. */
export async function discardAllUploads(db: Db): Promise<void> {
  await sql`truncate upload_files`.execute(db);
}
