// Reads what was noted of projects day by day: of one project, of all that the viewer may see together, and of each of them beside the others.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayAfter, gravestFirst, type ProjectOrder } from '../../domain/projects/trend.ts';
import type { Pace } from '../../domain/releases/release.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { onlyRow } from '../postgres/rows.ts';
import { isAllowedTo, type Viewer, visibleTo } from './standing.ts';
import type { ProjectDaysTable } from './tables.ts';

/** What was noted of a day, `2026-11-29`. */
export type DayFigures = Omit<ProjectDaysTable, 'project_id' | 'noted_at' | 'counted_at' | 'until'>;

export interface NotedDay extends DayFigures {
  notedAt: Date;
}

export interface Period {
  from: string;
  to: string;
}

/** What there is at the end of a day. */
const STOCKS = [
  ...gravestFirst,
  ...['draft', 'approved', 'rejected', 'lapsed', 'gone', 'p1', 'p2', 'p3', 'no_license', 'compared', 'not_compared'],
] as const;
/** They belong to the first day of a row. */
export const FLOWS = ['fixed', 'fixed_seconds', 'dismissed', 'decided', 'decided_seconds'] as const;

const COLUMNS = sql.join([...STOCKS, ...FLOWS].map((name) => sql.ref(`d.${name}`)));

/** A row of each day that a row of the table stands for. */
const DAYS = sql`to_char(g.day, 'YYYY-MM-DD') as day, d.noted_at as "notedAt", ${sql.join(STOCKS.map((name) => sql.ref(`d.${name}`)))},
  ${sql.join(FLOWS.map((name) => sql`case when g.day = d.day then ${sql.ref(`d.${name}`)} else 0 end as ${sql.ref(name)}`))}`;
const eachDay = ({ from, to }: Period) => sql`project_days d cross join lateral
  generate_series(greatest(d.day, ${from}::date), least(d.until, ${to}::date), interval '1 day') as g(day)`;

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
    select ${DAYS} from ${eachDay(period)} where d.project_id = ${projectId} order by g.day`.execute(db);
  return rows;
}

/** What was fixed and decided since the first recorded day; undefined if there is none. */
export async function sumPace(db: Db, projectId: number): Promise<Pace | undefined> {
  const { rows } = await sql<Pace & { days: number }>`
    select count(*)::int as days, coalesce(sum(fixed), 0)::float8 as fixed, coalesce(sum(fixed_seconds), 0)::float8 as "fixedSeconds",
      coalesce(sum(decided), 0)::float8 as decided, coalesce(sum(decided_seconds), 0)::float8 as "decidedSeconds"
    from project_days where project_id = ${projectId}`.execute(db);
  const { days, ...pace } = onlyRow(rows);
  return days === 0 ? undefined : pace;
}

export interface SummedDay extends DayFigures {
  /** The projects that were noted on that day. */
  projects: number;
  /** Those that were noted on an earlier day, but not on this one: their figures are missing in the sums. */
  missing: number;
}

type Sums = Omit<DayFigures, 'day'> & { projects: number };

/**
 * The sums over the projects that the viewer may see, oldest day first. Each row of the table counts twice, where it begins and where it ends, however
 * many days it stands for.
 */
export async function sumDays(db: Db, viewer: Viewer, { from, to }: Period): Promise<SummedDay[]> {
  const sumsOf = (names: readonly string[]) =>
    sql.join(names.map((name) => sql`sum(${sql.ref(`d.${name}`)})::float8 as ${sql.ref(name)}`));
  const nothing = sql.join(FLOWS.map((name) => sql`0::float8 as ${sql.ref(name)}`));
  const { rows: changes } = await sql<Sums & { day: string; begins: boolean }>`
    with seen as materialized (
      select d.*, greatest(d.day, ${from}::date) as beginning from project_days d join projects on projects.id = d.project_id
      where d.until >= ${from}::date and d.day <= ${to}::date and ${visibleTo(viewer)})
    select to_char(d.beginning, 'YYYY-MM-DD') as day, true as begins, count(*)::int as projects, ${sumsOf(STOCKS)},
      ${sql.join(FLOWS.map((name) => sql`coalesce(sum(${sql.ref(`d.${name}`)}) filter (where d.day >= ${from}::date), 0)::float8 as ${sql.ref(name)}`))}
    from seen d group by d.beginning
    union all
    select to_char(d.until + 1, 'YYYY-MM-DD'), false, count(*)::int, ${sumsOf(STOCKS)}, ${nothing} from seen d where d.until < ${to}::date group by d.until`.execute(
    db,
  );
  const { rows: firsts } = await sql<{ day: string; projects: number }>`
    select to_char(greatest(f.day, ${from}::date), 'YYYY-MM-DD') as day, count(*)::int as projects from projects cross join lateral (
      select d.day from project_days d where d.project_id = projects.id order by d.day limit 1) f
    where f.day <= ${to}::date and ${visibleTo(viewer)} group by 1`.execute(db);
  return accumulated(changes, firsts, { from, to });
}

function accumulated(
  changes: readonly (Sums & { day: string; begins: boolean })[],
  firsts: readonly { day: string; projects: number }[],
  { from, to }: Period,
): SummedDay[] {
  const ofDay = Map.groupBy(changes, ({ day }) => day);
  const firstOf = new Map(firsts.map(({ day, projects }) => [day, projects]));
  const held = { projects: 0, ...Object.fromEntries(STOCKS.map((name) => [name, 0])) } as Record<string, number>;
  let known = 0;
  const days: SummedDay[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    known += firstOf.get(day) ?? 0;
    const happened = Object.fromEntries(FLOWS.map((name) => [name, 0])) as Record<string, number>;
    for (const change of ofDay.get(day) ?? []) {
      for (const name of ['projects', ...STOCKS] as const)
        held[name] = (held[name] ?? 0) + (change.begins ? change[name] : -change[name]);
      for (const name of FLOWS) happened[name] = (happened[name] ?? 0) + change[name];
    }
    const projects = held.projects ?? 0;
    if (projects > 0) days.push({ ...(held as Sums), ...(happened as Sums), projects, day, missing: known - projects });
  }
  return days;
}

const draft = sql`coalesce((projects.inventory_rollup #>> '{review,Draft}')::int, 0)`;
const noLicense = sql`coalesce((projects.inventory_rollup #>> '{licenses,Unknown}')::int, 0)`;

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
    order by ${ORDERS[order]}, lower(projects.name), projects.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{
    total: number;
  }>`select count(*)::int as total from projects where ${where}`.execute(db);
  const chosen = ids.map(({ id }) => Number(id));
  const { rows } = await sql<Omit<ProjectFigures, 'newest'> & NotedDay>`
    select projects.id, projects.name, projects.is_private as "isPrivate", projects.status, users.login as owner,
      projects.inventory_rollup as rollup, projects.last_scan_id as "lastScanId", j.completed_at as "lastScanAt", j.status as "lastScanStatus",
      to_char(d.until, 'YYYY-MM-DD') as day, d.noted_at as "notedAt", ${COLUMNS}
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
    select d.project_id as "projectId", ${DAYS} from ${eachDay(period)}
    where d.project_id = any(${[...projectIds]}::bigint[]) order by d.project_id, g.day`.execute(db);
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
