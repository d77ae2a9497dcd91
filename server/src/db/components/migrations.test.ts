// The results of migrations 0023b and 0023c on a library of an older version. Each runs on the state before it.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let project: number;
beforeAll(async () => {
  h = await startHarness();
  // A version was unique by its name.
  await h.database.pool.query('create unique index on component_versions (component_id, name)');
  project = (await h.call('POST', '/projects', { body: { name: 'older' } })).body.id;
});
afterAll(() => h.close());

const rows = async <T>(query: string, values: unknown[] = []) =>
  (await h.database.pool.query(query, values)).rows as (T & Record<string, unknown>)[];
const idOf = async (query: string, values: unknown[] = []) => (await rows<{ id: number }>(query, values))[0]!.id;
/** In one transaction, as migrations are applied. */
const apply = async (name: string) =>
  h.database.pool.query(`begin;${await readFile(new URL(`../migrations/${name}`, import.meta.url), 'utf8')};commit;`);

it('0023b: every component has a version, and items without one have Unknown', async () => {
  const [none, used] = await rows<{ id: number }>(
    `insert into components (name) values ('none'), ('used') returning id`,
  );
  const version = await idOf(`insert into component_versions (component_id, name) values ($1, '1') returning id`, [
    used!.id,
  ]);
  for (const [identity, versionId] of [
    ['a', version],
    ['b', null],
  ] as const)
    await h.database.pool.query(
      `insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by)
       values ($1, 'COMPONENT', $2, 'x', $3, $4, 'System')`,
      [project, identity, used!.id, versionId],
    );
  await apply('0023b-unknown-versions.sql');
  expect(
    await rows(
      'select component_id, name from component_versions where component_id = any($1) order by component_id, id',
      [[none!.id, used!.id]],
    ),
  ).toEqual([
    { component_id: none!.id, name: 'Unknown' },
    { component_id: used!.id, name: '1' },
    { component_id: used!.id, name: 'Unknown' },
  ]);
  expect(
    await rows(
      'select v.name from inventory_items i join component_versions v on v.id = i.version_id where i.project_id = $1 order by i.identity',
      [project],
    ),
  ).toEqual([{ name: '1' }, { name: 'Unknown' }]);
});

it('0023c: expressions of several licenses are removed from the library, except those that a person chose', async () => {
  await h.database.pool.query('alter table inventory_items drop column expression_priority');
  const entry = (name: string, custom = false) =>
    idOf('insert into licenses (name, short_name, priority, is_custom) values ($1, $1, 1, $2) returning id', [
      name,
      custom,
    ]);
  const [met, remembered, custom, single] = [
    await entry('MIT AND GPL-2.0-only'),
    await entry('MIT OR Zlib'),
    await entry('Ours OR Theirs', true),
    await entry('GPL-2.0-only WITH Odd-exception'),
  ];
  const component = await idOf(`insert into components (name) values ('c') returning id`);
  const version = await idOf(`insert into component_versions (component_id, name) values ($1, '1') returning id`, [
    component,
  ]);
  await h.database.pool.query('insert into remembered_licenses (version_id, license_id) values ($1, $2)', [
    version,
    remembered,
  ]);
  const items: number[] = [];
  for (const license of [met, remembered, custom, single])
    items.push(
      await idOf(
        `insert into inventory_items (project_id, type, identity, name, license_id, license_expression, created_by)
         select $1, 'COMPONENT', 'of ' || id, 'x', id, short_name, 'System' from licenses where id = $2 returning id`,
        [project, license],
      ),
    );
  await h.database.pool.query(
    `insert into inventory_history (project_id, item_id, event, action, changes) values ($1, $2, 'Inventory Updated', 'User Action',
      jsonb_build_array(jsonb_build_object('field', 'Name', 'oldValue', 'x', 'newValue', $3::text),
        jsonb_build_object('field', 'License', 'oldValue', '7', 'newValue', $3::text)))`,
    [project, items[0], String(met)],
  );
  await apply('0023c-expressions.sql');
  expect(
    await rows('select license_id, expression_priority from inventory_items where id = any($1) order by id', [items]),
  ).toEqual([
    { license_id: null, expression_priority: 1 },
    { license_id: null, expression_priority: 1 },
    { license_id: custom, expression_priority: null },
    { license_id: single, expression_priority: null },
  ]);
  expect(
    await rows('select id from licenses where id = any($1) order by id', [[met, remembered, custom, single]]),
  ).toEqual([{ id: remembered }, { id: custom }, { id: single }]);
  const { changes } = (await rows('select changes from inventory_history where item_id = $1', [items[0]!]))[0]!;
  expect(changes).toEqual([
    { field: 'Name', oldValue: 'x', newValue: String(met) },
    { field: 'License', oldValue: '7', newValue: '-1' },
  ]);
});
