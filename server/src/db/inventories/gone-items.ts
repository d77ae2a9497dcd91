// Lists the items of a project whose evidence is missing, those that are gone and those that a person keeps, and keeps or releases them.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import type { Item } from './items.ts';

export interface GoneItemRow {
  id: number;
  name: string;
  status: string;
  /** The status that was decided before; null for a draft. */
  decided: string | null;
  isPublished: boolean;
  since: number;
  /** When that scan ended; null if its job is no longer known here. */
  sinceAt: Date | null;
  why: string;
  isKept: boolean;
  keptBy: string | null;
  keptAt: Date | null;
  keptWhy: string | null;
  openTasks: number;
}

export async function pageOfGoneItems(
  db: Db,
  projectId: number,
  page: { limit: number; offset: number },
): Promise<{ rows: GoneItemRow[]; total: number }> {
  const from = sql`from inventory_items i where i.project_id = ${projectId} and i.missing_since_scan is not null`;
  const { rows } = await sql<GoneItemRow>`
    with page as materialized (select i.* ${from} order by i.is_kept, i.missing_since_scan desc, lower(i.name), i.id
      limit ${page.limit} offset ${page.offset})
    select i.id, i.name, i.status, i.review_lapse ->> 'status' as decided, i.is_published as "isPublished", i.missing_since_scan as since, j.completed_at as "sinceAt",
      i.missing_why as why, i.is_kept as "isKept", d.author as "keptBy", d.decided_at as "keptAt", d.ground ->> 'words' as "keptWhy",
      (select count(*)::int from tasks t where t.item_id = i.id and not t.is_closed) as "openTasks"
    from page i left join jobs j on j.id = i.missing_since_scan and j.project_id = i.project_id
    left join lateral (select * from decisions d where d.item_id = i.id and d.kind = 'item-kept' and d.superseded_at is null and i.is_kept
      order by d.id desc limit 1) d on true
    order by i.is_kept, i.missing_since_scan desc, lower(i.name), i.id`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function setKept(db: Db, itemId: number, isKept: boolean): Promise<void> {
  await db.updateTable('inventory_items').set({ is_kept: isKept }).where('id', '=', itemId).execute();
}

/** Why people keep those of these items that are kept. */
export async function listKeptReasons(db: Db, itemIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ itemId: number; words: string }>`
    select d.item_id as "itemId", coalesce(d.ground ->> 'words', '') as words from decisions d join inventory_items i on i.id = d.item_id
    where d.item_id = any(${[...itemIds]}::bigint[]) and i.is_kept and d.kind = 'item-kept' and d.superseded_at is null order by d.id`.execute(
    db,
  );
  return new Map(rows.map(({ itemId, words }) => [itemId, words]));
}

/** The standing of an item as imported data give it. */
export type CarriedStanding = Pick<
  Item,
  'id' | 'had_evidence' | 'missing_since_scan' | 'missing_why' | 'is_kept' | 'review_lapse'
>;

export async function setStandings(db: Db, rows: readonly CarriedStanding[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update inventory_items i set had_evidence = t.had_evidence, missing_since_scan = t.missing_since_scan, missing_why = t.missing_why,
      is_kept = t.is_kept, review_lapse = t.review_lapse
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id bigint, had_evidence boolean, missing_since_scan bigint, missing_why text,
      is_kept boolean, review_lapse jsonb) where i.id = t.id`.execute(db);
}
