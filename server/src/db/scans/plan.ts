// The plan of a scan for each file of a project: analyse it, exclude it, or keep the results of the scan before. Made before the analysis and applied
// at the end, so that people see the old results until the new ones are complete.

import { sql } from 'kysely';
import type { RescanSkips } from '../../domain/derivation/scan-profile.ts';
import { INCOMPLETE_VERSION } from '../files/facts.ts';
import type { Db, Tx } from '../postgres/connection.ts';
import { batchesById, onlyRow } from '../postgres/rows.ts';

const ROWS_PER_QUERY = 5000;

/** The folders of a code base, each after its parent; the root has no parent and the path ''. */
export async function listCodebaseFolders(db: Db, projectId: number) {
  return db
    .selectFrom('codebase_folders')
    .select(['id', 'parent_id', 'path'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
}

/** All files of a code base in batches. */
export async function* eachFilePath(db: Db, projectId: number) {
  yield* batchesById(ROWS_PER_QUERY, (after) =>
    db
      .selectFrom('files')
      .select(['id', 'folder_id', 'path'])
      .where('project_id', '=', projectId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_QUERY)
      .execute(),
  );
}

/** Collects the excluded files until the transaction ends; `writeScanPlan` reads them. */
export async function createExclusionList(tx: Tx): Promise<void> {
  await sql`create temporary table excluded_files (id bigint) on commit drop`.execute(tx);
}

export async function excludeFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`insert into excluded_files select unnest(${ids}::bigint[])`.execute(tx);
}

/** The direct files of these folders. */
export async function excludeFilesOfFolders(tx: Tx, folderIds: readonly number[]): Promise<void> {
  if (folderIds.length > 0)
    await sql`insert into excluded_files select id from files where folder_id = any(${folderIds}::bigint[])`.execute(
      tx,
    );
}

const SKIPPED = {
  NONE: sql`false`,
  ALL: sql`true`,
  REVIEWED: sql`f.is_reviewed`,
  INVENTORY: sql`f.inventory_count > 0`,
  REVIEWED_AND_INVENTORY: sql`f.is_reviewed and f.inventory_count > 0`,
} as const satisfies Record<RescanSkips, unknown>;

/**
 * Writes the plan of every file. A file is unchanged if an earlier scan analysed these bytes. A file with an incomplete analysis is tried again,
 * whatever is skipped.
 */
export async function writeScanPlan(tx: Tx, projectId: number, skips: RescanSkips): Promise<void> {
  await sql`analyze excluded_files`.execute(tx);
  await sql`update files set scan_plan = t.plan from (
      select f.id, case
        when f.id in (select id from excluded_files) then 'exclude'
        when ${SKIPPED[skips]} and f.scan_id is not null and exists (
          select 1 from facts x where x.sha256 = f.sha256 and x.hint = f.hint and x.analyzer_version <> ${INCOMPLETE_VERSION}) then 'keep'
        else 'analyse' end as plan
      from files f where f.project_id = ${projectId}
    ) t where t.id = files.id and files.scan_plan <> t.plan`.execute(tx);
}

/** Applies the plan: excluded files lose their scan, evidence and search hits; the others are no longer excluded. */
export async function applyScanPlan(tx: Tx, projectId: number): Promise<void> {
  await sql`update files set is_excluded = true, scan_id = null, has_evidence = false, search_set_id = null, spdx = '{}', mentioned = '{}'
    where project_id = ${projectId} and scan_plan = 'exclude' and not is_excluded`.execute(tx);
  await sql`update files set is_excluded = false
    where project_id = ${projectId} and scan_plan <> 'exclude' and is_excluded`.execute(tx);
}

/** Changes with the files of the project, their contents, and the plan of each. */
export async function printOfFiles(db: Db, projectId: number): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    select concat_ws(' ', count(*), bit_xor(hashtextextended(concat_ws(' ', encode(sha256, 'hex'), hint, scan_plan, path), id))) as print
    from files where project_id = ${projectId}`.execute(db);
  return onlyRow(rows).print;
}

/** The number of files that the last plan excludes, and of those that it keeps unchanged. */
export async function countPlanned(db: Db, projectId: number): Promise<{ excluded: number; kept: number }> {
  const { rows } = await sql<{ excluded: number; kept: number }>`
    select count(*) filter (where scan_plan = 'exclude')::bigint as excluded, count(*) filter (where scan_plan = 'keep')::bigint as kept
    from files where project_id = ${projectId} and scan_plan <> 'analyse'`.execute(db);
  return onlyRow(rows);
}

/** Paths of the files that the current scan keeps unchanged. */
export async function listKeptPaths(db: Db, projectId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('files')
    .select('path')
    .where('project_id', '=', projectId)
    .where('scan_plan', '=', 'keep')
    .execute();
  return new Set(rows.map(({ path }) => path));
}

/** Issues that say that the file, or a part of it, was not understood. */
export const UNREAD_CODES: readonly string[] = [
  'bad-manifest',
  'unreadable',
  'truncated-analysis',
  'deadline',
  'out-of-memory',
  'internal',
  'limit-exceeded',
  'unsupported-archive',
];
/** Those after which a file may name more packages than were read. */
const CUT_CODES = ['truncated-analysis', 'deadline', 'out-of-memory', 'limit-exceeded'];

/** Files that count and of which this scan knows nothing or too little. That it found nothing in them does not mean that there is nothing. */
export async function listUnreadPaths(db: Db, projectId: number): Promise<Set<string>> {
  const { rows } = await sql<{ path: string }>`
    select f.path from files f left join facts x on x.sha256 = f.sha256 and x.hint = f.hint
    where f.project_id = ${projectId} and not f.is_excluded and (x.sha256 is null or (x.issues <> '[]'::jsonb and exists (
      select from jsonb_array_elements(x.issues) issue
      where issue ->> 'code' = any(case when x.has_packages then ${CUT_CODES}::text[] else ${UNREAD_CODES}::text[] end))))`.execute(
    db,
  );
  return new Set(rows.map(({ path }) => path));
}
