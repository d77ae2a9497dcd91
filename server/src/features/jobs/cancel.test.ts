// Who may stop which job. The page shows its button by `actions` of the job.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let people: Record<string, Person>;
let projectId: number;

beforeAll(async () => {
  h = await startHarness();
  people = {
    administrator: await h.person('administrator', ['system_admin']),
    librarian: await h.person('librarian', ['library_manager']),
    starter: await h.person('starter'),
    analyst: await h.person('analyst'),
    other: await h.person('other'),
  };
  projectId = (await h.call('POST', '/projects', { body: { name: 'stopped' } })).body.id;
  await h.database.pool.query("insert into project_members (project_id, role, user_id) values ($1, 'ANALYST', $2)", [
    projectId,
    people.analyst!.id,
  ]);
});
afterAll(() => h.close());

/** A job's row without a queue entry, so no worker runs it. */
async function job(type: string, { ofProject = false, status = 'Scheduled', isAsked = false } = {}): Promise<number> {
  const { rows } = await h.database.pool.query(
    'insert into jobs (type, project_id, triggered_by, status, is_cancel_requested) values ($1, $2, $3, $4, $5) returning id',
    [type, ofProject ? projectId : null, people.starter!.id, status, isAsked],
  );
  return rows[0].id;
}

const read = (id: number, as: Person) => h.call('GET', `/jobs/${id}`, { as });

it.each([
  [
    'a job of the installation',
    'Store Verification',
    false,
    { administrator: 200, librarian: 404, starter: 200, analyst: 404, other: 404 },
  ],
  [
    'a job of the library',
    'License Rules Import',
    false,
    { administrator: 200, librarian: 200, starter: 200, analyst: 404, other: 404 },
  ],
  [
    'a job of a project',
    'Audit Report',
    true,
    { administrator: 403, librarian: 403, starter: 200, analyst: 200, other: 403 },
  ],
])('%s can be stopped by some users, who see CANCEL, and by no others', async (_what, type, ofProject, answers) => {
  for (const [name, status] of Object.entries(answers)) {
    const as = people[name]!;
    const id = await job(type, { ofProject });
    const shown = await read(id, as);
    expect({ name, status: shown.status }).toEqual({ name, status: status === 404 ? 404 : 200 });
    const listed = (await h.call('GET', '/jobs?limit=5', { as })).body.data.find(
      (one: { id: number }) => one.id === id,
    );
    const actions = status === 200 ? ['CANCEL'] : [];
    if (status !== 404) expect([name, shown.body.actions, listed.actions]).toEqual([name, actions, actions]);
    expect([name, (await h.call('POST', `/jobs/${id}/cancel`, { as })).status]).toEqual([name, status]);
    const { rows } = await h.database.pool.query('select status from jobs where id = $1', [id]);
    expect([name, rows[0].status]).toEqual([name, status === 200 ? 'Canceled' : 'Scheduled']);
  }
});

it('a job that has ended, or is stopping already, has no actions', async () => {
  const ended = await job('Store Verification', { status: 'Completed' });
  expect((await read(ended, people.starter!)).body.actions).toEqual([]);
  expect((await h.call('POST', `/jobs/${ended}/cancel`, { as: people.starter })).status).toBe(400);
  const stopping = await job('Store Verification', { status: 'Active', isAsked: true });
  expect((await read(stopping, people.starter!)).body.actions).toEqual([]);
});

it('the action is not offered to users whom a lock prevents from stopping jobs', async () => {
  await h.database.pool.query("update projects set status = 'Project Completed' where id = $1", [projectId]);
  const id = await job('Audit Report', { ofProject: true });
  const listed = async (as: Person) =>
    (await h.call('GET', '/jobs?limit=5', { as })).body.data.find((one: { id: number }) => one.id === id).actions;
  expect([(await read(id, people.analyst!)).body.actions, await listed(people.analyst!)]).toEqual([[], []]);
  expect((await h.call('POST', `/jobs/${id}/cancel`, { as: people.analyst })).status).not.toBe(200);
  expect([(await read(id, people.starter!)).body.actions, await listed(people.starter!)]).toEqual([
    ['CANCEL'],
    ['CANCEL'],
  ]);
});
