// Groups the names of one vulnerability and writes its row. Computed again for every name in a changed record.

import type { VulnerabilityWords } from '@assay/scanner/advisories';
import { valueFor } from '@assay/scanner/items';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

/** Names that were in a group with these, so that both parts of a divided group are computed again. */
export async function listFormerNames(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select name_key as key from vulnerability_names where vulnerability_id in (
      select vulnerability_id from vulnerability_names where name_key = any(${keys}::text[]))`.execute(db);
  return rows.map(({ key }) => key);
}

export interface GroupRow {
  head: string;
  keys: string[];
  advisoryIds: number[];
  words: VulnerabilityWords;
}

/** Writes groups. Returns the records that moved to another vulnerability, and the vulnerabilities with a changed row. */
export async function writeGroups(
  db: Db,
  groups: readonly GroupRow[],
): Promise<{ moved: number[]; changed: number[] }> {
  if (groups.length === 0) return { moved: [], changed: [] };
  const heads = groups.map(({ head }) => head);
  await sql`insert into vulnerabilities (name) select * from unnest(${heads}::text[]) on conflict do nothing`.execute(
    db,
  );
  const { rows: ids } = await sql<{ id: number; key: string }>`
    select id, lower(name) as key from vulnerabilities where lower(name) = any(${heads.map((head) => head.toLowerCase())}::text[])`.execute(
    db,
  );
  const idOf = new Map(ids.map(({ id, key }) => [key, id]));
  const withIds = groups.map((group) => ({ ...group, id: valueFor(idOf, group.head.toLowerCase()) }));
  const former = await writeVulnerabilityNames(db, withIds);
  const changed = await writeWords(db, withIds);
  const pairs = withIds.flatMap(({ id, advisoryIds }) => advisoryIds.map((advisoryId) => [advisoryId, id] as const));
  const { rows: moved } = await sql<{ id: number }>`
    update advisories a set vulnerability_id = t.vulnerability_id
    from unnest(${pairs.map(([advisoryId]) => advisoryId)}::bigint[], ${pairs.map(([, id]) => id)}::bigint[]) as t(advisory_id, vulnerability_id)
    where a.id = t.advisory_id and a.vulnerability_id is distinct from t.vulnerability_id returning a.id`.execute(db);
  await forgetVulnerabilities(db, former);
  return { moved: moved.map(({ id }) => id), changed };
}

/** Returns the vulnerabilities that had some of these names before. */
async function writeVulnerabilityNames(db: Db, groups: readonly (GroupRow & { id: number })[]): Promise<number[]> {
  const pairs = groups.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const));
  const { rows: former } = await sql<{ id: number }>`
    select distinct n.vulnerability_id as id from vulnerability_names n
    join unnest(${pairs.map(([key]) => key)}::text[], ${pairs.map(([, id]) => id)}::bigint[]) as t(name_key, vulnerability_id) using (name_key)
    where n.vulnerability_id <> t.vulnerability_id`.execute(db);
  await sql`insert into vulnerability_names (name_key, vulnerability_id)
    select * from unnest(${pairs.map(([key]) => key)}::text[], ${pairs.map(([, id]) => id)}::bigint[])
    on conflict (name_key) do update set vulnerability_id = excluded.vulnerability_id
      where vulnerability_names.vulnerability_id <> excluded.vulnerability_id`.execute(db);
  return former.map(({ id }) => id);
}

/** A vulnerability whose records belong to another one now is no longer listed. */
async function forgetVulnerabilities(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update vulnerabilities v set is_recorded = false where v.id = any(${ids}::bigint[])
    and not exists (select from advisories a where a.vulnerability_id = v.id)`.execute(db);
}

/** Names that no record uses any more. */
export async function forgetNames(db: Db, keys: readonly string[]): Promise<void> {
  await sql`with gone as (delete from vulnerability_names where name_key = any(${keys}::text[]) returning vulnerability_id)
    update vulnerabilities v set is_recorded = false where v.id in (select vulnerability_id from gone)
      and not exists (select from advisories a where a.vulnerability_id = v.id)`.execute(db);
}

async function writeWords(db: Db, groups: readonly (GroupRow & { id: number })[]): Promise<number[]> {
  const rows = groups.map(({ id, words }) => ({
    id,
    kind: words.kind,
    withdrawn_at: words.withdrawn,
    summary: words.summary,
    description: words.description,
    source: words.source,
    url: words.url,
    published_at: words.published,
    modified_at: words.modified,
    cwes: words.cwes,
    v2: words.v2.score,
    v2_vector: words.v2.vector,
    v2_source: words.v2.source,
    v3: words.v3.score,
    v3_vector: words.v3.vector,
    v3_source: words.v3.source,
    v4: words.v4.score,
    v4_vector: words.v4.vector,
    v4_source: words.v4.source,
    severity_v2: words.severityV2,
    severity_v3: words.severityV3,
    severity_source: words.severitySource,
  }));
  const { rows: before } = await sql<{ id: number }>`
    select v.id from vulnerabilities v join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(id bigint, kind text, withdrawn_at timestamptz, severity_v2 text, severity_v3 text) using (id)
    where not v.is_recorded or (v.kind, v.withdrawn_at is null, v.severity_v2, v.severity_v3)
      is distinct from (t.kind, t.withdrawn_at is null, t.severity_v2, t.severity_v3)`.execute(db);
  await sql`update vulnerabilities v set is_recorded = true, kind = t.kind, withdrawn_at = t.withdrawn_at, summary = t.summary,
      description = t.description, source = t.source, url = t.url, published_at = t.published_at, modified_at = t.modified_at, cwes = t.cwes,
      cvss_v2_score = t.v2, cvss_v2_vector = t.v2_vector, cvss_v2_source = t.v2_source,
      cvss_v3_score = t.v3, cvss_v3_vector = t.v3_vector, cvss_v3_source = t.v3_source,
      cvss_v4_score = t.v4, cvss_v4_vector = t.v4_vector, cvss_v4_source = t.v4_source,
      severity_v2 = t.severity_v2, severity_v3 = t.severity_v3, severity_source = t.severity_source,
      is_exploited = exists (select from vulnerability_names n join exploitations e using (name_key) where n.vulnerability_id = v.id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id bigint, kind text, withdrawn_at timestamptz, summary text, description text,
      source text, url text, published_at timestamptz, modified_at timestamptz, cwes text[], v2 real, v2_vector text, v2_source text,
      v3 real, v3_vector text, v3_source text, v4 real, v4_vector text, v4_source text, severity_v2 text, severity_v3 text, severity_source text)
    where v.id = t.id`.execute(db);
  await sql`select refresh_signals(${groups.map(({ id }) => id)}::bigint[])`.execute(db);
  return before.map(({ id }) => id);
}
