// The license of a version in all projects: set, listed with its ground, removed. Items follow if nobody has
// decided about them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zip } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
let keeper: Person;
const licenseIds = new Map<string, number>();
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  keeper = await h.person('keeper', ['library_manager']);
  for (const name of ['MIT', 'Apache-2.0', 'GPL-2.0-only'])
    licenseIds.set(name, (await h.call('GET', `/licenses/${name}`)).body.data.id);
});
afterAll(() => h.close());

async function scan(projectId: number): Promise<void> {
  await h.jobOver((await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: ']);
}

/** A project with one item: a package of this name under MIT, or what is declared. */
async function projectWith(name: string, license = 'MIT'): Promise<{ projectId: number; itemId: number }> {
  const projectId = (await h.call('POST', '/projects', { body: { name: `${name} in ${++count}` } })).body.id;
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    headers: { 'content-type': 'application/octet-stream' },
    raw: await zip({ 'package.json': JSON.stringify({ name, version: '1.0.0', license }) }),
  });
  await scan(projectId);
  const [item] = await itemsOf(projectId);
  return { projectId, itemId: item!.id };
}

async function itemsOf(projectId: number): Promise<{ id: number; name: string }[]> {
  return (await h.call('GET', `/projects/${projectId}/inventoryItems`)).body.data;
}

async function row(id: number) {
  return (await h.database.pool.query('select * from inventory_items where id = $1', [id])).rows[0];
}

/** Component and version of an item, and the calls about its license. */
async function versionOf(itemId: number) {
  const { component_id: componentId, version_id: id } = await row(itemId);
  const path = `/components/${componentId}/versions/${id}/license`;
  return {
    id,
    set: (license: string, reason?: string) =>
      h.call('PUT', path, { as: keeper, body: { licenseId: licenseIds.get(license), ...(reason && { reason }) } }),
    forget: () => h.call('DELETE', `${path}?reason=It+was+a+mistake`, { as: keeper }),
    remembered: async () => (await h.call('GET', `/components/${componentId}/rememberedLicenses`)).body.data,
    decisions: async () => (await h.call('GET', `/components/versions/${id}/licenseDecisions`)).body.data,
    path,
  };
}

const licensesOf = (ids: number[]) => Promise.all(ids.map(async (id) => (await row(id)).license_expression));

async function lastChange(itemId: number) {
  const { rows } = await h.database.pool.query(
    'select * from inventory_history where item_id = $1 order by revision desc limit 1',
    [itemId],
  );
  return rows[0];
}

describe('PUT /components/{}/versions/{}/license', () => {
  it('200 changes items of all projects, except those that people decided about, and those of locked projects', async () => {
    const [free, edited, approved, locked] = [
      await projectWith('spread'),
      await projectWith('spread'),
      await projectWith('spread'),
      await projectWith('spread'),
    ];
    await h.call('PUT', `/inventories/${edited.itemId}`, { body: { auditorReviewNotes: 'Looked at' } });
    await h.call('PUT', `/inventories/${approved.itemId}/status?status=APPROVED`);
    await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [locked.projectId]);
    const version = await versionOf(free.itemId);
    const { status, body } = await version.set('GPL-2.0-only', 'Its makers wrote to us');
    expect([status, body.message]).toEqual([
      200,
      'The license of the version was set. Inventory items changed: 1; unchanged, because people decided about them: 2; unchanged, because their project is locked: 1.',
    ]);
    const ids = [free, edited, approved, locked].map(({ itemId }) => itemId);
    expect(await licensesOf(ids)).toEqual(['GPL-2.0-only', 'MIT', 'MIT', 'MIT']);
    expect(await row(free.itemId)).toMatchObject({
      name: 'spread 1.0.0 (GPL-2.0-only)',
      license_id: licenseIds.get('GPL-2.0-only'),
      priority: 'P1',
      is_edited: false,
      possible_licenses: ['GPL-2.0-only', 'MIT'],
      license_facts: { concluded: { expression: 'MIT' }, person: { expression: 'GPL-2.0-only', isRemembered: true } },
    });
    expect(await lastChange(free.itemId)).toMatchObject({
      action: 'Library Change',
      user_id: keeper.id,
      changes: expect.arrayContaining([{ field: 'SPDX Expression', oldValue: 'MIT', newValue: 'GPL-2.0-only' }]),
    });
    expect(await version.remembered()).toMatchObject([
      {
        versionId: version.id,
        versionName: '1.0.0',
        shortName: 'GPL-2.0-only',
        author: 'keeper',
        ground: { by: 'person', words: 'Its makers wrote to us', concluded: 'MIT' },
      },
    ]);
  });

  it('200 is kept by a rescan, which creates no second item', async () => {
    const { projectId, itemId } = await projectWith('stays');
    await (await versionOf(itemId)).set('Apache-2.0');
    await scan(projectId);
    expect((await itemsOf(projectId)).map(({ id }) => id)).toEqual([itemId]);
    expect(await licensesOf([itemId])).toEqual(['Apache-2.0']);
  });

  it('200 for the next license; the earlier decision is superseded', async () => {
    const { itemId } = await projectWith('twice');
    const version = await versionOf(itemId);
    await version.set('Apache-2.0');
    await version.set('GPL-2.0-only');
    expect(await licensesOf([itemId])).toEqual(['GPL-2.0-only']);
    const told = (await version.decisions()).map((one: { value: object; standing: string }) => [
      one.value,
      one.standing,
    ]);
    expect(told).toEqual([
      [{ licenseExpression: 'GPL-2.0-only' }, 'holds'],
      [{ licenseExpression: 'Apache-2.0' }, 'superseded'],
    ]);
  });

  it('400 for a license that does not exist, 403 without the permission, 404 for a version of another component', async () => {
    const { itemId } = await projectWith('refused');
    const { path } = await versionOf(itemId);
    const analyst = await h.person('no-keeper');
    const put = (as: Person, at: string, licenseId = licenseIds.get('MIT')) =>
      h.call('PUT', at, { as, body: { licenseId } });
    expect((await put(keeper, path, 999_999_999)).status).toBe(400);
    expect((await put(analyst, path)).status).toBe(403);
    expect((await h.call('DELETE', path, { as: analyst })).status).toBe(403);
    expect((await put(keeper, path.replace(/components\/\d+/, 'components/999999'))).status).toBe(404);
    expect((await put(keeper, path.replace(/versions\/\d+/, 'versions/999999'))).status).toBe(404);
  });
});

describe('DELETE /components/{}/versions/{}/license', () => {
  it('200 restores the license by evidence, and the history says who removed it and why', async () => {
    const { projectId, itemId } = await projectWith('back');
    const version = await versionOf(itemId);
    await version.set('GPL-2.0-only');
    const { status, body } = await version.forget();
    expect([status, body.message]).toEqual([200, 'The remembered license was forgotten. Inventory items changed: 1.']);
    const after = await row(itemId);
    expect([after.license_expression, after.name, after.license_facts.person]).toEqual([
      'MIT',
      'back 1.0.0 (MIT)',
      undefined,
    ]);
    expect(await version.remembered()).toEqual([]);
    expect(await version.decisions()).toMatchObject([
      { value: { licenseExpression: '' }, author: 'keeper', ground: { words: 'It was a mistake' }, standing: 'holds' },
      { value: { licenseExpression: 'GPL-2.0-only' }, standing: 'superseded' },
    ]);
    await scan(projectId);
    expect(await licensesOf([itemId])).toEqual(['MIT']);
  });

  it('200 deletes the item that a scan created beside another one, and keeps what a person entered on an item', async () => {
    const [first, second] = [await projectWith('beside'), await projectWith('beside')];
    const edit = { licenseId: licenseIds.get('Apache-2.0'), rememberLicense: 'GLOBAL' };
    await h.call('PUT', `/inventories/${first.itemId}`, { body: edit });
    await scan(second.projectId);
    expect(await itemsOf(second.projectId)).toHaveLength(2);
    expect((await (await versionOf(first.itemId)).forget()).body.message).toBe(
      'The remembered license was forgotten. Inventory items changed: 1; unchanged, because people decided about them: 1.',
    );
    expect((await itemsOf(second.projectId)).map(({ id, name }) => [id, name])).toEqual([
      [second.itemId, 'beside 1.0.0 (MIT)'],
    ]);
    expect(await licensesOf([first.itemId])).toEqual(['Apache-2.0']);
    await scan(second.projectId);
    expect(await itemsOf(second.projectId)).toHaveLength(1);
  });

  it('200 settles a choice of the evidence again', async () => {
    const { itemId } = await projectWith('chosen', 'MIT OR GPL-2.0-only');
    const version = await versionOf(itemId);
    await version.set('GPL-2.0-only');
    expect((await row(itemId)).license_facts.person).toMatchObject({ kind: 'choice' });
    await version.forget();
    expect(await licensesOf([itemId])).toEqual(['MIT OR GPL-2.0-only']);
  });

  it('404 if no license is remembered', async () => {
    const { itemId } = await projectWith('nothing');
    const { status, body } = await (await versionOf(itemId)).forget();
    expect([status, body.errors[0].message]).toEqual([404, expect.stringContaining('1.0.0')]);
  });
});

it('404 for the lists of components and versions that do not exist', async () => {
  expect((await h.call('GET', '/components/999999/rememberedLicenses')).status).toBe(404);
  expect((await h.call('GET', '/components/versions/999999/licenseDecisions')).status).toBe(404);
});
