// Curated facts and their sources.
import { sql } from 'kysely';
import type { CuratedFact, KnownFact } from '../domain/derivation/curations.ts';
import type { Db, Tx } from './postgres/connection.ts';
import { partsOf } from './postgres/parts.ts';
import { onlyRow } from './postgres/rows.ts';

export interface CurationSource {
  id: number;
  name: string;
  isEnabled: boolean;
  position: number;
  importedAt: Date | null;
  importedBy: string;
  files: number;
  issues: number;
  facts: number;
  packages: number;
}

export async function listCurationSources(db: Db): Promise<CurationSource[]> {
  const { rows } = await sql<CurationSource>`
    select s.id, s.name, s.is_enabled as "isEnabled", s.position, s.imported_at as "importedAt", s.imported_by as "importedBy",
      s.file_count as files, s.issue_count as issues, count(c.id)::int as facts, count(distinct c.purl)::int as packages
    from curation_sources s left join curations c on c.source_id = s.id group by s.id order by s.position, s.id`.execute(
    db,
  );
  return rows;
}

/** Locks the source. Creates a new one, switched off. */
export async function ensureCurationSource(tx: Tx, name: string): Promise<number> {
  await sql`insert into curation_sources (name, position) select ${name}, coalesce(max(position), 0) + 1 from curation_sources
    on conflict (lower(name)) do nothing`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select id from curation_sources where lower(name) = lower(${name}) for update`.execute(tx);
  return onlyRow(rows).id;
}

export async function findCurationSource(db: Db, name: string): Promise<number | undefined> {
  const { rows } = await sql<{
    id: number;
  }>`select id from curation_sources where lower(name) = lower(${name})`.execute(db);
  return rows[0]?.id;
}

export async function changeCurationSource(
  db: Db,
  id: number,
  change: { isEnabled?: boolean | undefined; position?: number | undefined },
): Promise<void> {
  await sql`update curation_sources set is_enabled = coalesce(${change.isEnabled ?? null}, is_enabled),
    position = coalesce(${change.position ?? null}, position) where id = ${id}`.execute(db);
}

export async function deleteCurationSource(db: Db, id: number): Promise<void> {
  await sql`delete from curation_sources where id = ${id}`.execute(db);
}

/** Replaces all facts of the source. */
export async function replaceCurations(
  tx: Tx,
  sourceId: number,
  facts: readonly CuratedFact[],
  imported: { at: Date; by: string; files: number; issues: number },
): Promise<void> {
  await sql`delete from curations where source_id = ${sourceId}`.execute(tx);
  for (const part of partsOf(facts))
    await sql`insert into curations (source_id, purl, versions, license_expression, mapping, comment, location, file)
      select ${sourceId}, purl, versions, license, mapping, comment, location, file
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as t(purl text, versions text, license text, mapping jsonb, comment text,
        location text, file text)`.execute(tx);
  await sql`update curation_sources set imported_at = ${imported.at}, imported_by = ${imported.by}, file_count = ${imported.files},
    issue_count = ${imported.issues} where id = ${sourceId}`.execute(tx);
}

const FACT = sql`c.id, c.purl, c.versions, c.license_expression as license, c.mapping, c.comment, c.location, c.file, s.name as source,
  s.position`;

/** Facts of enabled sources about these packages, keyed by purl without version. */
export async function listCurations(db: Db, purls: readonly string[]): Promise<Map<string, KnownFact[]>> {
  const facts: KnownFact[] = [];
  for (const part of partsOf([...new Set(purls)])) {
    const { rows } = await sql<KnownFact>`select ${FACT} from curations c join curation_sources s on s.id = c.source_id
      where s.is_enabled and c.purl = any(${part}::text[])`.execute(db);
    facts.push(...rows);
  }
  return Map.groupBy(facts, ({ purl }) => purl);
}

/** The facts of one source, or those of all sources about one package. */
export async function pageOfCurations(
  db: Db,
  { sourceId, find }: { sourceId: number; find: string },
  page: { limit: number; offset: number },
): Promise<{ rows: KnownFact[]; total: number }> {
  const where = sql`c.source_id = ${sourceId} and (${find} = '' or strpos(lower(c.purl), lower(${find})) > 0)`;
  const { rows } = await sql<KnownFact>`select ${FACT} from curations c join curation_sources s on s.id = c.source_id
    where ${where} order by c.purl, c.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from curations c where ${where}`.execute(
    db,
  );
  return { rows, total: onlyRow(counted.rows).total };
}
