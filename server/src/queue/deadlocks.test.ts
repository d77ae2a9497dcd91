// A job that PostgreSQL picks as the victim of a deadlock begins again.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { insertJob } from '../db/jobs.ts';
import type { JobContext } from './job-context.ts';
import { enqueue } from './queue.ts';
import { startWorker, type Worker } from './worker.ts';

let h: Harness;
let worker: Worker;
let runs = 0;

/** Waits for a lock that another transaction has, which waits for a lock of the job. The job's wait is the younger one. */
async function deadlocked({ app }: JobContext): Promise<void> {
  const other = await h.database.pool.connect();
  try {
    await other.query("begin; set local deadlock_timeout = '1min'; select pg_advisory_xact_lock(4711, 1)");
    await app.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(4711, 2)`.execute(tx);
      const waiting = other.query('select pg_advisory_xact_lock(4711, 2)');
      await sql`set local deadlock_timeout = '10ms'`.execute(tx);
      const outcome = sql`select pg_advisory_xact_lock(4711, 1)`.execute(tx);
      await Promise.all([outcome, waiting]);
    });
  } finally {
    await other.query('rollback');
    other.release();
  }
}

beforeAll(async () => {
  h = await startHarness();
  const handler = async (context: JobContext) => {
    if (++runs === 1) await deadlocked(context);
    return { details: `ended by run ${runs}` };
  };
  worker = await startWorker(h.app, { 'Audit Report': async () => handler }, { isAlone: true });
});
afterAll(async () => {
  await worker.stop();
  await h.close();
});

it('begins again and completes', async () => {
  const projectId = (await h.call('POST', '/projects', { body: { name: 'deadlock' } })).body.id;
  const id = await h.app.db.transaction().execute(async (tx) => {
    const job = { type: 'Audit Report', projectId, triggeredBy: h.admin.id, payload: { reportId: 1 } };
    const jobId = await insertJob(tx, job);
    await enqueue(tx, jobId);
    return jobId;
  });
  expect(await h.jobOver(id)).toMatchObject({ status: 'Completed', details: 'ended by run 2' });
});
