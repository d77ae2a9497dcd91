// What scans found inside of archives. Keyed by digest, shared by all projects.
import { sql } from 'kysely';
import type { LicenseMatch, PackageFinding } from '../../../../scanner/src/index.ts';
import type { Db } from '../postgres/connection.ts';
import { storableJson } from '../postgres/storable-json.ts';

export interface FileInArchive {
  /** Inside the archive. */
  path: string;
  spdx: string[];
  /** Whether it is in a programming language. */
  isSource: boolean;
  packages: PackageFinding[];
}

export interface ArchiveFindings {
  fileCount: number;
  files: FileInArchive[];
  licenses: LicenseMatch[];
  issues: { code: string; message: string }[];
}

/**
 * Distinct archives of a project that are wanting in findings of this analyser version, made since a moment; in the order of the store. The
 * plan of the scan under way decides, not what the last one excluded.
 */
export async function listUnreadArchives(db: Db, projectId: number, wanted: { analyzerVersion: string; since: Date }) {
  const { rows } = await sql<{ sha256: Buffer; path: string; location: Record<string, unknown> }>`
    select b.sha256, b.location, min(f.path) as path
    from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint join blobs b on b.sha256 = f.sha256
    where f.project_id = ${projectId} and f.scan_plan = 'analyse' and x.kind = 'archive' and not exists (
      select 1 from archive_findings a
      where a.sha256 = f.sha256 and a.analyzer_version = ${wanted.analyzerVersion} and a.analyzed_at >= ${wanted.since})
    group by b.sha256 order by b.segment, b.block_offset, b.sha256`.execute(db);
  return rows;
}

/** Findings of the version in force are replaced by its own only. */
export async function saveArchiveFindings(
  db: Db,
  sha256: Buffer,
  versions: { analyzerVersion: string; inForce: string },
  { fileCount, files, licenses, issues }: ArchiveFindings,
): Promise<void> {
  const [storedFiles, storedLicenses, storedIssues] = [files, licenses, issues].map(storableJson);
  await sql`insert into archive_findings (sha256, analyzer_version, file_count, files, licenses, issues)
    values (${sha256}, ${versions.analyzerVersion}, ${fileCount}, ${storedFiles}::jsonb, ${storedLicenses}::jsonb, ${storedIssues}::jsonb)
    on conflict (sha256) do update set analyzer_version = excluded.analyzer_version, file_count = excluded.file_count, files = excluded.files,
      licenses = excluded.licenses, issues = excluded.issues, analyzed_at = now()
    where excluded.analyzer_version = ${versions.inForce} or archive_findings.analyzer_version <> ${versions.inForce}`.execute(
    db,
  );
}

export interface ArchiveOfProject {
  id: number;
  path: string;
  files: FileInArchive[];
  licenses: LicenseMatch[];
}

/** Archives of a project in which something was found. */
export async function listArchiveFindings(db: Db, projectId: number): Promise<ArchiveOfProject[]> {
  const { rows } = await sql<ArchiveOfProject>`
    select f.id, f.path, a.files, a.licenses from archive_findings a
    join files f on f.sha256 = a.sha256 and f.project_id = ${projectId} and not f.is_excluded
    where a.files <> '[]' order by f.path`.execute(db);
  return rows;
}

/** What the reading of a project's archives met. */
export async function* eachArchiveIssue(db: Db, projectId: number) {
  const { rows } = await sql<{ path: string; issues: { code: string; message: string }[] }>`
    select f.path, a.issues from archive_findings a
    join files f on f.sha256 = a.sha256 and f.project_id = ${projectId} and not f.is_excluded
    where a.issues <> '[]' order by f.path`.execute(db);
  for (const { path, issues } of rows) for (const { code, message } of issues) yield { code, path, message };
}
