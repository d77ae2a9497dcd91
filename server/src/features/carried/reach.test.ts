// A person lets a review reach further: to versions of the component, and to other projects. It counts there by itself, and nowhere else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
let ben: Person;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  ben = await h.person('ben');
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'reach');

const TEXT = `MIT License

Copyright (c) 2020 Ann Example

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED.
`;
const one = (name: string, version: string, text = TEXT) => ({
  'package.json': JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { [name]: '*' } }),
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version, license: 'MIT' }),
  [`node_modules/${name}/LICENSE`]: text,
});

const get = async (path: string, as?: Person) => (await h.call('GET', path, as && { as })).body.data;
async function itemNamed(projectId: number, name: string) {
  const { body } = await h.call('GET', `/project/inventory/${projectId}?published=false`);
  return body.inventoryItems.find((item: { name: string }) => item.name.startsWith(name));
}
const statusOf = async (projectId: number, name: string) => (await itemNamed(projectId, name)).inventoryReviewStatus;
const approve = async (id: number) =>
  expect((await h.call('PUT', `/inventories/${id}/status?status=APPROVED`)).status).toBe(200);
const reach = (id: number, body: object, as?: Person) =>
  h.call('PUT', `/inventories/${id}/reviewReach`, { body, ...(as && { as }) });
async function approved(name: string, version: string, settings = {}) {
  const projectId = await projectWith(one(name, version));
  if (Object.keys(settings).length > 0)
    expect((await h.call('PUT', `/projects/${projectId}`, { body: settings })).status).toBe(200);
  await scan(projectId);
  const { id } = await itemNamed(projectId, `${name} ${version}`);
  await approve(id);
  return { projectId, id };
}

describe('a range of versions', () => {
  it('counts by itself within it, not beyond it, and not under other texts', async () => {
    const { projectId, id } = await approved('ranged', '1.2.3');
    expect((await reach(id, { scope: 'PROJECT', versions: 'vers:npm/>=1.0.0|<2.0.0' })).status).toBe(200);
    expect(await get(`/inventories/${id}/reviewReach`)).toMatchObject({
      ...{ scope: 'PROJECT', versions: 'vers:npm/>=1.0.0|<2.0.0', setBy: 'admin' },
      ...{ versionScheme: 'npm', decidedFor: '1.2.3', whyNot: '' },
    });
    await upload(projectId, one('ranged', '1.9.0'));
    await scan(projectId);
    expect(await statusOf(projectId, 'ranged 1.9.0')).toBe('Approved');
    const { sentence } = await get(`/inventories/${(await itemNamed(projectId, 'ranged 1.9.0')).id}/whyDecided`);
    expect(sentence).toContain(
      'for 1.2.3 and vers:npm/>=1.0.0|<2.0.0, in this project; the same license, texts, holders and use.',
    );
    await upload(projectId, one('ranged', '2.0.0'));
    await scan(projectId);
    expect(await statusOf(projectId, 'ranged 2.0.0')).toBe('Draft');
    await upload(projectId, one('ranged', '1.9.1', TEXT.replace('free of charge', 'for a charge')));
    await scan(projectId);
    expect(await statusOf(projectId, 'ranged 1.9.1')).toBe('Draft');
  }, 240_000);

  it.each([
    ['vers:pypi/>=1.0.0', 400, 'versions of this item are those of npm'],
    ['vers:npm/>=2.0.0', 400, 'does not contain 1.2.3'],
    ['1.x', 400, 'is no range of versions'],
  ])(
    '%s is refused',
    async (versions, status, message) => {
      const { id } = await approved('refused', '1.2.3');
      const answer = await reach(id, { scope: 'PROJECT', versions });
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(message)]);
    },
    120_000,
  );
});

describe('other projects', () => {
  it('follow a review for all projects, until it is withdrawn', async () => {
    const { projectId: first, id } = await approved('shared', '1.0.0');
    expect((await reach(id, { scope: 'SITE' })).status).toBe(200);
    const second = await projectWith(one('shared', '1.0.0'));
    await scan(second);
    expect(await statusOf(second, 'shared 1.0.0')).toBe('Approved');
    const follower = await itemNamed(second, 'shared 1.0.0');
    const { name } = await get(`/projects/${first}`);
    // What is stored with the second project does not name the first.
    const { rows } = await h.database.pool.query('select ground from decisions where item_id = $1', [follower.id]);
    expect(JSON.stringify(rows)).toContain('for 1.0.0, in all projects');
    expect(JSON.stringify(rows)).not.toContain(name);
    await h.call('PUT', `/inventories/${id}/status?status=DRAFT`);
    expect(await statusOf(second, 'shared 1.0.0')).toBe('Draft');
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 240_000);

  it('follow one for the family above and below it, but not beside it, and never through a private project', async () => {
    const { projectId: middle, id } = await approved('related', '1.0.0');
    const [above, below, beside, hidden, beyond] = [
      ...[await projectWith(one('related', '1.0.0')), await projectWith(one('related', '1.0.0'))],
      ...[
        await projectWith(one('related', '1.0.0')),
        await projectWith({ 'a.txt': 'a' }),
        await projectWith(one('related', '1.0.0')),
      ],
    ];
    const link = async (parent: number, child: number) =>
      expect((await h.call('POST', `/projects/${parent}/children?childProjectIds=${child}`)).status).toBe(200);
    await link(above!, middle);
    await link(above!, beside!);
    await link(middle, below!);
    await link(middle, hidden!);
    await link(hidden!, beyond!);
    await h.call('PUT', `/projects/${hidden}`, { body: { privateProject: true } });
    expect((await reach(id, { scope: 'FAMILY' })).status).toBe(200);
    for (const projectId of [above!, below!, beside!, beyond!]) await scan(projectId);
    const statuses = [];
    for (const projectId of [above!, below!, beside!, beyond!])
      statuses.push(await statusOf(projectId, 'related 1.0.0'));
    expect(statuses).toEqual(['Approved', 'Approved', 'Draft', 'Draft']);
    const listed = (await get('/reviewReaches?scope=FAMILY', ben)).find(
      ({ inventoryId }: { inventoryId: number }) => inventoryId === id,
    );
    expect(listed).toMatchObject({
      followers: 2,
      scope: 'FAMILY',
      projectId: middle,
      decidedFor: '1.0.0',
      setBy: 'admin',
    });
    // Who may not see a follower is not told of it, and what becomes private reaches nobody.
    await h.call('PUT', `/projects/${below}`, { body: { privateProject: true } });
    await h.call('PUT', `/projects/${middle}`, { body: { privateProject: true } });
    expect(await get('/reviewReaches?scope=FAMILY', ben)).toEqual([]);
    expect(await get(`/reviewReaches?projectId=${middle}`)).toMatchObject([{ followers: 2, isHeldBack: true }]);
    expect((await reach(id, { scope: 'FAMILY' })).status).toBe(409);
    expect((await reach(id, { scope: 'ITEM' })).status).toBe(200);
    expect(await get(`/reviewReaches?projectId=${middle}`)).toEqual([]);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 300_000);

  it('do not follow one for its folder elsewhere, or if they have turned it off', async () => {
    const created = await h.call('POST', '/folders', { body: { name: 'reached' } });
    expect(created.status, created.text).toBe(201);
    const folderId = created.body.id;
    const { id } = await approved('foldered', '1.0.0', { folderId });
    expect((await reach(id, { scope: 'FOLDER' })).status).toBe(200);
    const elsewhere = await projectWith(one('foldered', '1.0.0'));
    await scan(elsewhere);
    expect(await statusOf(elsewhere, 'foldered 1.0.0')).toBe('Draft');
    const inside = await projectWith(one('foldered', '1.0.0'));
    await h.call('PUT', `/projects/${inside}`, { body: { folderId } });
    await h.call('PUT', `/projects/${inside}/carrySettings`, { body: { versionBump: 'NEVER' } });
    await scan(inside);
    expect(await statusOf(inside, 'foldered 1.0.0')).toBe('Draft');
    await h.call('PUT', `/projects/${inside}/carrySettings`, { body: { versionBump: 'PROPOSE' } });
    await scan(inside);
    expect(await statusOf(inside, 'foldered 1.0.0')).toBe('Approved');
    expect((await reach(id, { scope: 'FOLDER', folderId: 999_999 })).status).toBe(409);
  }, 300_000);

  it('learn nothing of a private project', async () => {
    const { projectId, id } = await approved('hidden', '1.0.0', { privateProject: true });
    const answer = await reach(id, { scope: 'SITE' });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('The project is private')]);
    // It was public when it was widened.
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: false } });
    expect((await reach(id, { scope: 'SITE' })).status).toBe(200);
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: true } });
    const second = await projectWith(one('hidden', '1.0.0'));
    await scan(second);
    expect(await statusOf(second, 'hidden 1.0.0')).toBe('Draft');
    expect((await h.call('GET', `/inventories/${id}/reviewReach`, { as: ben })).status).toBe(404);
  }, 240_000);

  it('need the right to edit policies, and a decision of a person', async () => {
    const { projectId, id } = await approved('righted', '1.0.0');
    await h.call('PUT', `/projects/${projectId}`, { body: { reviewers: ['ben'] } });
    await h.database.pool.query(
      `insert into project_members (project_id, user_id, role) select $1, id, 'REVIEWER' from users where login = 'ben' on conflict do nothing`,
      [projectId],
    );
    expect((await reach(id, { scope: 'SITE' }, ben)).status).toBe(403);
    expect((await reach(id, { scope: 'PROJECT', versions: 'vers:npm/*' }, ben)).status).toBe(200);
    await h.call('PUT', `/inventories/${id}/status?status=DRAFT`);
    expect((await reach(id, { scope: 'PROJECT' })).status).toBe(409);
    expect(await get(`/inventories/${id}/reviewReach`)).toMatchObject({ scope: 'ITEM' });
  }, 120_000);
});

it('a review lapses when a license text of the same version says something else, and holds again when it does not', async () => {
  const { projectId, id } = await approved('texted', '1.0.0');
  await upload(projectId, one('texted', '1.0.0', TEXT.replace('2020', '2021')));
  await scan(projectId);
  expect(await statusOf(projectId, 'texted 1.0.0')).toBe('Approved');
  await upload(projectId, one('texted', '1.0.0', TEXT.replace('Ann Example', 'Bob Sample')));
  const told = await scan(projectId);
  expect(told.log.filter(({ code }) => code === 'decision-lapsed')).toMatchObject([
    { message: expect.stringContaining('texted 1.0.0') },
  ]);
  expect(await itemNamed(projectId, 'texted 1.0.0')).toMatchObject({
    ...{ id, inventoryReviewStatus: 'Draft' },
    toBeDecidedAgain: { changes: [{ what: 'license texts' }] },
  });
  await upload(projectId, one('texted', '1.0.0'));
  await scan(projectId);
  expect(await statusOf(projectId, 'texted 1.0.0')).toBe('Approved');
  expect(await inconsistencies(h.database.pool)).toEqual([]);
}, 240_000);
