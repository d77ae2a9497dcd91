// Suppressed vulnerabilities: for versions of a component, in all projects or in one. Lifted suppressions stay as records and are not listed.
import { valueFor } from '@assay/scanner/items';
import { type SqlBool, sql } from 'kysely';
import type { AnalysisWords } from '../../domain/suppression.ts';
import type { Db } from '../postgres/connection.ts';

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

export async function findVulnerability(db: Db, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('vulnerabilities')
    .select('id')
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst();
  return row?.id;
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

export async function findSuppression(db: Db, subject: SuppressionSubject): Promise<number | undefined> {
  const row = await db.selectFrom('suppressions').select('id').where(isSubject(subject)).forUpdate().executeTakeFirst();
  return row?.id;
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

/** Lifts the suppression of these versions. A suppression without any version left loses its analysis. */
export async function liftEach(
  db: Db,
  rows: readonly { suppressionId: number; versionId: number }[],
  by: { remarks: string; login: string },
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ suppressionId }) => suppressionId);
  await sql`update suppressed_versions x set lifted_at = now(), lifted_by = ${by.login}, lifted_remarks = ${by.remarks}
    from unnest(${ids}::bigint[], ${rows.map(({ versionId }) => versionId)}::bigint[]) as t(suppression_id, version_id)
    where x.suppression_id = t.suppression_id and x.version_id = t.version_id and x.lifted_at is null`.execute(db);
  await sql`update suppressions s set analysis = '{}', updated_at = now() where s.id = any(${ids}::bigint[])
    and not exists (select from suppressed_versions x where x.suppression_id = s.id and x.lifted_at is null)`.execute(
    db,
  );
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

/** Lifts the suppression of these versions, or of all. Returns how many were suppressed. */
export async function liftVersions(
  db: Db,
  suppressionId: number,
  versionIds: number[] | undefined,
  by: { remarks: string; login: string },
): Promise<number> {
  let active = db
    .updateTable('suppressed_versions')
    .set({ lifted_at: sql`now()`, lifted_by: by.login, lifted_remarks: by.remarks })
    .where('suppression_id', '=', suppressionId)
    .where('lifted_at', 'is', null);
  if (versionIds) active = active.where('version_id', 'in', versionIds);
  return Number((await active.executeTakeFirst()).numUpdatedRows);
}

export async function countActive(db: Db, suppressionId: number): Promise<number> {
  const { total } = await db
    .selectFrom('suppressed_versions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('suppression_id', '=', suppressionId)
    .where('lifted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export interface SuppressionFilter {
  componentId?: number;
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
    base = base.where(sql`lower(v.name)`, '=', sql<string>`lower(${filter.vulnerabilityName})`);
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
