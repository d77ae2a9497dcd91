// A project whose code changes ten times under decisions of people and policies. After each scan, whatever counts, prints, exports or judges says what the
// code has now, and nothing is approved that nobody approved as it is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { readZip } from '../../../test/zip-content.ts';
import { fillStandardReports } from '../../library/reports.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await fillStandardReports(h.app.db);
  await h.work();
  await h.call('POST', '/webhooks', {
    body: { name: 'ci', url: 'https://ci.example.org/', events: ['inventory.reviewed'], secret: 'a secret key' },
  });
  const rules = { licenses: [{ license: 'MIT', decision: 'APPROVED' }] };
  await h.call('POST', '/policies', { body: { name: 'MIT is fine', rules } });
  await h.call('POST', '/policies', { body: { name: 'decides nothing', rules: { licenses: [] } } });
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'ten uploads');

interface Package {
  version: string;
  license: string;
  holder: string;
  /** Folder of the package below node_modules; its name if absent. */
  folder?: string;
}
type Code = Record<string, Package>;

function filesOf(code: Code): Record<string, string> {
  const lock = {
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': {
        name: 'app',
        version: '1.0.0',
        dependencies: Object.fromEntries(Object.keys(code).map((one) => [one, '*'])),
      },
      ...Object.fromEntries(
        Object.entries(code).map(([name, { version, license }]) => [`node_modules/${name}`, { version, license }]),
      ),
    },
  };
  return {
    'package.json': JSON.stringify({ name: 'app', version: '1.0.0', dependencies: lock.packages[''].dependencies }),
    'package-lock.json': JSON.stringify(lock),
    ...Object.fromEntries(
      Object.entries(code).flatMap(([name, { version, license, holder, folder = name }]) => [
        [`node_modules/${folder}/package.json`, JSON.stringify({ name, version, license })],
        [`node_modules/${folder}/index.js`, `// Copyright (c) 2020 ${holder}\nmodule.exports = '${name}';\n`],
      ]),
    ),
  };
}

/** The code of each upload, from the one before. */
const STEPS: [what: string, change: (code: Code) => Code][] = [
  ['a license becomes another one', (code) => with_(code, 'alpha', { license: 'GPL-3.0-only' })],
  ['two packages are removed', ({ beta: _b, gamma: _g, ...rest }) => rest],
  [
    'two versions are raised',
    (code) => with_(with_(code, 'delta', { version: '2.0.0' }), 'zeta', { version: '1.0.1' }),
  ],
  ['a removed package comes back', (code) => ({ ...code, beta: START.beta! })],
  ['the license comes back', (code) => with_(code, 'alpha', { license: 'Apache-2.0' })],
  [
    'a removed package comes back under another license',
    (code) => ({ ...code, gamma: { ...START.gamma!, license: 'AGPL-3.0-only' } }),
  ],
  ['the copyright alone changes', (code) => with_(code, 'alpha', { holder: 'Another Holder' })],
  ['a folder is renamed', (code) => with_(code, 'beta', { folder: '.store/beta' })],
  [
    'a version goes back, and a license changes with a version',
    (code) => with_(with_(code, 'delta', { version: '1.0.0' }), 'eta', { version: '3.0.0', license: 'GPL-2.0-only' }),
  ],
  ['nearly all is removed', ({ alpha, zeta }) => ({ alpha: alpha!, zeta: zeta! })],
];
const START: Code = Object.fromEntries(
  [
    ['alpha', 'Apache-2.0'],
    ['beta', 'MIT'],
    ['gamma', 'BSD-3-Clause'],
    ['delta', 'MIT'],
    ['epsilon', 'ISC'],
    ['zeta', 'Apache-2.0'],
    ['eta', 'MIT'],
  ].map(([name, license]) => [name!, { version: '1.0.0', license: license!, holder: `Holder of ${name}` }]),
);
const NAMES = Object.keys(START);
function with_(code: Code, name: string, change: Partial<Package>): Code {
  return { ...code, [name]: { ...code[name]!, ...change } };
}

const allItems = async (projectId: number) =>
  (await h.call('GET', `/project/inventory/${projectId}?published=false&limit=1000`)).body.inventoryItems as Record<
    string,
    any
  >[];

const packageOf = (name: string) => NAMES.find((one) => name.startsWith(`${one} `));

async function report(kind: string, projectId: number, formats: string): Promise<string> {
  const reportId = (await h.call('GET', `/reports?path=${kind}`)).body.data[0].id;
  const { taskId } = (
    await h.call('POST', `/projects/${projectId}/reports/${reportId}/generate`, { body: { options: { formats } } })
  ).body.data;
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
  const { response } = await h.call('GET', `/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`);
  return Object.values(await readZip(response.rawPayload)).join('\n');
}

/** "alpha 1.0.0" for each package of the tests that a text names with a version. */
function namedIn(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].map(([, name, version]) => `${name} ${version}`);
  return [...new Set(found)].toSorted();
}
const PURL = new RegExp(`pkg:npm/(${NAMES.join('|')})@([0-9.]+[0-9])`, 'g');
const WORDS = new RegExp(`\\b(${NAMES.join('|')}) ([0-9]+\\.[0-9]+\\.[0-9]+)\\b`, 'g');

/** What each way out says is in the product. */
const WAYS_OUT: Record<string, (projectId: number) => Promise<string[]>> = {
  CycloneDX: async (id) => namedIn(await report('CYCLONEDX', id, 'json'), PURL),
  SPDX: async (id) => namedIn(await report('SPDX', id, 'json'), PURL),
  notices: async (id) => namedIn(await report('NOTICES', id, 'text'), WORDS),
  'inventory of the project report': async (id) =>
    // The changes of a day and the history also tell of what was.
    namedIn(
      (await report('PROJECT', id, 'text'))
        .replace(/WHAT HAS CHANGED\n={20}[\s\S]*?\n3\. /, '')
        .split(/HISTORY\n={20}/)[0]!,
      WORDS,
    ),
};

const SETTINGS = [
  { deleteEmptyInventory: false, autoPublish: true, policyProfileName: 'decides nothing' },
  { deleteEmptyInventory: true, autoPublish: false, policyProfileName: 'MIT is fine' },
];

describe.each(SETTINGS)('with $deleteEmptyInventory, $autoPublish, $policyProfileName', (settings) => {
  let projectId: number;
  let code = START;
  /** What people and policies have approved: version and license of each item. */
  const approved = new Map<number, string>();
  let lapsed = new Set<number>();
  const groundOf = ({
    name,
    componentVersionName,
    selectedLicenseSPDXIdentifier,
    selectedLicenseName,
  }: Record<string, any>) =>
    [name, componentVersionName, selectedLicenseSPDXIdentifier ?? selectedLicenseName].join(' | ');

  beforeAll(async () => {
    projectId = await projectWith(filesOf(START));
    await h.call('PUT', `/projects/${projectId}`, { body: settings });
    await scan(projectId);
    const mine = (await allItems(projectId)).filter(({ name }) => packageOf(name));
    expect(mine).toHaveLength(NAMES.length);
    for (const { id, name } of mine) {
      const word = packageOf(name);
      await h.call('PUT', `/inventories/${id}/publish`);
      if (word !== 'eta') await h.call('PUT', `/inventories/${id}/status?status=APPROVED`);
      if (word === 'beta') await h.call('PUT', `/inventories/${id}`, { body: { noticeText: 'Printed by hand.' } });
      if (word === 'gamma') await h.call('PUT', `/inventories/${id}`, { body: { linking: 'STATIC' } });
      if (word === 'delta') await h.call('PUT', `/inventories/${id}`, { body: { auditorReviewNotes: 'looked at' } });
      // Files that a person tied: of the package itself, which is upgraded later, and of another one.
      const tied = { delta: 'delta/index.js', eta: 'eta/index.js', epsilon: 'eta/index.js' }[word as string];
      if (tied !== undefined)
        await h.call('PUT', `/inventories/${id}/files`, { body: { filePaths: [`node_modules/${tied}`] } });
      if (word === 'zeta') await h.call('PUT', `/inventories/${id}`, { body: { priority: 'P1' } });
    }
    for (const item of await allItems(projectId))
      if (item.inventoryReviewStatus === 'Approved') approved.set(item.id, groundOf(item));
  }, 240_000);

  it.each(STEPS)(
    '%s',
    async (what, change) => {
      code = change(code);
      await upload(projectId, filesOf(code));
      await h.database.pool.query('delete from webhook_deliveries');
      await scan(projectId);
      const now = await allItems(projectId);
      const wanted = Object.entries(code)
        .map(([name, { version }]) => `${name} ${version}`)
        .toSorted();

      // What is there is contained, and nothing else.
      const there = now.filter(({ goneSinceScan }) => goneSinceScan === undefined);
      const named = there.flatMap(({ name }) => (packageOf(name) ? [name.split(' ').slice(0, 2).join(' ')] : []));
      expect.soft([...new Set(named)].toSorted(), 'items').toEqual(wanted);
      // Of what is gone no decision says anything.
      for (const { name, inventoryReviewStatus } of now.filter((one) => one.goneSinceScan !== undefined))
        expect.soft(inventoryReviewStatus, `${what}: ${name} is gone`).toBe('Draft');
      // Approved is what was approved as it is now, or what the policy approves.
      for (const item of there) {
        const word = packageOf(item.name);
        if (word === undefined || item.inventoryReviewStatus !== 'Approved') continue;
        const license = code[word]!.license;
        const byPolicy = settings.policyProfileName === 'MIT is fine' && license === 'MIT';
        if (byPolicy) continue;
        expect.soft(approved.get(item.id), `${what}: ${item.name} approved`).toBe(groundOf(item));
        expect.soft(START[word]!.license, `${what}: ${item.name} approved`).toBe(license);
      }
      const { data } = (await h.call('GET', `/projects/${projectId}`)).body;
      const count = (status: string) => there.filter((one) => one.inventoryReviewStatus === status).length;
      expect
        .soft(data.inventoryReview)
        .toMatchObject({ Approved: count('Approved'), Draft: count('Draft'), Rejected: count('Rejected') });
      const again = (await h.call('GET', `/projects/${projectId}/toBeDecidedAgain`)).body.data.filter(
        ({ kind }: { kind: string }) => kind === 'review',
      );
      expect
        .soft(again.map(({ inventoryId }: { inventoryId: number }) => inventoryId).toSorted())
        .toEqual(there.flatMap((one) => (one.toBeDecidedAgain ? [one.id] : [])).toSorted());
      for (const [way, read] of Object.entries(WAYS_OUT)) {
        const all = await read(projectId);
        const published = new Set(
          there.flatMap((one) =>
            (one.inventoryPublished ?? one.published) === false ? [] : [one.name.split(' ').slice(0, 2).join(' ')],
          ),
        );
        expect
          .soft(
            all.filter((one) => !wanted.includes(one)),
            `${what}: ${way} has more`,
          )
          .toEqual([]);
        if (settings.autoPublish)
          expect
            .soft(
              wanted.filter((one) => published.has(one) && !all.includes(one)),
              `${what}: ${way} has less`,
            )
            .toEqual([]);
      }
      // Whoever listens is told of each review that lapsed in this scan.
      const told = await h.database.pool.query(`select payload -> 'data' as data from webhook_deliveries`);
      const lapsedNow = there
        .filter(({ id, toBeDecidedAgain }) => toBeDecidedAgain && !lapsed.has(id))
        .map(({ id }) => id);
      for (const id of lapsedNow)
        expect
          .soft(
            told.rows.map(({ data: { status, items } }) => [status, items.map(({ id }: { id: number }) => id)]),
            what,
          )
          .toContainEqual(['Draft', expect.arrayContaining([id])]);
      lapsed = new Set(there.flatMap(({ id, toBeDecidedAgain }) => (toBeDecidedAgain ? [id] : [])));
      expect(await inconsistencies(h.database.pool)).toEqual([]);
    },
    240_000,
  );
});
