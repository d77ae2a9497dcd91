// A license that a person selected of a choice goes with the review to the next version, as long as nothing else is different.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'choices');

const packages = (license: string, ...versions: [name: string, version: string][]) => ({
  'package-lock.json': JSON.stringify({
    ...{ name: 'app', version: '1.0.0', lockfileVersion: 3 },
    packages: Object.fromEntries(
      versions.map(([name, version]) => [`node_modules/${name}`, { version, ...(license !== '' && { license }) }]),
    ),
  }),
});

interface Item {
  id: number;
  name: string;
  inventoryReviewStatus: string;
  selectedLicenseSPDXIdentifier: string;
}
async function itemNamed(projectId: number, name: string): Promise<Item> {
  const { body } = await h.call('GET', `/project/inventory/${projectId}?published=false`);
  return body.inventoryItems.find((one: Item) => one.name.startsWith(name));
}
const ok = async (...call: Parameters<Harness['call']>) => expect((await h.call(...call)).status).toBe(200);

async function approved(projectId: number, name: string, licenseId: number) {
  const { id } = await itemNamed(projectId, name);
  await ok('PUT', `/inventories/${id}`, { body: { licenseId } });
  await ok('PUT', `/inventories/${id}/status?status=APPROVED`);
}

const groupsOf = async (projectId: number) =>
  (await h.call('GET', `/projects/${projectId}/carriedProposals`)).body.data as {
    group: string;
    seen: string;
    title: string;
    count: number;
  }[];

it.each([
  ['a choice', 'MIT OR GPL-2.0-only'],
  ['a license that the evidence does not tell', ''],
])(
  '%s is proposed with the review, and taken with it',
  async (_, license) => {
    const { rows } = await h.database.pool.query(`select id from licenses where spdx_id = 'MIT'`);
    const mit = Number(rows[0].id);
    const id = await projectWith(packages(license, ['one', '1.0.0'], ['two', '1.0.0']));
    await ok('PUT', `/projects/${id}/carrySettings`, { body: { versionBump: 'APPLY' } });
    await scan(id);
    await approved(id, 'one 1.0.0', mit);
    await upload(id, packages(license, ['one', '1.0.1'], ['two', '1.0.1']));
    await scan(id);
    // Nothing selects a license by itself.
    expect(await itemNamed(id, 'one 1.0.1')).toMatchObject({ inventoryReviewStatus: 'Draft' });
    const [group, ...others] = await groupsOf(id);
    expect(others).toEqual([]);
    expect(group).toMatchObject({ title: '1 bump of MIT package that was approved', count: 1 });
    const [proposal] = (await h.call('GET', `/projects/${id}/carriedProposals/${group!.group}`)).body.data;
    expect(proposal.why).toContain('The license becomes MIT, as it was selected there.');
    await ok('POST', `/projects/${id}/carriedProposals/${group!.group}`, {
      body: { decision: 'ACCEPT', seen: group!.seen },
    });
    expect(await itemNamed(id, 'one 1.0.1')).toMatchObject({
      inventoryReviewStatus: 'Approved',
      selectedLicenseSPDXIdentifier: 'MIT',
    });
    await scan(id);
    expect(await itemNamed(id, 'one 1.0.1')).toMatchObject({
      inventoryReviewStatus: 'Approved',
      selectedLicenseSPDXIdentifier: 'MIT',
    });
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  },
  120_000,
);

it('is not proposed if the next version offers another choice, or if another license was selected for it', async () => {
  const { rows } = await h.database.pool.query(
    `select id, spdx_id from licenses where spdx_id in ('MIT', 'GPL-2.0-only') order by spdx_id`,
  );
  const [gpl, mit] = rows.map(({ id }) => Number(id)) as [number, number];
  const id = await projectWith(packages('MIT OR GPL-2.0-only', ['one', '1.0.0']));
  await scan(id);
  await approved(id, 'one 1.0.0', mit);
  await upload(id, packages('MIT OR GPL-2.0-or-later', ['one', '1.0.1']));
  await scan(id);
  expect(await groupsOf(id)).toEqual([]);
  await upload(id, packages('MIT OR GPL-2.0-only', ['one', '1.0.2']));
  await scan(id);
  expect(await groupsOf(id)).toHaveLength(1);
  await ok('PUT', `/inventories/${(await itemNamed(id, 'one 1.0.2')).id}`, { body: { licenseId: gpl } });
  expect(await groupsOf(id)).toEqual([]);
}, 120_000);

it('says nothing of a private project to those who may read only the one that takes the license', async () => {
  const { rows } = await h.database.pool.query(`select id from licenses where spdx_id = 'MIT'`);
  const ben = await h.person('ben');
  const from = await projectWith(packages('MIT OR GPL-2.0-only', ['one', '1.0.0']));
  await scan(from);
  await approved(from, 'one 1.0.0', Number(rows[0].id));
  await ok('PUT', `/projects/${from}`, { body: { name: 'Secret of choices', privateProject: true } });
  const id = await projectWith(packages('MIT OR GPL-2.0-only', ['one', '1.0.0']));
  await scan(id);
  const [group] = await groupsOf(id);
  expect(group!.title).toContain('Secret of choices');
  const body = { decision: 'ACCEPT', seen: group!.seen };
  await ok('POST', `/projects/${id}/carriedProposals/${group!.group}`, { body });
  const item = await itemNamed(id, 'one 1.0.0');
  const paths = ['history', 'decisions', 'whyDecided'].map((one) => `/inventories/${item.id}/${one}`);
  const read = await Promise.all(
    [...paths, `/projects/${id}/decisions`].map((path) => h.call('GET', path, { as: ben })),
  );
  expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const seen = JSON.stringify(read.map((one) => one.body));
  expect(seen).toContain('The license becomes MIT, as it was selected there.');
  expect(seen).not.toContain('Secret of choices');
}, 120_000);
