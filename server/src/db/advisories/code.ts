// Finds the files of a package in a code base, to search them for vulnerable code.
import { sql } from 'kysely';
import type { HeldFile } from '../../domain/derivation/code-presence.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';

export interface StoredHeldFile extends HeldFile {
  location: unknown;
}

const COLUMNS = sql`f.path, encode(f.sha256, 'hex') as sha256, f.size_bytes::int as "sizeBytes", b.location`;

/**
 * Files below the folder of the package's own manifest, and files of the item except lists of packages. Includes files of other packages below:
 * searching too many files can only find more.
 */
export async function listHeldFiles(
  db: Db,
  item: { id: number; projectId: number; purls: readonly string[]; module: string },
  most: number,
): Promise<StoredHeldFile[]> {
  const { rows } = await sql<StoredHeldFile>`
    with own as (select distinct c.path as folder from inventory_files x join files f on f.id = x.file_id
        join codebase_folders c on c.id = f.folder_id join facts on facts.sha256 = f.sha256 and facts.hint = f.hint
        cross join lateral jsonb_array_elements(facts.facts -> 'packages') as p(package)
        where x.item_id = ${item.id} and facts.has_packages and p.package ->> 'role' = 'declares' and p.package ->> 'purl' = any(${item.purls}::text[]))
    select ${COLUMNS} from files f join blobs b on b.sha256 = f.sha256
    where f.project_id = ${item.projectId} and (
      exists (select from inventory_files x left join facts on facts.sha256 = f.sha256 and facts.hint = f.hint
        where x.file_id = f.id and x.item_id = ${item.id} and not coalesce(facts.has_packages, false))
      or exists (select from own where own.folder = '' or starts_with(f.path, own.folder || '/'))
      or (${item.module} <> '' and lower('/' || f.path) like ${anywhere(`/vendor/${item.module}/`)}))
    order by f.path limit ${most}`.execute(db);
  return rows;
}

/** Files of a project with one of these names. */
export async function listNamesakes(db: Db, projectId: number, names: readonly string[], most: number) {
  if (names.length === 0) return [];
  const { rows } = await sql<StoredHeldFile>`
    select ${COLUMNS} from files f join blobs b on b.sha256 = f.sha256
    where f.project_id = ${projectId} and f.name = any(${names}::text[]) order by f.path limit ${most}`.execute(db);
  return rows;
}

export interface MaliciousFile {
  fileId: number;
  path: string;
  sha256: string;
  vulnerability: string;
  summary: string;
  advisoryIds: string[];
}

/** Files of a project with a digest that a valid advisory calls malicious, ordered by path. */
export async function pageOfMaliciousFiles(db: Db, projectId: number, page: { limit: number; offset: number }) {
  // Starts from the contents of the project and looks each up by its three digests.
  const found = sql`
    from files f join blobs b on b.sha256 = f.sha256
    join lateral (
      select v.name, v.summary, array_agg(distinct a.name order by a.name) as records from advisory_digests d
      join advisories a on a.id = d.advisory_id and a.withdrawn_at is null join vulnerabilities v on v.id = a.vulnerability_id
      where d.digest in (f.sha256, b.sha1, b.md5) group by v.id) m on true
    where f.project_id = ${projectId} and exists (select from advisory_digests)`;
  const { rows } = await sql<MaliciousFile>`
    select f.id as "fileId", f.path, encode(f.sha256, 'hex') as sha256, m.name as vulnerability, m.summary, m.records as "advisoryIds"
    ${found} order by f.path, m.name limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}
