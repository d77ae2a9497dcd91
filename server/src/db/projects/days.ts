// Reads what was noted of projects day by day: of one project, of all that the viewer may see together, and of each of them beside the others.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ProjectOrder } from '../../domain/projects/trend.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { onlyRow } from '../postgres/rows.ts';
import { isAllowedTo, type Viewer, visibleTo } from './standing.ts';
import type { ProjectDaysTable } from './tables.ts';

/** What was noted, without the project and the moment. `day` is `2026-11-29`. */
export type DayFigures = Omit<ProjectDaysTable, 'project_id' | 'noted_at' | 'day'> & { day: string };

export interface NotedDay extends DayFigures {
  notedAt: Date;
}

export interface Period {
  from: string;
  to: string;
}

const FIGURES = [
  ...['critical', 'high', 'medium', 'low', 'none', 'unknown', 'exploited', 'malware'],
  ...['draft', 'approved', 'rejected', 'lapsed', 'gone', 'p1', 'p2', 'p3', 'no_license', 'compared', 'not_compared'],
  ...['fixed', 'fixed_seconds', 'dismissed', 'decided', 'decided_seconds'],
];

const COLUMNS = sql.join(FIGURES.map((name) => sql.ref(`d.${name}`)));
const DAY = sql`to_char(d.day, 'YYYY-MM-DD') as day`;
const SUMS = sql.join(FIGURES.map((name) => sql`sum(${sql.ref(`d.${name}`)})::float8 as ${sql.ref(name)}`));

const within = ({ from, to }: Period) => sql`d.day between ${from}::date and ${to}::date`;

/** The first day of one project, or of all that the viewer may see. */
export async function findFirstDay(
  db: Db,
  { projectId, viewer }: { projectId?: number; viewer?: Viewer },
): Promise<string | undefined> {
  const isMeant = projectId === undefined ? sql`true` : sql`projects.id = ${projectId}`;
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(f.day), 'YYYY-MM-DD') as day from projects cross join lateral (
      select d.day from project_days d where d.project_id = projects.id order by d.day limit 1) f
    where ${isMeant} and ${viewer === undefined ? sql`true` : visibleTo(viewer)}`.execute(db);
  return rows[0]?.day ?? undefined;
}

/** Oldest first. */
export async function listDays(db: Db, projectId: number, period: Period): Promise<NotedDay[]> {
  const { rows } = await sql<NotedDay>`
    select ${DAY}, d.noted_at as "notedAt", ${COLUMNS} from project_days d where d.project_id = ${projectId} and ${within(period)}
    order by d.day`.execute(db);
  return rows;
}

export interface SummedDay extends DayFigures {
  /** The projects that were noted on that day. */
  projects: number;
  /** Those that were noted on an earlier day, but not on this one: their figures are missing in the sums. */
  missing: number;
}

/** The sums over the projects that the viewer may see, oldest day first. */
export async function sumDays(db: Db, viewer: Viewer, period: Period): Promise<SummedDay[]> {
  const { rows } = await sql<SummedDay>`
    with seen as materialized (select id from projects where ${visibleTo(viewer)}),
    firsts as (select f.day, count(*) as projects from seen cross join lateral (
      select min(d.day) as day from project_days d where d.project_id = seen.id) f group by 1),
    sums as (select d.day, count(*)::int as projects, ${SUMS} from project_days d join seen on seen.id = d.project_id
      where ${within(period)} group by d.day)
    select ${DAY}, d.projects, ((select sum(f.projects) from firsts f where f.day <= d.day) - d.projects)::int as missing, ${COLUMNS}
    from sums d order by d.day`.execute(db);
  return rows;
}

const draft = sql`coalesce((projects.inventory_rollup #>> '{review,Draft}')::int, 0)`;
const noLicense = sql`coalesce((projects.inventory_rollup #>> '{licenses,Unknown}')::int, 0)`;
const byName = sql`lower(projects.name), projects.id`;

/** A project that was never noted comes last, because nothing is known of it. */
const ORDERS: Record<ProjectOrder, RawBuilder<unknown>> = {
  worst: sql`d.malware desc nulls last, d.exploited desc nulls last, d.critical desc nulls last, d.high desc nulls last,
    d.unknown desc nulls last, d.medium desc nulls last, d.not_compared desc nulls last, ${draft} desc`,
  name: sql`lower(projects.name)`,
  critical: sql`d.critical desc nulls last, d.high desc nulls last`,
  high: sql`d.high desc nulls last, d.critical desc nulls last`,
  toDecide: sql`${draft} desc`,
  notCompared: sql`d.not_compared desc nulls last`,
  noLicense: sql`${noLicense} desc`,
  lastScan: sql`projects.last_scan_id desc nulls last`,
};

export interface ProjectFigures {
  id: number;
  name: string;
  isPrivate: boolean;
  status: string;
  owner: string;
  rollup: {
    items?: number;
    lapsed?: number;
    gone?: number;
    licenses?: Record<string, number>;
    review?: Record<string, number>;
  };
  lastScanId: number | null;
  lastScanAt: Date | null;
  lastScanStatus: string | null;
  /** Null until it is noted for the first time. */
  newest: NotedDay | null;
}

/** Review and licenses are those of this moment; vulnerabilities and coverage those of the newest note. */
export async function pageOfFigures(
  db: Db,
  viewer: Viewer,
  { search, order }: { search: string; order: ProjectOrder },
  page: { limit: number; offset: number },
): Promise<{ rows: ProjectFigures[]; total: number }> {
  const conditions: RawBuilder<SqlBool>[] = [visibleTo(viewer)];
  if (search !== '') conditions.push(sql<SqlBool>`lower(projects.name) like lower(${anywhere(search)})`);
  const where = sql.join(conditions, sql` and `);
  const { rows: ids } = await sql<{ id: number }>`
    select projects.id from projects left join lateral (${NEWEST}) d on true where ${where}
    order by ${ORDERS[order]}, ${byName} limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{
    total: number;
  }>`select count(*)::int as total from projects where ${where}`.execute(db);
  const chosen = ids.map(({ id }) => Number(id));
  const { rows } = await sql<Omit<ProjectFigures, 'newest'> & NotedDay>`
    select projects.id, projects.name, projects.is_private as "isPrivate", projects.status, users.login as owner,
      projects.inventory_rollup as rollup, projects.last_scan_id as "lastScanId", j.completed_at as "lastScanAt", j.status as "lastScanStatus",
      ${DAY}, d.noted_at as "notedAt", ${COLUMNS}
    from projects join users on users.id = projects.contact_id left join lateral (${NEWEST}) d on true
    left join jobs j on j.id = projects.last_scan_id
    where projects.id = any(${chosen}::bigint[])`.execute(db);
  const byId = new Map(
    rows.map(({ id, name, isPrivate, status, owner, rollup, lastScanId, lastScanAt, lastScanStatus, ...day }) => {
      const newest = day.notedAt === null ? null : day;
      return [
        Number(id),
        { id, name, isPrivate, status, owner, rollup, lastScanId, lastScanAt, lastScanStatus, newest },
      ];
    }),
  );
  return { rows: chosen.flatMap((id) => byId.get(id) ?? []), total: onlyRow(counted).total };
}

const NEWEST = sql`select * from project_days n where n.project_id = projects.id order by n.day desc limit 1`;

/** The days of each of these projects, oldest first. */
export async function listDaysOf(
  db: Db,
  projectIds: readonly number[],
  period: Period,
): Promise<Map<number, NotedDay[]>> {
  const { rows } = await sql<NotedDay & { projectId: number }>`
    select d.project_id as "projectId", ${DAY}, d.noted_at as "notedAt", ${COLUMNS} from project_days d
    where d.project_id = any(${[...projectIds]}::bigint[]) and ${within(period)} order by d.project_id, d.day`.execute(
    db,
  );
  return Map.groupBy(rows, ({ projectId }) => Number(projectId));
}

export interface ProjectNeeds {
  projectId: number;
  projectName: string;
  undecided: number;
  lapsed: number;
  gone: number;
  notCompared: number | null;
}

/** Projects whose inventory the viewer may see and that need a person, those with the most to decide first, with the sums over all of them. */
export async function pageOfNeeds(db: Db, viewer: Viewer, page: { limit: number; offset: number }) {
  const count = (path: string) => sql`coalesce((projects.inventory_rollup #>> ${path}::text[])::int, 0)`;
  const needs = sql`(
    select projects.id as "projectId", projects.name as "projectName", ${count('{review,Draft}')} - ${count('{lapsed}')} as undecided,
      ${count('{lapsed}')} as lapsed, ${count('{gone}')} as gone, d.not_compared as "notCompared"
    from projects left join lateral (${NEWEST}) d on true where ${isAllowedTo('VIEW_INVENTORY', viewer)}) n
    where undecided + lapsed + gone + coalesce("notCompared", 0) > 0`;
  const { rows } = await sql<ProjectNeeds>`select * from ${needs}
    order by lapsed + undecided desc, "notCompared" desc nulls last, lower("projectName"), "projectId"
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: sums } = await sql<Omit<ProjectNeeds, 'projectId' | 'projectName'> & { projects: number }>`
    select count(*)::int as projects, coalesce(sum(undecided), 0)::int as undecided, coalesce(sum(lapsed), 0)::int as lapsed,
      coalesce(sum(gone), 0)::int as gone, coalesce(sum("notCompared"), 0)::int as "notCompared" from ${needs}`.execute(
    db,
  );
  return { rows, sums: onlyRow(sums) };
}
