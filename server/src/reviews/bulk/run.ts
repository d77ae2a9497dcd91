// Carries out a bulk decision, or a part of it, in a transaction: asks again under the lock what becomes of each row, decides as a person would decide about
// each of them, and keeps what changed for an undo.
import { valueFor } from '@assay/scanner/items';
import {
  addProgress,
  type BulkDecision,
  insertStep,
  keepNotices,
  newestIds,
  takeNotices,
} from '../../db/bulk/decisions.ts';
import { reassignTasks } from '../../db/bulk/rows.ts';
import {
  listOwnDecisions,
  readDecisions,
  readFiles,
  readItemDecisions,
  readItems,
  readMarks,
  readTasks,
  readTies,
} from '../../db/bulk/states.ts';
import { setFilesReviewed } from '../../db/files/files.ts';
import { findItems, type Item, lockItem, lockItems } from '../../db/inventories/items.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import { lockUntilEnd, VULNERABILITY_DECISIONS_LOCK } from '../../db/postgres/advisory-locks.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { lockForChange, type Project } from '../../db/projects/projects.ts';
import { listTasksOfItems } from '../../db/tasks.ts';
import { recordMarks } from '../../decisions/index.ts';
import {
  type BulkFile,
  type BulkItem,
  type BulkVulnerabilityAction,
  isFileAction,
  isReviewAction,
  isTaskAction,
  isVulnerabilityAction,
  rightsFor,
  type SkipCounts,
  statusOfAction,
} from '../../domain/bulk/actions.ts';
import { imagesOf, type RowImage } from '../../domain/bulk/images.ts';
import { type Notice, taskNotice } from '../../domain/messages/mail-notices.ts';
import type { ReviewEvent } from '../../domain/reviews/inventory-review.ts';
import { noticedTask } from '../../mail/noticed-task.ts';
import { writeNotices } from '../../mail/outbox.ts';
import { editItems } from '../item-edits.ts';
import { addToItem, removeFromItem } from '../item-files.ts';
import { settleReviews } from '../lapses.ts';
import { decide, itemVulnerabilities, loadPolicy } from '../policy.ts';
import { applyReviews } from '../review.ts';
import { type ChosenRow, chosenRows } from './chosen.ts';
import { type BulkOrder, projectOf } from './order.ts';
import { decideTasks, lockTasks } from './tasks.ts';
import { decideVulnerabilities } from './vulnerabilities.ts';

export interface StepResult {
  changed: number;
  skipped: SkipCounts;
}

/** Decides about these rows. Everything that changes is locked until the transaction ends. */
export async function runStep(
  tx: Tx,
  bulk: Pick<BulkDecision, 'id' | 'done'>,
  order: BulkOrder,
  ids: readonly number[],
): Promise<StepResult> {
  const [right = 'EDIT_INVENTORY'] = rightsFor(order.action, order.details);
  if (isVulnerabilityAction(order.action))
    return runStepOfVulnerabilities(tx, bulk, { ...order, action: order.action }, ids);
  const project = await lockForChange(tx, projectOf(order), right);
  if (isTaskAction(order.action)) await lockTasks(tx, project.id, ids);
  else if (!isFileAction(order.action)) await lockItems(tx, [...ids]);
  const rows = await chosenRows(tx, order, ids);
  const changing = rows.filter(({ skip }) => skip === undefined);
  const since = await newestIds(tx);
  const notices: Notice[] = [];
  const images = await decideRows(tx, project, order, changing, { lastDecision: since.decision, notices });
  await keepNotices(tx, bulk.id, bulk.done, notices);
  return endStep(tx, bulk, rows, { images, since });
}

interface Deciding {
  /** The last decision before this step. */
  lastDecision: number;
  notices: Notice[];
}

function decideRows(
  tx: Tx,
  project: Project,
  order: BulkOrder,
  changing: readonly ChosenRow[],
  deciding: Deciding,
): Promise<RowImage[]> {
  const { action } = order;
  if (isFileAction(action)) return decideFiles(tx, order, filesOf(changing), deciding.lastDecision);
  if (isTaskAction(action)) return decideTasks(tx, { ...order, action }, tasksOf(changing), deciding.notices);
  return decideItems(tx, project, order, itemsOf(changing), deciding);
}

async function runStepOfVulnerabilities(
  tx: Tx,
  bulk: Pick<BulkDecision, 'id' | 'done'>,
  order: BulkOrder & { action: BulkVulnerabilityAction },
  ids: readonly number[],
): Promise<StepResult> {
  if (order.projectId !== null) await lockForChange(tx, order.projectId, 'ANALYZE_VULNERABILITIES');
  await lockUntilEnd(tx, VULNERABILITY_DECISIONS_LOCK);
  const rows = await chosenRows(tx, order, ids);
  const since = await newestIds(tx);
  const chosen = rows.flatMap((row) => ('vulnerability' in row ? row.vulnerability : []));
  const images = await decideVulnerabilities(tx, order, chosen, since.decision);
  return endStep(tx, bulk, rows, { images, since });
}

/** Keeps what the step changed for an undo. */
async function endStep(
  tx: Tx,
  bulk: Pick<BulkDecision, 'id' | 'done'>,
  rows: readonly ChosenRow[],
  { images, since }: { images: readonly RowImage[]; since: Awaited<ReturnType<typeof newestIds>> },
): Promise<StepResult> {
  const changed = rows.filter(({ skip }) => skip === undefined).length;
  const now = await newestIds(tx);
  const step = {
    bulkId: bulk.id,
    step: bulk.done,
    isUndo: false,
    firstRevision: since.revision + 1,
    lastRevision: now.revision,
    lastDecision: now.decision,
  };
  if (changed > 0) await insertStep(tx, step, images);
  const result = { changed, skipped: skippedOf(rows) };
  await addProgress(tx, bulk.id, { done: rows.length, ...result });
  return result;
}

/** Writes the mails about all steps, one to each person. Call it when no step follows. */
export async function tellOfBulk(tx: Tx, bulkId: number): Promise<void> {
  await writeNotices(tx, await takeNotices(tx, bulkId));
}

export function skippedOf(rows: readonly ChosenRow[]): SkipCounts {
  const counts: SkipCounts = {};
  for (const { skip } of rows) if (skip !== undefined) counts[skip] = (counts[skip] ?? 0) + 1;
  return counts;
}

const itemsOf = (rows: readonly ChosenRow[]) => rows.flatMap((row) => ('item' in row ? row.item : []));
const tasksOf = (rows: readonly ChosenRow[]) => rows.flatMap((row) => ('task' in row ? row.task : []));
const filesOf = (rows: readonly ChosenRow[]) => rows.flatMap((row) => ('file' in row ? row.file : []));

async function decideItems(
  tx: Tx,
  project: Project,
  order: BulkOrder,
  items: readonly BulkItem[],
  { lastDecision, notices }: Deciding,
): Promise<RowImage[]> {
  if (items.length === 0) return [];
  const ids = items.map(({ id }) => id);
  const before = {
    items: await readItems(tx, ids),
    tasks: await readTasks(tx, ids),
    decisions: await readItemDecisions(tx, ids),
  };
  if (order.action === 'ASSIGN') await assign(tx, order, items, notices);
  else if (order.action === 'CHANGE')
    await editItems(tx, ids, { ...order, projectId: project.id, change: order.details.change ?? {}, notices });
  else await review(tx, project, order, ids, notices);
  const written = await listOwnDecisions(tx, project.id, lastDecision);
  return [
    ...imagesOf('item', before.items, await readItems(tx, ids)),
    ...imagesOf('task', before.tasks, await readTasks(tx, ids)),
    ...imagesOf('decision', before.decisions, await readDecisions(tx, [...before.decisions.keys(), ...written])),
  ];
}

async function review(tx: Tx, project: Project, order: BulkOrder, ids: number[], notices: Notice[]): Promise<void> {
  const items = await lockItems(tx, ids);
  const eventOf = await eventsOf(tx, { ...order, projectId: project.id }, items);
  const { actor, reason } = order;
  await applyReviews(
    tx,
    project,
    items.map((item) => ({ item, event: eventOf(item) })),
    actor,
    { reason, notices },
  );
  const gone = items.filter((item) => item.gone_since_scan !== null).map(({ id }) => id);
  await settleReviews(tx, { projectId: project.id, ids: gone, actor, action: 'User Action', notices });
  await refreshInventoryRollup(tx, project.id);
}

async function eventsOf(
  tx: Tx,
  { action, projectId, reason }: BulkOrder & { projectId: number },
  items: readonly Item[],
): Promise<(item: Item) => ReviewEvent> {
  if (isReviewAction(action)) {
    const event = { type: 'reviewer-sets', status: statusOfAction(action), words: reason } as const;
    return () => event;
  }
  if (action === 'RECALL') return () => ({ type: 'recall' });
  const ids = items.map(({ id }) => id);
  const policy = await loadPolicy(tx, projectId);
  const details = await findItems(tx, ids);
  const vulnerabilities = await itemVulnerabilities(tx, ids);
  return (item) => {
    const decision = decide(policy, valueFor(details, item.id), vulnerabilities(item.id));
    return { type: 'publish', decision, isInScan: false };
  };
}

/** Gives the open tasks of the items another assignee; tasks that the person may not reassign stay. */
async function assign(
  tx: Tx,
  { actor, details: { ownerId } }: BulkOrder,
  items: readonly BulkItem[],
  notices: Notice[],
): Promise<void> {
  if (ownerId === undefined) throw new Error('ASSIGN names an assignee.');
  const mayAll = items.some(({ openTasks = [] }) =>
    openTasks.some((task) => task.mayReassign && task.ownerId !== actor.id),
  );
  const tasks = await listTasksOfItems(
    tx,
    items.map(({ id }) => id),
  );
  for (const item of items) {
    const own = (tasks.get(item.id) ?? []).filter(
      (task) => !task.is_closed && task.owner_id !== ownerId && (mayAll || task.owner_id === actor.id),
    );
    await reassignTasks(
      tx,
      own.map(({ id }) => id),
      { ownerId, actorId: actor.id },
    );
    for (const task of own) {
      const now = noticedTask({ ...task, owner_id: ownerId });
      notices.push(
        taskNotice('task_reassigned', now, { id: item.id, name: item.name, projectId: task.project_id }, actor.id),
      );
    }
  }
}

async function decideFiles(
  tx: Tx,
  order: BulkOrder,
  files: readonly (BulkFile & { sha256: Buffer })[],
  lastDecision: number,
): Promise<RowImage[]> {
  if (files.length === 0) return [];
  if (order.action === 'MARK_REVIEWED' || order.action === 'MARK_UNREVIEWED')
    return mark(tx, order, files, lastDecision);
  return tie(tx, order, files, lastDecision);
}

async function mark(
  tx: Tx,
  order: BulkOrder,
  files: readonly (BulkFile & { sha256: Buffer })[],
  lastDecision: number,
): Promise<RowImage[]> {
  const { action, actor, reason } = order;
  const projectId = projectOf(order);
  const ids = files.map(({ id }) => id);
  const before = { files: await readFiles(tx, ids), marks: await readMarks(tx, projectId, ids) };
  const isReviewed = action === 'MARK_REVIEWED';
  await setFilesReviewed(tx, ids, isReviewed);
  const subjects = files.map(({ path, sha256 }) => ({ path, sha256: sha256.toString('hex') }));
  await recordMarks(tx, projectId, subjects, isReviewed, actor.login, reason);
  const written = await listOwnDecisions(tx, projectId, lastDecision);
  return [
    ...imagesOf('file', before.files, await readFiles(tx, ids)),
    ...imagesOf('decision', before.marks, await readDecisions(tx, [...before.marks.keys(), ...written])),
  ];
}

async function tie(
  tx: Tx,
  { projectId, action, actor, reason, details: { inventoryId } }: BulkOrder,
  files: readonly BulkFile[],
  lastDecision: number,
): Promise<RowImage[]> {
  if (inventoryId === undefined) throw new Error(`${action} names an item.`);
  const item = await lockItem(tx, inventoryId);
  const ids = files.map(({ id }) => id);
  const before = {
    items: await readItems(tx, [item.id]),
    ties: await readTies(tx, item.id, ids),
    decisions: await readItemDecisions(tx, [item.id]),
  };
  const tying = { actor, reason, named: files.map(({ path }) => ({ path })) };
  await (action === 'TIE' ? addToItem : removeFromItem)(tx, item, [...files], tying);
  const written = await listOwnDecisions(tx, projectId, lastDecision);
  return [
    ...imagesOf('item', before.items, await readItems(tx, [item.id])),
    ...imagesOf('tie', before.ties, await readTies(tx, item.id, ids)),
    ...imagesOf('decision', before.decisions, await readDecisions(tx, [...before.decisions.keys(), ...written])),
  ];
}
