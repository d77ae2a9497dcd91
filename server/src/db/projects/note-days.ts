// Notes what projects have today. A note like the one before extends its row; another one of the same day replaces it, and adds what ended or was decided
// since. Whoever notes holds FIGURES_LOCK, so that of several servers only one does.
import { type RawBuilder, sql } from 'kysely';
import { gravestFirst } from '../../domain/projects/trend.ts';
import type { Db, Tx } from '../postgres/connection.ts';
import { FLOWS } from './days.ts';

/** Projects that changed since they were noted. */
export async function listChangedProjects(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct project_id as id from changed_projects order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Projects without a note of this day or of a later one. */
export async function listUnnotedProjects(db: Db, day: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p left join lateral (
      select d.until from project_days d where d.project_id = p.id order by d.day desc limit 1) d on true
    where d.until is null or d.until < ${day}::date order by p.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Of these projects, those that exist and that nobody is changing or deleting as a whole. The others stay due. */
export async function holdProjects(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from projects where id = any(${[...ids]}::bigint[]) order by id for key share skip locked`.execute(tx);
  return rows.map(({ id }) => Number(id));
}

/** Call it before `noteDay`: changes that are committed later stay marked. Also forgets marks of deleted projects. */
export async function forgetChanges(tx: Tx, { noted, asked }: { noted: readonly number[]; asked: readonly number[] }) {
  await sql`delete from changed_projects c where c.project_id = any(${[...noted]}::bigint[])
    or (c.project_id = any(${[...asked]}::bigint[]) and not exists (select from projects p where p.id = c.project_id))`.execute(
    tx,
  );
}

/**
 * Open vulnerabilities of these projects: those of items, and malicious files. A vulnerability that ended was fixed if no item has the versions any more
 * that had it, and dismissed if a decision suppresses it. Otherwise an advisory was corrected, which is neither.
 */
export async function noteDay(tx: Tx, ids: readonly number[], { day, now }: { day: string; now: Date }): Promise<void> {
  const projects = sql`any(${[...ids]}::bigint[])`;
  await sql`
    with held as materialized (
      select m.project_id, m.vulnerability_id, array_agg(distinct m.version_id order by m.version_id) as version_ids
      from item_vulnerabilities m where m.outcome = 'affected' and m.project_id = ${projects} group by 1, 2),
    open as materialized (
      select coalesce(h.project_id, a.project_id) as project_id, coalesce(h.vulnerability_id, a.vulnerability_id) as vulnerability_id,
        coalesce(h.version_ids, '{}') as version_ids
      from held h full join (select project_id, vulnerability_id from vulnerability_alerts
        where item_id is null and ended_at is null and project_id = ${projects}) a
        on a.project_id = h.project_id and a.vulnerability_id = h.vulnerability_id),
    ended as (
      delete from open_findings f where f.project_id = ${projects}
        and not exists (select from open o where o.project_id = f.project_id and o.vulnerability_id = f.vulnerability_id)
      returning f.*),
    begun as (
      insert into open_findings (project_id, vulnerability_id, since, version_ids)
      select o.project_id, o.vulnerability_id, least((select min(a.created_at) from vulnerability_alerts a
        where a.project_id = o.project_id and a.vulnerability_id = o.vulnerability_id), ${now}), o.version_ids
      from open o where not exists (select from open_findings f where f.project_id = o.project_id and f.vulnerability_id = o.vulnerability_id)),
    moved as (
      update open_findings f set version_ids = o.version_ids from open o
      where f.project_id = o.project_id and f.vulnerability_id = o.vulnerability_id and f.version_ids <> o.version_ids),
    judged as (
      select e.project_id, extract(epoch from ${now}::timestamptz - e.since) as seconds,
        exists (select from inventory_items i where i.project_id = e.project_id and i.version_id = any(e.version_ids)
          and i.gone_since_scan is null) as is_there,
        exists (select from version_vulnerabilities m join vulnerabilities v on v.id = m.vulnerability_id
          where m.version_id = any(e.version_ids) and m.vulnerability_id = e.vulnerability_id and m.outcome = 'affected'
            and v.withdrawn_at is null and v.kind <> 'notice') as is_still_matched
      from ended e),
    ends as (
      select project_id, count(*) filter (where not is_there) as fixed,
        coalesce(sum(greatest(seconds, 0)) filter (where not is_there), 0)::bigint as seconds,
        count(*) filter (where is_there and is_still_matched) as dismissed
      from judged group by 1),
    counted as (
      select o.project_id, count(*) filter (where v.severity_v3 = 'CRITICAL') as critical, count(*) filter (where v.severity_v3 = 'HIGH') as high,
        count(*) filter (where v.severity_v3 = 'MEDIUM') as medium, count(*) filter (where v.severity_v3 = 'LOW') as low,
        count(*) filter (where v.severity_v3 = 'NONE') as none, count(*) filter (where v.severity_v3 = 'UNKNOWN') as unknown,
        count(*) filter (where v.is_exploited) as exploited, count(*) filter (where v.kind = 'malware') as malware
      from open o join vulnerabilities v on v.id = o.vulnerability_id where v.is_recorded group by 1),
    coverage as (
      select c.project_id, count(*) filter (where c.reason = '') as compared, count(*) filter (where c.reason <> '') as not_compared
      from item_coverage c where c.project_id = ${projects} and c.gone_since_scan is null group by 1),
    rolled as (
      select p.id, p.inventory_rollup as r from projects p where p.id = ${projects}),
    former as (
      select distinct on (d.project_id) d.* from project_days d where d.project_id = ${projects} order by d.project_id, d.day desc),
    horizon as (
      select least(${now}::timestamptz, (select min(a.xact_start) from pg_stat_activity a
        where a.datname = current_database() and a.pid <> pg_backend_pid())) as at),
    decisions_of_people as (
      select d.item_id, d.project_id, min(d.decided_at) as at from decisions d
      where d.project_id = ${projects} and d.kind = 'review' and d.ground ->> 'by' = 'person' and d.undone_by = '' group by 1, 2),
    decisions_now as (
      select d.project_id, count(*) as decided, sum(greatest(extract(epoch from d.at - i.created_at), 0))::bigint as seconds
      from decisions_of_people d cross join horizon h join inventory_items i on i.id = d.item_id left join former f on f.project_id = d.project_id
      where d.at > coalesce(f.counted_at, ${day}::timestamp at time zone 'UTC') and d.at <= h.at group by 1),
    fresh as materialized (
      select p.id as project_id, ${day}::date as day, ${day}::date as until, ${now}::timestamptz as noted_at, h.at as counted_at,
        ${sql.join(STOCKS.map(([name, value]) => sql`coalesce(${value}, 0)::int as ${sql.ref(name)}`))},
        coalesce(e.fixed, 0)::int as fixed, coalesce(e.seconds, 0)::bigint as fixed_seconds, coalesce(e.dismissed, 0)::int as dismissed,
        coalesce(n.decided, 0)::int as decided, coalesce(n.seconds, 0)::bigint as decided_seconds
      from rolled p cross join horizon h left join counted v on v.project_id = p.id left join coverage c on c.project_id = p.id
      left join ends e on e.project_id = p.id left join decisions_now n on n.project_id = p.id),
    judged_notes as materialized (
      select n.*, f.day as former_day, f.until as former_until, (n.fixed + n.dismissed + n.decided = 0
        and (${listOf('n')}) is not distinct from (${listOf('f')})) as is_same
      from fresh n left join former f on f.project_id = n.project_id),
    extended as (
      update project_days d set until = n.day, noted_at = n.noted_at, counted_at = n.counted_at from judged_notes n
      where d.project_id = n.project_id and d.day = n.former_day and n.former_day < n.day and n.is_same and n.former_until >= n.day - 1),
    cut as (
      update project_days d set until = n.day - 1 from judged_notes n
      where d.project_id = n.project_id and d.day = n.former_day and n.former_day < n.day and not n.is_same and n.former_until >= n.day),
    replaced as (
      update project_days d set noted_at = n.noted_at, counted_at = n.counted_at,
        ${sql.join(STOCKS.map(([name]) => sql`${sql.ref(name)} = ${sql.ref(`n.${name}`)}`))},
        ${sql.join(FLOWS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`d.${name}`)} + ${sql.ref(`n.${name}`)}`))}
      from judged_notes n where d.project_id = n.project_id and d.day = n.former_day and n.former_day = n.day)
    insert into project_days (${sql.join(COLUMNS)}) select ${sql.join(COLUMNS)} from judged_notes n
    where n.former_day is null or (n.former_day < n.day and (not n.is_same or n.former_until < n.day - 1))`.execute(tx);
}

const ofRollup = (path: string) => sql`(r #>> ${path}::text[])::int`;

/** What there is at the end of a day, and from which part of the statement it comes. */
const STOCKS: [name: string, value: RawBuilder<unknown>][] = [
  ...gravestFirst.map((name): [string, RawBuilder<unknown>] => [name, sql.ref(`v.${name}`)]),
  ['draft', ofRollup('{review,Draft}')],
  ['approved', ofRollup('{review,Approved}')],
  ['rejected', ofRollup('{review,Rejected}')],
  ['lapsed', ofRollup('{lapsed}')],
  ['gone', ofRollup('{gone}')],
  ['p1', ofRollup('{licenses,P1}')],
  ['p2', ofRollup('{licenses,P2}')],
  ['p3', ofRollup('{licenses,P3}')],
  ['no_license', ofRollup('{licenses,Unknown}')],
  ['compared', sql`c.compared`],
  ['not_compared', sql`c.not_compared`],
];
const listOf = (table: string) => sql.join(STOCKS.map(([name]) => sql.ref(`${table}.${name}`)));
const COLUMNS = [
  ...['project_id', 'day', 'until', 'noted_at', 'counted_at'],
  ...STOCKS.map(([name]) => name),
  ...FLOWS,
].map((name) => sql.ref(name));
