// Runs jobs: takes their ids from the queue and gives each to its run (job-run.ts). A killed worker leaves its queue entries locked; its advisory
// lock ends with its connection and shows that it is dead.
import { EventEmitter } from 'node:events';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import type { App } from '../app.ts';
import { isConnectionLoss } from '../db/postgres/connection-loss.ts';
import type { JobHandlers } from './job-context.ts';
import { type Runs, runJob } from './job-run.ts';
import { queuePool } from './pool.ts';
import { announce, PRESENCE_LOCKS } from './presence.ts';
import { QUEUE_TASK } from './queue.ts';

const CONCURRENT_JOBS = 3;
const POLL_INTERVAL_MS = 1000;
const RECOVERY_INTERVAL_MS = 10_000;
/** Age of a queue lock before its worker may count as dead, because a starting worker takes its advisory lock within this time. */
const ANNOUNCE_GRACE_MS = 10_000;

export type { JobHandler, JobHandlers, JobOutcome, Progress } from './job-context.ts';

export interface Worker {
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** True if no other worker can be alive (the embedded database has one server): locked entries are freed at once. */
  isAlone: boolean;
}

export async function startWorker(app: App, handlers: JobHandlers, options: WorkerOptions): Promise<Worker> {
  const shutdown = new AbortController();
  const runs: Runs = { app, handlers, shutdown: shutdown.signal, atWork: new Map() };
  const events = new EventEmitter();
  const pools = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => resolve(workerPool.id));
  });
  await recoverDeadWorkers(app, options.isAlone ? 0 : ANNOUNCE_GRACE_MS);
  const queue = queuePool(app.pool);
  const runner = await run({
    pgPool: queue.pool,
    taskList: { [QUEUE_TASK]: (payload) => runJob(runs, (payload as { jobId: number }).jobId) },
    concurrency: CONCURRENT_JOBS,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    noPreparedStatements: true,
    logger: queueLogger(app),
    events: events as WorkerEvents,
  });
  runner.promise.catch((err) => app.log.fatal({ err }, 'the queue ended by itself: no job runs here until a restart'));
  const poolId = await pools;
  // Another worker may have begun new runs of jobs while this one seemed dead; the runs here must end.
  const presence = await announce(app, poolId, () => {
    for (const look of runs.atWork.values()) look();
  });
  const recovery = setInterval(() => void recover(app, poolId, runs), RECOVERY_INTERVAL_MS);
  return {
    async stop() {
      clearInterval(recovery);
      shutdown.abort();
      queue.stop();
      await runner.stop();
      presence.end();
    },
  };
}

async function recover(app: App, poolId: string, runs: Runs): Promise<void> {
  try {
    await recoverDeadWorkers(app, ANNOUNCE_GRACE_MS, poolId);
    await returnUnknown(app, poolId, [...runs.atWork.keys()]);
  } catch (err) {
    if (!isConnectionLoss(err)) app.log.error({ err }, 'recovery of dead workers failed');
  }
}

/**
 * Frees entries that the queue assigns to this worker although it does not have them: the connection broke before the answer arrived, or before the
 * entry was returned.
 */
async function returnUnknown(app: App, poolId: string, atWork: number[]): Promise<void> {
  const { rowCount } = await app.pool.query(
    `with unknown as (
       update graphile_worker._private_jobs set locked_by = null, locked_at = null
       where locked_by = $1 and locked_at < now() - $2 * interval '1 millisecond' and (payload ->> 'jobId')::bigint <> all($3::bigint[])
       returning job_queue_id)
     , queues as (
       update graphile_worker._private_job_queues set locked_by = null, locked_at = null
       where locked_by = $1 and id in (select job_queue_id from unknown))
     select 1 from unknown`,
    [poolId, ANNOUNCE_GRACE_MS, atWork],
  );
  if (rowCount) app.log.warn({ jobs: rowCount }, 'jobs lost between queue and worker are handed out again');
}

/** Frees the queue entries of workers without an advisory lock, so that their jobs continue here. */
async function recoverDeadWorkers(app: App, graceMs: number, ownPoolId = ''): Promise<void> {
  const { rows } = await app.pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker._private_jobs
     where locked_by is not null and locked_at < now() - $1 * interval '1 millisecond'
     union select distinct locked_by from graphile_worker._private_job_queues
     where locked_by is not null and locked_at < now() - $1 * interval '1 millisecond'`,
    [graceMs],
  );
  for (const { locked_by: poolId } of rows) {
    // This worker lives, even if the connection with its lock has just broken.
    if (poolId === ownPoolId) continue;
    // A lock taken in the transaction of one statement is released at its end.
    const { rows: answer } = await app.pool.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1, hashtext($2)) as free',
      [PRESENCE_LOCKS, poolId],
    );
    if (!answer[0]?.free) continue;
    app.log.warn({ poolId }, 'a worker died; its jobs continue here');
    await app.pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[poolId]]);
  }
}

/** Ordinary messages of the queue are logged at debug level; its warnings and errors keep their level. */
function queueLogger(app: App): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') app.log.error({ queue: meta?.label }, message);
    else if (level === 'warning') app.log.warn({ queue: meta?.label }, message);
    else app.log.debug(message);
  });
}
