// Tasks of inventory items.

import { firstOf } from '@assay/scanner/items';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DecidedStatus } from '../domain/inventories/inventory.ts';
import { notFound } from '../errors.ts';
import { among, type List, pageOfList, rowsOf } from './list-index.ts';
import type { Db } from './postgres/connection.ts';
import { anywhere } from './postgres/like.ts';
import { rowsById } from './postgres/rows.ts';
import { seesEverything, type Viewer, viewerKey, visibilityOf, visibleTo } from './projects/standing.ts';
import type { TasksTable } from './tables.ts';
import { recordEvents } from './webhooks/events.ts';

export type Task = Selectable<TasksTable>;

export async function findTaskProject(db: Db, id: number): Promise<number | undefined> {
  return (await db.selectFrom('tasks').select('project_id').where('id', '=', id).executeTakeFirst())?.project_id;
}

export async function getTask(db: Db, id: number): Promise<Task> {
  const task = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!task) throw notFound('Task', id);
  return task;
}

export function listItemTasks(db: Db, itemId: number): Promise<Task[]> {
  return db.selectFrom('tasks').selectAll().where('item_id', '=', itemId).orderBy('id').forUpdate().execute();
}

/** By item. Locks the rows, ordered by id. */
export async function listTasksOfItems(db: Db, itemIds: number[]): Promise<Map<number, Task[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('tasks')
    .selectAll()
    .where('item_id', '=', sql<number>`any(${itemIds}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return Map.groupBy(rows, (task) => task.item_id);
}

export interface NewTask {
  projectId: number;
  itemId: number;
  type: Task['type'];
  summary: string;
  details: string;
  priority: Task['priority'];
  ownerId: number;
  createdBy: number;
  /** For the task of the project about decisions that no longer hold; at most one is open. */
  tellsOfDecisions?: boolean;
  /** For a task that is created closed, because it was closed in another installation. */
  closed?: { resolution: Task['resolution']; createdAt: Date; closedAt: Date };
}

export async function insertTask(db: Db, task: NewTask): Promise<number> {
  return firstOf(await insertTasks(db, [task]));
}

const TASKS_AT_ONCE = 1000;

/** Returns their ids in the same order. */
export async function insertTasks(db: Db, tasks: readonly NewTask[]): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < tasks.length; from += TASKS_AT_ONCE) {
    const rows = await db
      .insertInto('tasks')
      .values(tasks.slice(from, from + TASKS_AT_ONCE).map(rowOf))
      .returningAll()
      .execute();
    const open = rows.filter(({ is_closed }) => !is_closed);
    await recordTaskEvents(db, 'task.created', open);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

function rowOf({ closed, ...task }: NewTask): Insertable<TasksTable> {
  return {
    project_id: task.projectId,
    item_id: task.itemId,
    type: task.type,
    summary: task.summary,
    details: task.details,
    priority: task.priority,
    owner_id: task.ownerId,
    created_by: task.createdBy,
    updated_by: task.createdBy,
    tells_of_decisions: task.tellsOfDecisions ?? false,
    is_closed: closed !== undefined,
    resolution: closed?.resolution ?? null,
    closed_at: closed?.closedAt ?? null,
    ...(closed && { created_at: closed.createdAt }),
  };
}

export async function updateTask(db: Db, id: number, change: Updateable<TasksTable>): Promise<void> {
  const before = await getTask(db, id);
  const after = await db
    .updateTable('tasks')
    .set({
      ...change,
      // A task that is opened again stands beside the one that scans write now.
      ...(change.is_closed === false && before.is_closed ? { tells_of_decisions: false } : {}),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (after.is_closed !== before.is_closed)
    await recordTaskEvents(db, after.is_closed ? 'task.closed' : 'task.reopened', [after]);
}

const LONGEST_DETAILS = 60_000;

/** The open task of a project about decisions that no longer hold. */
export async function findTaskOfDecisions(db: Db, projectId: number): Promise<Task | undefined> {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('tells_of_decisions', '=', true)
    .where('is_closed', '=', false)
    .forUpdate()
    .executeTakeFirst();
}

/** The newest comes first. Of very long details the oldest are cut: all are in the logs of the scans. */
export async function addToTaskOfDecisions(db: Db, { id, details }: Task, more: string, by: number): Promise<void> {
  const all = `${more}\n\n${details}`;
  const cut = '\nThe rest is in the logs of earlier scans.';
  const kept = all.length <= LONGEST_DETAILS ? all : `${all.slice(0, LONGEST_DETAILS - cut.length)}${cut}`;
  await updateTask(db, id, { details: kept, updated_by: by });
}

export async function recordTaskEvents(
  db: Db,
  event: 'task.created' | 'task.closed' | 'task.reopened',
  tasks: readonly Task[],
): Promise<void> {
  if (tasks.length === 0) return;
  await recordEvents(
    db,
    tasks.map(({ id, type, project_id: projectId, item_id: itemId, resolution, updated_by: actorId }) => ({
      event,
      projectId,
      actorId,
      itemIds: [itemId],
      data: { task: { id, type }, ...(event === 'task.closed' ? { resolution } : {}) },
    })),
  );
}

/** Closes the open review tasks of these items with the given decision, and returns the closed tasks. */
export async function closeReviewTasks(
  db: Db,
  itemIds: readonly number[],
  resolution: DecidedStatus,
  userId: number,
): Promise<Task[]> {
  const closed = await db
    .updateTable('tasks')
    .set({ is_closed: true, resolution, closed_at: sql`now()`, updated_at: sql`now()`, updated_by: userId })
    .where('item_id', '=', sql<number>`any(${itemIds}::bigint[])`)
    .where('type', '=', 'MANUAL_INVENTORY_REVIEW')
    .where('is_closed', '=', false)
    .returningAll()
    .execute();
  await recordTaskEvents(db, 'task.closed', closed);
  return closed;
}

export interface TaskFilter {
  /** '' does not filter. */
  search?: string;
  projectId?: number;
  itemId?: number;
  ownerId?: number;
  isClosed?: boolean;
  type?: Task['type'];
  priority?: Task['priority'];
}

export async function searchTasks(db: Db, viewer: Viewer, filter: TaskFilter, page: { limit: number; offset: number }) {
  const { ids, total } = await pageOfList(db, taskList(db, viewer, filter), page);
  return { rows: rowsOf(ids, (batch) => withNames(db).where('tasks.id', '=', among(batch)).execute()), total };
}

function taskList(db: Db, viewer: Viewer, filter: TaskFilter): List {
  let ids = db.selectFrom('tasks').select('tasks.id').orderBy('tasks.id');
  if (!seesEverything(viewer))
    ids = ids.innerJoin('projects', 'projects.id', 'tasks.project_id').where(visibleTo(viewer));
  if (filter.projectId !== undefined) ids = ids.where('tasks.project_id', '=', filter.projectId);
  if (filter.itemId !== undefined) ids = ids.where('tasks.item_id', '=', filter.itemId);
  if (filter.ownerId !== undefined) ids = ids.where('tasks.owner_id', '=', filter.ownerId);
  if (filter.isClosed !== undefined) ids = ids.where('tasks.is_closed', '=', filter.isClosed);
  if (filter.type) ids = ids.where('tasks.type', '=', filter.type);
  if (filter.priority) ids = ids.where('tasks.priority', '=', filter.priority);
  const { projectId, itemId, isClosed, type, priority, search = '' } = filter;
  if (search !== '') {
    ids = ids.where(matches(search));
    // The names of items and owners change without the list of tasks, so the order is not cached.
    return { ids, key: undefined, changesWith: [] };
  }
  // Another owner is no change of the list for its marks. A person has few tasks, which an index finds.
  if (filter.ownerId !== undefined) return { ids, key: undefined, changesWith: [] };
  return {
    ids,
    key: JSON.stringify(['tasks', viewerKey(viewer), projectId, itemId, isClosed, type, priority]),
    changesWith: [{ list: 'tasks', scope: projectId }, ...visibilityOf(viewer)],
  };
}

function matches(text: string) {
  const pattern = anywhere(text);
  return sql<boolean>`(lower(tasks.summary) like lower(${pattern}) or lower(tasks.details) like lower(${pattern})
    or exists (select from inventory_items i where i.id = tasks.item_id and lower(i.name) like lower(${pattern}))
    or exists (select from users u where u.id = tasks.owner_id and lower(u.login) like lower(${pattern})))`;
}

function withNames(db: Db) {
  return db
    .selectFrom('tasks')
    .innerJoin('inventory_items as i', 'i.id', 'tasks.item_id')
    .innerJoin('users as owner', 'owner.id', 'tasks.owner_id')
    .selectAll('tasks')
    .select(['i.name as item_name', 'i.gone_since_scan as item_gone_since_scan', 'owner.login as owner_login']);
}

/** All tasks of a project in id order, in batches. */
export async function* eachTask(db: Db, projectId: number, batchSize = 1000) {
  yield* rowsById(batchSize, (after) =>
    withNames(db)
      .where('tasks.project_id', '=', projectId)
      .where('tasks.id', '>', after)
      .orderBy('tasks.id')
      .limit(batchSize)
      .execute(),
  );
}
