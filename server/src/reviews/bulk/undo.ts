// Undoes a step of a bulk decision: the rows get back what they had, where nobody has changed them since. The decisions of the step are taken back, and
// those that they had replaced hold again. The history says who undid what.
import { type BulkStep, listImages } from '../../db/bulk/decisions.ts';
import { deleteTasks, listChangers, listTasksNow, subjectsOfDecisions, type TaskNow } from '../../db/bulk/since.ts';
import { readItems, readTasksById, takeBack, writeBack } from '../../db/bulk/states.ts';
import { insertRevisions } from '../../db/inventories/history.ts';
import { type DetailedItem, findItems, lockItems } from '../../db/inventories/items.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { recordEvents } from '../../db/webhooks/events.ts';
import type { KeptRow, RowKind } from '../../domain/bulk/actions.ts';
import { isUnchanged, type RowImage, type RowStates } from '../../domain/bulk/images.ts';
import { inventoryStatusNames } from '../../domain/inventories/inventory.ts';
import { type HistoryState, historyOf } from '../../domain/inventories/inventory-history.ts';
import { historyStateOf } from '../item-edits.ts';
import type { Actor } from '../review.ts';

export interface Undoing {
  projectId: number;
  actor: Actor;
  /** What is undone, for the history: "approved by anna on 2026-11-29 (bulk decision 12)". */
  words: string;
}

export interface UndoResult {
  restored: number;
  kept: KeptRow[];
}

export const UNDO_FIELD = 'Undo';

interface StepFacts {
  images: RowImage[];
  tasks: TaskNow[];
  decisions: Awaited<ReturnType<typeof subjectsOfDecisions>>;
  states: RowStates;
}

/** A step about items. The caller has locked the project. */
export async function undoItems(tx: Tx, step: BulkStep, undoing: Undoing): Promise<UndoResult> {
  const images = await listImages(tx, step.bulkId, step.step);
  const tasks = await listTasksNow(tx, idsIn(images, 'task'));
  const decisions = await subjectsOfDecisions(tx, idsIn(images, 'decision'));
  const ids = [
    ...new Set([
      ...idsIn(images, 'item'),
      ...tasks.map(({ itemId }) => itemId),
      ...[...decisions.values()].flatMap(({ itemId }) => itemId ?? []),
    ]),
  ].sort((a, b) => a - b);
  await lockItems(tx, ids);
  const before = await findItems(tx, ids);
  const why = await changesSince(tx, step, undoing, ids, {
    images,
    tasks,
    decisions,
    states: await readItems(tx, ids),
  });
  const restorable = new Set(ids.filter((id) => before.has(id) && !why.has(id)));
  await restoreItems(tx, { images, tasks, decisions }, restorable, undoing);
  await tellOfUndo(tx, before, await findItems(tx, [...restorable]), undoing);
  await refreshInventoryRollup(tx, undoing.projectId);
  return {
    restored: restorable.size,
    kept: ids.flatMap((id) =>
      restorable.has(id)
        ? []
        : { id, name: before.get(id)?.name ?? '', why: before.has(id) ? (why.get(id) ?? '') : 'deleted since' },
    ),
  };
}

const idsIn = (images: readonly RowImage[], kind: RowKind) =>
  images.flatMap((image) => (image.kind === kind ? image.ids : []));

/** Why items are left alone, by item. */
async function changesSince(
  tx: Tx,
  step: BulkStep,
  { projectId }: Undoing,
  ids: readonly number[],
  { images, tasks, decisions, states }: StepFacts,
): Promise<Map<number, string>> {
  const why = new Map<number, string>();
  for (const image of images) {
    if (image.kind !== 'item') continue;
    for (const id of image.ids) {
      const now = states.get(id);
      if (now !== undefined && !isUnchanged(image, now)) why.set(id, 'changed since');
    }
  }
  for (const image of images) {
    if (image.kind !== 'decision' || image.before !== null) continue;
    for (const id of image.ids) {
      const { itemId = null, replacedBy = null } = decisions.get(id) ?? {};
      // What the step itself replaced again is no change since.
      if (itemId !== null && replacedBy !== null && image.after?.superseded_at === null)
        why.set(itemId, `changed since by ${replacedBy}`);
    }
  }
  const tasksNow = await readTasksById(tx, idsIn(images, 'task'));
  const changedTasks = new Set(
    images
      .filter(({ kind }) => kind === 'task')
      .flatMap((image) => image.ids.filter((id) => !isUnchanged(image, tasksNow.get(id) ?? {}))),
  );
  for (const { id, itemId, updatedBy, hasIssue } of tasks) {
    if (changedTasks.has(id)) why.set(itemId, `its task was changed since by ${updatedBy}`);
    else if (hasIssue) why.set(itemId, 'its task has an issue in the tracker');
  }
  for (const [id, by] of await listChangers(tx, projectId, ids, step.lastRevision))
    why.set(id, `changed since by ${by}`);
  return why;
}

async function restoreItems(
  tx: Tx,
  { images, tasks, decisions }: Omit<StepFacts, 'states'>,
  restorable: ReadonlySet<number>,
  { projectId, actor }: Undoing,
): Promise<void> {
  const itemOfTask = new Map(tasks.map(({ id, itemId }) => [id, itemId]));
  const ofRestorable = (kind: RowKind) => (id: number) => {
    const itemId = kind === 'item' ? id : kind === 'task' ? itemOfTask.get(id) : decisions.get(id)?.itemId;
    return itemId != null && restorable.has(itemId);
  };
  const made = (kind: RowKind) =>
    images
      .filter((image) => image.kind === kind && image.before === null)
      .flatMap(({ ids }) => ids.filter(ofRestorable(kind)));
  // First, because only one decision about a subject holds.
  await takeBack(tx, made('decision'), actor.login);
  for (const kind of ['decision', 'item', 'task'] as const)
    for (const image of images)
      if (image.kind === kind && image.before !== null)
        await writeBack(tx, kind, image.ids.filter(ofRestorable(kind)), image.before);
  const removed = new Set(made('task'));
  await tellOfTasks(tx, tasks, { images, removed, restorable, projectId, actor });
  await deleteTasks(tx, [...removed]);
}

/** Programs that follow tasks learn that those which the decision opened are over, and those which it closed are open again. */
async function tellOfTasks(
  tx: Tx,
  tasks: readonly TaskNow[],
  {
    images,
    removed,
    restorable,
    projectId,
    actor,
  }: {
    images: readonly RowImage[];
    removed: ReadonlySet<number>;
    restorable: ReadonlySet<number>;
    projectId: number;
    actor: Actor;
  },
): Promise<void> {
  const reopened = new Set(
    images.filter(({ kind, before }) => kind === 'task' && before?.is_closed === false).flatMap(({ ids }) => ids),
  );
  await recordEvents(
    tx,
    tasks.flatMap(({ id, type, itemId }) => {
      if (!restorable.has(itemId) || !(removed.has(id) || reopened.has(id))) return [];
      const event = removed.has(id) ? ('task.closed' as const) : ('task.reopened' as const);
      const data = { task: { id, type }, ...(removed.has(id) ? { resolution: null, undone: true } : {}) };
      return [{ event, projectId, actorId: actor.id, itemIds: [itemId], data }];
    }),
  );
}

async function tellOfUndo(
  tx: Tx,
  before: ReadonlyMap<number, DetailedItem>,
  after: ReadonlyMap<number, DetailedItem>,
  { projectId, actor, words }: Undoing,
): Promise<void> {
  await insertRevisions(
    tx,
    [...after].map(([itemId, item]) => {
      const was = before.get(itemId);
      const revision = historyOf(was && reviewedState(was), reviewedState(item), 'User Action');
      const changes = [...(revision?.changes ?? []), { field: UNDO_FIELD, oldValue: words, newValue: '' }];
      return {
        projectId,
        itemId,
        user: actor,
        event: revision?.event ?? 'Inventory Updated',
        action: 'User Action',
        changes,
      };
    }),
  );
}

const reviewedState = (item: DetailedItem): HistoryState => ({
  ...historyStateOf(item),
  status: inventoryStatusNames[item.status],
  isPublished: item.is_published,
});
