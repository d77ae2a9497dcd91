// The findings of scans inside archives. Keyed by digest, shared by all projects.

import type { LicenseMatch, PackageFinding } from '@assay/scanner';
import { storableJson } from '@assay/scanner/storable-json';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../postgres/connection.ts';
import { rowsById } from '../postgres/rows.ts';
import { storedPackages } from './stored-packages.ts';

interface FileInArchive {
  /** Path inside the archive. */
  path: string;
  spdx: string[];
  /** Whether it is in a programming language. */
  isSource: boolean;
  packages: PackageFinding[];
  /** What was lost of them, because another version of the analyser wrote them; absent if nothing was. */
  problem?: string;
}

/** The same, with its packages as JSON in UTF-8, which goes to the database without being parsed. */
export interface FoundInArchive extends Omit<FileInArchive, 'packages' | 'problem'> {
  packages: Uint8Array;
}

/** Some files inside an archive with the digests of their contents, for the comparison with the corpus. Both lists have the same length. */
export interface ArchiveContents {
  paths: string[];
  digests: Buffer[];
}

export interface ArchiveFindings {
  fileCount: number;
  contents: ArchiveContents[];
  files: FoundInArchive[];
  licenses: LicenseMatch[];
  issues: { code: string; message: string }[];
}

/**
 * Distinct archives of a project without findings of this analyser version made after a time, in the order of the store. The plan of the current scan
 * decides which files count, not the exclusions of the last scan.
 */
export async function listUnreadArchives(db: Db, projectId: number, wanted: { analyzerVersion: string; since: Date }) {
  const { rows } = await sql<{ sha256: Buffer; path: string; location: Record<string, unknown> }>`
    select b.sha256, b.location, min(f.path) as path
    from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint join blobs b on b.sha256 = f.sha256
    where f.project_id = ${projectId} and f.scan_plan = 'analyse' and x.kind = 'archive' and not exists (
      select 1 from archive_findings a
      where a.sha256 = f.sha256 and a.has_contents and a.analyzer_version = ${wanted.analyzerVersion} and a.analyzed_at >= ${wanted.since})
    group by b.sha256 order by b.segment, b.block_offset, b.sha256`.execute(db);
  return rows;
}

/** Only the version in force may replace its own findings. */
export async function saveArchiveFindings(
  db: Tx,
  sha256: Buffer,
  versions: { analyzerVersion: string; inForce: string },
  { fileCount, contents, files, licenses, issues }: ArchiveFindings,
): Promise<void> {
  const storedFiles = await sentInPieces(db, storedList(files));
  const [storedLicenses, storedIssues] = [licenses, issues].map(storableJson);
  const { rows } =
    await sql`insert into archive_findings (sha256, analyzer_version, file_count, files, licenses, issues, has_contents)
    values (${sha256}, ${versions.analyzerVersion}, ${fileCount}, convert_from(${storedFiles}, 'UTF8')::jsonb, ${storedLicenses}::jsonb, ${storedIssues}::jsonb, true)
    on conflict (sha256) do update set analyzer_version = excluded.analyzer_version, file_count = excluded.file_count, files = excluded.files,
      licenses = excluded.licenses, issues = excluded.issues, has_contents = true, analyzed_at = now()
    where excluded.analyzer_version = ${versions.inForce} or archive_findings.analyzer_version <> ${versions.inForce}
      or not archive_findings.has_contents
    returning sha256`.execute(db);
  if (rows.length > 0) await replaceContents(db, sha256, contents);
}

async function replaceContents(tx: Tx, archive: Buffer, contents: readonly ArchiveContents[]): Promise<void> {
  await tx.deleteFrom('archive_contents').where('archive', '=', archive).execute();
  for (const [part, { paths, digests }] of contents.entries())
    await sql`insert into archive_contents (archive, part, paths, digests)
      values (${archive}, ${part}, ${paths}::text[], ${digests}::bytea[])`.execute(tx);
}

/** A large value is sent in one piece, which blocks everything else in the process. */
const PIECE_BYTES = 1024 * 1024;

/** An SQL expression of type bytea for these bytes, valid in this transaction. */
async function sentInPieces(tx: Tx, bytes: Buffer): Promise<RawBuilder<Buffer>> {
  if (bytes.length <= PIECE_BYTES) return sql`${bytes}::bytea`;
  await sql`create temporary table if not exists sent_pieces (place integer, bytes bytea) on commit drop`.execute(tx);
  await sql`truncate sent_pieces`.execute(tx);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    await sql`insert into sent_pieces values (${start}, ${bytes.subarray(start, start + PIECE_BYTES)})`.execute(tx);
  return sql`(select string_agg(bytes, '' order by place) from sent_pieces)`;
}

function storedList(files: readonly FoundInArchive[]): Buffer {
  const rows = files.map(({ packages, ...head }) => [
    Buffer.from(`${storableJson(head).slice(0, -1)},"packages":`),
    packages,
    Buffer.from('}'),
  ]);
  const pieces = rows.flatMap((row, index) => (index === 0 ? row : [Buffer.from(','), ...row]));
  return Buffer.concat([Buffer.from('['), ...pieces, Buffer.from(']')]);
}

export interface ArchiveOfProject {
  id: number;
  path: string;
  files: FileInArchive[];
  licenses: LicenseMatch[];
}

/** Archives of a project with findings. */
export async function listArchiveFindings(db: Db, projectId: number): Promise<ArchiveOfProject[]> {
  const { rows } = await sql<StoredArchive>`
    select f.id, f.path, a.files, a.licenses, a.analyzer_version as "analyzerVersion" from archive_findings a
    join files f on f.sha256 = a.sha256 and f.project_id = ${projectId} and not f.is_excluded
    where a.files <> '[]' order by f.path`.execute(db);
  return rows.map(({ analyzerVersion, files, ...archive }) => ({
    ...archive,
    files: files.map((file) => ({ ...file, ...storedPackages(file.packages, analyzerVersion) })),
  }));
}

interface StoredArchive extends Omit<ArchiveOfProject, 'files'> {
  analyzerVersion: string;
  files: (Omit<FileInArchive, 'packages' | 'problem'> & { packages: unknown })[];
}

export interface ArchiveOfItems {
  id: number;
  path: string;
  location: Record<string, unknown>;
  /** The items that it proves, with the type and, in lower case, the last part of their package URLs; '' without one. */
  tiedTo: { itemId: number; name: string; type: string; license: string }[];
  /** The manifests in it, with the package name that each declares, in lower case. */
  declared: { path: string; name: string }[];
  /** The files in it in which licenses were found. */
  licensed: { path: string; spdx: string[] }[];
}

/** Archives of a project that prove any of these items, ordered by id. */
export function eachArchiveOfItems(
  db: Db,
  projectId: number,
  itemIds: readonly number[],
  batchSize = 100,
): AsyncGenerator<ArchiveOfItems> {
  return rowsById(batchSize, (after) =>
    sql<ArchiveOfItems>`
      with found as materialized (
        select f.id, f.path, f.sha256, jsonb_agg(jsonb_build_object('itemId', i.id, 'license', i.license_expression,
            'type', coalesce(substring(i.purl from '^pkg:([^/]+)/'), ''),
            'name', coalesce(lower(substring(i.purl from '([^/@?#]+)(?:@[^/?#]*)?(?:[?#].*)?$')), '')) order by i.id) as "tiedTo"
        from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint and x.kind = 'archive' and not f.is_excluded
        join inventory_files t on t.file_id = f.id join inventory_items i on i.id = t.item_id
        where f.project_id = ${projectId} and f.id > ${after} and i.id = any(${itemIds}::bigint[])
        group by f.id, f.path, f.sha256 order by f.id limit ${batchSize}
      )
      select f.id, f.path, b.location, f."tiedTo", coalesce((
        select jsonb_agg(jsonb_build_object('path', inner_file ->> 'path', 'name', lower(p ->> 'name')))
        from archive_findings a, jsonb_array_elements(a.files) inner_file, jsonb_array_elements(inner_file -> 'packages') p
        where a.sha256 = f.sha256 and p ->> 'role' = 'declares'), '[]') as declared,
        coalesce((select jsonb_agg(jsonb_build_object('path', inner_file ->> 'path', 'spdx', inner_file -> 'spdx'))
        from archive_findings a, jsonb_array_elements(a.files) inner_file
        where a.sha256 = f.sha256 and inner_file -> 'spdx' <> '[]'), '[]') as licensed
      from found f join blobs b on b.sha256 = f.sha256 order by f.id`.execute(db),
  );
}

/** The issues from reading a project's archives. */
export async function* eachArchiveIssue(db: Db, projectId: number) {
  const { rows } = await sql<{ path: string; issues: { code: string; message: string }[] }>`
    select f.path, a.issues from archive_findings a
    join files f on f.sha256 = a.sha256 and f.project_id = ${projectId} and not f.is_excluded
    where a.issues <> '[]' order by f.path`.execute(db);
  for (const { path, issues } of rows) for (const { code, message } of issues) yield { code, path, message };
}
