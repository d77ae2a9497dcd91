// Decisions that vulnerable code is absent from a code base, with what they were proven by.
import { sql } from 'kysely';
import type { Decision } from '../../domain/decisions/decision.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';

export interface AcceptedAbsence {
  id: number;
  itemId: number;
  advisory: string;
  subject: Decision['subject'];
  value: Decision['value'];
  ground: Decision['ground'];
  author: string;
  decidedAt: Date;
  expiresAt: Date | null;
}

const RECORDS_DIGEST = sql`md5(string_agg(encode(a.digest, 'hex'), ' ' order by a.digest))`;

const STANDING = (now: Date) => sql`d.kind = 'analysis' and d.superseded_at is null and d.item_id is not null
  and d.ground ->> 'evidence' = 'code-not-present' and (d.expires_at is null or d.expires_at > ${now})`;

/** The accepted absences of a project that no later decision replaced. */
export async function listAcceptedAbsences(db: Db, projectId: number, now: Date): Promise<AcceptedAbsence[]> {
  const { rows } = await sql<AcceptedAbsence>`
    select d.id, d.item_id as "itemId", d.subject ->> 'advisory' as advisory, d.subject, d.value, d.ground, d.author,
      d.decided_at as "decidedAt", d.expires_at as "expiresAt"
    from decisions d where d.project_id = ${projectId} and ${STANDING(now)} order by d.id`.execute(db);
  return rows;
}

/** Of these decisions, those that no later one has replaced. */
export async function standingAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from decisions where id = any(${ids}::bigint[]) and superseded_at is null`.execute(db);
  return new Set(rows.map(({ id }) => Number(id)));
}

/**
 * Projects with an accepted absence that was proven by other records than the current ones. Leaves out items that the vulnerability no longer affects,
 * and vulnerabilities suppressed in all projects.
 */
export async function listProjectsWithStaleAbsences(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with standing as materialized (
      select d.project_id, n.vulnerability_id, coalesce(d.ground ->> 'recordsDigest', '') as digest
      from decisions d join vulnerability_names n on n.name_key = lower(d.subject ->> 'advisory') join inventory_items i on i.id = d.item_id and ${present()}
      join version_vulnerabilities m on m.version_id = i.version_id and m.vulnerability_id = n.vulnerability_id
      where ${STANDING(now)} and not exists (select from standing_suppressions s
        where s.version_id = m.version_id and s.vulnerability_id = m.vulnerability_id and s.project_id is null)),
    current as (
      select s.vulnerability_id, ${RECORDS_DIGEST} as digest from (select distinct vulnerability_id from standing) s
      join advisories a on a.vulnerability_id = s.vulnerability_id group by 1)
    select distinct s.project_id as id from standing s join current c using (vulnerability_id) where s.digest <> c.digest order by 1`.execute(
    db,
  );
  return rows.map(({ id }) => Number(id));
}

/** Of all records of a vulnerability; '' if it has none. */
export async function recordsDigestOf(db: Db, vulnerabilityId: number): Promise<string> {
  const { rows } = await sql<{ digest: string | null }>`
    select ${RECORDS_DIGEST} as digest from advisories a where a.vulnerability_id = ${vulnerabilityId}`.execute(db);
  return rows[0]?.digest ?? '';
}
