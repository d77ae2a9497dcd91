// A running worker is not considered dead if its liveness connection breaks, and a run whose job was taken over can
// no longer write.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activateJob, insertJob } from '../../src/db/jobs.ts';
import { fencedApp, RunIsOver } from '../../src/queue/fence.ts';
import type { JobHandler, JobHandlers } from '../../src/queue/worker.ts';
import { startWorker, type Worker } from '../../src/queue/worker.ts';
import { type Harness, startHarness } from '../harness.ts';
import { until } from './server-process.ts';

let h: Harness;
const workers: Worker[] = [];
beforeAll(async () => {
  h = await startHarness();
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await h.close();
});

const query = async (text: string, values: unknown[] = []) => (await h.database.pool.query(text, values)).rows;

/** A job that runs until it is released, and how often it was started. */
function heldJob() {
  const release = Promise.withResolvers<void>();
  const runs: Parameters<JobHandler>[0][] = [];
  const handlers: JobHandlers = {
    'Library Refresh': async () => async (context) => {
      runs.push(context);
      await Promise.race([
        release.promise,
        new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason))),
      ]);
      return { details: `run ${runs.indexOf(context) + 1}` };
    },
  };
  return { runs, handlers, release: release.resolve };
}

const submit = () => h.app.queue.submit(h.app.db, { type: 'Library Refresh', projectId: null, triggeredBy: null, payload: {} }); // biome-ignore format: one call

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Database sessions with the lock that shows that a worker is alive. */
const presences = () =>
  query(
    `select l.pid from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and l.classid = 7220812 and l.granted and d.datname = current_database()`,
  );

it('its job runs once when its liveness connection is cut', { timeout: 60_000 }, async () => {
  const { runs, handlers, release } = heldJob();
  const worker = await startWorker(h.app, handlers, { isAlone: true });
  workers.push(worker);
  const jobId = await submit();
  await until(() => runs.length === 1);
  const [{ pid }] = await presences();
  await query('select pg_terminate_backend($1)', [pid]);
  await until(async () => (await presences()).some((one) => one.pid !== pid));
  // Another worker that starts looks for dead ones. It finds this one alive, however long its job has run.
  await query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`);
  const other = await startWorker(h.app, handlers, { isAlone: true });
  await other.stop();
  expect(await query('select locked_by is not null as is_locked from graphile_worker._private_jobs')).toEqual([
    { is_locked: true },
  ]);
  release();
  expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed', details: 'run 1' });
  expect(runs).toHaveLength(1);
  expect(await query('select attempt from jobs where id = $1', [jobId])).toEqual([{ attempt: 1 }]);
  workers.splice(workers.indexOf(worker), 1);
  await worker.stop();
});

it('a run whose job was taken over ends, and the other run reports the result', { timeout: 60_000 }, async () => {
  const { runs, handlers, release } = heldJob();
  workers.push(await startWorker(h.app, handlers, { isAlone: true }));
  const jobId = await submit();
  await until(() => runs.length === 1);
  // Another worker does this if it assumes that this one is dead.
  await query(
    'select graphile_worker.force_unlock_workers(array(select locked_by from graphile_worker._private_jobs))',
  );
  await until(() => runs.length === 2);
  await until(() => runs[0]!.signal.aborted);
  expect(runs[1]!.signal.aborted).toBe(false);
  release();
  expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed', details: 'run 2' });
});

it('a run that has ended cannot write, inside or outside a transaction, but can still read', async () => {
  const jobId = await insertJob(h.app.db, { type: 'Library Refresh', projectId: null, triggeredBy: null, payload: {} });
  const { attempt } = (await activateJob(h.app.db, jobId))!;
  const { db, pool } = fencedApp(h.app, { jobId, attempt });
  const addIssue = (one: typeof db) =>
    one.insertInto('job_issues').values({ job_id: jobId, code: 'x', message: 'x' }).execute();
  const issues = async () => (await query('select count(*)::int as n from job_issues where job_id = $1', [jobId]))[0].n;
  await addIssue(db);
  await db.transaction().execute((tx) => addIssue(tx as never));
  expect(await issues()).toBe(2);

  expect((await activateJob(h.app.db, jobId))?.attempt).toBe(attempt + 1);
  await expect(addIssue(db)).rejects.toThrow(RunIsOver);
  await expect(db.transaction().execute((tx) => addIssue(tx as never))).rejects.toThrow(RunIsOver);
  await expect(
    db
      .transaction()
      .setIsolationLevel('serializable')
      .execute((tx) => addIssue(tx as never)),
  ).rejects.toThrow(RunIsOver);
  await expect(pool.query('delete from job_issues where job_id = $1', [jobId])).rejects.toThrow(RunIsOver);
  const client = await pool.connect();
  await expect(client.query('begin')).rejects.toThrow(RunIsOver);
  client.release();
  expect(await issues()).toBe(2);
  expect(await db.selectFrom('jobs').select('attempt').where('id', '=', jobId).execute()).toEqual([
    { attempt: attempt + 1 },
  ]);
});

it('the next run of a job starts only after the writes of the earlier run', async () => {
  const jobId = await insertJob(h.app.db, { type: 'Library Refresh', projectId: null, triggeredBy: null, payload: {} });
  const { attempt } = (await activateJob(h.app.db, jobId))!;
  const { db } = fencedApp(h.app, { jobId, attempt });
  let next: Promise<unknown> | undefined;
  const order: string[] = [];
  await db.transaction().execute(async (tx) => {
    next = activateJob(h.app.db, jobId).then(() => order.push('next run'));
    await until(async () => (await query(WAITING)).length);
    await tx.insertInto('job_issues').values({ job_id: jobId, code: 'x', message: 'x' }).execute();
    order.push('written');
  });
  await next;
  expect(order).toEqual(['written', 'next run']);
});
