// Decisions about many tasks of a project, each with the right of the single operation, and their undo.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let owner: Person;
let reviewer: Person;
let projectId: number;
let itemId: number;

beforeAll(async () => {
  h = await startHarness();
  owner = await h.person('owner');
  reviewer = await h.person('reviewer');
  projectId = (await h.call('POST', '/projects', { body: { name: 'Tasks' } })).body.id;
  for (const [roleId, person] of [
    ['ANALYST', owner],
    ['REVIEWER', reviewer],
  ] as const)
    await h.call('POST', `/projects/${projectId}/users`, {
      body: { userRoles: { roleId, users: [person.login, h.admin.login] } },
    });
  const inventoryModel = { name: 'zlib 1.3', inventoryType: 'WORK_IN_PROGRESS' };
  itemId = (await h.call('POST', '/inventories', { body: { projectId, inventoryModel } })).body.id;
});
afterAll(() => h.close());

const task = async (type: string, login = h.admin.login): Promise<number> =>
  (await h.call('POST', `/tasks?inventoryId=${itemId}`, { body: { type, owner: login, summary: `${type} of zlib` } }))
    .body.id;
const decide = (body: object, as: Person = h.admin): Promise<Answer> =>
  h.call('POST', `/projects/${projectId}/bulkDecisions/tasks`, { body, as });
const states = async (ids: number[]) =>
  (
    await h.database.pool.query(
      `select id, is_closed as closed, resolution, closed_at, owner_id as owner, priority, updated_at from tasks where id = any($1) order by id`,
      [ids],
    )
  ).rows;

async function done(answer: Promise<Answer>) {
  const { status, body } = await answer;
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return body.data;
}

describe('many tasks', () => {
  it('are closed but for review tasks, which the dry run names, and the undo restores them to the byte', async () => {
    const ids = [await task('MISCELLANEOUS'), await task('REMEDIATE_INVENTORY'), await task('MANUAL_INVENTORY_REVIEW')];
    const before = await states(ids);
    const said = await done(decide({ action: 'CLOSE_TASKS', taskIds: ids }));
    expect(said.summary).toBe(
      '2 tasks would be closed; 1 skipped: review tasks, which are closed by approving or rejecting their item',
    );
    expect(said.outcomes).toEqual([{ from: 'Open', to: 'Closed', count: 2 }]);
    expect(await states(ids)).toEqual(before);
    const { undoToken } = await done(
      decide({ action: 'CLOSE_TASKS', taskIds: ids, dryRun: false, setVersion: said.setVersion, reason: 'Done.' }),
    );
    expect((await states(ids)).map(({ closed, resolution }) => [closed, resolution])).toEqual([
      [true, 'CLOSED'],
      [true, 'CLOSED'],
      [false, null],
    ]);
    const { summary } = await done(h.call('POST', `/projects/${projectId}/bulkDecisions/${undoToken}/undo`));
    expect(summary).toBe('2 tasks are as before: no longer closed');
    expect(await states(ids)).toEqual(before);
  });

  it('are assigned and get a priority by the filter of their list', async () => {
    const ids = [await task('MISCELLANEOUS'), await task('MISCELLANEOUS')];
    const filter = { search: 'MISCELLANEOUS of', status: 'OPEN' };
    const given = await done(
      decide({ action: 'REASSIGN_TASKS', filter, exceptIds: [ids[0]], owner: owner.login, dryRun: false }),
    );
    expect(given.outcomes).toContainEqual({ from: h.admin.login, to: owner.login, count: given.changed });
    const login = async (id: number) => (await h.call('GET', `/tasks/${id}`)).body.data.ownerLogin;
    expect([await login(ids[0]!), await login(ids[1]!)]).toEqual([h.admin.login, owner.login]);
    const raised = await done(
      decide({ action: 'PRIORITIZE_TASKS', taskIds: ids, priority: 'HIGH', dryRun: false }, owner),
    );
    expect(raised.summary).toBe('2 tasks were given the priority High');
    expect((await states(ids)).map(({ priority }) => priority)).toEqual(['HIGH', 'HIGH']);
  });

  it('are left alone where the single operation would refuse them', async () => {
    const [mine, others] = [await task('REMEDIATE_INVENTORY', owner.login), await task('REMEDIATE_INVENTORY')];
    const said = await done(decide({ action: 'CLOSE_TASKS', taskIds: [mine, others], dryRun: false }, owner));
    expect(said).toMatchObject({ changed: 1, skipped: [{ reason: 'NOT_ALLOWED', count: 1 }] });
    expect((await decide({ action: 'CLOSE_TASKS', taskIds: [others], dryRun: false }, owner)).status).toBe(403);
    expect((await h.call('PUT', `/tasks/${others}/close?resolution=CLOSED`, { as: owner })).status).toBe(403);
    expect((await states([mine, others])).map(({ closed }) => closed)).toEqual([true, false]);
    const given = await done(decide({ action: 'REASSIGN_TASKS', taskIds: [mine], owner: h.admin.login }));
    expect(given.skipped).toMatchObject([{ reason: 'CLOSED_TASK', words: 'closed', count: 1 }]);
  });

  it('keep what somebody has changed since, and say who', async () => {
    const ids = [await task('MISCELLANEOUS'), await task('MISCELLANEOUS')];
    const { undoToken } = await done(decide({ action: 'CLOSE_TASKS', taskIds: ids, dryRun: false }));
    expect((await h.call('PUT', `/tasks/${ids[0]}/reopen`, { as: owner })).status).toBe(200);
    const undone = await done(h.call('POST', `/projects/${projectId}/bulkDecisions/${undoToken}/undo`));
    expect(undone).toMatchObject({ restored: 1, kept: [{ id: ids[0], why: `changed since by ${owner.login}` }] });
  });

  it('are refused with the field that is wrong', async () => {
    const refused = async (body: object) => (await decide(body)).body.errors[0].message;
    expect(await refused({ action: 'CLOSE_TASKS' })).toContain('"taskIds" or "filter"');
    expect(await refused({ action: 'CLOSE_TASKS', taskIds: [1], priority: 'LOW' })).toContain('"priority" is only for');
    expect(await refused({ action: 'PRIORITIZE_TASKS', taskIds: [1] })).toContain('"priority" is required');
    expect(await refused({ action: 'REASSIGN_TASKS', taskIds: [1], owner: 'nobody' })).toContain('"nobody" is none');
    expect((await decide({ action: 'PRIORITIZE_TASKS', taskIds: [1], priority: 'LOW' }, reviewer)).status).toBe(200);
  });
});
