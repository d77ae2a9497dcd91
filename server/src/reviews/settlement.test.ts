// Choices of licenses are settled again at once when a policy, the policy of a project, or the site's order
// changes.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../test/archives.ts';
import { inconsistencies } from '../../test/consistency.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { closeScanPool } from '../scans/analysis/pool.ts';

let h: Harness;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: 'choices', policyProfileName: await policy([]) } }))
    .body.id;
  await scan();
}, 180_000);
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  await h.close();
  await closeScanPool();
});

let count = 0;
async function policy(licenses: { license: string; decision: string }[]): Promise<string> {
  const name = `Choices ${++count}`;
  expect((await h.call('POST', '/policies', { body: { name, rules: { licenses } } })).status).toBe(201);
  return name;
}

async function scan(): Promise<void> {
  const packages = { '': { name: 'a' }, 'node_modules/b': { version: '1.0.0', license: 'MIT OR ISC' } };
  const lock = JSON.stringify({ name: 'a', lockfileVersion: 3, packages });
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: tar([
      { name: 'package-lock.json', content: lock },
      { name: 'lib/x.c', content: '/* SPDX-License-Identifier: MIT OR ISC */\nint x;\n' },
      { name: 'lib/y.c', content: '/* SPDX-License-Identifier: MIT */\nint y;\n' },
    ]),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const task = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  expect(await h.jobOver(task)).toMatchObject({ status: 'Completed', error: '' });
}

interface Row {
  id: number;
  identity: string;
  name: string;
  license_expression: string;
}

/** Identity without the constant parts, name, license. */
async function items(): Promise<Map<string, Row>> {
  const { rows } = await h.database.pool.query<Row>(
    'select id, identity, name, license_expression from inventory_items where project_id = $1 order by identity',
    [projectId],
  );
  return new Map(rows.map((row) => [row.identity, row]));
}

const licenses = async () =>
  [...(await items()).values()]
    .filter(({ identity }) => !identity.includes('pkg:npm/a'))
    .map(({ name, license_expression }) => `${name}: ${license_expression}`)
    .sort();

const history = async (id: number) => {
  const { body } = await h.call('GET', `/inventories/${id}/history`);
  return JSON.stringify(body.data);
};

const OPEN = ['MIT OR ISC: MIT OR ISC', 'MIT: MIT', 'b 1.0.0 (MIT OR ISC): MIT OR ISC'].sort();
const AS_ISC = ['ISC: ISC', 'MIT: MIT', 'b 1.0.0 (ISC): ISC'].sort();
const AS_MIT = ['MIT: MIT', 'MIT: MIT', 'b 1.0.0 (MIT): MIT'].sort();

it('200: a change of the policy settles components and License Only items, with history and decisions', async () => {
  expect(await licenses()).toEqual(OPEN);
  const { data } = (await h.call('GET', '/policies')).body;
  const { id, name } = data.find((one: { name: string }) => one.name === 'Choices 1');
  const rules = { licenses: [{ license: 'ISC', decision: 'APPROVED' }] };
  const { status, body } = await h.call('PUT', `/policies/${id}`, { body: { name, rules } });
  expect(status).toBe(200);
  expect(JSON.stringify(body)).toContain('2 inventory items are under another license by it.');
  expect(await licenses()).toEqual(AS_ISC);
  for (const { id: item, license_expression } of (await items()).values())
    if (license_expression === 'ISC')
      expect(await history(item)).toContain('The policy of the project selects ISC from MIT OR ISC.');
  const { rows } = await h.database.pool.query(
    `select subject, value from decisions where kind = 'license-choice' and project_id = $1 and superseded_at is null order by id`,
    [projectId],
  );
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({
    subject: { finding: expect.stringMatching(/^license\n/) },
    value: { licenseExpression: 'ISC' },
  });

  // The same rules again change nothing.
  const again = await h.call('PUT', `/policies/${id}`, { body: { name, description: 'x', rules } });
  expect(JSON.stringify(again.body)).not.toContain('another license');
});

it('200: another policy of the project settles again, and a rescan finds the same items', {
  timeout: 180_000,
}, async () => {
  const before = await items();
  const other = await policy([{ license: 'ISC', decision: 'REJECTED' }]);
  const changed = await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: other } });
  expect(changed.status).toBe(200);
  expect(await licenses()).toEqual(AS_MIT);
  await scan();
  expect(await licenses()).toEqual(AS_MIT);
  const ids = (of: Map<string, Row>) => [...of.values()].map(({ id }) => id);
  expect(ids(await items())).toEqual(ids(before));
});

it('200: the order of preference settles License Only items, and deleted ones count as the same finding', {
  timeout: 180_000,
}, async () => {
  await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: await policy([]) } });
  expect(await licenses()).toEqual(OPEN);
  const { rows } = await h.database.pool.query(
    `select distinct value, ground ->> 'words' as words from decisions
     where kind = 'license-choice' and project_id = $1 and superseded_at is null`,
    [projectId],
  );
  expect(rows).toEqual([
    { value: { licenseExpression: 'MIT OR ISC' }, words: 'No rule selects a license of the choice any more.' },
  ]);
  await h.call('PUT', '/siteSettings', { body: { licensePreferences: ['MIT'] } });
  expect(await licenses()).toEqual(AS_MIT);
  const offered = [...(await items()).values()].find(({ identity }) => /^license:.*isc/i.test(identity))!;
  expect((await h.call('DELETE', `/inventories/${offered.id}`)).status).toBe(200);
  await scan();
  // Files under MIT alone stay an item. Files that offered MIT and whose item was deleted do not become one.
  expect(await licenses()).toEqual(['MIT: MIT', 'b 1.0.0 (MIT): MIT'].sort());
  await h.call('PUT', '/siteSettings', { body: { licensePreferences: [] } });
});
