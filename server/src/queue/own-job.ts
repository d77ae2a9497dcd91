// A job that a request runs itself and waits for, so that it needs no free worker: it is in the list of jobs, has progress, and can be stopped. A lock
// on a connection of its own shows that the request lives; without it, the job has ended with its server.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import { finishJob, type Job, listOpenJobsOfTypes, requestCancel } from '../db/jobs.ts';
import { OWN_JOB_LOCKS } from '../db/postgres/advisory-locks.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { JobContext, JobOutcome } from './job-context.ts';
import { type Runs, runJob } from './job-run.ts';

export interface OwnJob {
  /** Writes the job's row, whose payload must have the `holder`. */
  submit(holder: string): Promise<{ id: number; type: string }>;
  work(context: JobContext): Promise<JobOutcome>;
}

/** Resolves when the job has ended, however. When the signal is aborted, the job is asked to stop. */
export async function runOwnJob(app: App, signal: AbortSignal, { submit, work }: OwnJob): Promise<void> {
  const holder = randomUUID();
  const client = await app.backgroundPool.connect();
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [OWN_JOB_LOCKS, holder]);
    const { id, type } = await submit(holder);
    const runs: Runs = {
      app: { ...app, db: app.backgroundDb, pool: app.backgroundPool },
      handlers: { [type]: async () => work },
      // It ends with its request, not with the worker.
      shutdown: new AbortController().signal,
      atWork: new Map(),
    };
    const stop = () => {
      requestCancel(app.backgroundDb, id).then(
        () => runs.atWork.get(id)?.(),
        (err) => app.log.warn({ err, jobId: id }, 'a job whose caller is gone could not be asked to stop'),
      );
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      await runJob(runs, id);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  } finally {
    // Destroyed instead of returned to the pool, because the lock must end with the connection.
    client.release(true);
  }
}

/** Ends the jobs of these types whose request ended with its server. */
export async function endLostJobs(app: App, types: Job['type'][], error: string): Promise<void> {
  for (const { id, payload } of await listOpenJobsOfTypes(app.db, types)) {
    const { holder } = payload as { holder?: string };
    if (holder === undefined) continue;
    const isLost = await app.db.transaction().execute(async (tx) => {
      if (await isHeld(tx, holder)) return false;
      await finishJob(tx, id, 'Failed', { error });
      return true;
    });
    if (isLost) app.log.warn({ jobId: id }, 'a job ended with the server that ran it for a request');
  }
}

async function isHeld(db: Db, holder: string): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${OWN_JOB_LOCKS}::integer, hashtext(${holder})) as "isFree"`.execute(db);
  return rows[0]?.isFree !== true;
}
