// The schedule of a project: set, due, missed, and told when nothing can be started.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { startRequested } from '../../queue/code-requests.ts';
import { startScheduled } from '../../queue/code-schedules.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const { signal } = new AbortController();
const DAILY = { action: 'SYNC', frequency: 'DAILY', everyHours: 1, at: '03:00', on: 'SUNDAY' };

const project = async (more: Record<string, unknown> = {}) =>
  (await h.call('POST', '/projects', { body: { name: `timed ${++count}`, ...more } })).body.id as number;
const followed = async () => {
  const projectId = await project();
  await h.call('POST', `/scmInstances/Git?projectId=${projectId}`, { body: { url: 'https://code.example/shop.git' } });
  return projectId;
};
const path = (projectId: number) => `/scmInstances/schedule?projectId=${projectId}`;
const set = (projectId: number, body: Record<string, unknown>) => h.call('PUT', path(projectId), { body });
const shown = async (projectId: number) => (await h.call('GET', path(projectId))).body.data;
const jobs = async (projectId: number) =>
  (
    await h.database.pool.query('select id, type, triggered_by from jobs where project_id = $1 order by id', [
      projectId,
    ])
  ).rows;
/** As if the schedule had been set, and had come due last, so many hours ago. */
const ago = (projectId: number, hours: number) =>
  h.database.pool.query(
    `update code_schedules set changed_at = now() - $2 * interval '1 hour', started_at = started_at - $2 * interval '1 hour' where project_id = $1`,
    [projectId, hours],
  );
const endJobs = () => h.database.pool.query(`update jobs set status = 'Completed'`);

it('200: never at first, then what was set; 409 for a stale version', async () => {
  const projectId = await project();
  const first = await shown(projectId);
  expect(first).toMatchObject({ action: 'SCAN', frequency: 'NEVER' });
  expect((await set(projectId, DAILY)).status).toBe(200);
  expect(await shown(projectId)).toMatchObject(DAILY);
  expect((await set(projectId, { ...DAILY, at: '04:00', entityVersion: first.entityVersion })).status).toBe(409);
});

it('400 for a time that is none and in a locked project, 403 and 404 without the right', async () => {
  const projectId = await project();
  expect((await set(projectId, { ...DAILY, at: '25:00' })).status).toBe(400);
  expect((await set(projectId, { ...DAILY, everyHours: 0 })).status).toBe(400);
  await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [projectId]);
  expect((await set(projectId, DAILY)).status).toBe(400);
  const as = await h.person('timeless');
  for (const [privateProject, status] of [
    [true, 404],
    [false, 403],
  ] as const) {
    const other = await project({ privateProject });
    expect((await h.call('GET', path(other), { as })).status).toBe(status);
    expect((await h.call('PUT', path(other), { as, body: DAILY })).status).toBe(status);
  }
});

it.each([
  ['SYNC', 'SCM Sync'],
  ['SCAN', 'Project Scan'],
])('starts a %s of the system once, however often it was missed', async (action, type) => {
  const projectId = await followed();
  await set(projectId, { ...DAILY, action });
  await startScheduled(h.app, signal);
  expect(await jobs(projectId)).toEqual([]);
  await ago(projectId, 24 * 7);
  // As two servers do.
  await Promise.all([startScheduled(h.app, signal), startScheduled(h.app, signal), startScheduled(h.app, signal)]);
  const [job, ...others] = await jobs(projectId);
  expect([job, others]).toMatchObject([{ type, triggered_by: null }, []]);
  expect((await shown(projectId)).lastTime).toMatchObject({ result: 'QUEUED', jobId: job.id });
  await endJobs();
  await startScheduled(h.app, signal);
  expect(await jobs(projectId)).toHaveLength(1);
});

it('waits for the job in the way, and is asked for once', async () => {
  const projectId = await followed();
  await set(projectId, { ...DAILY, frequency: 'HOURLY' });
  await h.call('POST', `/scmInstances/sync?projectId=${projectId}`);
  await h.database.pool.query(`update jobs set status = 'Active' where project_id = $1`, [projectId]);
  for (let time = 0; time < 2; time++) {
    await ago(projectId, 2);
    await startScheduled(h.app, signal);
    expect((await shown(projectId)).lastTime.result).toBe('WAITING');
  }
  await endJobs();
  await startRequested(h.app, signal);
  await startRequested(h.app, signal);
  const all = await jobs(projectId);
  expect(all).toHaveLength(2);
  expect((await shown(projectId)).lastTime).toMatchObject({ result: 'QUEUED', jobId: all[1].id });
});

it('leaves a locked project alone and says so', async () => {
  const projectId = await followed();
  await set(projectId, DAILY);
  await ago(projectId, 48);
  await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [projectId]);
  await startScheduled(h.app, signal);
  expect(await jobs(projectId)).toEqual([]);
  expect((await shown(projectId)).lastTime).toMatchObject({
    result: 'FAILED',
    detail: expect.stringContaining('The project is locked'),
  });
});

it('says that there is nothing to synchronise', async () => {
  const projectId = await project();
  await set(projectId, DAILY);
  await ago(projectId, 48);
  await startScheduled(h.app, signal);
  expect((await shown(projectId)).lastTime).toMatchObject({
    result: 'FAILED',
    detail: expect.stringContaining('no source control instance'),
  });
});

it('ends with its project', async () => {
  const projectId = await followed();
  await set(projectId, DAILY);
  await ago(projectId, 48);
  await h.database.pool.query('delete from scm_instances where project_id = $1', [projectId]);
  await h.database.pool.query('delete from projects where id = $1', [projectId]);
  await startScheduled(h.app, signal);
  expect(await jobs(projectId)).toEqual([]);
});
