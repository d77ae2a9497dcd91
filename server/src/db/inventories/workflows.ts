// Pairs that an approval workflow outside of this server keeps with an item. What they mean is not ours to know.
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

export async function replaceWorkflow(db: Db, itemId: number, pairs: WorkflowPair[]): Promise<void> {
  await db.deleteFrom('inventory_workflows').where('item_id', '=', itemId).execute();
  if (pairs.length === 0) return;
  await db
    .insertInto('inventory_workflows')
    .values(pairs.map(({ key, value }, position) => ({ item_id: itemId, position, key, value })))
    .execute();
}
