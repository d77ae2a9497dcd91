// The one list of what people have to decide again: reviews that lapsed, and other decisions whose ground is no longer true. Of one project, or of
// all that the viewer may see. Items that are gone need no decision.
import { type RawBuilder, sql } from 'kysely';
import type { DecisionGround, DecisionKind, DecisionScope } from '../../domain/decisions/decision.ts';
import type { ReviewLapse } from '../../domain/reviews/review-lapse.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { isAllowedTo, type Viewer } from '../projects/standing.ts';
import { LAPSED_PATH } from './checks.ts';

export interface ToDecideRow {
  decisionId: number;
  kind: DecisionKind;
  scope: DecisionScope;
  projectId: number;
  projectName: string;
  itemId: number | null;
  itemName: string | null;
  path: string | null;
  author: string;
  decidedAt: Date;
  lapsedAt: Date;
  /** What changed, as a sentence. */
  why: string;
  /** Of a review. */
  lapse: ReviewLapse | null;
}

/** What a decision says, for those who confirm it. */
export interface DecisionToConfirm extends ToDecideRow {
  value: Readonly<Record<string, unknown>>;
  ground: DecisionGround;
}

/** Absent members do not filter. */
export interface ToDecideFilter {
  projectId?: number;
  itemId?: number | undefined;
}

/** A review counts while the item says so. A decision on a file counts while there is a file at its path that could be decided on. */
const ofProjects = (projectId: number | undefined) => sql`
  select d.id as decision_id, d.project_id, i.id as item_id, d.lapsed_at, d.lapse
  from decisions d left join inventory_items i on i.id = d.item_id
  where d.lapsed_at is not null and d.superseded_at is null and d.project_id is not null and ${present()}
    ${projectId === undefined ? sql`` : sql`and d.project_id = ${projectId}`}
    and case d.kind
      when 'review' then i.review_lapse is not null and not exists (select from decisions e
        where e.item_id = d.item_id and e.kind = 'review' and e.superseded_at is null and e.id > d.id)
      when 'file-reviewed' then exists (select from files f
        where f.project_id = d.project_id and f.path = ${LAPSED_PATH} and not f.is_reviewed)
      when 'file-tied' then exists (select from files f where f.project_id = d.project_id and f.path = d.subject ->> 'path')
      else i.id is not null end`;

/** Licenses that are remembered for all projects, where the evidence of a project has changed, with one of the items that have them. */
const remembered = (projectId: number | undefined) => sql`
  select d.id as decision_id, g.project_id, i.id as item_id, g.told_at as lapsed_at, g.lapse
  from remembered_license_grounds g join decisions d on d.id = g.decision_id and d.superseded_at is null
  cross join lateral (select i.id from component_versions v join components c on c.id = v.component_id
    join inventory_items i on i.version_id = v.id and i.project_id = g.project_id
    where v.name = d.subject ->> 'version' and ${present()} and i.license_facts @> '{"person": {"isRemembered": true}}'
      and (c.purl = d.subject ->> 'component' or (c.purl is null and lower(c.name) = d.subject ->> 'component'))
    order by i.id limit 1) i
  where g.told_at is not null ${projectId === undefined ? sql`` : sql`and g.project_id = ${projectId}`}`;

/** For a FROM: `d` is the decision, `i` its item if it has one. */
export const openDecisions = (projectId: number | undefined): RawBuilder<unknown> =>
  sql`(${ofProjects(projectId)} union all ${remembered(projectId)}) o join decisions d on d.id = o.decision_id
    join projects on projects.id = o.project_id left join inventory_items i on i.id = o.item_id`;

const COLUMNS = sql`d.id as "decisionId", d.kind, d.scope, o.project_id as "projectId", projects.name as "projectName", i.id as "itemId", i.name as "itemName",
  ${LAPSED_PATH} as path, d.author, d.decided_at as "decidedAt", o.lapsed_at as "lapsedAt",
  coalesce(case d.kind when 'review' then i.review_lapse ->> 'why' end, o.lapse) as why, case d.kind when 'review' then i.review_lapse end as lapse`;

export async function pageOfToDecide(
  db: Db,
  { projectId, itemId }: ToDecideFilter,
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<{ rows: ToDecideRow[]; total: number }> {
  const ofItem = itemId === undefined ? sql`` : sql`and i.id = ${itemId}`;
  const from = sql`from ${openDecisions(projectId)} where ${isAllowedTo('VIEW_INVENTORY', viewer)} ${ofItem}`;
  const { rows } = await sql<ToDecideRow>`
    select ${COLUMNS} ${from} order by (d.kind <> 'review'), o.lapsed_at desc, d.id, o.project_id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Those of these decisions that are to be decided again in a project, by id. */
export async function listToConfirm(
  db: Db,
  projectId: number,
  ids: readonly number[],
): Promise<Map<number, DecisionToConfirm>> {
  const { rows } = await sql<DecisionToConfirm>`
    select ${COLUMNS}, d.value, d.ground from ${openDecisions(projectId)} where d.id = any(${[...ids]}::bigint[]) order by d.id`.execute(
    db,
  );
  return new Map(rows.map((row) => [Number(row.decisionId), row]));
}
