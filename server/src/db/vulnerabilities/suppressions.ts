// Suppressed vulnerabilities: for versions of a component, in all projects or in one. Lifted suppressions stay as records and are not listed.
import { valueFor } from '@assay/scanner/items';
import { type SqlBool, sql } from 'kysely';
import type { AnalysisWords } from '../../domain/vulnerabilities/suppression.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';

/** The id of the vulnerability; created when its name is first used. */
export async function ensureVulnerability(db: Db, name: string): Promise<number> {
  return valueFor(await ensureVulnerabilities(db, [name]), name);
}

/**
 * The ids of these vulnerabilities, by name as given. Missing ones are created. If a name is given in two spellings, the
 * first one is stored.
 */
export async function ensureVulnerabilities(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const given = sql`unnest(${[...new Set(names)]}::text[]) with ordinality as t(name, place)`;
  await sql`insert into vulnerabilities (name)
    select name from (select distinct on (lower(name)) name from ${given} order by lower(name), place) t
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ name: string; id: number }>`
    select t.name, v.id from ${given} join vulnerabilities v on lower(v.name) = lower(t.name)`.execute(db);
  return new Map(rows.map(({ name, id }) => [name, Number(id)]));
}

/** The vulnerability that has this name or alias now; a name that no advisory has may have been suppressed. */
export async function findVulnerability(db: Db, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce((select vulnerability_id from vulnerability_names where name_key = lower(${name})),
      (select id from vulnerabilities where lower(name) = lower(${name}))) as id`.execute(db);
  const { id } = onlyRow(rows);
  return id === null ? undefined : Number(id);
}

/** The name as its advisories spell it. */
export async function spelledName(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select t.name from advisory_names n join advisories a on a.id = n.advisory_id
    cross join lateral (select a.name union select jsonb_array_elements_text(a.record -> 'aliases')) t
    where n.name_key = lower(${name}) and lower(t.name) = n.name_key limit 1`.execute(db);
  return rows[0]?.name ?? name;
}

export interface SuppressionSubject {
  vulnerabilityId: number;
  componentId: number;
  /** Null for all projects. */
  projectId: number | null;
}

function isSubject({ vulnerabilityId, componentId, projectId }: SuppressionSubject) {
  return sql<SqlBool>`(vulnerability_id = ${vulnerabilityId} and component_id = ${componentId} and project_id is not distinct from ${projectId}::bigint)`;
}

/** Finds or creates the suppression of a subject and locks it. */
export async function lockSuppression(db: Db, subject: SuppressionSubject): Promise<number> {
  await db
    .insertInto('suppressions')
    .values({
      vulnerability_id: subject.vulnerabilityId,
      component_id: subject.componentId,
      project_id: subject.projectId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await db
    .selectFrom('suppressions')
    .select('id')
    .where(isSubject(subject))
    .forUpdate()
    .executeTakeFirstOrThrow();
  return id;
}

export async function setAnalysis(db: Db, suppressionId: number, analysis: Record<string, string>): Promise<void> {
  await db
    .updateTable('suppressions')
    .set({ analysis: JSON.stringify(analysis), updated_at: sql`now()` })
    .where('id', '=', suppressionId)
    .execute();
}

/** A vulnerability of a component. */
export interface SuppressionPair {
  vulnerabilityId: number;
  componentId: number;
}

export const pairKey = ({ vulnerabilityId, componentId }: SuppressionPair): string =>
  `${vulnerabilityId} ${componentId}`;

const givenPairs = (pairs: readonly SuppressionPair[]) =>
  sql`unnest(${pairs.map((one) => one.vulnerabilityId)}::bigint[], ${pairs.map((one) => one.componentId)}::bigint[])
    as t(vulnerability_id, component_id)`;

/** Locks and returns the ids of a project's suppressions of these pairs, by `pairKey`, including lifted ones. */
export async function findSuppressions(
  db: Db,
  projectId: number,
  pairs: readonly SuppressionPair[],
): Promise<Map<string, number>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await sql<SuppressionPair & { id: number }>`
    select s.id, s.vulnerability_id as "vulnerabilityId", s.component_id as "componentId" from suppressions s
    where (s.vulnerability_id, s.component_id) in (select * from ${givenPairs(pairs)}) and coalesce(s.project_id, 0) = ${projectId}
    order by s.id for update`.execute(db);
  return new Map(rows.map((row) => [pairKey(row), Number(row.id)]));
}

/** Finds or creates the suppressions of a project and locks them. */
export async function lockSuppressions(
  db: Db,
  projectId: number,
  pairs: readonly SuppressionPair[],
): Promise<Map<string, number>> {
  if (pairs.length === 0) return new Map();
  await sql`insert into suppressions (vulnerability_id, component_id, project_id)
    select vulnerability_id, component_id, ${projectId} from ${givenPairs(pairs)} order by 1, 2 on conflict do nothing`.execute(
    db,
  );
  return findSuppressions(db, projectId, pairs);
}

export async function setAnalyses(
  db: Db,
  rows: readonly { suppressionId: number; analysis: Partial<AnalysisWords> }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update suppressions s set analysis = t.analysis, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t("suppressionId" bigint, analysis jsonb) where s.id = t."suppressionId"`.execute(
    db,
  );
}

export interface SuppressedVersion {
  suppressionId: number;
  versionId: number;
  reason: string;
  remarks: string;
  expiresAt: Date | null;
}

/** Versions that are already suppressed stay unchanged. */
export async function suppressEach(db: Db, rows: readonly SuppressedVersion[], login: string): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into suppressed_versions (suppression_id, version_id, reason, remarks, suppressed_by, expires_at)
    select t."suppressionId", t."versionId", t.reason, t.remarks, ${login}, t."expiresAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t("suppressionId" bigint, "versionId" bigint, reason text, remarks text, "expiresAt" timestamptz)
    order by 1, 2 on conflict do nothing`.execute(db);
}

/** A suppressed version, by the name of the vulnerability under which it was suppressed. */
export interface LiftedVersion {
  versionId: number;
  componentId: number;
  name: string;
}

/**
 * Lifts the suppressions of these versions and vulnerabilities in a project, or those for all projects (null), whatever name of the vulnerability they
 * were made under. A suppression without any version left loses its analysis.
 */
export async function liftStanding(
  db: Db,
  projectId: number | null,
  pairs: readonly { versionId: number; vulnerabilityId: number }[],
  by: { remarks: string; login: string },
): Promise<LiftedVersion[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<LiftedVersion & { suppressionId: number }>`
    with lifted as (
      update suppressed_versions x set lifted_at = now(), lifted_by = ${by.login}, lifted_remarks = ${by.remarks}
      from standing_suppressions t join unnest(${pairs.map((one) => one.versionId)}::bigint[], ${pairs.map((one) => one.vulnerabilityId)}::bigint[])
        as g(version_id, vulnerability_id) on g.version_id = t.version_id and g.vulnerability_id = t.vulnerability_id
      where x.id = t.suppressed_version_id and t.project_id is not distinct from ${projectId}::bigint
      returning x.suppression_id, x.version_id)
    select l.suppression_id as "suppressionId", l.version_id as "versionId", s.component_id as "componentId", v.name
    from lifted l join suppressions s on s.id = l.suppression_id join vulnerabilities v on v.id = s.vulnerability_id
    order by v.name, l.version_id`.execute(db);
  const ids = [...new Set(rows.map(({ suppressionId }) => suppressionId))];
  await sql`update suppressions s set analysis = '{}', updated_at = now() where s.id = any(${ids}::bigint[])
    and not exists (select from suppressed_versions x where x.suppression_id = s.id and x.lifted_at is null)`.execute(
    db,
  );
  return rows;
}

/** Versions that are already suppressed stay unchanged. Returns the number of the others. */
export async function suppressVersions(
  db: Db,
  suppressionId: number,
  versionIds: number[],
  by: { reason: string; remarks: string; login: string; expiresAt?: Date | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into suppressed_versions (suppression_id, version_id, reason, remarks, suppressed_by, expires_at)
    select ${suppressionId}, version_id, ${by.reason}, ${by.remarks}, ${by.login}, ${by.expiresAt ?? null}::timestamptz from unnest(${versionIds}::bigint[]) as t(version_id)
    on conflict do nothing returning id`.execute(db);
  return rows.length;
}

export interface SuppressionFilter {
  componentId?: number;
  /** Any name of the vulnerability. */
  vulnerabilityName?: string;
}

/** Suppressions that still apply to some version, ordered by id. */
export async function listSuppressions(db: Db, filter: SuppressionFilter, page: { limit: number; offset: number }) {
  let base = db
    .selectFrom('suppressions as s')
    .innerJoin('vulnerabilities as v', 'v.id', 's.vulnerability_id')
    .innerJoin('components as c', 'c.id', 's.component_id')
    .innerJoin('suppressed_versions as x', (join) =>
      join.onRef('x.suppression_id', '=', 's.id').on('x.lifted_at', 'is', null),
    );
  if (filter.componentId !== undefined) base = base.where('s.component_id', '=', filter.componentId);
  if (filter.vulnerabilityName !== undefined)
    base = base.where(sql<SqlBool>`lower(v.name) in (select lower(${filter.vulnerabilityName}) union
      select o.name_key from vulnerability_names n join vulnerability_names o on o.vulnerability_id = n.vulnerability_id
      where n.name_key = lower(${filter.vulnerabilityName}))`);
  const rows = await base
    .select([
      's.id',
      's.vulnerability_id',
      's.component_id',
      's.project_id',
      's.analysis',
      'v.name',
      'c.name as component_name',
    ])
    .select([
      sql<number[]>`array_agg(x.version_id order by x.version_id)`.as('version_ids'),
      sql<Date>`max(x.suppressed_at)`.as('suppressed_at'),
      sql<string>`(array_agg(x.suppressed_by order by x.suppressed_at desc, x.id desc))[1]`.as('suppressed_by'),
    ])
    .groupBy(['s.id', 'v.name', 'c.name'])
    .orderBy('s.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await base
    .select((eb) => eb.fn.count<number>('s.id').distinct().as('total'))
    .executeTakeFirstOrThrow();
  return { rows: rows.map((row) => ({ ...row, version_ids: row.version_ids.map(Number) })), total: Number(total) };
}

/** Suppressed versions one by one, ordered by suppression. */
export async function listSuppressedVersions(
  db: Db,
  filter: { suppressId?: number; versionId?: number },
  page: { limit: number; offset: number },
) {
  let base = db
    .selectFrom('suppressed_versions as x')
    .innerJoin('suppressions as s', 's.id', 'x.suppression_id')
    .innerJoin('vulnerabilities as v', 'v.id', 's.vulnerability_id')
    .innerJoin('components as c', 'c.id', 's.component_id')
    .innerJoin('component_versions as cv', 'cv.id', 'x.version_id')
    .where('x.lifted_at', 'is', null);
  if (filter.suppressId !== undefined) base = base.where('s.id', '=', filter.suppressId);
  if (filter.versionId !== undefined) base = base.where('x.version_id', '=', filter.versionId);
  const rows = await base
    .select(['s.id', 's.project_id', 's.analysis', 'v.name', 'c.name as component_name', 'x.version_id'])
    .select(['cv.name as version_name', 'x.reason', 'x.remarks', 'x.suppressed_by', 'x.suppressed_at'])
    .orderBy('x.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}
