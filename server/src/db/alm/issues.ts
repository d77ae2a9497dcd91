// Issues of trackers with their tasks, requested issues, and the record of synchronisations.
import { type Selectable, sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import type { AlmIssuesTable, AlmRequestsTable, AlmSyncsTable } from './tables.ts';

export type AlmIssue = Selectable<AlmIssuesTable>;
export type AlmRequest = Selectable<AlmRequestsTable>;
export type AlmSync = Selectable<AlmSyncsTable>;

export interface AlmIssueValues {
  externalId: string;
  key: string;
  summary: string;
  status: string;
  isDone: boolean;
}

/** Stores the tracker's data of an issue and assigns it to a task; both may exist already. */
export async function assignIssue(db: Db, taskId: number, instanceId: number, issue: AlmIssueValues): Promise<void> {
  const values = { key: issue.key, summary: issue.summary, status: issue.status, is_done: issue.isDone };
  const { id } = await db
    .insertInto('alm_issues')
    .values({ instance_id: instanceId, external_id: issue.externalId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['instance_id', 'external_id'])
        .doUpdateSet({ ...values, is_gone: false, synced_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('task_alm_issues')
    .values({ task_id: taskId, issue_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface TaskIssue extends AlmIssue {
  task_id: number;
  instance_url: string;
  instance_name: string;
}

/** In the order in which they were assigned. */
export function listIssuesOfTasks(db: Db, taskIds: number[]): Promise<TaskIssue[]> {
  return db
    .selectFrom('task_alm_issues as t')
    .innerJoin('alm_issues as i', 'i.id', 't.issue_id')
    .innerJoin('alm_instances as a', 'a.id', 'i.instance_id')
    .selectAll('i')
    .select(['t.task_id', 'a.url as instance_url', 'a.name as instance_name'])
    .where('t.task_id', '=', sql<number>`any(${taskIds}::bigint[])`)
    .orderBy('t.assigned_at')
    .orderBy('i.id')
    .execute();
}

/** Issues of an instance that belong to tasks, ordered by id. */
export function listIssuesOfInstance(db: Db, instanceId: number, after: number, limit: number): Promise<AlmIssue[]> {
  return db
    .selectFrom('alm_issues')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('id', '>', after)
    .where((eb) =>
      eb.exists(eb.selectFrom('task_alm_issues as t').select('t.task_id').whereRef('t.issue_id', '=', 'alm_issues.id')),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns whether anything has changed. */
export async function refreshIssue(db: Db, id: number, issue: AlmIssueValues): Promise<boolean> {
  const values = {
    key: issue.key,
    summary: issue.summary,
    status: issue.status,
    is_done: issue.isDone,
    is_gone: false,
  };
  const before = await db.selectFrom('alm_issues').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) return false;
  await db
    .updateTable('alm_issues')
    .set({ ...values, synced_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  return Object.entries(values).some(([name, value]) => before[name as keyof AlmIssue] !== value);
}

export async function markGone(db: Db, id: number): Promise<void> {
  await db.updateTable('alm_issues').set({ is_gone: true, synced_at: sql`now()` }).where('id', '=', id).execute();
}

/** Requests an issue for a task. A failed request is queued again; a created or queued one stays unchanged. */
export async function requestIssue(db: Db, taskId: number, userId: number): Promise<AlmRequest> {
  await db
    .insertInto('alm_requests')
    .values({ task_id: taskId, requested_by: userId })
    .onConflict((conflict) =>
      conflict
        .column('task_id')
        .doUpdateSet({ state: 'WAITING', attempts: 0, error: '', requested_by: userId, next_try_at: sql`'epoch'` })
        .where('alm_requests.state', '=', 'FAILED'),
    )
    .execute();
  return db.selectFrom('alm_requests').selectAll().where('task_id', '=', taskId).executeTakeFirstOrThrow();
}

/** The newest open remediation task of an item, if its project has a tracker. */
export async function findTaskForIssue(db: Db, itemId: number): Promise<number | undefined> {
  const task = await db
    .selectFrom('tasks')
    .innerJoin('project_alm_links as l', 'l.project_id', 'tasks.project_id')
    .select('tasks.id')
    .where('item_id', '=', itemId)
    .where('type', '=', 'REMEDIATE_INVENTORY')
    .where('is_closed', '=', false)
    .orderBy('tasks.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return task?.id;
}

export function findRequest(db: Db, taskId: number): Promise<AlmRequest | undefined> {
  return db.selectFrom('alm_requests').selectAll().where('task_id', '=', taskId).executeTakeFirst();
}

/** Claims the request that has been due longest. Nobody else can claim it until `leaseEnd`. */
export async function claimRequest(db: Db, now: Date, leaseEnd: Date): Promise<AlmRequest | undefined> {
  return db
    .updateTable('alm_requests')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_try_at: leaseEnd }))
    .where('task_id', '=', (eb) =>
      eb
        .selectFrom('alm_requests')
        .select('task_id')
        .where('state', '=', 'WAITING')
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .orderBy('requested_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function settleRequest(
  db: Db,
  taskId: number,
  outcome: { state: AlmRequest['state']; error: string; nextTryAt?: Date; attempts?: number },
): Promise<void> {
  await db
    .updateTable('alm_requests')
    .set({
      state: outcome.state,
      error: outcome.error,
      ...(outcome.nextTryAt ? { next_try_at: outcome.nextTryAt } : {}),
      ...(outcome.attempts === undefined ? {} : { attempts: outcome.attempts }),
    })
    .where('task_id', '=', taskId)
    .execute();
}

export async function insertAlmSync(db: Db, trigger: AlmSync['trigger']): Promise<number> {
  const { id } = await db.insertInto('alm_syncs').values({ trigger }).returning('id').executeTakeFirstOrThrow();
  return id;
}

const KEPT_SYNCS = 100;

export async function finishAlmSync(
  db: Db,
  id: number,
  outcome: { refreshed: number; changed: number; gone: number; errors: string[] },
): Promise<AlmSync> {
  await db
    .deleteFrom('alm_syncs')
    .where('id', '<=', id - KEPT_SYNCS)
    .execute();
  return db
    .updateTable('alm_syncs')
    .set({ ...outcome, errors: JSON.stringify(outcome.errors), finished_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findLastAlmSync(db: Db): Promise<AlmSync | undefined> {
  return db.selectFrom('alm_syncs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
}
