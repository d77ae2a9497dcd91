// How far reviews reach that people have widened (domain/decisions/reach.ts).
import { type RawBuilder, sql } from 'kysely';
import { type Reach, widerScopes } from '../../domain/decisions/reach.ts';
import type { Db } from '../postgres/connection.ts';
import { isAllowedTo, type Viewer } from '../projects/standing.ts';

interface StoredReach extends Reach {
  folderId: number | null;
  setBy: string;
  setAt: Date;
}

export interface WidenedReview {
  decisionId: number;
  status: string;
  /** person or import: others follow from another decision, or from rules. */
  by: string;
  /** Package URL without the version, or the name. */
  component: string | null;
  /** Null if nobody has noted what the review rests on. */
  version: string | null;
  reach: StoredReach | null;
}

/** The review of an item, with its reach. */
export async function findReviewToWiden(db: Db, itemId: number): Promise<WidenedReview | undefined> {
  const { rows } = await sql<WidenedReview & { reach: { setAt: string } | null }>`
    select d.id as "decisionId", d.value ->> 'status' as status, d.ground ->> 'by' as by, g.component, g.facts ->> 'version' as version,
      case when r.decision_id is not null then jsonb_build_object('scope', r.scope, 'versions', r.versions, 'folderId', r.folder_id, 'setBy', r.set_by,
        'setAt', r.set_at) end as reach
    from decisions d left join review_grounds g on g.decision_id = d.id left join review_reaches r on r.decision_id = d.id
    where d.item_id = ${itemId} and d.kind = 'review' and d.superseded_at is null order by d.id desc limit 1`.execute(
    db,
  );
  const [row] = rows;
  return row && { ...row, reach: row.reach && { ...row.reach, setAt: new Date(row.reach.setAt) } };
}

export async function writeReach(
  db: Db,
  decisionId: number,
  { scope, versions, folderId, setBy }: Omit<StoredReach, 'setAt'>,
): Promise<void> {
  const row = { scope, versions, folder_id: folderId, set_by: setBy };
  await db
    .insertInto('review_reaches')
    .values({ decision_id: decisionId, ...row })
    .onConflict((conflict) => conflict.column('decision_id').doUpdateSet({ ...row, set_at: sql`now()` }))
    .execute();
}

export async function deleteReach(db: Db, decisionId: number): Promise<void> {
  await db.deleteFrom('review_reaches').where('decision_id', '=', decisionId).execute();
}

/** Projects above or below one, at any depth. The way goes through no private project, so that nobody learns of one. */
const walk = (projectId: number, [from, to]: readonly [string, string]) => sql`(with recursive walk as (
    select l.${sql.ref(to)} as id from project_links l where l.${sql.ref(from)} = ${projectId}
    union select l.${sql.ref(to)} from project_links l join walk on l.${sql.ref(from)} = walk.id
      join projects between_them on between_them.id = walk.id and not between_them.is_private) select id from walk)`;

/** A condition on `projects`, which has the decision, and its `review_reaches r`: the review reaches this other project. Those of private projects do not. */
export const reachesProject = (
  projectId: number,
): RawBuilder<boolean> => sql<boolean>`(not projects.is_private and (r.scope = 'SITE'
  or (r.scope = 'FAMILY' and (projects.id in ${walk(projectId, ['child_id', 'parent_id'])} or projects.id in ${walk(projectId, ['parent_id', 'child_id'])}))
  or r.folder_id in (with recursive up as (
    select f.id, f.parent_id from folders f join projects p on p.folder_id = f.id where p.id = ${projectId}
    union all select f.id, f.parent_id from folders f join up on f.id = up.parent_id) select id from up)))`;

export interface ListedReach extends StoredReach {
  decisionId: number;
  itemId: number;
  itemName: string;
  projectId: number;
  projectName: string;
  status: string;
  author: string;
  decidedAt: Date;
  version: string;
  /** Reviews that count by themselves because of it, in projects that the viewer may see. */
  followers: number;
  /** Its project is private, so that it reaches no other one. */
  isHeldBack: boolean;
}

export interface ReachFilter {
  scope?: Reach['scope'];
  projectId?: number;
}

/** Of all projects that the viewer may see, the widest and then the last ones first. Those whose item is gone, or to be decided again, reach nothing now. */
export async function pageOfReaches(
  db: Db,
  viewer: Viewer,
  { scope, projectId }: ReachFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: ListedReach[]; total: number }> {
  const from = sql`from review_reaches r join decisions d on d.id = r.decision_id and d.superseded_at is null
    join inventory_items i on i.id = d.item_id join projects on projects.id = d.project_id left join review_grounds g on g.decision_id = d.id
    where ${isAllowedTo('VIEW_INVENTORY', viewer)} ${scope === undefined ? sql`` : sql`and r.scope = ${scope}`}
      ${projectId === undefined ? sql`` : sql`and d.project_id = ${projectId}`}`;
  const followers = sql`(select count(*)::int from carried_reviews c join decisions e on e.id = c.decision_id and e.superseded_at is null
    where c.from_decision_id = d.id and not c.is_accepted and exists (select from projects where projects.id = e.project_id and ${isAllowedTo('VIEW_INVENTORY', viewer)}))`;
  const { rows } = await sql<ListedReach>`
    select d.id as "decisionId", i.id as "itemId", i.name as "itemName", projects.id as "projectId", projects.name as "projectName", i.status,
      d.author, d.decided_at as "decidedAt", coalesce(g.facts ->> 'version', '') as version, r.scope, r.versions, r.folder_id as "folderId",
      r.set_by as "setBy", r.set_at as "setAt", ${followers} as followers, (projects.is_private and r.scope <> 'PROJECT') as "isHeldBack"
    ${from} order by array_position(${[...widerScopes]}::text[], r.scope) desc, d.id desc
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}
