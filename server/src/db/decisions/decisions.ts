// Decisions as rows: written in sets and never changed, except for the mark that a later one replaced it.

import { storableText } from '@assay/scanner/foreign-text';
import { type RawBuilder, sql } from 'kysely';
import { type Decision, type StoredDecision, subjectKey } from '../../domain/decisions/decision.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf, TEXT_ROWS_PER_STATEMENT } from '../postgres/parts.ts';

export interface NewDecision extends Decision {
  /** Null for all projects. */
  projectId: number | null;
  itemId: number | null;
  /** Login, or System. */
  author: string;
  expiresAt?: Date | null;
  /** For decisions that were taken elsewhere; now if absent. */
  decidedAt?: Date;
  /** Why the decision no longer holds, as a sentence. */
  lapse?: string;
}

/** Of several decisions of one call about the same subject in the same scope, the last one wins. */
export async function insertDecisions(db: Db, decisions: readonly NewDecision[]): Promise<void> {
  const last = new Map(
    decisions.map((one) => [[one.kind, subjectKey(one.subject), one.scope, one.projectId, one.itemId].join('\n'), one]),
  );
  for (const part of partsOf([...last.values()], TEXT_ROWS_PER_STATEMENT)) await insertPart(db, part);
}

async function insertPart(db: Db, decisions: readonly NewDecision[]): Promise<void> {
  const given = decisions.map((one, place) => ({
    place,
    kind: one.kind,
    subject: one.subject,
    subject_key: subjectKey(one.subject),
    scope: one.scope,
    project_id: one.projectId,
    item_id: one.itemId,
    value: one.value,
    ground: one.ground,
    author: one.author,
    expires_at: one.expiresAt ?? null,
    decided_at: one.decidedAt ?? null,
    lapse: one.lapse ?? '',
  }));
  const { rows: ended } = await sql<{ id: number; place: number }>`
    update decisions d set superseded_at = now() from ${rowsOf(given)} where d.superseded_at is null
      and d.kind = g.kind and md5(d.subject_key) = md5(g.subject_key) and d.scope = g.scope
      and coalesce(d.project_id, 0) = coalesce(g.project_id, 0) and coalesce(d.item_id, 0) = coalesce(g.item_id, 0)
    returning d.id, g.place`.execute(db);
  const endedAt = new Map(ended.map(({ id, place }) => [Number(place), id]));
  const written = given.map((row) => ({ ...row, supersedes: endedAt.get(row.place) ?? null }));
  await sql`
    insert into decisions (kind, subject, subject_key, scope, project_id, item_id, value, ground, author, expires_at, supersedes,
      decided_at, lapse, lapsed_at)
    select g.kind, g.subject, g.subject_key, g.scope, g.project_id, g.item_id, g.value, g.ground, g.author, g.expires_at, g.supersedes,
      coalesce(g.decided_at, now()), g.lapse, case when g.lapse <> '' then now() end
    from ${rowsOf(written)} order by g.place`.execute(db);
}

/** For decisions that others replace whose subject has another name, or other contents, by now. */
export async function endDecisions(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update decisions set superseded_at = now() where superseded_at is null and id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}

function rowsOf(rows: readonly object[]): RawBuilder<unknown> {
  const text = JSON.stringify(rows, (_key, member) => (typeof member === 'string' ? storableText(member) : member));
  return sql`jsonb_to_recordset(${text}::jsonb) as g(place integer, kind text, subject jsonb, subject_key text, scope text, project_id bigint,
    item_id bigint, value jsonb, ground jsonb, author text, expires_at timestamptz, supersedes bigint, decided_at timestamptz, lapse text)`;
}

interface DecisionPage {
  limit: number;
  offset: number;
}

/**
 * The decisions about an item, newest first: in its own scope, and about its finding or component in its project and in all projects. Among the latter
 * are those about vulnerabilities of its version.
 */
export async function listItemDecisions(
  db: Db,
  item: { id: number; projectId: number; subjectKeys: readonly string[]; component: string; version: string },
  page: DecisionPage,
): Promise<{ rows: StoredDecision[]; total: number }> {
  const isAbout = sql`(d.item_id = ${item.id} or (d.item_id is null and coalesce(d.project_id, ${item.projectId}) = ${item.projectId}
    and md5(d.subject_key) in (select md5(key) from unnest(${[...item.subjectKeys]}::text[]) key))
    or (d.item_id is null and (d.project_id = ${item.projectId} or d.project_id is null) and d.kind in ('suppression', 'analysis')
      and d.subject ->> 'component' = ${item.component} and d.value -> 'versions' ? ${item.version}))`;
  return listWhere(db, isAbout, page);
}

/** The decisions in a project, newest first. */
export function listProjectDecisions(
  db: Db,
  projectId: number,
  filter: DecisionFilter,
  page: DecisionPage,
): Promise<{ rows: StoredDecision[]; total: number }> {
  return listWhere(db, sql`d.project_id = ${projectId} and ${matching(filter)}`, page);
}

/** Decisions of all projects, and those for all projects, the newest first. */
export function listAllDecisions(
  db: Db,
  filter: DecisionFilter,
  page: DecisionPage,
): Promise<{ rows: StoredDecision[]; total: number }> {
  return listWhere(db, matching(filter), page);
}

export interface DecisionFilter {
  kind?: string;
  scope?: string;
  /** Login, in any case. */
  author?: string;
  /** What the ground names as `by`. */
  by?: string;
}

function matching({ kind, scope, author, by }: DecisionFilter): RawBuilder<unknown> {
  const all = [sql`true`];
  if (kind !== undefined) all.push(sql`d.kind = ${kind}`);
  if (scope !== undefined) all.push(sql`d.scope = ${scope}`);
  if (author !== undefined) all.push(sql`lower(d.author) = lower(${author})`);
  if (by !== undefined) all.push(sql`d.ground ->> 'by' = ${by}`);
  return sql.join(all, sql` and `);
}

/** Decisions for all projects on the license of a component version, the newest first. */
export function listLicenseDecisions(
  db: Db,
  subject: string,
  page: DecisionPage,
): Promise<{ rows: StoredDecision[]; total: number }> {
  const isAbout = sql`d.kind = 'concluded-license' and d.scope = 'site' and md5(d.subject_key) = md5(${subject})`;
  return listWhere(db, isAbout, page);
}

async function listWhere(db: Db, where: RawBuilder<unknown>, page: DecisionPage) {
  const { rows } = await sql<StoredDecision>`
    select d.id, d.kind, d.subject, d.scope, d.project_id as "projectId", d.item_id as "itemId", d.value, d.ground, d.author,
      d.decided_at as "decidedAt", d.expires_at as "expiresAt", d.superseded_at as "supersededAt", d.undone_by as "undoneBy"
    from decisions d where ${where} order by d.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from decisions d where ${where}`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Decisions without a later replacement, by kind, for export and for copies of projects; ordered by id. */
export async function listStandingDecisions(db: Db, projectId: number): Promise<StoredDecision[]> {
  const { rows } = await sql<StoredDecision>`
    select d.id, d.kind, d.subject, d.scope, d.project_id as "projectId", d.item_id as "itemId", d.value, d.ground, d.author,
      d.decided_at as "decidedAt", d.expires_at as "expiresAt", d.superseded_at as "supersededAt"
    from decisions d where d.project_id = ${projectId} and d.superseded_at is null order by d.id`.execute(db);
  return rows;
}

/** Current decisions of a project, for all its items, to suppress a vulnerability of a component or to analyse it. */
export async function listStandingSuppressions(
  db: Db,
  projectId: number,
  subjectKeys: readonly string[],
): Promise<StoredDecision[]> {
  const { rows } = await sql<StoredDecision>`
    select d.id, d.kind, d.subject, d.scope, d.project_id as "projectId", d.item_id as "itemId", d.value, d.ground, d.author,
      d.decided_at as "decidedAt", d.expires_at as "expiresAt", d.superseded_at as "supersededAt"
    from decisions d where d.project_id = ${projectId} and d.scope = 'project' and d.superseded_at is null
      and d.kind in ('suppression', 'analysis') and md5(d.subject_key) in (select md5(key) from unnest(${[...subjectKeys]}::text[]) key)
      and coalesce((d.value ->> 'isSuppressed')::boolean, d.value ->> 'isLifted' is null)
    order by d.id`.execute(db);
  return rows;
}

/** Analyses of the project that stand and were not imported, as those of people: their subjects, and the version that each is about. */
export async function listOwnAnalyses(
  db: Db,
  projectId: number,
  subjectKeys: readonly string[],
): Promise<{ subjectKey: string; version: string | null }[]> {
  if (subjectKeys.length === 0) return [];
  const { rows } = await sql<{ subjectKey: string; version: string | null }>`
    select d.subject_key as "subjectKey", d.value ->> 'version' as version from decisions d
    where d.project_id = ${projectId} and d.kind = 'analysis' and d.superseded_at is null
      and md5(d.subject_key) in (select md5(key) from unnest(${[...subjectKeys]}::text[]) key)
      and d.ground ->> 'by' <> 'import' and d.value ->> 'isLifted' is null`.execute(db);
  return rows;
}

/** The grounds of the current analyses of items. */
export async function findGroundsOfAnalyses(
  db: Db,
  projectId: number,
  itemIds: readonly number[],
): Promise<{ itemId: number; advisory: string; ground: Decision['ground'] }[]> {
  if (itemIds.length === 0) return [];
  const { rows } = await sql<{ itemId: number; advisory: string; ground: Decision['ground'] }>`
    select d.item_id as "itemId", d.subject ->> 'advisory' as advisory, d.ground from decisions d
    where d.project_id = ${projectId} and d.kind = 'analysis' and d.superseded_at is null and d.item_id = any(${itemIds}::bigint[])
    order by d.id`.execute(db);
  return rows;
}
