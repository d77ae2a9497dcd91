// How far reviews reach that people have widened (domain/decisions/reach.ts).
import { type RawBuilder, sql } from 'kysely';
import type { Reach } from '../../domain/decisions/reach.ts';
import type { Db } from '../postgres/connection.ts';

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

/** A condition on `projects`, which has the decision, and its `review_reaches r`: the review reaches this other project. Those of private projects do not. */
export const reachesProject = (
  projectId: number,
): RawBuilder<boolean> => sql<boolean>`(not projects.is_private and (r.scope = 'SITE'
  or r.folder_id in (with recursive up as (
    select f.id, f.parent_id from folders f join projects p on p.folder_id = f.id where p.id = ${projectId}
    union all select f.id, f.parent_id from folders f join up on f.id = up.parent_id) select id from up)))`;
