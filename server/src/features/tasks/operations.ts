// Reads, creates, changes and closes tasks of inventory items.
import type { App } from '../../app.ts';
import { maySeeProject } from '../../authorize/index.ts';
import { listIssuesOfTasks, type TaskIssue } from '../../db/alm/issues.ts';
import { getItem, lockItem } from '../../db/inventories/items.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { getProject } from '../../db/projects/projects.ts';
import {
  getTask,
  insertTask,
  listItemTasks,
  searchTasks,
  type Task,
  type TaskFilter,
  updateTask,
} from '../../db/tasks.ts';
import { findUserByIdOrLogin } from '../../db/users/users.ts';
import { issueUrl } from '../../domain/messages/alm-issue.ts';
import { type Notice, taskNotice } from '../../domain/messages/mail-notices.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { contactOf, reviewSettingsOf } from '../../domain/reviews/review-settings.ts';
import {
  defaultTaskOwner,
  rightForTask,
  type TaskEvent,
  type TaskResolution,
  taskTypeNames,
} from '../../domain/reviews/review-task.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller, Requester } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { writeNotices } from '../../mail/outbox.ts';
import { applyTaskEvent } from '../../reviews/tasks.ts';
import type { NewTask, TaskChange } from './schemas.ts';

export async function findTasks(app: App, caller: Caller, filter: TaskFilter, page: PageRequest) {
  const { rows, total } = await searchTasks(app.db, caller, filter, rangeOf(page));
  return { tasks: taskModels(app, rows), paging: pagingOf(page, total, { refuseEmpty: true }) };
}

const TASKS_AT_ONCE = 500;

/** Reads the issues of a batch of tasks at once. */
async function* taskModels(app: App, rows: Awaited<ReturnType<typeof searchTasks>>['rows']) {
  for await (const some of inBatches(rows, TASKS_AT_ONCE)) {
    const issues = await issuesOf(app, some);
    for (const row of some)
      yield taskModel(row, { name: row.item_name, goneSinceScan: row.item_gone_since_scan }, row.owner_login, issues);
  }
}

async function* inBatches<T>(rows: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export async function describeTask(app: App, taskId: number) {
  const task = await getTask(app.db, taskId);
  const item = await getItem(app.db, task.item_id);
  const owner = await findUserByIdOrLogin(app.db, String(task.owner_id));
  return taskModel(
    task,
    { name: item.name, goneSinceScan: item.gone_since_scan },
    owner?.login ?? '',
    await issuesOf(app, [task]),
  );
}

async function issuesOf(app: App, tasks: Task[]): Promise<Map<number, TaskIssue[]>> {
  const issues = await listIssuesOfTasks(
    app.db,
    tasks.map((task) => task.id),
  );
  return Map.groupBy(issues, (issue) => issue.task_id);
}

function taskModel(
  task: Task,
  item: { name: string; goneSinceScan: number | null },
  ownerLogin: string,
  issues: Map<number, TaskIssue[]>,
) {
  return {
    id: task.id,
    inventoryId: task.item_id,
    inventoryName: item.name,
    ...(item.goneSinceScan !== null && { inventoryGoneSinceScan: item.goneSinceScan }),
    projectId: task.project_id,
    ownerId: task.owner_id,
    ownerLogin,
    createdById: task.created_by,
    lastUpdatedById: task.updated_by,
    createdDate: wireTime(task.created_at),
    updatedDate: wireTime(task.updated_at),
    closedDate: task.closed_at ? wireTime(task.closed_at) : '',
    closed: task.is_closed,
    resolution: task.resolution ?? '',
    taskName: taskTypeNames[task.type],
    workflowTaskType: task.type,
    summary: task.summary,
    priority: task.priority,
    details: task.details,
    almIssues: (issues.get(task.id) ?? []).map((issue) => ({
      externalUrl: issueUrl(issue.instance_url, issue.key),
      externalKey: issue.key,
    })),
  };
}

export async function createTask(app: App, caller: Caller, inventoryId: number, input: NewTask): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    const project = await getProject(tx, item.project_id);
    const settings = reviewSettingsOf(project.review_settings);
    const contacts = {
      contactId: project.contact_id,
      legalContactId: project.legal_contact_id,
      securityContactId: project.security_contact_id,
      developerContactId: project.developer_contact_id,
    };
    const owner = input.owner ? await requireOwner(tx, input.owner, 'owner', project.id) : undefined;
    const task = {
      type: input.type,
      summary: input.summary?.trim() || `${taskTypeNames[input.type]}: ${item.name}`.slice(0, 255),
      details: input.details ?? '',
      priority: input.priority,
      ownerId: owner?.id ?? contactOf(defaultTaskOwner(input.type, settings), contacts),
      createdBy: caller.id,
    };
    const id = await insertTask(tx, { ...task, projectId: item.project_id, itemId: inventoryId });
    const noticed = { id: item.id, name: item.name, projectId: item.project_id };
    await writeNotices(tx, [taskNotice('task_created', { ...task, id, resolution: null }, noticed, caller.id)]);
    return id;
  });
}

export async function editTask(app: App, caller: Caller, taskId: number, input: TaskChange): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await updateTask(tx, taskId, { ...input, updated_by: caller.id });
  });
}

/** Closing a Manual Review task also decides on the item (domain/reviews/review-task.ts). */
export async function closeTask(
  app: App,
  requester: Requester,
  taskId: number,
  resolution: TaskResolution,
): Promise<void> {
  await change(app, requester, taskId, 'close', () => ({ type: 'close', resolution }));
}

export async function reassignTask(app: App, requester: Requester, taskId: number, owner: string): Promise<void> {
  await change(app, requester, taskId, 'reassign', async (tx, task) => {
    const user = await requireOwner(tx, owner, 'ownerId', task.project_id);
    return { type: 'reassign', ownerId: user.id };
  });
}

export async function reopenTask(app: App, requester: Requester, taskId: number): Promise<void> {
  await change(app, requester, taskId, 'reopen', () => ({ type: 'reopen' }));
}

async function change(
  app: App,
  { caller, authorize }: Requester,
  taskId: number,
  action: 'close' | 'reassign' | 'reopen',
  eventOf: (tx: Tx, task: Task) => TaskEvent | Promise<TaskEvent>,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    // Locks the item first, because every review takes its locks in this order.
    const item = await lockItem(tx, (await getTask(tx, taskId)).item_id);
    const siblings = await listItemTasks(tx, item.id);
    const task = siblings.find((one) => one.id === taskId);
    if (!task) throw notFound('Task', taskId);
    const subject = {
      projectId: task.project_id,
      missing: notFound('Task', taskId),
      isAssignee: task.owner_id === caller.id,
    };
    await authorize(rightForTask(action, task.type), subject, tx);
    const notices: Notice[] = [];
    const changing = { item, siblings, actor: caller, at: app.now(), notices };
    const refused = await applyTaskEvent(tx, task, await eventOf(tx, task), changing);
    if (refused) throw refusalError(refused);
    await writeNotices(tx, notices);
  });
}

function refusalError({ refusal: { code, message } }: Refusal): AppError {
  return new AppError(code === 'forbidden' ? 'forbidden' : 'badRequest', { message });
}

/** Refuses an owner who cannot see the project: nobody would do the task. */
async function requireOwner(tx: Tx, text: string, field: string, projectId: number) {
  const user = await findUserByIdOrLogin(tx, text);
  if (!user?.is_active)
    throw badRequest(`The field "${field}" names the user "${text}", who does not exist or is not active.`);
  if (!(await maySeeProject(tx, user, projectId)))
    throw badRequest(
      `The field "${field}" names the user "${text}", who may not see this private project: give the user a role in it first.`,
    );
  return user;
}
