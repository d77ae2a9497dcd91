// The ids of the license library in a new installation, and in one that numbered its licenses itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { writeSetting } from '../db/site-settings.ts';
import { fillLicenseLibrary } from './licenses.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const rows = async <T>(query: string, values: unknown[] = []) =>
  (await h.database.pool.query(query, values)).rows as (T & Record<string, unknown>)[];
const allIds = () => rows<{ id: number }>('select id, short_name from licenses order by lower(short_name)');

it.each([
  [1, 'LGPL-2.1-only'],
  [11, 'MPL-1.1'],
  [20, 'Apache-2.0'],
  [229, 'AGPL-3.0-only'],
  [669, 'GPL-2.0-with-classpath-exception'],
  [688, 'Apache-1.0'],
  [702, 'GPL-3.0-or-later'],
  [2076, 'AGPL-3.0'],
])('200: the license %i is %s', async (id, shortName) => {
  const { status, body } = await h.call('GET', `/license/lookup?licenseId=${id}`);
  expect(status).toBe(200);
  expect(body['Content: ']).toMatchObject({ id, shortName });
});

it('200: 388 is looked up as 20', async () => {
  expect((await h.call('GET', '/license/lookup?licenseId=388')).body['Content: ']).toMatchObject({
    id: 20,
    shortName: 'Apache-2.0',
  });
});

it.each([
  ['GPL-2.0-only WITH Classpath-exception-2.0', 669],
  ['AGPL-1.0-deprecated', 2026],
])('200: %s is looked up by that name', async (name, id) => {
  const { body } = await h.call('GET', `/license/lookup?licenseName=${encodeURIComponent(name)}`);
  expect(body['Content: ']).toMatchObject({ id });
  expect((await h.call('GET', `/licenses/${encodeURIComponent(name)}`)).body.data).toMatchObject({ id });
});

it('an item made with 388 has 20', async () => {
  const projectId = (await h.call('POST', '/projects', { body: { name: 'aliased' } })).body.id;
  const inventoryModel = { name: 'thing', inventoryType: 'LICENSE', licenseId: '388' };
  const { status, body } = await h.call('POST', '/inventories', { body: { projectId, inventoryModel } });
  expect(status).toBe(201);
  const item = (await h.call('GET', `/inventories/${body.id}`)).body.data;
  expect(item).toMatchObject({ selectedLicenseId: 20, selectedLicenseSPDXIdentifier: 'Apache-2.0' });
});

describe('an installation that numbered its licenses itself', () => {
  let before: unknown[];
  let ids: { item: number; found: number; classpath: number; component: number; version: number };
  let custom: number;

  beforeAll(async () => {
    before = await allIds();
    custom = (
      await h.call('POST', '/licenses', { body: { name: 'Ours', shortName: 'ours', licenseText: 'Use it well.' } })
    ).body.id;
    // AGPL-3.0-only has the id of a license that must be renumbered too: 11 is MPL-1.1.
    for (const [license, id] of [
      ['AGPL-3.0-only', 19_057],
      ['MPL-1.1', 229],
      ['Zlib', 11],
      ['GPL-3.0-or-later', 10_900],
    ] as const)
      await h.database.pool.query('update licenses set id = $2 where spdx_id = $1', [license, id]);
    ids = await furnish();
    await writeSetting(h.app.db, 'licenseLibrary', { version: 'older' });
    await fillLicenseLibrary(h.app.db);
  });

  /** A project with items of renumbered licenses, a rule, a remembered license and a history that names them. */
  async function furnish() {
    const project = (await h.call('POST', '/projects', { body: { name: 'older' } })).body.id;
    const component = (await rows<{ id: number }>(`insert into components (name) values ('c') returning id`))[0]!.id;
    const version = (
      await rows<{ id: number }>(`insert into component_versions (component_id, name) values ($1, '1') returning id`, [
        component,
      ])
    )[0]!.id;
    const spelling = 'GPL-2.0-only WITH Classpath-exception-2.0';
    const found = (
      await rows<{ id: number }>(`insert into licenses (name, short_name) values ($1, $1) returning id`, [spelling])
    )[0]!.id;
    const item = async (identity: string, license: number, expression: string) =>
      (
        await rows<{ id: number }>(
          `insert into inventory_items (project_id, type, identity, name, license_id, license_expression, created_by)
           values ($1, 'COMPONENT', $2, 'thing', $3, $4, 'System') returning id`,
          [project, identity, license, expression],
        )
      )[0]!.id;
    const first = await item(`rule:${component}:${version}:19057`, 19_057, 'AGPL-3.0-only');
    const second = await item(`rule:${component}:${version}:229`, 229, 'MPL-1.1');
    await h.database.pool.query(
      `insert into detection_rules (component_id, version_id, license_id, created_by) values ($1, $2, 19057, 'admin')`,
      [component, version],
    );
    await h.database.pool.query('insert into remembered_licenses (version_id, license_id) values ($1, 229)', [version]);
    await h.database.pool.query(
      `insert into inventory_history (project_id, item_id, event, action, changes) values ($1, $2, 'Inventory Updated', 'User Action',
        '[{"field": "Name", "oldValue": "229", "newValue": "19057"}, {"field": "License", "oldValue": "229", "newValue": "19057"}]')`,
      [project, second],
    );
    return { item: first, found, classpath: await item('other', found, spelling), component, version };
  }

  it('gets the ids of a new one', async () => {
    const standing = await rows<{ id: number; short_name: string }>(
      'select id, short_name from licenses where not is_custom order by lower(short_name)',
    );
    expect(standing).toEqual(before);
  });

  it('renumbers items, rules, remembered licenses and history', async () => {
    expect(
      await rows('select license_id, identity from inventory_items where id >= $1 order by id', [ids.item]),
    ).toEqual([
      { license_id: 229, identity: `rule:${ids.component}:${ids.version}:229` },
      { license_id: 11, identity: `rule:${ids.component}:${ids.version}:11` },
      { license_id: 669, identity: 'other' },
    ]);
    expect(await rows('select license_id from detection_rules')).toEqual([{ license_id: 229 }]);
    expect(await rows('select license_id from remembered_licenses')).toEqual([{ license_id: 11 }]);
    const { changes } = (await rows('select changes from inventory_history where item_id = $1', [ids.item + 1]))[0]!;
    expect(changes).toEqual([
      { field: 'Name', oldValue: '229', newValue: '19057' },
      { field: 'License', oldValue: '11', newValue: '229' },
    ]);
  });

  it('merges a license and its other spelling', async () => {
    expect(await rows('select id from licenses where id = $1', [ids.found])).toEqual([]);
    expect((await h.call('GET', `/inventories/${ids.classpath}`)).body.data).toMatchObject({ selectedLicenseId: 669 });
  });

  it('keeps custom licenses unchanged', async () => {
    expect(custom).toBeGreaterThan(1_000_000_000);
    expect((await h.call('GET', '/licenses/ours')).body.data).toMatchObject({ id: custom, custom: true });
  });
});
