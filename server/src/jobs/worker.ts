// Runs jobs: takes their ids from the queue, calls the handler of their type, and writes how they end.
// A worker that is killed leaves its queue entries locked; an advisory lock that ends with its connection tells that it is dead.
import { EventEmitter } from 'node:events';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import type { App } from '../app.ts';
import { SYSTEM } from '../audit/system.ts';
import { type AuditLine, insertAuditLines } from '../db/audit-log.ts';
import {
  activateJob,
  finishJob,
  insertJobIssues,
  isCancelRequested,
  type Job,
  type JobIssue,
  rescheduleJob,
  setJobProgress,
} from '../db/jobs.ts';
import { findUser } from '../db/users.ts';
import { DISK_FULL, diskFullError, requireSpace } from '../disk-space.ts';
import { AppError } from '../errors.ts';
import { enqueue, QUEUE_TASK } from './queue.ts';

/** How often a running job writes its progress and looks whether it should stop. */
const PROGRESS_INTERVAL_MS = 400;
/** How often it is asked whether a job is to stop that reports no progress. */
const LOOK_INTERVAL_MS = 1000;
const CONCURRENT_JOBS = 3;
const POLL_INTERVAL_MS = 1000;
const LOCK_SPACE = 7_220_812;
const RECOVERY_INTERVAL_MS = 10_000;
/** How long a queue lock must have stood before its worker may be taken for dead: a starting worker announces itself within this. */
const ANNOUNCE_GRACE_MS = 10_000;

export interface Progress {
  phase: string;
  done: number;
  total: number;
}

/** What a handler is given. */
export interface JobContext {
  app: App;
  job: Job;
  log: App['log'];
  /** Aborted when the job is canceled, within a second, or the worker shuts down; handlers call `checkpoint` between batches. */
  signal: AbortSignal;
  /** True when the worker is going down: the job will be taken up again. */
  isShuttingDown(): boolean;
  /** Notes progress (written now and then) and throws when the job must stop. Call it often; it is cheap. */
  checkpoint(progress: Progress): Promise<void>;
  issues(issues: JobIssue[]): Promise<void>;
}

export interface JobOutcome {
  details?: string;
  result?: Record<string, unknown>;
}

export type JobHandler = (context: JobContext) => Promise<JobOutcome>;
/** Handlers are loaded when their first job runs, so that a process that only answers requests never loads a scanner. */
export type JobHandlers = Record<string, () => Promise<JobHandler>>;

export interface Worker {
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** True when no other worker can be alive (the embedded database has one server): what is locked is freed at once. */
  isAlone: boolean;
}

export async function startWorker(app: App, handlers: JobHandlers, options: WorkerOptions): Promise<Worker> {
  const presence = await app.pool.connect();
  const shutdown = new AbortController();
  const events = new EventEmitter();
  // The lock says "this pool of workers lives"; it ends with the connection, however the process ends.
  const announced = new Promise<void>((resolve, reject) => {
    events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      presence
        .query('select pg_advisory_lock($1, hashtext($2))', [LOCK_SPACE, workerPool.id])
        .then(() => resolve(), reject);
    });
  });
  await recoverDeadWorkers(app, options.isAlone ? 0 : ANNOUNCE_GRACE_MS);
  const runner = await run({
    pgPool: app.pool,
    taskList: {
      [QUEUE_TASK]: (payload) => runJob(app, handlers, (payload as { jobId: number }).jobId, shutdown.signal),
    },
    concurrency: CONCURRENT_JOBS,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    noPreparedStatements: true,
    logger: queueLogger(app),
    events: events as WorkerEvents,
  });
  await announced;
  const recover = () =>
    recoverDeadWorkers(app, ANNOUNCE_GRACE_MS).catch((err) =>
      app.log.error({ err }, 'recovery of dead workers failed'),
    );
  const recovery = setInterval(recover, RECOVERY_INTERVAL_MS);
  return {
    async stop() {
      clearInterval(recovery);
      shutdown.abort();
      await runner.stop();
      // Destroyed rather than returned to the pool: the advisory lock must end with it.
      presence.release(true);
    },
  };
}

/** Frees the queue entries of workers whose advisory lock is gone, so that their jobs go on here. */
async function recoverDeadWorkers(app: App, graceMs: number): Promise<void> {
  const { rows } = await app.pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker._private_jobs
     where locked_by is not null and locked_at < now() - $1 * interval '1 millisecond'
     union select distinct locked_by from graphile_worker._private_job_queues
     where locked_by is not null and locked_at < now() - $1 * interval '1 millisecond'`,
    [graceMs],
  );
  for (const { locked_by: poolId } of rows) {
    // A lock taken inside one statement's transaction is given back at its end.
    const { rows: answer } = await app.pool.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1, hashtext($2)) as free',
      [LOCK_SPACE, poolId],
    );
    if (!answer[0]?.free) continue;
    app.log.warn({ poolId }, 'a worker died; its jobs go on here');
    await app.pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[poolId]]);
  }
}

async function runJob(app: App, handlers: JobHandlers, jobId: number, shutdown: AbortSignal): Promise<void> {
  const job = await activateJob(app.db, jobId);
  // Canceled while it waited, or finished by a worker that died before it could say so to the queue.
  if (!job) return;
  const log = app.log.child({ jobId, jobType: job.type });
  const canceled = new AbortController();
  const context = createContext(app, job, log, canceled, shutdown);
  const line = await auditLineOf(app, job);
  const look = setInterval(() => void lookForCancel(app, job, log, canceled), LOOK_INTERVAL_MS);
  try {
    const load = handlers[job.type];
    if (!load) throw new Error(`This worker does not know jobs of the type "${job.type}".`);
    log.info('job started');
    const handler = await load();
    const outcome = await handler(context);
    await endJob(app, line, 'Completed', outcome);
    log.info('job completed');
  } catch (error) {
    await settleFailure(app, job, line, log, error, { canceled: canceled.signal, shutdown });
  } finally {
    clearInterval(look);
  }
}

/** For steps that last: one large file, a thread that compiles. They end with the signal, and need not call `checkpoint` meanwhile. */
async function lookForCancel(app: App, job: Job, log: App['log'], canceled: AbortController): Promise<void> {
  try {
    if (await isCancelRequested(app.db, job.id)) canceled.abort();
  } catch (err) {
    log.warn({ err }, 'whether the job is to stop could not be asked');
  }
}

/** What a job does is done in the name of who asked for it; a job that is taken up again leaves another line. */
async function auditLineOf(app: App, job: Job): Promise<AuditLine> {
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const line: AuditLine = {
    userId: job.triggered_by,
    login: job.triggered_by === null ? SYSTEM.login : (user?.login ?? ''),
    tokenId: null,
    via: 'job',
    operation: job.type,
    jobId: job.id,
    projectId: job.project_id,
  };
  return { ...line, about: await app.audit.write(line) };
}

/** The end of the job and the line that tells it, together. */
async function endJob(
  app: App,
  line: AuditLine,
  status: 'Completed' | 'Failed' | 'Terminated',
  outcome: Parameters<typeof finishJob>[3],
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await finishJob(tx, line.jobId!, status, outcome);
    await insertAuditLines(tx, [{ ...line, status }]);
  });
}

function createContext(
  app: App,
  job: Job,
  log: App['log'],
  canceled: AbortController,
  shutdown: AbortSignal,
): JobContext {
  const signal = AbortSignal.any([canceled.signal, shutdown]);
  let writtenAt = 0;
  let writtenPhase = '';
  return {
    app,
    job,
    log,
    signal,
    isShuttingDown: () => shutdown.aborted,
    async checkpoint(progress) {
      const now = performance.now();
      if (progress.phase !== writtenPhase || now - writtenAt > PROGRESS_INTERVAL_MS) {
        writtenAt = now;
        writtenPhase = progress.phase;
        // A deletion is what makes room.
        if (job.type !== 'Project Deletion') await requireSpace(app.config);
        const { isCancelRequested } = await setJobProgress(app.db, job.id, progress);
        if (isCancelRequested) canceled.abort();
      }
      signal.throwIfAborted();
    },
    issues: (issues) => insertJobIssues(app.db, job.id, issues),
  };
}

async function settleFailure(
  app: App,
  job: Job,
  line: AuditLine,
  log: App['log'],
  error: unknown,
  signals: { canceled: AbortSignal; shutdown: AbortSignal },
): Promise<void> {
  if (signals.canceled.aborted) {
    log.info('job stopped');
    await endJob(app, line, 'Terminated', { details: 'Stopped on request.' });
  } else if (signals.shutdown.aborted) {
    log.info('job interrupted by shutdown; it goes on at the next start');
    await app.db.transaction().execute(async (tx) => {
      await rescheduleJob(tx, job.id);
      await enqueue(tx, job.id);
    });
  } else if (error instanceof AppError) {
    log.warn({ err: error }, 'job failed');
    await endJob(app, line, 'Failed', { error: error.message });
  } else if (diskFullError(error)) {
    log.error({ err: error }, 'job failed: there is no space left on a disk');
    await endJob(app, line, 'Failed', { error: DISK_FULL });
  } else {
    log.error({ err: error }, 'job failed');
    await endJob(app, line, 'Failed', { error: `Internal error: ${(error as Error).message}` });
  }
}

/** The queue's own chatter goes to the debug level; its complaints stay complaints. */
function queueLogger(app: App): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') app.log.error({ queue: meta?.label }, message);
    else if (level === 'warning') app.log.warn({ queue: meta?.label }, message);
    else app.log.debug(message);
  });
}
