import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let other: Person;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  other = await h.person('other', ['create_project']);
});
afterAll(() => h.close());

const project = async (more: Record<string, unknown> = {}, as: Person = h.admin) =>
  (await h.call('POST', '/projects', { as, body: { name: `family ${++count}`, ...more } })).body.id as number;
const link = (parent: number, children: number[], as: Person = h.admin) =>
  h.call('POST', `/projects/${parent}/children?${children.map((id) => `childProjectIds=${id}`).join('&')}`, { as });
const status = async (id: number) => (await h.call('GET', `/projects/${id}`)).body.data.projectStatus as string;
const setStatus = (id: number, query: Record<string, string>, as: Person = h.admin) =>
  h.call('PUT', `/projects/${id}/status?${new URLSearchParams(query)}`, { as });

describe('children and parents', () => {
  it('200: a tree with the project itself as root, without the opposite member', async () => {
    const [top, middle, low, side] = [await project(), await project(), await project(), await project()];
    expect((await link(top, [middle, side])).status).toBe(200);
    expect((await link(middle, [low])).status).toBe(200);
    const flat = (await h.call('GET', `/projects/${top}/childProjects`)).body.data;
    expect(flat.childProject.map((one: { id: number }) => one.id)).toEqual([middle, side]);
    expect(flat.childProject[0].childProject).toEqual([]);
    const deep = (await h.call('GET', `/projects/${top}/childProjects?recursive=True`)).body.data;
    expect(deep.childProject[0].childProject[0].id).toBe(low);
    expect(JSON.stringify(deep)).not.toContain('parentProject');
    const up = (await h.call('GET', `/projects/${low}/parentProjects?recursive=true`)).body.data;
    expect(up.parentProject[0].parentProject[0].id).toBe(top);
    expect(JSON.stringify(up)).not.toContain('childProject');
    const details = (await h.call('GET', `/projects/${middle}`)).body.data;
    expect(details.childProjects).toMatchObject([{ id: low, childProject: [] }]);
    expect(details.parentProjects).toMatchObject([{ id: top, parentProject: [] }]);
  });

  it('200 for ids separated by commas, and again for an existing child', async () => {
    const [top, a, b] = [await project(), await project(), await project()];
    expect((await h.call('POST', `/projects/${top}/children?childProjectIds=${a},${b}`)).status).toBe(200);
    expect((await link(top, [a])).status).toBe(200);
    const answer = (await h.call('GET', `/projects/${top}/childProjects`)).body.data;
    expect(answer.childProject).toHaveLength(2);
  });

  it('400 for a cycle of any length, and for the project itself', async () => {
    const [a, b, c] = [await project(), await project(), await project()];
    await link(a, [b]);
    await link(b, [c]);
    expect((await link(c, [a])).status).toBe(400);
    expect((await link(a, [a])).status).toBe(400);
  });

  it('of two simultaneous links that close a cycle one is refused', async () => {
    const [a, b] = [await project(), await project()];
    const answers = await Promise.all([link(a, [b]), link(b, [a])]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it.each([
    ['no ids', ''],
    ['a word', '?childProjectIds=x'],
    ['zero', '?childProjectIds=0'],
  ])('400 for %s', async (_what, query) => {
    expect((await h.call('POST', `/projects/${await project()}/children${query}`)).status).toBe(400);
  });

  it('404 for a child that does not exist, or that the caller may not see', async () => {
    const mine = await project({}, other);
    const hidden = await project({ privateProject: true });
    expect((await link(mine, [999_999], other)).status).toBe(404);
    expect((await link(mine, [hidden], other)).status).toBe(404);
  });

  it('403 for who may not change the project', async () => {
    const id = await project();
    expect((await link(id, [await project()], other)).status).toBe(403);
  });

  it('private children are left out for users who may not see them, with what is below them', async () => {
    const [top, hidden, low] = [await project(), await project({ privateProject: true }), await project()];
    await link(top, [hidden]);
    await link(hidden, [low]);
    const answer = await h.call('GET', `/projects/${top}/childProjects?recursive=true`, { as: other });
    expect(answer.body.data.childProject).toEqual([]);
  });

  it('200 when children are removed, 400 for one that is none', async () => {
    const [top, child] = [await project(), await project()];
    await link(top, [child]);
    const remove = () => h.call('DELETE', `/projects/${top}/children?childProjectIds=${child}`);
    expect((await remove()).status).toBe(200);
    expect((await h.call('GET', `/projects/${top}/childProjects`)).body.data.childProject).toEqual([]);
    expect((await remove()).status).toBe(400);
  });
});

describe('PUT /projects/{projectId}/status', () => {
  const actions = async (id: number) => (await h.call('GET', `/projects/${id}/permissions`)).body.data as string[];

  it.each([
    ['in the query', { status: 'Analysis Completed' }, undefined],
    ['in the body', {}, { status: 'Analysis Completed' }],
  ])('200 with the status %s', async (_where, query, body) => {
    const id = await project();
    const answer = await h.call('PUT', `/projects/${id}/status?${new URLSearchParams(query)}`, { body });
    expect(answer.status).toBe(200);
    expect(await status(id)).toBe('Analysis Completed');
  });

  it('200 for COMPLETED: the project is locked, and says so until it is unlocked', async () => {
    const id = await project();
    expect((await setStatus(id, { status: 'COMPLETED', projectAction: 'Update Status Only' })).status).toBe(200);
    expect(await status(id)).toBe('Project Completed');
    const refused = await h.call('PUT', `/projects/${id}`, { body: { description: 'x' } });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].message).toContain('locked');
    expect(await actions(id)).toEqual(expect.arrayContaining(['VIEW_INVENTORY', 'GENERATE_REPORT', 'UNLOCK_PROJECT']));
    expect(await actions(id)).not.toContain('EDIT_PROJECT');
    expect((await setStatus(id, { status: 'Not Started' })).status).toBe(200);
    expect(await actions(id)).toContain('EDIT_PROJECT');
    expect((await h.call('PUT', `/projects/${id}`, { body: { description: 'x' } })).status).toBe(200);
  });

  it('200: children at every depth are locked and unlocked', async () => {
    const [top, middle, low] = [await project(), await project(), await project()];
    await link(top, [middle]);
    await link(middle, [low]);
    await setStatus(top, { status: 'Project Completed', projectAction: 'Lock Child Projects' });
    expect([await status(top), await status(middle), await status(low)]).toEqual(Array(3).fill('Project Completed'));
    await setStatus(top, { status: 'Analysis Completed', projectAction: 'Unlock Child Projects' });
    expect([await status(top), await status(middle), await status(low)]).toEqual(Array(3).fill('Analysis Completed'));
  });

  it.each([
    ['locking children without completing', { status: 'Not Started', projectAction: 'Lock Child Projects' }],
    ['unlocking children while completing', { status: 'COMPLETED', projectAction: 'Unlock Child Projects' }],
    ['a status that does not exist', { status: 'Done' }],
    ['an action that does not exist', { status: 'Not Started', projectAction: 'Burn' }],
    ['nothing', {}],
  ])('400 for %s', async (_what, query) => {
    const id = await project();
    expect((await setStatus(id, query as Record<string, string>)).status).toBe(400);
    expect(await status(id)).toBe('Not Started');
  });

  it('403 if the caller has no right on a child: nothing is locked', async () => {
    const theirs = await project();
    const mine = await project({}, other);
    await link(mine, [theirs], other);
    const answer = await setStatus(mine, { status: 'COMPLETED', projectAction: 'Lock Child Projects' }, other);
    expect(answer.status).toBe(403);
    expect(answer.body.errors[0].message).toContain(`child project ${theirs}`);
    expect([await status(mine), await status(theirs)]).toEqual(['Not Started', 'Not Started']);
  });

  it('409 while a job that changes the project is open', async () => {
    const id = await project();
    await h.database.pool.query(
      `insert into jobs (type, project_id, status) values ('Project Scan', $1, 'Scheduled')`,
      [id],
    );
    expect((await setStatus(id, { status: 'COMPLETED' })).status).toBe(409);
  });

  it('403 for a system administrator without a role, who may still unlock', async () => {
    const id = await project({}, other);
    expect((await setStatus(id, { status: 'COMPLETED' })).status).toBe(403);
    expect((await h.call('PUT', `/projects/${id}/unlock`)).status).toBe(400);
    await setStatus(id, { status: 'COMPLETED' }, other);
    expect((await h.call('PUT', `/projects/${id}/unlock`)).status).toBe(200);
    expect(await status(id)).toBe('Analysis In Progress');
  });
});
