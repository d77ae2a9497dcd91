// What needs a person in a project, in groups by cause and ground. Proposals are not among them: they are computed for their reader (reviews/).
import { type RawBuilder, sql } from 'kysely';
import type { DecisionKind } from '../../domain/decisions/decision.ts';
import { type NeedCause, NO_LICENSE } from '../../domain/reviews/needs-person.ts';
import { gone, present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import { LAPSED_PATH } from './checks.ts';
import { openDecisions } from './to-decide.ts';

export interface NeedGroup {
  cause: Exclude<NeedCause, 'LAPSED' | 'PROPOSED'>;
  ground: string;
  /** Of NEW and OPEN. */
  license: string;
  count: number;
  ids: number[];
  /** The first ones, in the order of the ids. */
  names: string[];
}

export interface LapsedGroup {
  kind: DecisionKind;
  whats: string[];
  count: number;
  ids: number[];
  names: string[];
}

/** The scan whose changes are meant; null before the first one. */
export interface LastScan {
  id: number;
  from: Date;
  to: Date;
}

const BY_SCANS = sql`h.action in ('Scan', 'Project Rescan')`;

const SHOWN = { ids: 1000, names: 3 };

const collected = (id: RawBuilder<unknown>, name: RawBuilder<unknown>) => sql`count(*)::int as count,
  (array_agg(${id} order by ${id}))[1:${sql.lit(SHOWN.ids)}]::float8[] as ids, (array_agg(${name} order by ${id}))[1:${sql.lit(SHOWN.names)}] as names`;

/** The largest groups first. */
export async function listNeedGroups(db: Db, projectId: number, scan: LastScan | null): Promise<NeedGroup[]> {
  const changed =
    scan === null
      ? sql`select null::bigint as item_id, false as is_new, '' as fields where false`
      : sql`select h.item_id, bool_or(h.event = 'Inventory Created') as is_new,
          coalesce(string_agg(distinct c ->> 'field', ', ' order by c ->> 'field'), '') as fields
        from inventory_history h left join lateral jsonb_array_elements(h.changes) c on true
        where h.project_id = ${projectId} and ${BY_SCANS} and h.happened_at between ${scan.from} and ${scan.to}
        group by 1`;
  const { rows } = await sql<NeedGroup>`
    with scanned as materialized (${changed}),
    needed as (
      select case when s.is_new then 'NEW' when s.item_id is not null then 'CHANGED' else 'OPEN' end as cause,
        case when s.item_id is null or s.is_new then coalesce(nullif(i.license_expression, ''), ${NO_LICENSE}) else s.fields end as ground,
        case when s.item_id is null or s.is_new then i.license_expression else '' end as license, i.id, i.name
      from inventory_items i left join scanned s on s.item_id = i.id
      where i.project_id = ${projectId} and i.status = 'DRAFT' and i.review_lapse is null and ${present()}
      union all
      select 'GONE', i.missing_why, '', i.id, i.name from inventory_items i
      where i.project_id = ${projectId} and ${gone()} and (i.gone_since_scan = ${scan?.id ?? null}::bigint
        or exists (select from tasks t where t.item_id = i.id and not t.is_closed))
      union all
      select 'NOT_COMPARED', c.in_short, '', i.id, i.name from item_coverage c join inventory_items i on i.id = c.item_id
      where c.project_id = ${projectId} and c.reason <> '' and ${present()})
    select cause, ground, license, ${collected(sql`id`, sql`name`)} from needed group by 1, 2, 3 order by count(*) desc, ground`.execute(
    db,
  );
  return rows;
}

export interface FoundByScan {
  added: number;
  changed: number;
}

/** Of each project, the undecided items that its last scan added or changed: as many as `listNeedGroups` has as NEW and CHANGED. */
export async function countFoundByScans(
  db: Db,
  projectIds: readonly number[],
  now: Date,
): Promise<Map<number, FoundByScan>> {
  const { rows } = await sql<FoundByScan & { projectId: number }>`
    select "projectId", (count(*) filter (where is_new))::int as added, (count(*) filter (where not is_new))::int as changed
    from (
      select p.id as "projectId", h.item_id, bool_or(h.event = 'Inventory Created') as is_new
      from projects p join jobs j on j.id = p.last_scan_id
      join inventory_history h on h.project_id = p.id and ${BY_SCANS}
        and h.happened_at between coalesce(j.activated_at, j.queued_at) and coalesce(j.completed_at, ${now})
      join inventory_items i on i.id = h.item_id
      where p.id = any(${projectIds}::bigint[]) and i.status = 'DRAFT' and i.review_lapse is null and ${present()}
      group by 1, 2) found
    group by 1`.execute(db);
  return new Map(rows.map(({ projectId, ...counts }) => [projectId, counts]));
}

/** Decisions that no longer hold, the largest groups first, and how many items and files among them wait for nothing else. */
export async function listLapsedGroups(
  db: Db,
  projectId: number,
): Promise<{ groups: LapsedGroup[]; subjects: number }> {
  const { rows: groups } = await sql<LapsedGroup>`
    with lapsed as (
      select d.kind, case d.kind when 'review' then array(select distinct c ->> 'what' from jsonb_array_elements(i.review_lapse -> 'changes') c order by 1)
          else '{}' end as whats, coalesce(i.id, 0) as id, coalesce(i.name, ${LAPSED_PATH}, '') as name
      from ${openDecisions(projectId)})
    select kind, whats, ${collected(sql`id`, sql`name`)} from lapsed group by 1, 2 order by count(*) desc, kind`.execute(
    db,
  );
  const { rows } = await sql<{ subjects: number }>`
    select count(distinct coalesce(i.id::text, ${LAPSED_PATH}))::int as subjects from ${openDecisions(projectId)}
    where i.id is null or i.status <> 'DRAFT' or i.review_lapse is not null`.execute(db);
  return { groups, subjects: onlyRow(rows).subjects };
}
