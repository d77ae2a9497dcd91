// Files of an upload on their way: staged batch by batch, then laid into the project's code base in one step.
import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { deleteFiles, type NewFile, refreshCodebaseTotals } from './files.ts';

export async function stageUploadFiles(db: Db, uploadId: string, files: NewFile[]): Promise<void> {
  if (files.length === 0) return;
  await sql`insert into upload_files (upload_id, path, sha256, size_bytes, hint)
    select ${uploadId}::uuid, * from unnest(
      ${files.map((f) => f.path)}::text[], ${files.map((f) => f.sha256)}::bytea[], ${files.map((f) => f.sizeBytes)}::bigint[], ${files.map((f) => f.hint)}::text[])
    on conflict (upload_id, path) do update set sha256 = excluded.sha256, size_bytes = excluded.size_bytes, hint = excluded.hint`.execute(
    db,
  );
}

export async function discardUpload(db: Db, uploadId: string): Promise<void> {
  await db.deleteFrom('upload_files').where('upload_id', '=', uploadId).execute();
}

/**
 * The staged files become the project's: new paths are added, known ones replaced (a replaced file keeps its id and loses its scan),
 * and with `replaceAll` paths that the upload does not name go. A path that was a file and now is a folder gives way.
 */
export async function adoptUpload(
  db: Db,
  uploadId: string,
  projectId: number,
  options: { replaceAll: boolean; issues: CodebaseIssue[] },
): Promise<void> {
  if (options.replaceAll) await db.deleteFrom('codebase_issues').where('project_id', '=', projectId).execute();
  await insertCodebaseIssues(db, projectId, options.issues);
  await sql`create temporary table upload_folders on commit drop as
    with recursive parents as (
      select distinct coalesce(substring(path from '^(.*)/[^/]*$'), '') as path from upload_files where upload_id = ${uploadId}::uuid
      union
      select coalesce(substring(path from '^(.*)/[^/]*$'), '') from parents where path <> ''
    ) select path, case when path = '' then 0 else length(path) - length(replace(path, '/', '')) + 1 end as depth from parents`.execute(
    db,
  );
  if (options.replaceAll) {
    await sql`delete from files f where f.project_id = ${projectId}
      and not exists (select 1 from upload_files u where u.upload_id = ${uploadId}::uuid and u.path = f.path)`.execute(
      db,
    );
  }
  await sql`delete from files f using upload_folders u where f.project_id = ${projectId} and f.path = u.path`.execute(
    db,
  );
  await sql`delete from codebase_folders c using upload_files u where c.project_id = ${projectId} and u.upload_id = ${uploadId}::uuid and c.path = u.path
    and not exists (select 1 from files f where f.folder_id = c.id)`.execute(db);
  const { rows } = await sql<{
    deepest: number;
  }>`select coalesce(max(depth), -1) as deepest from upload_folders`.execute(db);
  for (let depth = 0; depth <= rows[0].deepest; depth++) {
    await sql`insert into codebase_folders (project_id, parent_id, path, name)
      select ${projectId}, parent.id, u.path, substring(u.path from '[^/]*$')
      from upload_folders u
      left join codebase_folders parent on parent.project_id = ${projectId} and u.path <> '' and parent.path = coalesce(substring(u.path from '^(.*)/[^/]*$'), '')
      where u.depth = ${depth}
      on conflict (project_id, path) do nothing`.execute(db);
  }
  await sql`insert into files (project_id, folder_id, path, name, sha256, size_bytes, hint)
    select ${projectId}, c.id, u.path, substring(u.path from '[^/]*$'), u.sha256, u.size_bytes, u.hint
    from upload_files u
    join codebase_folders c on c.project_id = ${projectId} and c.path = coalesce(substring(u.path from '^(.*)/[^/]*$'), '')
    where u.upload_id = ${uploadId}::uuid
    order by u.path
    on conflict (project_id, path) do update
      set sha256 = excluded.sha256, size_bytes = excluded.size_bytes, hint = excluded.hint, scan_id = null, search_set_id = null, is_reviewed = false, has_evidence = false
      where files.sha256 <> excluded.sha256 or files.hint <> excluded.hint`.execute(db);
  await dropEmptyFolders(db, projectId);
  await discardUpload(db, uploadId);
  await refreshCodebaseTotals(db, projectId);
}

/** Keeps in mind which files hang on which items, for `listLostTies` later in the same transaction. */
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

/** Folders with no file at any depth; they come from nothing and show nothing. */
async function dropEmptyFolders(db: Db, projectId: number): Promise<void> {
  await sql`with recursive used as (
      select distinct folder_id as id from files where project_id = ${projectId}
      union
      select c.parent_id from codebase_folders c join used on used.id = c.id where c.parent_id is not null
    ) delete from codebase_folders c where c.project_id = ${projectId} and not exists (select 1 from used where used.id = c.id)`.execute(
    db,
  );
}

/** Removes the whole code base of a project. */
export async function clearCodebase(db: Db, projectId: number): Promise<void> {
  await deleteFiles(db, projectId);
  await db.deleteFrom('codebase_issues').where('project_id', '=', projectId).execute();
  await refreshCodebaseTotals(db, projectId);
}

/** What a killed server left of uploads; called when no upload can be running. */
export async function discardAllUploads(db: Db): Promise<void> {
  await sql`truncate upload_files`.execute(db);
}
