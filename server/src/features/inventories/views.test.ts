// Saved views of the inventory: own ones and those of a project, and who may see and change them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let projectId: number;
let otherId: number;
let owner: Person;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  h = await startHarness();
  [owner, reader, stranger] = [await h.person('owner'), await h.person('reader'), await h.person('stranger')];
  const project = async (name: string) => {
    const { id } = (await h.call('POST', '/projects', { body: { name } })).body;
    await h.call('PUT', `/projects/${id}`, { body: { privateProject: true } });
    for (const [roleId, person] of [
      ['PROJECT_ADMIN', owner],
      ['OBSERVER', reader],
    ] as const)
      await h.call('POST', `/projects/${id}/users`, { body: { userRoles: { roleId, users: [person.login] } } });
    return id as number;
  };
  projectId = await project('viewed');
  otherId = await project('other');
});
afterAll(() => h.close());

const settings = {
  filter: { priority: 'P1', dependencyLevel: 'Direct' },
  groupBy: 'LICENSE',
  columns: ['name', 'field3'],
  sort: '-files',
};
const save = (body: object, as: Person, id = projectId) =>
  h.call('POST', `/projects/${id}/inventoryViews`, { body: { settings, ...body }, as });
const change = (viewId: number, body: object, as: Person, id = projectId) =>
  h.call('PUT', `/projects/${id}/inventoryViews/${viewId}`, { body, as });
const remove = (viewId: number, as: Person, id = projectId) =>
  h.call('DELETE', `/projects/${id}/inventoryViews/${viewId}`, { as });
const views = async (as: Person, id = projectId) =>
  (await h.call('GET', `/projects/${id}/inventoryViews`, { as })).body.data as Record<string, any>[];
const namesOf = async (as: Person, id = projectId) => (await views(as, id)).map(({ name }) => name);

describe('a view of one person', () => {
  it('is offered to that person in every project, with what was saved, and to nobody else', async () => {
    const { status, body } = await save({ name: ' Direct and urgent ' }, reader);
    expect(status).toBe(201);
    const [view] = await views(reader, otherId);
    expect(view).toMatchObject({ id: body.id, name: 'Direct and urgent', isShared: false, mayChange: true });
    expect(view!.settings).toMatchObject(settings);
    expect(await namesOf(owner)).toEqual([]);
    expect((await change(body.id, { name: 'Mine' }, owner)).status).toBe(404);
    expect((await remove(body.id, owner)).status).toBe(404);
  });

  it('is renamed and changed; its name is there once, in any case', async () => {
    const { id } = (await save({ name: 'First' }, reader)).body;
    expect((await save({ name: 'fIRST' }, reader)).status).toBe(400);
    expect((await save({ name: 'First' }, owner)).status).toBe(201);
    expect((await change(id, { name: 'direct AND urgent' }, reader)).status).toBe(400);
    expect((await change(id, { name: 'Second', settings: { filter: { search: 'x' } } }, reader)).status).toBe(200);
    const view = (await views(reader)).find((one) => one.id === id)!;
    expect(view).toMatchObject({ name: 'Second', settings: { filter: { search: 'x' } } });
    expect(view.settings).not.toHaveProperty('groupBy');
    expect((await remove(id, reader)).status).toBe(200);
    expect((await remove(id, reader)).status).toBe(404);
  });
});

describe('a deletion with a version', () => {
  it('is done with the present one, and not with an older one', async () => {
    const { id } = (await save({ name: 'To go' }, reader)).body;
    const removeIf = (version: string) =>
      h.call('DELETE', `/projects/${projectId}/inventoryViews/${id}`, { as: reader, headers: { 'if-match': version } });
    expect((await removeIf('"older"')).status).toBe(412);
    const { entityVersion } = (await views(reader)).find((one) => one.id === id)!;
    expect((await removeIf(`"${entityVersion}"`)).status).toBe(200);
    expect(await namesOf(reader)).not.toContain('To go');
  });
});

describe('a token of some projects', () => {
  it('has the views of the project, and none of its owner', async () => {
    await save({ name: 'Only mine' }, owner);
    const body = { name: 'limited', projectIds: [projectId] };
    const { token } = (await h.call('POST', '/tokens', { as: owner, body })).body;
    const limited = { ...owner, token };
    expect(await namesOf(limited)).not.toContain('Only mine');
    expect((await save({ name: 'New' }, limited)).status).toBe(403);
    expect((await save({ name: 'Shared by a token', isShared: true }, limited)).status).toBe(201);
    expect(await namesOf(limited)).toContain('Shared by a token');
  });
});

describe('a view of a project', () => {
  it('is seen by all who see the project, in no other one, and changed by who may edit its settings', async () => {
    expect((await save({ name: 'For all', isShared: true }, reader)).status).toBe(403);
    const { id } = (await save({ name: 'For all', isShared: true }, owner)).body;
    expect((await views(reader)).find((one) => one.id === id)).toMatchObject({ isShared: true, mayChange: false });
    expect(await namesOf(reader, otherId)).not.toContain('For all');
    expect((await change(id, { name: 'Taken' }, reader)).status).toBe(403);
    expect((await remove(id, reader)).status).toBe(403);
    expect((await remove(id, owner, otherId)).status).toBe(404);
    expect((await change(id, { name: 'For everybody' }, owner)).status).toBe(200);
    expect(await namesOf(reader)).toContain('For everybody');
    expect((await h.call('GET', `/projects/${projectId}/inventoryViews`, { as: stranger })).status).toBe(404);
  });

  it('is made of an own one, and given back', async () => {
    const { id } = (await save({ name: 'Moves' }, owner)).body;
    expect((await change(id, { isShared: true }, owner)).status).toBe(200);
    expect(await namesOf(reader)).toContain('Moves');
    expect((await change(id, { isShared: false }, owner)).status).toBe(200);
    expect(await namesOf(reader)).not.toContain('Moves');
    const { id: readers } = (await save({ name: 'Not to share' }, reader)).body;
    expect((await change(readers, { isShared: true }, reader)).status).toBe(403);
  });

  it('cannot be saved in a locked project, where own ones can', async () => {
    await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [otherId]);
    const locked = await save({ name: 'Late', isShared: true }, owner, otherId);
    expect([locked.status, locked.text.includes('locked')]).toEqual([400, true]);
    expect((await save({ name: 'Late' }, owner, otherId)).status).toBe(201);
  });
});

describe('what is refused', () => {
  it.each([
    ['an unknown filter', { name: 'a', settings: { filter: { depth: 3 } } }, 'settings.filter.depth'],
    ['an unknown value', { name: 'a', settings: { filter: { priority: 'P9' } } }, 'P1, P2, P3, P4'],
    ['half of a group', { name: 'a', settings: { filter: { groupBy: 'LICENSE' } } }, 'group'],
    ['an unknown grouping', { name: 'a', settings: { filter: {}, groupBy: 'AGE' } }, 'LICENSE'],
    ['an unknown order', { name: 'a', settings: { filter: {}, sort: 'age' } }, 'sort'],
    ['a blank name', { name: '  ' }, 'name'],
    ['no name', {}, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['two equal columns', { name: 'a', settings: { filter: {}, columns: ['name', 'name'] } }, 'columns'],
  ])('%s', async (_, body, word) => {
    const { status, text } = await save(body, owner);
    expect([status, text.includes(word)]).toEqual([400, true]);
  });

  it('a change that rests on an older version', async () => {
    const { id } = (await save({ name: 'Edited twice' }, owner)).body;
    const { entityVersion } = (await views(owner)).find((one) => one.id === id)!;
    expect((await change(id, { name: 'Once', entityVersion }, owner)).status).toBe(200);
    expect((await change(id, { name: 'Twice', entityVersion }, owner)).status).toBe(409);
  });

  it('more views than anybody needs', async () => {
    const { rows } = await h.database.pool.query('select id from users where login = $1', [stranger.login]);
    await h.database.pool.query(
      `insert into inventory_views (name, user_id, settings, updated_by) select 'v' || n, $1, '{}', 'x' from generate_series(1, 200) n`,
      [rows[0].id],
    );
    await h.call('POST', `/projects/${projectId}/users`, {
      body: { userRoles: { roleId: 'OBSERVER', users: [stranger.login] } },
    });
    expect((await save({ name: 'One more' }, stranger)).text).toContain('at most 200 views');
  });
});

describe('views of the list of files', () => {
  const path = (id = projectId) => `/projects/${id}/fileViews`;
  const filter = { language: 'C', role: 'bundled', reviewed: false };

  it('are apart from those of the inventory, and their filter is one of files', async () => {
    const body = { name: 'Bundled', settings: { filter, groupBy: 'FOLDER' } };
    const { status, body: made } = await h.call('POST', path(), { body, as: reader });
    expect(status).toBe(201);
    expect((await save({ name: 'bundled' }, reader)).status).toBe(201);
    const { data } = (await h.call('GET', path(otherId), { as: reader })).body;
    expect(data).toMatchObject([{ id: made.id, name: 'Bundled', settings: { filter, groupBy: 'FOLDER' } }]);
    expect((await views(reader)).map(({ id }) => id)).not.toContain(made.id);
    expect((await change(made.id, { name: 'Of items' }, reader)).status).toBe(404);
    expect((await remove(made.id, reader)).status).toBe(404);
  });

  it('400 for a filter that the list would refuse; 404 for a view of somebody else', async () => {
    const save = (filter: object) =>
      h.call('POST', path(), { body: { name: 'Bad', settings: { filter } }, as: reader });
    expect((await save({ group: 'MIT' })).status).toBe(400);
    expect((await save({ priority: 'P1' })).status).toBe(400);
    const { id } = (await h.call('POST', path(), { body: { name: 'Mine', settings: { filter } }, as: reader })).body;
    expect((await h.call('DELETE', `${path()}/${id}`, { as: owner })).status).toBe(404);
    expect((await h.call('PUT', `${path()}/${id}`, { body: { isShared: true }, as: reader })).status).toBe(403);
    expect((await h.call('DELETE', `${path()}/${id}`, { as: reader })).status).toBe(200);
  });
});
