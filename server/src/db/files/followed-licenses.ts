// Licenses of files that refer to other files, and of archives, which have the licenses of the files inside. A job that follows the references writes
// them.

import type { FollowedLicenses, LicenseMatch, LicenseReference } from '@assay/scanner';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

const ROWS_PER_STATEMENT = 2000;

export interface ReferringRow {
  id: number;
  path: string;
  spdx: string[];
  licenses: LicenseMatch[];
  references: LicenseReference[];
}

/** Files of a project that refer to other files, with their own licenses; without files that a rescan skips. */
export async function listReferringFiles(db: Db, projectId: number): Promise<ReferringRow[]> {
  const { rows } = await sql<ReferringRow>`
    select f.id, f.path, x.spdx, x.facts -> 'licenses' as licenses, x.facts -> 'licenseReferences' as references
    from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint and not f.is_excluded
    where f.project_id = ${projectId} and x.has_references and f.scan_plan <> 'keep' order by f.path`.execute(db);
  return rows;
}

/** Files with licenses of their own. */
export async function listLicensedContents(db: Db, projectId: number): Promise<{ path: string; spdx: string[] }[]> {
  const { rows } = await sql<{ path: string; spdx: string[] }>`
    select f.path, x.spdx from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint and not f.is_excluded
    where f.project_id = ${projectId} and x.spdx <> '{}' order by f.path`.execute(db);
  return rows;
}

/** Replaces the rows of the project, except those of files that a rescan skips. Rows that are already correct stay untouched. */
export async function replaceFollowedLicenses(
  db: Db,
  projectId: number,
  rows: ({ fileId: number } & FollowedLicenses)[],
  options: { sparesArchives: boolean } = { sparesArchives: false },
): Promise<void> {
  await sql`delete from followed_licenses l using files f
    where f.id = l.file_id and f.project_id = ${projectId} and f.scan_plan <> 'keep' and l.file_id <> all(${rows.map(({ fileId }) => fileId)}::bigint[])
      and not (${options.sparesArchives} and exists (select 1 from archive_findings a where a.sha256 = f.sha256))`.execute(
    db,
  );
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = rows.slice(from, from + ROWS_PER_STATEMENT);
    await sql`insert into followed_licenses as known (file_id, spdx, licenses)
      select "fileId", array(select jsonb_array_elements_text(spdx)), licenses
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as t("fileId" bigint, spdx jsonb, licenses jsonb)
      on conflict (file_id) do update set spdx = excluded.spdx, licenses = excluded.licenses
      where known.spdx <> excluded.spdx or known.licenses <> excluded.licenses`.execute(db);
  }
}
