import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let stranger: Person;
let colleague: Person;
let projectId: number;
let itemId: number;

beforeAll(async () => {
  h = await startHarness();
  stranger = await h.person('stranger');
  colleague = await h.person('colleague');
  projectId = await made('/projects', { name: 'secret', privateProject: true });
  itemId = await made('/inventories', {
    projectId,
    inventoryModel: { name: 'zlib', inventoryType: 'WORK_IN_PROGRESS' },
  });
  await h.call('POST', `/projects/${projectId}/users`, {
    body: { userRoles: { roleId: 'OBSERVER', users: [colleague.login] } },
  });
});
afterAll(() => h.close());

async function made(path: string, body: unknown): Promise<number> {
  const answer = await h.call('POST', path, { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

const newTask = (body: Record<string, unknown> = {}) =>
  made(`/tasks?inventoryId=${itemId}`, { type: 'MISCELLANEOUS', ...body });
const message = (answer: { body: { errors: { message: string }[] } }) => answer.body.errors[0]!.message;
const owner = async (taskId: number) => (await h.call('GET', `/tasks/${taskId}`)).body.data.ownerLogin;

describe('GET /tasks/search', () => {
  const found = async (search: string, as?: Person) =>
    ((await h.call('GET', `/tasks/search?search=${encodeURIComponent(search)}`, as && { as })).body.data ?? []).map(
      ({ summary }: { summary: string }) => summary,
    );

  it("200 by a part of the summary, the details, the item's name and the owner's login, in any case", async () => {
    const made = [
      { summary: 'Ask the Vendor', details: 'about 50%_off' },
      { summary: 'Replace it', details: 'by something newer', owner: colleague.login },
    ];
    for (const one of made) await newTask(one);
    expect(await found('vendor')).toEqual(['Ask the Vendor']);
    expect(await found('NEWER')).toEqual(['Replace it']);
    expect(await found('colleag')).toContain('Replace it');
    expect(await found('zli')).toEqual(expect.arrayContaining(['Ask the Vendor', 'Replace it']));
    expect(await found('50%_')).toEqual(['Ask the Vendor']);
    expect(await found('5_%')).toEqual([]);
  });

  it('400, as for every search without a result, where nothing matches or the caller may not see the project', async () => {
    expect((await h.call('GET', '/tasks/search?search=nowhere')).status).toBe(400);
    expect(await found('vendor', stranger)).toEqual([]);
  });

  it('200: a changed name of the item is found at once', async () => {
    await found('renamed');
    await h.call('PUT', `/inventories/${itemId}`, { body: { name: 'zlib renamed' } });
    expect(await found('renamed')).toContain('Replace it');
    await h.call('PUT', `/inventories/${itemId}`, { body: { name: 'zlib' } });
  });
});

describe('the owner of a task', () => {
  it('400 for a user who may not see the private project, at creation and later; nothing changes', async () => {
    const before = (await h.call('GET', `/tasks/search?projectId=${projectId}`)).body.data ?? [];
    const refused = await h.call('POST', `/tasks?inventoryId=${itemId}`, {
      body: { type: 'MISCELLANEOUS', owner: stranger.login },
    });
    expect(refused.status).toBe(400);
    expect(message(refused)).toBe(
      'The field "owner" names the user "stranger", who may not see this private project: give the user a role in it first.',
    );
    expect((await h.call('GET', `/tasks/search?projectId=${projectId}`)).body.data ?? []).toEqual(before);
    const task = await newTask({ owner: colleague.login });
    const moved = await h.call('PUT', `/tasks/${task}/reassign?ownerId=${stranger.id}`);
    expect(moved.status).toBe(400);
    expect(message(moved)).toContain('The field "ownerId" names');
    expect(await owner(task)).toBe('colleague');
  });

  it('may be any user in a public project, and in a private one any user with a role', async () => {
    const task = await newTask({ owner: 'admin' });
    expect((await h.call('PUT', `/tasks/${task}/reassign?ownerId=${colleague.login}`)).status).toBe(200);
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: false } });
    expect((await h.call('PUT', `/tasks/${task}/reassign?ownerId=${stranger.login}`)).status).toBe(200);
    expect(await owner(task)).toBe('stranger');
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: true } });
  });

  it('403 before the new owner is checked, without the right to reassign', async () => {
    const task = await newTask({ owner: 'admin' });
    const answer = await h.call('PUT', `/tasks/${task}/reassign?ownerId=${stranger.login}`, { as: colleague });
    expect(answer.status).toBe(403);
  });
});
