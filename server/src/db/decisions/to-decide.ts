// The one list of what people have to decide again: reviews that lapsed, and other decisions whose ground is no longer true. Of one project, or of
// all that the viewer may see. Items that are gone need no decision.
import { sql } from 'kysely';
import type { DecisionKind } from '../../domain/decision.ts';
import type { ReviewLapse } from '../../domain/review-lapse.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { isAllowedTo, type Viewer } from '../projects/standing.ts';

export interface ToDecideRow {
  decisionId: number;
  kind: DecisionKind;
  projectId: number;
  projectName: string;
  itemId: number | null;
  itemName: string | null;
  path: string | null;
  author: string;
  decidedAt: Date;
  lapsedAt: Date;
  why: string;
  /** Of a review. */
  lapse: ReviewLapse | null;
}

export async function pageOfToDecide(
  db: Db,
  projectId: number | undefined,
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<{ rows: ToDecideRow[]; total: number }> {
  // A review counts while the item says so. A decision on a file counts while there is a file at its path that could be decided on.
  const from = sql`from decisions d join projects on projects.id = d.project_id
    left join inventory_items i on i.id = d.item_id
    where d.lapsed_at is not null and d.superseded_at is null and ${isAllowedTo('VIEW_INVENTORY', viewer)}
      ${projectId === undefined ? sql`` : sql`and d.project_id = ${projectId}`} and ${present()}
      and case d.kind
        when 'review' then i.review_lapse is not null and not exists (select from decisions e
          where e.item_id = d.item_id and e.kind = 'review' and e.superseded_at is null and e.id > d.id)
        when 'file-reviewed' then exists (select from files f
          where f.project_id = d.project_id and f.path = d.subject ->> 'path' and not f.is_reviewed)
        when 'file-tied' then exists (select from files f where f.project_id = d.project_id and f.path = d.subject ->> 'path')
        else i.id is not null end`;
  const { rows } = await sql<ToDecideRow>`
    select d.id as "decisionId", d.kind, d.project_id as "projectId", projects.name as "projectName", i.id as "itemId", i.name as "itemName",
      d.subject ->> 'path' as path, d.author, d.decided_at as "decidedAt", d.lapsed_at as "lapsedAt", d.lapse as why,
      case d.kind when 'review' then i.review_lapse end as lapse
    ${from} order by (d.kind <> 'review'), d.lapsed_at desc, d.id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}
