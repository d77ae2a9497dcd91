// Bulk decisions about tasks: which are changed, how, and their undo.
import { valueFor } from '@assay/scanner/items';
import { rightsOnTasks } from '../../authorize/index.ts';
import { type BulkStep, listImages } from '../../db/bulk/decisions.ts';
import { listBulkTasks } from '../../db/bulk/rows.ts';
import { listTasksNow } from '../../db/bulk/since.ts';
import { readTasksById, writeBack } from '../../db/bulk/states.ts';
import { lockItems } from '../../db/inventories/items.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import { listTasksOfItems, recordTaskEvents, updateTask } from '../../db/tasks.ts';
import type { BulkTaskAction } from '../../domain/bulk/actions.ts';
import { imagesOf, isUnchanged, type RowImage } from '../../domain/bulk/images.ts';
import { type BulkTask, eventOfTasks, singleActionOf, skipOfTask } from '../../domain/bulk/tasks.ts';
import type { Notice } from '../../domain/messages/mail-notices.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { rightForTask, type TaskType } from '../../domain/reviews/review-task.ts';
import { applyTaskEvent } from '../tasks.ts';
import { type BulkOrder, projectOf } from './order.ts';
import type { Undoing, UndoResult } from './undo.ts';

type TaskOrder = BulkOrder & { action: BulkTaskAction };

export async function chosenTasks(db: Db, order: TaskOrder, ids: readonly number[]) {
  const { action, details, actor } = order;
  const projectId = projectOf(order);
  const mayDo = await rightsOnTasks(db, actor, projectId);
  const isAllowed = ({ type, ownerId }: { type: TaskType; ownerId: number }) =>
    mayDo(rightForTask(singleActionOf(action), type), ownerId === actor.id);
  return (await listBulkTasks(db, projectId, ids)).map((found) => {
    const task: BulkTask = { ...found, isAllowed: isAllowed(found) };
    return { id: task.id, name: task.name, task, skip: skipOfTask(task, action, details) };
  });
}

/** Items are locked before their tasks, as every review does. */
export async function lockTasks(tx: Tx, projectId: number, ids: readonly number[]): Promise<void> {
  const items = (await listBulkTasks(tx, projectId, ids)).map(({ itemId }) => itemId);
  await lockItems(tx, sorted(items));
}

export async function decideTasks(
  tx: Tx,
  { action, details, actor, at }: TaskOrder,
  tasks: readonly BulkTask[],
  notices: Notice[],
): Promise<RowImage[]> {
  const ids = tasks.map(({ id }) => id);
  const itemIds = sorted(tasks.map(({ itemId }) => itemId));
  const items = new Map((await lockItems(tx, itemIds)).map((item) => [item.id, item]));
  const tasksOfItems = await listTasksOfItems(tx, itemIds);
  const before = await readTasksById(tx, ids);
  for (const { id, itemId } of tasks) {
    if (action === 'PRIORITIZE_TASKS') {
      await updateTask(tx, id, { priority: details.taskPriority, updated_by: actor.id });
      continue;
    }
    const siblings = valueFor(tasksOfItems, itemId);
    const task = siblings.find((one) => one.id === id);
    if (task === undefined) throw new Error(`Task ${id} is gone although its item is locked.`);
    const changing = { item: valueFor(items, itemId), siblings, actor, at, notices };
    const refused = await applyTaskEvent(tx, task, eventOfTasks(action, details), changing);
    if (isRefusal(refused)) throw new Error(`Task ${id} was chosen: ${refused.refusal.message}`);
  }
  return imagesOf('task', before, await readTasksById(tx, ids));
}

/** The tasks get back what they had, where nobody has changed them since. */
export async function undoTasks(tx: Tx, step: BulkStep, { projectId }: Undoing): Promise<UndoResult> {
  const images = await listImages(tx, step.bulkId, step.step);
  const ids = sorted(images.flatMap((image) => image.ids));
  await lockTasks(tx, projectId, ids);
  const names = new Map((await listBulkTasks(tx, projectId, ids)).map(({ id, name }) => [id, name]));
  const changers = new Map((await listTasksNow(tx, ids)).map(({ id, updatedBy }) => [id, updatedBy]));
  const states = await readTasksById(tx, ids);
  const restored: number[] = [];
  for (const image of images) {
    const same = image.ids.filter((id) => isUnchanged(image, states.get(id)));
    if (image.before !== null) await writeBack(tx, 'task', same, image.before);
    restored.push(...same);
  }
  await tellOfUndone(tx, images, restored);
  const isRestored = new Set(restored);
  const kept = ids.filter((id) => !isRestored.has(id));
  return {
    restored: restored.length,
    kept: kept.map((id) => ({
      id,
      name: names.get(id) ?? '',
      why: changers.has(id) ? `changed since by ${changers.get(id)}` : 'deleted since',
    })),
  };
}

/** Programs that follow tasks learn which are open again, and which are not any more. */
async function tellOfUndone(tx: Tx, images: readonly RowImage[], restored: readonly number[]): Promise<void> {
  const isRestored = new Set(restored);
  const wasClosed = new Map(
    images.flatMap(({ ids, before }) =>
      typeof before?.is_closed === 'boolean' ? ids.map((id) => [id, before.is_closed === true] as const) : [],
    ),
  );
  const items = sorted((await listTasksNow(tx, [...isRestored])).map(({ itemId }) => itemId));
  const tasks = [...(await listTasksOfItems(tx, items)).values()].flat().filter(({ id }) => isRestored.has(id));
  await recordTaskEvents(
    tx,
    'task.closed',
    tasks.filter(({ id }) => wasClosed.get(id) === true),
  );
  await recordTaskEvents(
    tx,
    'task.reopened',
    tasks.filter(({ id }) => wasClosed.get(id) === false),
  );
}

const sorted = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);
