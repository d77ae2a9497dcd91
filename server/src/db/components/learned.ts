// Components that the library learned of without a scan: their rows, where they come from, what registries were asked, and receipts of imported bundles.
import { sql } from 'kysely';
import type { LearnedOrigin, LibraryImport, RegistrySearch } from '../../domain/components/learned.ts';
import type { RegistryName } from '../../domain/derivation/registries.ts';
import type { Db } from '../postgres/connection.ts';
import { ensureComponents, type FoundComponent } from './found.ts';

/** Creates missing components, with their origin, and returns all ids by purl. Existing components stay unchanged. */
export async function ensureLearned(
  db: Db,
  components: FoundComponent[],
  { kind, name, asOf }: LearnedOrigin,
): Promise<{ ids: Map<string, number>; added: number }> {
  let added = 0;
  const ids = await ensureComponents(db, components, async (created) => {
    added += created.length;
    await sql`insert into component_origins (component_id, kind, name, as_of)
      select id, ${kind}, ${name}, ${asOf} from unnest(${created}::bigint[]) as id`.execute(db);
  });
  return { ids, added };
}

export async function listOrigins(db: Db, componentIds: readonly number[]): Promise<Map<number, LearnedOrigin>> {
  if (componentIds.length === 0) return new Map();
  const { rows } = await sql<LearnedOrigin & { id: number }>`
    select component_id as id, kind, name, as_of as "asOf" from component_origins
    where component_id = any(${componentIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...origin }) => [id, origin]));
}

/** All components with a package URL, in order of id, with those of their versions that have one. */
export async function listForBundle(db: Db, after: number, limit: number) {
  const { rows } = await sql<BundleRow>`
    select c.id, c.purl, c.url, c.description, coalesce((
      select jsonb_agg(jsonb_build_object('version', v.name, 'license', v.license_expression,
        'releasedOn', coalesce(to_char(v.released_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''), 'isWithdrawn', v.is_withdrawn) order by v.id)
      from component_versions v where v.component_id = c.id and v.purl is not null and v.build = '' and not v.is_custom), '[]') as versions
    from components c where c.id > ${after} and c.purl is not null and not c.is_custom order by c.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

interface BundleRow {
  id: number;
  purl: string;
  url: string;
  description: string;
  versions: { version: string; license: string; releasedOn: string; isWithdrawn: boolean }[];
}

export async function listSearches(db: Db, question: string): Promise<RegistrySearch[]> {
  const { rows } = await sql<RegistrySearch>`
    select registry, question, host, asked_at as "askedAt", outcome, found, problem from registry_searches where question = ${question}`.execute(
    db,
  );
  return rows;
}

export async function putSearch(
  db: Db,
  { registry, question, host, askedAt, outcome, found, problem }: RegistrySearch,
): Promise<void> {
  await sql`insert into registry_searches (registry, question, host, asked_at, outcome, found, problem)
    values (${registry}, ${question}, ${host}, ${askedAt}, ${outcome}, ${found}, ${problem})
    on conflict (registry, question) do update set host = excluded.host, asked_at = excluded.asked_at, outcome = excluded.outcome,
      found = excluded.found, problem = excluded.problem`.execute(db);
}

/** Answers that are asked for again anyway. */
export async function deleteSearchesBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from registry_searches where asked_at < ${before}`.execute(db);
}

export async function deleteSearchesAt(db: Db, registry: RegistryName): Promise<void> {
  await sql`delete from registry_searches where registry = ${registry}`.execute(db);
}

export async function insertLibraryImport(db: Db, receipt: Omit<LibraryImport, 'id'>): Promise<void> {
  await sql`insert into library_imports (file_name, sha256, public_key, installation, made_at, imported_at, imported_by, components, new_components,
      versions, new_versions, filled_versions, refused)
    values (${receipt.fileName}, ${receipt.sha256}, ${receipt.publicKey}, ${receipt.installation}, ${receipt.madeAt}, ${receipt.importedAt},
      ${receipt.importedBy}, ${receipt.components}, ${receipt.newComponents}, ${receipt.versions}, ${receipt.newVersions},
      ${receipt.filledVersions}, ${receipt.refused})`.execute(db);
}

const IMPORT_COLUMNS =
  sql.raw(`id, file_name as "fileName", sha256, public_key as "publicKey", installation, made_at as "madeAt",
  imported_at as "importedAt", imported_by as "importedBy", components, new_components as "newComponents", versions,
  new_versions as "newVersions", filled_versions as "filledVersions", refused`);

/** The newest first. */
export async function listLibraryImports(db: Db, limit: number): Promise<LibraryImport[]> {
  const { rows } = await sql<LibraryImport>`
    select ${IMPORT_COLUMNS} from library_imports order by library_imports.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The first import of a bundle with this body. */
export async function findLibraryImport(db: Db, sha256: string): Promise<LibraryImport | undefined> {
  const { rows } = await sql<LibraryImport>`
    select ${IMPORT_COLUMNS} from library_imports where sha256 = ${sha256} order by library_imports.id limit 1`.execute(
    db,
  );
  return rows[0];
}
