// Jobs: the row of a job decides its state; the queue only has its id.

import { firstOf } from '@assay/scanner/items';
import { type Selectable, sql } from 'kysely';
import { machineNow } from '../clock.ts';
import { type JobEvent, type JobStatus, movesOf, openJobStatuses } from '../domain/jobs/job.ts';
import type { PacePoint } from '../domain/jobs/job-pace.ts';
import { eventOfJob } from '../domain/messages/webhook-events.ts';
import { freshness } from './advisories/freshness.ts';
import { deleteJobSteps } from './job-steps.ts';
import type { Db } from './postgres/connection.ts';
import type { JobsTable } from './tables.ts';
import { recordEvents } from './webhooks/events.ts';

export type Job = Selectable<JobsTable>;

export function findJob(db: Db, id: number): Promise<Job | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findJobProject(db: Db, id: number) {
  return db
    .selectFrom('jobs')
    .select(['project_id as projectId', 'triggered_by as triggeredBy', 'type'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface NewJob {
  type: string;
  projectId: number | null;
  projectName?: string;
  triggeredBy: number | null;
  payload: Record<string, unknown>;
}

/** Writing a job also queues it. */
const SUBMITTED = firstOf(movesOf('schedule')).next.status;

export async function insertJob(db: Db, job: NewJob): Promise<number> {
  const { id } = await db
    .insertInto('jobs')
    .values({
      type: job.type,
      status: SUBMITTED,
      project_id: job.projectId,
      project_name: job.projectName ?? '',
      triggered_by: job.triggeredBy,
      payload: JSON.stringify(job.payload),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function listOpenJobs(db: Db, projectId: number) {
  return db
    .selectFrom('jobs')
    .select(['id', 'type', 'status', 'project_id as projectId'])
    .where('project_id', '=', projectId)
    .where('status', 'in', openJobStatuses)
    .orderBy('id')
    .execute();
}

/** The open job that makes a report of a project; the newest of several. */
export async function findOpenReportJob(db: Db, projectId: number, reportId: number): Promise<number | undefined> {
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('type', '=', 'Custom Report')
    .where('status', 'in', openJobStatuses)
    .where('report_id', '=', reportId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return job?.id;
}

/** All open jobs in the order in which they were queued. */
export function listAllOpenJobs(db: Db) {
  return db.selectFrom('jobs').select(['id', 'type']).where('status', 'in', openJobStatuses).orderBy('id').execute();
}

/** Open jobs of given types in the whole system. */
export function listOpenJobsOfTypes(db: Db, types: string[]) {
  return db
    .selectFrom('jobs')
    .select(['id', 'type', 'status', 'project_id as projectId', 'payload'])
    .where('type', 'in', types)
    .where('status', 'in', openJobStatuses)
    .execute();
}

/** The newest ended job of a type. */
export function findLastEndedJob(db: Db, type: string): Promise<Job | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('type', '=', type)
    .where('status', 'not in', openJobStatuses)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Applies an event to a job's row by the table in `domain/jobs/job.ts`: a row in a state that refuses the event stays unchanged. */
function moveJob(db: Db, id: number, event: JobEvent) {
  const moves = movesOf(event);
  const statuses = (some: typeof moves) => sql.join(some.map(({ from }) => sql.lit(from)));
  const next = sql.join(
    moves.map((move) => sql`when ${sql.lit(move.from)} then ${sql.lit(move.next.status)}`),
    sql` `,
  );
  const stamp = (field: 'activatedAt' | 'completedAt', column: 'activated_at' | 'completed_at') => {
    const stamped = moves.filter(({ effects }) => effects.some((effect) => effect.field === field));
    if (stamped.length === 0) return {};
    return {
      // Keeps the first start time: a continued job started with its first run.
      [column]: sql<Date>`case when status in (${statuses(stamped)}) then coalesce(${sql.ref(column)}, now()) else ${sql.ref(column)} end`,
    };
  };
  return db
    .updateTable('jobs')
    .set({
      status: sql<JobStatus>`case status ${next} end`,
      ...stamp('activatedAt', 'activated_at'),
      ...stamp('completedAt', 'completed_at'),
      ...(event === 'cancel' ? { is_cancel_requested: true } : {}),
    })
    .where('id', '=', id)
    .where('status', 'in', sql<JobStatus>`(${statuses(moves)})`);
}

/**
 * Begins the first or a later run of a job. No earlier run can write after that. `after` is the run to continue: returns nothing if another
 * run has begun meanwhile, or if the job has ended.
 */
export async function activateJob(db: Db, id: number, after?: number): Promise<Job | undefined> {
  const job = await moveJob(db, id, 'start')
    .set((eb) => ({ attempt: eb('attempt', '+', 1), pace_at: null }))
    .where(({ eb, val }) => (after === undefined ? val(true) : eb('attempt', '=', after)))
    .returningAll()
    .executeTakeFirst();
  // Waits for writes that earlier runs have begun (queue/fence.ts), so that this run sees them.
  if (job) await db.selectFrom('jobs').select('id').where('id', '=', id).forUpdate().execute();
  return job;
}

const eventOfEnd = { Completed: 'complete', Failed: 'fail', Terminated: 'stop' } as const satisfies Partial<
  Record<JobStatus, JobEvent>
>;

export async function finishJob(
  db: Db,
  id: number,
  status: keyof typeof eventOfEnd,
  outcome: { error?: string; details?: string; result?: Record<string, unknown> } = {},
): Promise<void> {
  const job = await moveJob(db, id, eventOfEnd[status])
    .set({
      ...(outcome.error === undefined ? {} : { error: outcome.error }),
      ...(outcome.details === undefined ? {} : { details: outcome.details }),
      ...(outcome.result === undefined ? {} : { result: JSON.stringify(outcome.result) }),
    })
    .returningAll()
    .executeTakeFirst();
  if (!job) return;
  await deleteJobSteps(db, { jobId: id });
  await recordJobEnd(db, job);
}

async function recordJobEnd(db: Db, job: Job): Promise<void> {
  const event = eventOfJob(job.type, job.status);
  if (!event || job.project_id === null) return;
  const { id, type, project_id: projectId, triggered_by: actorId } = job;
  const data = {
    // A scan that found no vulnerability has said nothing unless its items were compared.
    'project.scanned': async () => ({
      summary: job.details,
      ...(await freshness(db, job.completed_at ?? machineNow(), { projectId })),
    }),
    'scan.failed': async () => ({ error: job.error }),
    'report.ready': async () => ({ report: job.type, fileName: job.details }),
  }[event];
  await recordEvents(db, [{ event, projectId, actorId, itemIds: [], data: { job: { id, type }, ...(await data()) } }]);
}

/** Queues an interrupted job again. It keeps its progress and continues where it stopped. */
export async function rescheduleJob(db: Db, id: number): Promise<void> {
  await moveJob(db, id, 'requeue').set({ phase: '', pace_at: null }).execute();
}

/** A job that has ended or was deleted must stop. */
export async function setJobProgress(
  db: Db,
  id: number,
  progress: { phase: string; done: number; total: number },
  paceFrom?: PacePoint,
): Promise<{ isCancelRequested: boolean }> {
  const row = await moveJob(db, id, 'progress')
    .set({
      phase: progress.phase,
      progress_done: progress.done,
      progress_total: progress.total,
      pace_at: paceFrom?.at ?? null,
      pace_done: paceFrom?.done ?? 0,
    })
    .returning('is_cancel_requested')
    .executeTakeFirst();
  return { isCancelRequested: row?.is_cancel_requested ?? true };
}

/** The facts about a job that its run needs; a deleted job must stop. */
export async function lookAtRun(db: Db, id: number): Promise<{ isCancelRequested: boolean; attempt?: number }> {
  const row = await db
    .selectFrom('jobs')
    .select(['is_cancel_requested', 'attempt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return { isCancelRequested: row?.is_cancel_requested ?? true, attempt: row?.attempt };
}

/** Stores a result that arrived while the job was running. */
export async function noteJobResult(db: Db, id: number, result: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute();
}

/** Stores the progress of a job for its continuation. */
export async function setJobPayload(db: Db, id: number, payload: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ payload: JSON.stringify(payload) })
    .where('id', '=', id)
    .execute();
}

/** A count of a running job. It includes earlier runs of an interrupted job, but not those with another analyser version. */
export interface JobCount {
  jobId: number;
  what: 'analyzed' | 'archivesRead';
  analyzerVersion: string;
}

/** Run this in the transaction that stores the counted results: so a killed worker leaves both or neither. */
export const addToJobCount = ({ jobId, what, analyzerVersion }: JobCount, by: number) =>
  sql`update jobs set payload = payload || jsonb_build_object(${what}::text, jsonb_build_object('version', ${analyzerVersion}::text, 'count',
      ${by}::bigint + case when payload #>> array[${what}, 'version'] = ${analyzerVersion} then (payload #>> array[${what}, 'count'])::bigint else 0 end))
    where id = ${jobId}`;

export async function readJobCount(db: Db, { jobId, what, analyzerVersion }: JobCount): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (payload #>> array[${what}, 'count'])::bigint as count from jobs
    where id = ${jobId} and payload #>> array[${what}, 'version'] = ${analyzerVersion}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether the project had been scanned when the job began: its own outcome changes that, and an interrupted job runs again. */
export async function noteFormerScan(db: Db, jobId: number, isRescan: boolean): Promise<boolean> {
  const { rows } = await sql<{
    isRescan: boolean;
  }>`update jobs set payload = jsonb_build_object('isRescan', ${isRescan}::boolean) || payload where id = ${jobId}
    returning (payload ->> 'isRescan')::boolean as "isRescan"`.execute(db);
  return rows[0]?.isRescan ?? isRescan;
}

/** Asks a job to stop: cancels a waiting job at once, stops a running one at its next step. Does nothing if the job has ended or was deleted. */
export function requestCancel(db: Db, id: number): Promise<Job | undefined> {
  return moveJob(db, id, 'cancel').returningAll().executeTakeFirst();
}

/**
 * Removes up to `limit` jobs that ended before a time, with their logs, and returns their number. Keeps open jobs, the last scan of each project, and
 * jobs of reports and SBOMs that can still be downloaded.
 */
export async function deleteEndedJobs(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('jobs as ended')
        .select('ended.id')
        .where('ended.completed_at', '<', before)
        .where('ended.status', 'not in', openJobStatuses)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('projects').select('projects.id').whereRef('last_scan_id', '=', 'ended.id'))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('report_results').select('job_id').whereRef('job_id', '=', 'ended.id'))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('sbom_exports').select('job_id').whereRef('job_id', '=', 'ended.id'))),
        )
        .orderBy('ended.completed_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
