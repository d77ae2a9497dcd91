import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/postgres.ts';
import { changeJob, isOpen, type JobEvent, type JobStatus, jobEvents, jobStatuses } from '../domain/jobs/job.ts';
import { isRefusal } from '../domain/refusal.ts';
import { fencedApp, RunIsOver } from '../queue/fence.ts';
import { activateJob, finishJob, insertJob, requestCancel, rescheduleJob, setJobProgress } from './jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
});
afterAll(() => database.drop());

async function jobThatIs(status: JobStatus): Promise<number> {
  const { rows } = await database.pool.query(
    `insert into jobs (type, project_id, status, activated_at, completed_at, payload)
     values ('Evidence Refresh', null, $1, case when $2 then now() end, case when $3 then now() end, '{}') returning id`,
    [status, status === 'Active', !isOpen(status)],
  );
  return rows[0].id;
}

const rowOf = async (id: number) =>
  (
    await database.pool.query(
      `select status, is_cancel_requested as "isCancelRequested", activated_at as "activatedAt", completed_at as "completedAt", phase, error
       from jobs where id = $1`,
      [id],
    )
  ).rows[0];

/** The statement that runs when an event happens. */
const statements: Record<Exclude<JobEvent, 'schedule'>, (id: number) => Promise<unknown>> = {
  start: (id) => activateJob(database.db, id),
  progress: (id) => setJobProgress(database.db, id, { phase: 'Reading', done: 1, total: 2 }),
  requeue: (id) => rescheduleJob(database.db, id),
  complete: (id) => finishJob(database.db, id, 'Completed'),
  fail: (id) => finishJob(database.db, id, 'Failed', { error: 'It broke.' }),
  stop: (id) => finishJob(database.db, id, 'Terminated'),
  cancel: (id) => requestCancel(database.db, id),
};

describe('the statements change a row as the table in the domain says', () => {
  for (const [event, happens] of Object.entries(statements) as [keyof typeof statements, (id: number) => unknown][]) {
    for (const status of jobStatuses) {
      it(`${event} of a job that is ${status}`, async () => {
        const id = await jobThatIs(status);
        const before = await rowOf(id);
        await happens(id);
        const after = await rowOf(id);
        const answer = changeJob(before, event);
        if (isRefusal(answer)) return expect(after).toEqual(before);
        expect(after).toMatchObject(answer.next);
        for (const field of ['activatedAt', 'completedAt'] as const) {
          const isStamped = answer.effects.some((effect) => effect.field === field);
          expect(after[field], field).toEqual(isStamped ? expect.any(Date) : before[field]);
        }
      });
    }
  }
});

it('a new job is scheduled', async () => {
  const id = await insertJob(database.db, {
    type: 'Evidence Refresh',
    projectId: null,
    triggeredBy: null,
    payload: {},
  });
  expect(changeJob({ status: 'New', isCancelRequested: false }, 'schedule')).toMatchObject({
    next: { status: (await rowOf(id)).status },
  });
  expect(jobEvents).toContain('schedule');
});

it.each(jobStatuses)('the fence lets a run of a job that is %s write if the table accepts progress', async (status) => {
  const id = await jobThatIs(status);
  const { db } = fencedApp(
    { pool: database.pool, lockingPool: database.pool, backgroundPool: database.pool } as never,
    { jobId: id, attempt: 0 },
  );
  const write = db
    .transaction()
    .execute((tx) => tx.updateTable('jobs').set({ details: 'written' }).where('id', '=', id).execute());
  if (isRefusal(changeJob({ status, isCancelRequested: false }, 'progress')))
    await expect(write).rejects.toThrow(RunIsOver);
  else await expect(write).resolves.toBeDefined();
});

it('a job that continues keeps its start time', async () => {
  const id = await jobThatIs('Scheduled');
  const first = await activateJob(database.db, id);
  await rescheduleJob(database.db, id);
  const second = await activateJob(database.db, id);
  expect(second).toMatchObject({ attempt: first!.attempt + 1, activated_at: first!.activated_at });
});
