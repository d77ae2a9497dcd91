// Tasks of inventory items.
import { type Selectable, sql, type Updateable } from 'kysely';
import { notFound } from '../errors.ts';
import type { Db } from './connection.ts';
import { type Viewer, visibleTo } from './projects.ts';
import type { TasksTable } from './tables.ts';

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

export interface NewTask {
  projectId: number;
  itemId: number;
  type: Task['type'];
  summary: string;
  details: string;
  priority: Task['priority'];
  ownerId: number;
  createdBy: number;
}

export async function insertTask(db: Db, task: NewTask): Promise<number> {
  const { id } = await db
    .insertInto('tasks')
    .values({
      project_id: task.projectId,
      item_id: task.itemId,
      type: task.type,
      summary: task.summary,
      details: task.details,
      priority: task.priority,
      owner_id: task.ownerId,
      created_by: task.createdBy,
      updated_by: task.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTask(db: Db, id: number, change: Updateable<TasksTable>): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Closes the open review tasks of an item, with the decision that closed them. */
export async function closeReviewTasks(
  db: Db,
  itemId: number,
  resolution: 'APPROVED' | 'REJECTED',
  userId: number,
): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ is_closed: true, resolution, closed_at: sql`now()`, updated_at: sql`now()`, updated_by: userId })
    .where('item_id', '=', itemId)
    .where('type', '=', 'MANUAL_INVENTORY_REVIEW')
    .where('is_closed', '=', false)
    .execute();
}

export interface TaskFilter {
  projectId?: number;
  itemId?: number;
  isClosed?: boolean;
  type?: Task['type'];
  priority?: Task['priority'];
}

export async function searchTasks(db: Db, viewer: Viewer, filter: TaskFilter, page: { limit: number; offset: number }) {
  let base = db
    .selectFrom('tasks')
    .innerJoin('projects', 'projects.id', 'tasks.project_id')
    .innerJoin('inventory_items as i', 'i.id', 'tasks.item_id')
    .innerJoin('users as owner', 'owner.id', 'tasks.owner_id')
    .where(visibleTo(viewer));
  if (filter.projectId !== undefined) base = base.where('tasks.project_id', '=', filter.projectId);
  if (filter.itemId !== undefined) base = base.where('tasks.item_id', '=', filter.itemId);
  if (filter.isClosed !== undefined) base = base.where('tasks.is_closed', '=', filter.isClosed);
  if (filter.type) base = base.where('tasks.type', '=', filter.type);
  if (filter.priority) base = base.where('tasks.priority', '=', filter.priority);
  const rows = await base
    .selectAll('tasks')
    .select(['i.name as item_name', 'owner.login as owner_login'])
    .orderBy('tasks.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** All tasks of a project in id order, in batches. */
export async function* eachTask(db: Db, projectId: number, batchSize = 1000) {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('tasks')
      .innerJoin('inventory_items as i', 'i.id', 'tasks.item_id')
      .innerJoin('users as owner', 'owner.id', 'tasks.owner_id')
      .selectAll('tasks')
      .select(['i.name as item_name', 'owner.login as owner_login'])
      .where('tasks.project_id', '=', projectId)
      .where('tasks.id', '>', after)
      .orderBy('tasks.id')
      .limit(batchSize)
      .execute();
    yield* rows;
    if (rows.length < batchSize) return;
    after = rows[rows.length - 1].id;
  }
}
