// The rows of a bulk decision with what would become of each. The dry run and the real run ask here, so that they agree.
import { valueFor } from '@assay/scanner/items';
import { rightOf } from '../../authorize/index.ts';
import { listBulkFiles, listBulkItems, listOpenTasks } from '../../db/bulk/rows.ts';
import type { Db } from '../../db/postgres/connection.ts';
import type { Viewer } from '../../db/projects/standing.ts';
import {
  type BulkFile,
  type BulkItem,
  isFileAction,
  isItemAction,
  isTaskAction,
  isVulnerabilityAction,
  type SkipReason,
  skipOfFile,
  skipOfItem,
} from '../../domain/bulk/actions.ts';
import type { BulkTask } from '../../domain/bulk/tasks.ts';
import { type BulkOrder, projectOf } from './order.ts';
import { chosenTasks } from './tasks.ts';
import { type ChosenVulnerability, chosenVulnerabilities } from './vulnerabilities.ts';

export type ChosenRow =
  | { id: number; name: string; item: BulkItem; skip: SkipReason | undefined }
  | { id: number; name: string; file: BulkFile & { sha256: Buffer }; skip: SkipReason | undefined }
  | { id: number; name: string; task: BulkTask; skip: SkipReason | undefined }
  | { id: number; name: string; vulnerability: ChosenVulnerability; skip: SkipReason | undefined }
  | { id: number; name: string; skip: 'NOT_FOUND' };

/** In the order of the ids. Ids of other projects are as unknown as those of nothing. */
export async function chosenRows(db: Db, order: BulkOrder, ids: readonly number[]): Promise<ChosenRow[]> {
  const { action } = order;
  if (isVulnerabilityAction(action)) {
    const chosen = await chosenVulnerabilities(db, { ...order, action }, ids);
    return chosen.map((one) => ({ id: one.id, name: one.name, vulnerability: one, skip: one.skip }));
  }
  const found = await foundRows(db, order, ids);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? { id, name: '', skip: 'NOT_FOUND' as const });
}

async function foundRows(db: Db, order: BulkOrder, ids: readonly number[]): Promise<ChosenRow[]> {
  const { action } = order;
  if (isFileAction(action)) return chosenFiles(db, order, ids);
  if (isTaskAction(action)) return chosenTasks(db, { ...order, action }, ids);
  return chosenItems(db, order, ids);
}

async function chosenItems(db: Db, order: BulkOrder, ids: readonly number[]) {
  const { action, details, actor } = order;
  if (!isItemAction(action)) throw new Error(`${action} is not about items.`);
  const projectId = projectOf(order);
  const items = await listBulkItems(db, projectId, ids);
  const tasksOf = action === 'ASSIGN' ? await reassignable(db, projectId, actor, ids) : undefined;
  return items.map((item): ChosenRow => {
    const known = tasksOf ? { ...item, openTasks: tasksOf(item.id) } : item;
    return { id: item.id, name: item.name, item: known, skip: skipOfItem(known, action, details) };
  });
}

async function chosenFiles(db: Db, order: BulkOrder, ids: readonly number[]) {
  const { action, details } = order;
  if (!isFileAction(action)) throw new Error(`${action} is not about files.`);
  const files = await listBulkFiles(db, projectOf(order), ids, details.inventoryId ?? null);
  return files.map((file): ChosenRow => ({ id: file.id, name: file.path, file, skip: skipOfFile(file, action) }));
}

/** The open tasks of items. A task is reassigned by its assignee, or by who may reassign every task of the project. */
async function reassignable(db: Db, projectId: number, actor: Viewer, itemIds: readonly number[]) {
  const mayAll = (await rightOf(db, actor, 'REASSIGN_TASK', projectId)) === 'allowed';
  const tasks = await listOpenTasks(db, itemIds);
  const byItem = Map.groupBy(
    tasks.map((task) => ({ ...task, mayReassign: mayAll || task.ownerId === actor.id })),
    ({ itemId }) => itemId,
  );
  return (itemId: number) => (byItem.has(itemId) ? valueFor(byItem, itemId) : []);
}
