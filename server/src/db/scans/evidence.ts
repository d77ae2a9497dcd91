// Which items a scan found no more. What follows from it is in db/inventories/present.ts.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { partsOf } from '../postgres/parts.ts';

/** Does not change `updated_at`, which people read as the time of the last change of the item itself. */
export async function setMissing(db: Db, scanId: number, rows: readonly { id: number; why: string }[]): Promise<void> {
  for (const part of partsOf(rows))
    await sql`update inventory_items i set missing_since_scan = ${scanId}, missing_why = t.why
      from unnest(${part.map(({ id }) => id)}::bigint[], ${part.map(({ why }) => why)}::text[]) as t(id, why) where i.id = t.id`.execute(
      db,
    );
}

const isHeld = (held: readonly number[]) => sql`id = any(${[...held]}::bigint[])`;

/** Of these items, exactly those of `held` are held by files that people tied. */
export async function setHeldByTies(db: Db, ids: readonly number[], held: readonly number[]): Promise<void> {
  await sql`update inventory_items set is_held_by_ties = (${isHeld(held)})
    where id = any(${[...ids]}::bigint[]) and is_held_by_ties is distinct from (${isHeld(held)})`.execute(db);
}

/** Items of a project that are held and should not be, or the other way round, or of which no scan has said it. */
export async function listOtherwiseHeld(db: Db, projectId: number, held: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from inventory_items
    where project_id = ${projectId} and is_held_by_ties is distinct from (${isHeld(held)})`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Returns since when they were missing. */
export async function unsetMissing(db: Db, ids: readonly number[]): Promise<{ id: number; since: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; since: number }>`
    with before as (select id, missing_since_scan as since from inventory_items where id = any(${[...ids]}::bigint[]))
    update inventory_items i set missing_since_scan = null, missing_why = '' from before b where i.id = b.id
    returning i.id, b.since`.execute(db);
  return rows;
}
