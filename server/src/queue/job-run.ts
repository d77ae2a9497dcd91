// Runs one job from the queue: begins a run, calls the handler, and writes the end of the job. If the database becomes unavailable, the run waits for
// it and begins the job again. If another run has begun, this one ends.
import type { App } from '../app.ts';
import { SYSTEM } from '../audit/system.ts';
import { damageError } from '../contents/stored-bytes.ts';
import { type AuditLine, insertAuditLines } from '../db/audit-log/entries.ts';
import { insertJobIssues } from '../db/job-issues.ts';
import { activateJob, findJob, finishJob, type Job, lookAtRun, rescheduleJob, setJobProgress } from '../db/jobs.ts';
import { databaseAnswers, isConnectionLoss } from '../db/postgres/connection-loss.ts';
import { isDeadlock } from '../db/postgres/deadlock.ts';
import { findUser } from '../db/users/users.ts';
import { isOpen } from '../domain/jobs/job.ts';
import { kindOfJob, MOST_RUNS } from '../domain/jobs/job-kinds.ts';
import { createPaceKeeper } from '../domain/jobs/job-pace.ts';
import { AppError } from '../errors.ts';
import { diskError, requireSpace } from '../installation/disks.ts';
import { type Fence, fencedApp, RunIsOver } from './fence.ts';
import type { JobContext, JobHandler, JobHandlers } from './job-context.ts';
import { enqueue } from './queue.ts';

/** How often a running job writes its progress and checks whether it should stop. */
const PROGRESS_INTERVAL_MS = 400;
/** How often a job without progress reports checks whether it should stop. */
const LOOK_INTERVAL_MS = 1000;

export interface Runs {
  app: App;
  handlers: JobHandlers;
  /** Aborted when the worker stops. */
  shutdown: AbortSignal;
  /** The jobs that run here, each with a function that checks at once whether it may continue. */
  atWork: Map<number, () => void>;
}

/** Resolves when the job has ended or was queued again; rejects if the queue must hand it out again. */
export async function runJob(runs: Runs, jobId: number): Promise<void> {
  const { app, shutdown, atWork } = runs;
  runs.atWork.set(jobId, () => undefined);
  try {
    let after: number | undefined;
    for (let count = 1; ; count++) {
      const waiting = await patiently(app, shutdown, () => findJob(app.db, jobId));
      // Loads the code first, so that a job that is reported as active is really working.
      const handler = waiting && (await runs.handlers[waiting.type]?.());
      const job = await patiently(app, shutdown, () => activateJob(app.db, jobId, after));
      if (!job) return await leave(app, shutdown, { jobId, attempt: after ?? 0 });
      const run = new JobRun(runs, job, handler, count >= MOST_RUNS);
      if ((await run.toItsEnd()) === 'over') return;
      after = job.attempt;
    }
  } finally {
    atWork.delete(jobId);
  }
}

/** Repeats the call when the database is available again. For calls that may be repeated. */
async function patiently<T>(app: App, shutdown: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLoss(error) || shutdown.aborted) throw error;
      await databaseAnswers(app.pool, shutdown);
    }
  }
}

/** An ended job needs nothing more. If another run has the job, its queue entry belongs to that run. */
async function leave(app: App, shutdown: AbortSignal, fence: Fence): Promise<void> {
  const job = await patiently(app, shutdown, () => findJob(app.db, fence.jobId));
  if (job && isOpen(job.status)) throw new RunIsOver(fence);
}

class JobRun {
  readonly #runs: Runs;
  /** Its writes are refused when the run has ended. */
  readonly #app: App;
  readonly #job: Job;
  readonly #log: App['log'];
  readonly #handler: JobHandler | undefined;
  readonly #isLast: boolean;
  readonly #canceled = new AbortController();
  readonly #overtaken = new AbortController();
  readonly #signal: AbortSignal;

  constructor(runs: Runs, job: Job, handler: JobHandler | undefined, isLast: boolean) {
    this.#runs = runs;
    this.#job = job;
    this.#handler = handler;
    this.#isLast = isLast;
    this.#app = fencedApp(runs.app, this.#fence);
    this.#log = runs.app.log.child({ jobId: job.id, jobType: job.type });
    this.#signal = AbortSignal.any([this.#canceled.signal, this.#overtaken.signal, runs.shutdown]);
  }

  async toItsEnd(): Promise<'over' | 'again'> {
    const { atWork } = this.#runs;
    const look = () => void this.#look();
    atWork.set(this.#job.id, look);
    const looking = setInterval(look, LOOK_INTERVAL_MS);
    let line: AuditLine | undefined;
    try {
      line = await auditLineOf(this.#app, this.#job);
      if (!this.#handler) throw new Error(`This worker does not know jobs of the type "${this.#job.type}".`);
      this.#log.info({ attempt: this.#job.attempt }, 'job started');
      const outcome = await this.#handler(this.#context());
      await this.#end(line, 'Completed', outcome);
      this.#log.info('job completed');
      return 'over';
    } catch (error) {
      return await this.#settle(line, error);
    } finally {
      clearInterval(looking);
    }
  }

  get #fence(): Fence {
    return { jobId: this.#job.id, attempt: this.#job.attempt };
  }

  /** For long steps, such as one large file or a compiling thread. They end with the signal and need not call `checkpoint`. */
  async #look(): Promise<void> {
    try {
      const { isCancelRequested, attempt } = await lookAtRun(this.#runs.app.db, this.#job.id);
      if (attempt !== undefined && attempt !== this.#job.attempt) this.#overtaken.abort(new RunIsOver(this.#fence));
      else if (isCancelRequested) this.#canceled.abort();
    } catch (err) {
      if (!isConnectionLoss(err)) this.#log.warn({ err }, 'the database could not say whether the job should stop');
    }
  }

  /** Whether the job begins again after this error, here or elsewhere: then the error is not the job's end. */
  #goesOn(error: unknown): boolean {
    if (this.#runs.shutdown.aborted || this.#overtaken.signal.aborted || error instanceof RunIsOver) return true;
    return (isConnectionLoss(error) || isDeadlock(error)) && !this.#isLast;
  }

  #context(): JobContext {
    let writtenAt = 0;
    let writtenPhase = '';
    const pace = createPaceKeeper();
    return {
      app: this.#app,
      job: this.#job,
      log: this.#log,
      signal: this.#signal,
      goesOn: (error) => this.#goesOn(error),
      checkpoint: async (progress) => {
        const now = performance.now();
        if (progress.phase !== writtenPhase || now - writtenAt > PROGRESS_INTERVAL_MS) {
          writtenAt = now;
          writtenPhase = progress.phase;
          if (kindOfJob(this.#job.type).needsSpace) await requireSpace(this.#app.config);
          const from = pace.note(progress, this.#app.now());
          const { isCancelRequested } = await setJobProgress(this.#app.db, this.#job.id, progress, from);
          if (isCancelRequested) this.#canceled.abort();
        }
        this.#signal.throwIfAborted();
      },
      issues: (issues) => insertJobIssues(this.#app.db, this.#job.id, issues),
    };
  }

  async #settle(line: AuditLine | undefined, error: unknown): Promise<'over' | 'again'> {
    const { app, shutdown } = this.#runs;
    if (this.#overtaken.signal.aborted || error instanceof RunIsOver) {
      this.#log.warn('another run continues the job; this one ends');
      await leave(app, shutdown, this.#fence);
      return 'over';
    }
    if (shutdown.aborted) {
      this.#log.info('job interrupted by shutdown; it continues at the next start');
      await this.#app.db.transaction().execute(async (tx) => {
        await rescheduleJob(tx, this.#job.id);
        await enqueue(tx, this.#job.id);
      });
      return 'over';
    }
    if (this.#goesOn(error) || line === undefined) {
      this.#log.warn(
        { err: error },
        isDeadlock(error)
          ? 'the job and others waited for each other; it continues'
          : 'the database is unavailable; the job waits for it and continues',
      );
      return 'again';
    }
    const disk = diskError(error, app.config);
    const damage = damageError(error);
    if (this.#canceled.signal.aborted) {
      this.#log.info('job stopped');
      await this.#end(line, 'Terminated', { details: 'Stopped on request.' });
    } else if (error instanceof AppError) {
      this.#log.warn({ err: error }, 'job failed');
      await this.#end(line, 'Failed', { error: error.message });
    } else if (damage) {
      this.#log.error({ err: error }, 'job failed: stored bytes are damaged');
      await this.#end(line, 'Failed', { error: damage.message });
    } else if (disk) {
      this.#log.error({ err: error }, 'job failed: a disk is full or cannot be written');
      await this.#end(line, 'Failed', { error: disk.message });
    } else {
      this.#log.error({ err: error }, 'job failed');
      await this.#end(line, 'Failed', { error: `Internal error: ${(error as Error).message}` });
    }
    return 'over';
  }

  /** Writes the end of the job and its audit line together. */
  async #end(
    line: AuditLine,
    status: 'Completed' | 'Failed' | 'Terminated',
    outcome: Parameters<typeof finishJob>[3],
  ): Promise<void> {
    await patiently(this.#runs.app, this.#runs.shutdown, () =>
      this.#app.db.transaction().execute(async (tx) => {
        await finishJob(tx, this.#job.id, status, outcome);
        await insertAuditLines(tx, [{ ...line, status }]);
      }),
    );
  }
}

/** The job acts in the name of the user who asked for it. Each continued run writes another audit line. */
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
