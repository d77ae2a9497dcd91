// The files and folders of a code base. Only here are paths stored; contents are referred to by digest.

import { firstOf } from '@assay/scanner/items';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { onlyRow, rowsById } from '../postgres/rows.ts';

export interface NewFile {
  path: string;
  sha256: Buffer;
  sizeBytes: number;
  hint: string;
}

export async function deleteFiles(db: Db, projectId: number): Promise<void> {
  await db.deleteFrom('files').where('project_id', '=', projectId).execute();
  await db.deleteFrom('codebase_folders').where('project_id', '=', projectId).execute();
}

/** Writes the roll-ups of a project's code base: files, bytes, lines. */
export async function refreshCodebaseTotals(db: Db, projectId: number): Promise<void> {
  await sql`select from projects where id = ${projectId} for no key update`.execute(db);
  await sql`update projects p set file_count = t.files, codebase_bytes = t.bytes, line_count = t.lines from (
      select count(*)::bigint as files, coalesce(sum(f.size_bytes), 0)::bigint as bytes, coalesce(sum(x.line_count), 0)::bigint as lines
      from files f left join facts x on x.sha256 = f.sha256 and x.hint = f.hint and not f.is_excluded
      where f.project_id = ${projectId}
    ) t where p.id = ${projectId}`.execute(db);
}

export async function findFileProject(db: Db, id: number): Promise<number | undefined> {
  return (await db.selectFrom('files').select('project_id').where('id', '=', id).executeTakeFirst())?.project_id;
}

export async function findFolderProject(db: Db, id: number): Promise<number | undefined> {
  return (await db.selectFrom('codebase_folders').select('project_id').where('id', '=', id).executeTakeFirst())
    ?.project_id;
}

/** The path of a folder; '' is the root of its code base. */
export async function findFolderPath(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom('codebase_folders').select('path').where('id', '=', id).executeTakeFirst())?.path;
}

/** A file with its digests and facts. */
export function findFile(db: Db, id: number) {
  return db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
    .leftJoin('facts', (join) =>
      join
        .onRef('facts.sha256', '=', 'files.sha256')
        .onRef('facts.hint', '=', 'files.hint')
        .on('files.is_excluded', '=', false),
    )
    .leftJoin('followed_licenses', 'followed_licenses.file_id', 'files.id')
    .selectAll('files')
    .select([
      'blobs.md5',
      'blobs.sha1',
      'blobs.location',
      'facts.facts',
      'followed_licenses.spdx as followed_spdx',
      'followed_licenses.licenses as followed_licenses',
      'facts.issues',
      'facts.language',
      'facts.kind',
      'facts.analyzer_version',
    ])
    .where('files.id', '=', id)
    .executeTakeFirst();
}

/** The licenses of a file: its own, or those of the file that it refers to. */
const spdxOfFile = sql<string[] | null>`coalesce(followed_licenses.spdx, facts.spdx)`.as('spdx');

export interface TreeEntry {
  kind: 'folder' | 'file';
  id: number;
  name: string;
  path: string;
  sizeBytes: number;
  spdx: string[];
  language: string;
  isReviewed: boolean;
  inventoryCount: number;
  hasEvidence: boolean;
  isExcluded: boolean;
}

export function findCodebaseFolder(db: Db, projectId: number, path: string) {
  return db
    .selectFrom('codebase_folders')
    .select(['id', 'path', 'name'])
    .where('project_id', '=', projectId)
    .where('path', '=', path)
    .executeTakeFirst();
}

/** The paths of all folders of a code base. */
export async function listCodebaseFolderPaths(db: Db, projectId: number): Promise<string[]> {
  const rows = await db.selectFrom('codebase_folders').select('path').where('project_id', '=', projectId).execute();
  return rows.map(({ path }) => path);
}

const foldersIn = (db: Db, folderId: number) =>
  db.selectFrom('codebase_folders').select(['id', 'name', 'path']).where('parent_id', '=', folderId).orderBy('name');

const filesIn = (db: Db, folderId: number) =>
  db
    .selectFrom('files')
    .leftJoin('facts', (join) =>
      join
        .onRef('facts.sha256', '=', 'files.sha256')
        .onRef('facts.hint', '=', 'files.hint')
        .on('files.is_excluded', '=', false),
    )
    .leftJoin('followed_licenses', 'followed_licenses.file_id', 'files.id')
    .select([
      'files.id',
      'files.name',
      'files.path',
      'files.size_bytes',
      'files.is_reviewed',
      'files.inventory_count',
      'files.has_evidence',
      'files.is_excluded',
      spdxOfFile,
      'facts.language',
    ])
    .where('files.folder_id', '=', folderId)
    .orderBy('files.name');

type Place = Pick<TreeEntry, 'kind' | 'name'>;

/** The direct content of a folder: folders first, then files, each by name. `after` continues after the last row of the page before. */
export async function listFolder(db: Db, folderId: number, limit: number, after?: Place): Promise<TreeEntry[]> {
  const folders =
    after?.kind === 'file'
      ? []
      : await foldersIn(db, folderId)
          .where('name', '>', after?.name ?? '')
          .limit(limit)
          .execute();
  const rest = limit - folders.length;
  const files =
    rest <= 0
      ? []
      : await filesIn(db, folderId)
          .where('files.name', '>', after?.kind === 'file' ? after.name : '')
          .limit(rest)
          .execute();
  return [...folders.map(folderEntry), ...files.map(fileEntry)];
}

/** The same from a position in the folder, which counts from 0. Rows before it are skipped in an index. */
export async function listFolderAt(
  db: Db,
  folder: { id: number; folders: number },
  offset: number,
  limit: number,
): Promise<TreeEntry[]> {
  const folders = offset >= folder.folders ? [] : await foldersIn(db, folder.id).offset(offset).limit(limit).execute();
  const rest = limit - folders.length;
  // Names before the page are read in the index alone.
  const first =
    rest <= 0
      ? undefined
      : await db
          .selectFrom('files')
          .select('name')
          .where('folder_id', '=', folder.id)
          .orderBy('name')
          .offset(Math.max(0, offset - folder.folders))
          .limit(1)
          .executeTakeFirst();
  const files =
    first === undefined ? [] : await filesIn(db, folder.id).where('files.name', '>=', first.name).limit(rest).execute();
  return [...folders.map(folderEntry), ...files.map(fileEntry)];
}

/** How many folders and files are directly in a folder. */
export async function countFolder(db: Db, folderId: number): Promise<{ folders: number; files: number }> {
  const { rows } = await sql<{ folders: number; files: number }>`
    select (select count(*)::int from codebase_folders where parent_id = ${folderId}) as folders,
      (select count(*)::int from files where folder_id = ${folderId}) as files`.execute(db);
  return onlyRow(rows);
}

/** How many entries of a folder come before an entry, whether it exists or not. */
export async function positionInFolder(
  db: Db,
  folder: { id: number; folders: number },
  { kind, name }: Place,
): Promise<number> {
  const { rows } =
    kind === 'folder'
      ? await sql<{ before: number }>`
          select count(*)::int as before from codebase_folders where parent_id = ${folder.id} and name < ${name}`.execute(
          db,
        )
      : await sql<{ before: number }>`
          select count(*)::int as before from files where folder_id = ${folder.id} and name < ${name}`.execute(db);
  return onlyRow(rows).before + (kind === 'folder' ? 0 : folder.folders);
}

const folderEntry = (row: { id: number; name: string; path: string }): TreeEntry => ({
  ...row,
  kind: 'folder',
  sizeBytes: 0,
  spdx: [],
  language: '',
  isReviewed: false,
  inventoryCount: 0,
  hasEvidence: false,
  isExcluded: false,
});

const fileEntry = (row: Awaited<ReturnType<ReturnType<typeof filesIn>['execute']>>[number]): TreeEntry => ({
  kind: 'file',
  id: row.id,
  name: row.name,
  path: row.path,
  sizeBytes: row.size_bytes,
  spdx: row.spdx ?? [],
  language: row.language ?? '',
  isReviewed: row.is_reviewed,
  inventoryCount: row.inventory_count,
  hasEvidence: row.has_evidence,
  isExcluded: row.is_excluded,
});

/** All files of a project ordered by id, in batches, for lists that must not grow in memory. */
export async function* eachFile(db: Db, projectId: number, batchSize = 2000) {
  yield* rowsById(batchSize, (after) =>
    db
      .selectFrom('files')
      .innerJoin('blobs', 'blobs.sha256', 'files.sha256')
      .leftJoin('facts', (join) =>
        join
          .onRef('facts.sha256', '=', 'files.sha256')
          .onRef('facts.hint', '=', 'files.hint')
          .on('files.is_excluded', '=', false),
      )
      .leftJoin('followed_licenses', 'followed_licenses.file_id', 'files.id')
      .select([
        'files.id',
        'files.path',
        'files.name',
        'files.size_bytes',
        'files.is_reviewed',
        'files.inventory_count',
        'blobs.md5',
        'blobs.sha1',
        'files.sha256',
        'facts.facts',
        'facts.language',
        'facts.kind',
        spdxOfFile,
      ])
      .where('files.project_id', '=', projectId)
      .where('files.id', '>', after)
      .orderBy('files.id')
      .limit(batchSize)
      .execute(),
  );
}

/** All files of a project with their digests, ordered by id. */
export function eachFileDigest(db: Db, projectId: number, batchSize = 10_000) {
  return rowsById(batchSize, (after) =>
    db
      .selectFrom('files')
      .select(['id', 'path', 'sha256'])
      .where('project_id', '=', projectId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  );
}

export async function setFilesReviewed(db: Db, ids: number[], isReviewed: boolean): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('files')
    .set({ is_reviewed: isReviewed })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** Marks every file below a folder, at any depth. */
export async function setFolderReviewed(db: Db, folderId: number, isReviewed: boolean): Promise<void> {
  const folderIds = await listFoldersBelow(db, folderId);
  // PostgreSQL hashes an array of ids. It compared a subquery one by one with each file if statistics expected few marked files.
  await sql`update files set is_reviewed = ${isReviewed}
    where folder_id = any(${folderIds}::bigint[]) and is_reviewed <> ${isReviewed}`.execute(db);
}

/** The folder and all folders below it, at any depth. */
async function listFoldersBelow(db: Db, folderId: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`with recursive tree as (
      select id from codebase_folders where id = ${folderId}
      union all
      select c.id from codebase_folders c join tree on c.parent_id = tree.id
    ) select array_agg(id::float8) as ids from tree`.execute(db);
  return firstOf(rows).ids ?? [];
}
