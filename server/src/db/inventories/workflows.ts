// Pairs of names and values that an external approval workflow stores with an item. Assay does not interpret them.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

export interface WorkflowPair {
  key: string;
  value: string;
}

export function listWorkflow(db: Db, itemId: number): Promise<WorkflowPair[]> {
  return db
    .selectFrom('inventory_workflows')
    .select(['key', 'value'])
    .where('item_id', '=', itemId)
    .orderBy('position')
    .execute();
}

/** The pairs of several items. An item without pairs has no entry. */
export async function listWorkflows(db: Db, itemIds: readonly number[]): Promise<Map<number, WorkflowPair[]>> {
  const pairs = new Map<number, WorkflowPair[]>();
  if (itemIds.length === 0) return pairs;
  const rows = await db
    .selectFrom('inventory_workflows')
    .select(['item_id', 'key', 'value'])
    .where('item_id', 'in', itemIds)
    .orderBy('item_id')
    .orderBy('position')
    .execute();
  for (const { item_id: item, key, value } of rows) {
    const own = pairs.get(item);
    if (own) own.push({ key, value });
    else pairs.set(item, [{ key, value }]);
  }
  return pairs;
}

/** The pairs in the form of the history. */
export function workflowText(pairs: readonly WorkflowPair[]): string {
  return pairs.map(({ key, value }) => `${key}: ${value}`).join('\n');
}

/** Replaces the pairs of several items. Each item must have at least one. */
export async function replaceWorkflows(db: Db, byItem: ReadonlyMap<number, readonly WorkflowPair[]>): Promise<void> {
  if (byItem.size === 0) return;
  await db
    .deleteFrom('inventory_workflows')
    .where('item_id', '=', sql<number>`any(${[...byItem.keys()]}::bigint[])`)
    .execute();
  const rows = [...byItem].flatMap(([id, pairs]) => pairs.map((pair, position) => ({ id, position, ...pair })));
  await sql`insert into inventory_workflows (item_id, position, key, value)
    select * from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ position }) => position)}::integer[],
      ${rows.map(({ key }) => key)}::text[], ${rows.map(({ value }) => value)}::text[])`.execute(db);
}

export async function replaceWorkflow(db: Db, itemId: number, pairs: WorkflowPair[]): Promise<void> {
  await db.deleteFrom('inventory_workflows').where('item_id', '=', itemId).execute();
  if (pairs.length === 0) return;
  await db
    .insertInto('inventory_workflows')
    .values(pairs.map(({ key, value }, position) => ({ item_id: itemId, position, key, value })))
    .execute();
}
