// Notes what projects have today. Each note replaces the one of the same day; what ended or was decided since the last note is added to the day. Whoever
// notes holds FIGURES_LOCK, so that of several servers only one does.
import { sql } from 'kysely';
import type { Db, Tx } from '../postgres/connection.ts';

/** Projects that changed since they were noted. */
export async function listChangedProjects(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct project_id as id from changed_projects order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Projects without a note of this day. */
export async function listUnnotedProjects(db: Db, day: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from projects p where not exists (select from project_days d where d.project_id = p.id and d.day = ${day}::date)
    order by p.id limit ${limit}`.execute(db);
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
      select p.id, p.inventory_rollup as r from projects p where p.id = ${projects})
    insert into project_days (project_id, day, noted_at, critical, high, medium, low, none, unknown, exploited, malware,
      draft, approved, rejected, lapsed, gone, p1, p2, p3, no_license, compared, not_compared, fixed, fixed_seconds, dismissed, decided, decided_seconds)
    select p.id, ${day}::date, ${now}, coalesce(v.critical, 0), coalesce(v.high, 0), coalesce(v.medium, 0), coalesce(v.low, 0), coalesce(v.none, 0),
      coalesce(v.unknown, 0), coalesce(v.exploited, 0), coalesce(v.malware, 0),
      coalesce((r #>> '{review,Draft}')::int, 0), coalesce((r #>> '{review,Approved}')::int, 0), coalesce((r #>> '{review,Rejected}')::int, 0),
      coalesce((r ->> 'lapsed')::int, 0), coalesce((r ->> 'gone')::int, 0),
      coalesce((r #>> '{licenses,P1}')::int, 0), coalesce((r #>> '{licenses,P2}')::int, 0), coalesce((r #>> '{licenses,P3}')::int, 0),
      coalesce((r #>> '{licenses,Unknown}')::int, 0), coalesce(c.compared, 0), coalesce(c.not_compared, 0),
      coalesce(e.fixed, 0), coalesce(e.seconds, 0), coalesce(e.dismissed, 0), 0, 0
    from rolled p left join counted v on v.project_id = p.id left join coverage c on c.project_id = p.id left join ends e on e.project_id = p.id
    on conflict (project_id, day) do update set noted_at = excluded.noted_at,
      critical = excluded.critical, high = excluded.high, medium = excluded.medium, low = excluded.low, none = excluded.none,
      unknown = excluded.unknown, exploited = excluded.exploited, malware = excluded.malware, draft = excluded.draft,
      approved = excluded.approved, rejected = excluded.rejected, lapsed = excluded.lapsed, gone = excluded.gone, p1 = excluded.p1,
      p2 = excluded.p2, p3 = excluded.p3, no_license = excluded.no_license, compared = excluded.compared,
      not_compared = excluded.not_compared, fixed = project_days.fixed + excluded.fixed,
      fixed_seconds = project_days.fixed_seconds + excluded.fixed_seconds, dismissed = project_days.dismissed + excluded.dismissed`.execute(
    tx,
  );
  await noteDecisions(tx, ids, day);
}

/**
 * The first decisions of people about items, on this day and on the one that was noted before: it may have gone on after its last note. An item counts
 * on the day of its first decision, so that the same note again gives the same.
 */
async function noteDecisions(tx: Tx, ids: readonly number[], day: string): Promise<void> {
  const isOfPerson = sql`kind = 'review' and ground ->> 'by' = 'person' and undone_by = ''`;
  await sql`
    with days as (
      select d.project_id, d.day from project_days d where d.project_id = any(${[...ids]}::bigint[]) and (d.day = ${day}::date
        or d.day = (select max(b.day) from project_days b where b.project_id = d.project_id and b.day < ${day}::date))),
    reviews as (
      select distinct on (d.item_id) d.project_id, (d.decided_at at time zone 'UTC')::date as day,
        greatest(extract(epoch from d.decided_at - i.created_at), 0) as seconds
      from (select * from decisions where project_id = any(${[...ids]}::bigint[]) and ${isOfPerson}) d join inventory_items i on i.id = d.item_id
      order by d.item_id, d.id),
    sums as (
      select y.project_id, y.day, count(r.seconds)::int as decided, coalesce(sum(r.seconds), 0)::bigint as seconds
      from days y left join reviews r on r.project_id = y.project_id and r.day = y.day group by 1, 2)
    update project_days d set decided = s.decided, decided_seconds = s.seconds from sums s
    where d.project_id = s.project_id and d.day = s.day and (d.decided, d.decided_seconds) <> (s.decided, s.seconds)`.execute(
    tx,
  );
}
