// Files of a project that are manifests because other manifests name them. Their hints have a mark; all other hints depend on the path alone.
import type { NamedManifest } from '@assay/scanner';
import { NAMED_MARK } from '@assay/scanner/analyze';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../postgres/connection.ts';
import type { GivenHints } from './unanalyzed.ts';

/** Whether the hint of a row of `files` with this alias was given by another file. */
export const isNamed = (files: RawBuilder<unknown>) => sql`${files}.hint like ${`%${NAMED_MARK}`}`;

export interface FileContent {
  id: number;
  path: string;
  sha256: Buffer;
}

/** What the manifests of these formats name, for the files that the current scan does not exclude. Reads only the facts of such manifests. */
export async function listNamingFiles(
  db: Db,
  projectId: number,
  members: readonly string[],
): Promise<{ path: string; names: NamedManifest[] }[]> {
  const { rows } = await sql<{ path: string; names: NamedManifest[] }>`
    select f.path, ${NAMES} as names from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint
    where f.project_id = ${projectId} and f.scan_plan <> 'exclude' and split_part(f.hint, '+', -1) = any(${members}::text[]) and x.has_packages`.execute(
    db,
  );
  return rows.filter(({ names }) => names.length > 0);
}

const NAMES = sql`jsonb_path_query_array(x.facts, '$.packages[*].defines.names[*]')`;

/** What these contents name under these hints. */
export async function listNames(
  db: Db,
  { sha256, hints, paths }: GivenHints,
): Promise<{ path: string; names: NamedManifest[] }[]> {
  const { rows } = await sql<{ path: string; names: NamedManifest[] }>`
    select f.path, ${NAMES} as names
    from unnest(${sha256}::bytea[], ${hints}::text[], ${paths}::text[]) as f(sha256, hint, path)
    join facts x on x.sha256 = f.sha256 and x.hint = f.hint where x.has_packages`.execute(db);
  return rows.filter(({ names }) => names.length > 0);
}

/** The files at these paths that the current scan does not exclude. */
export async function listFilesAt(db: Db, projectId: number, paths: readonly string[]): Promise<FileContent[]> {
  const { rows } = await sql<FileContent>`
    select id, path, sha256 from files
    where project_id = ${projectId} and path = any(${paths}::text[]) and scan_plan <> 'exclude'`.execute(db);
  return rows;
}

/** The files that had such a hint after the last scan. */
export async function listNamedFiles(db: Db, projectId: number): Promise<FileContent[]> {
  const { rows } = await sql<FileContent>`
    select f.id, f.path, f.sha256 from files f
    where f.project_id = ${projectId} and ${isNamed(sql`f`)} and f.scan_plan <> 'exclude'`.execute(db);
  return rows;
}

/** Gives files other hints. Files that the scan would skip count as analysed now. A file that got other bytes meanwhile keeps its hint. */
export async function setHints(tx: Tx, files: readonly (FileContent & { hint: string })[]): Promise<void> {
  await sql`update files f set hint = t.hint, scan_plan = 'analyse'
    from unnest(${files.map(({ id }) => id)}::bigint[], ${files.map(({ sha256 }) => sha256)}::bytea[], ${files.map(({ hint }) => hint)}::text[]) as t(id, sha256, hint)
    where f.id = t.id and f.sha256 = t.sha256 and f.hint <> t.hint`.execute(tx);
}
