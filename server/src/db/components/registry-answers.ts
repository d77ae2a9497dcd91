// Adds answers of registries to the library. Fills only blank members; facts from scans and people stay.
import { sql } from 'kysely';
import type { PackageFacts, RegistryVersion } from '../../domain/derivation/registries.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf } from '../postgres/parts.ts';

export interface UntakenAnswer {
  purl: string;
  askedAt: Date;
  facts: PackageFacts;
  componentId: number;
}

/**
 * The next answers for components of this project, ordered by purl, after the given purl. Leaves out the requirements of versions, which are most of
 * an answer.
 */
export async function listUntakenAnswers(
  db: Db,
  { projectId, after, limit }: { projectId: number; after: string; limit: number },
): Promise<UntakenAnswer[]> {
  const { rows } = await sql<UntakenAnswer>`
    select l.purl, l.asked_at as "askedAt", c.id as "componentId", jsonb_set(l.facts, '{versions}', coalesce(
      (select jsonb_agg(version || '{"requirements": []}') from jsonb_array_elements(l.facts -> 'versions') as version), '[]')) as facts
    from registry_lookups l join components c on c.purl = l.purl
    where l.purl > ${after} and l.outcome = 'FOUND' and l.taken_of is distinct from l.asked_at
      and exists (select from inventory_items i where i.project_id = ${projectId} and i.component_id = c.id)
    order by l.purl limit ${limit}`.execute(db);
  return rows;
}

export async function fillBlankComponents(
  db: Db,
  answers: readonly { id: number; description: string; url: string }[],
): Promise<void> {
  await sql`update components c set
      description = case when c.description = '' then t.description else c.description end,
      url = case when c.url = '' then t.url else c.url end
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as t(id bigint, description text, url text)
    where c.id = t.id and ((c.description = '' and t.description <> '') or (c.url = '' and t.url <> ''))`.execute(db);
}

/**
 * Adds missing versions. For existing versions it sets the release date and whether they were withdrawn; facts that are not current only fill what is
 * not known. Returns how many were added and changed.
 */
export async function addRegistryVersions(
  db: Db,
  versions: readonly (RegistryVersion & { componentId: number })[],
  { isCurrent = true } = {},
): Promise<{ added: number; changed: number }> {
  let [added, changed] = [0, 0];
  const released = isCurrent
    ? sql`coalesce(excluded.released_at, v.released_at)`
    : sql`coalesce(v.released_at, excluded.released_at)`;
  const withdrawn = isCurrent ? sql`excluded.is_withdrawn` : sql`v.is_withdrawn or excluded.is_withdrawn`;
  for (const part of partsOf(versions)) {
    const { rows } = await sql<{
      added: boolean;
    }>`insert into component_versions as v (component_id, name, purl, license_expression, released_at, is_withdrawn)
      select "componentId", name, purl, license, nullif("releasedOn", '')::timestamptz, "isWithdrawn"
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as t(
        "componentId" bigint, name text, purl text, license text, "releasedOn" text, "isWithdrawn" boolean)
      order by "componentId", name
      on conflict (component_id, name, build) do update set
        released_at = ${released}, is_withdrawn = ${withdrawn},
        license_expression = case when v.license_expression = '' then excluded.license_expression else v.license_expression end
      where not v.is_custom and ((${released}, ${withdrawn}) is distinct from
          (v.released_at, v.is_withdrawn) or (v.license_expression = '' and excluded.license_expression <> ''))
      returning v.xmax = 0 as added`.execute(db);
    const fresh = rows.filter((row) => row.added).length;
    added += fresh;
    changed += rows.length - fresh;
  }
  return { added, changed };
}

export async function markTaken(db: Db, answers: readonly Pick<UntakenAnswer, 'purl' | 'askedAt'>[]): Promise<void> {
  await sql`update registry_lookups l set taken_of = l.asked_at
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as t(purl text, "askedAt" timestamptz)
    where l.purl = t.purl and l.asked_at = t."askedAt"`.execute(db);
}
