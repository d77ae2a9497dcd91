// The first page of the audit report: what has changed since the former release, what became of the decisions, and why each item is decided as it is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'former');

const LICENSE = (holder: string) =>
  `MIT License\n\nCopyright (c) 2020 ${holder}\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software to deal in the Software without restriction.\n`;
const LINES = Array.from({ length: 12 }, (_, at) => `export const part${at} = make(${at});`).join('\n');
const packages = (versions: Record<string, { version: string; holder?: string }>) =>
  Object.fromEntries(
    Object.entries(versions).flatMap(([name, { version, holder = 'Ann Example' }]) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version, license: 'MIT' })],
      [`node_modules/${name}/LICENSE`, LICENSE(holder)],
    ]),
  );
const app = (more: Record<string, string>) => ({
  'package.json': JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { steady: '*', taken: '*' } }),
  ...more,
});

const get = async (path: string) => (await h.call('GET', path)).body.data;
async function release(projectId: number, name: string): Promise<number> {
  const { body, status } = await h.call('POST', `/projects/${projectId}/releases`, { body: { name } });
  expect(status).toBe(202);
  expect(await h.jobOver(body.taskId)).toMatchObject({ status: 'Completed' });
  return body.id;
}
const documentOf = async (projectId: number, id: number, path: string) =>
  (await h.call('GET', `/projects/${projectId}/releases/${id}/document?path=${path}`)).response.rawPayload.toString();
async function itemNamed(projectId: number, name: string) {
  const { body } = await h.call('GET', `/project/inventory/${projectId}?published=false`);
  return body.inventoryItems.find((item: { name: string }) => item.name.startsWith(name));
}
async function decide(projectId: number): Promise<void> {
  for (const name of ['steady', 'taken', 'left'])
    expect(
      (await h.call('PUT', `/inventories/${(await itemNamed(projectId, name)).id}/status?status=APPROVED`)).status,
    ).toBe(200);
  const { rows } = await h.database.pool.query('select id from files where project_id = $1', [projectId]);
  for (const { id } of rows) expect((await h.call('PUT', `/files/${id}/review?markAsReviewed=true`)).status).toBe(200);
}

it('tells what lapsed, was carried, is new and was withdrawn, each with its ground, and what else changed', async () => {
  const projectId = await projectWith(
    app({
      'src/own.js': LINES,
      ...packages({ steady: { version: '1.0.0' }, taken: { version: '1.0.0' }, left: { version: '1.0.0' } }),
    }),
  );
  await h.call('PUT', `/projects/${projectId}/carrySettings`, { body: { versionBump: 'APPLY' } });
  await scan(projectId);
  await decide(projectId);
  const first = await release(projectId, '1.0');
  expect(JSON.parse(await documentOf(projectId, first, 'audit/audit-report.json'))).toMatchObject({
    ...{ formerRelease: null, differences: [], decisionChanges: [] },
  });
  expect(await documentOf(projectId, first, 'audit/audit-report.html')).toContain('no former release to compare with');

  await upload(
    projectId,
    app({
      'src/own.js': `${LINES}\nexport const added = 1;\n`,
      ...packages({
        ...{
          steady: { version: '1.1.0' },
          taken: { version: '1.1.0', holder: 'New Owner' },
          left: { version: '1.0.0' },
        },
        fresh: { version: '3.0.0' },
      }),
    }),
  );
  await scan(projectId);
  await h.call('PUT', `/inventories/${(await itemNamed(projectId, 'fresh')).id}/status?status=REJECTED`);
  await h.call('PUT', `/inventories/${(await itemNamed(projectId, 'left')).id}/status?status=DRAFT`);
  const second = await release(projectId, '1.1');
  const { formerRelease, differences, decisionChanges, inventoryItems } = JSON.parse(
    await documentOf(projectId, second, 'audit/audit-report.json'),
  );
  expect(formerRelease).toMatchObject({ id: first, name: '1.0', statesFiles: true });
  const told = differences.map((row: { kind: string; component: string }) => `${row.kind} ${row.component}`);
  expect(told).toEqual(
    expect.arrayContaining([
      ...['ADDED pkg:npm/fresh', 'UPGRADED pkg:npm/steady', 'UPGRADED pkg:npm/taken', 'HOLDERS pkg:npm/taken'],
      ...['FILE_CHANGED src/own.js', 'FILE_ADDED node_modules/fresh/LICENSE'],
    ]),
  );
  const changes = decisionChanges.map(
    ({ change, kind, subject, ground }: Record<'change' | 'kind' | 'subject' | 'ground', string>) =>
      `${change} ${kind} ${subject.replace(/ \(.*/, '')}: ${ground}`,
  );
  const one = (beginning: string) => changes.filter((line: string) => line.startsWith(beginning));
  expect(one('CARRIED review steady 1.1.0')).toEqual([
    expect.stringContaining('for 1.0.0; the same license, texts, holders and use.'),
  ]);
  expect(one('LAPSED review taken 1.1.0')).toEqual([expect.stringContaining('the holder new owner is new')]);
  expect(one('LAPSED file-reviewed node_modules/taken/LICENSE')).toHaveLength(1);
  expect(one('CARRIED file-reviewed src/own.js')).toEqual([
    expect.stringContaining('the same licenses, words and holders'),
  ]);
  expect(one('NEW review fresh 3.0.0')).toEqual([expect.stringMatching(/Rejected under MIT by admin on /)]);
  expect(one('NEW review left 1.0.0')).toEqual([expect.stringContaining('Set to draft by admin')]);
  expect(changes.filter((line: string) => line.includes('left/LICENSE'))).toEqual([]);
  const whys = Object.fromEntries(
    inventoryItems.map(({ name, whyDecided }: Record<string, string>) => [name?.split(' ')[0], whyDecided]),
  );
  expect(whys).toMatchObject({
    steady: expect.stringContaining('Approved by admin on'),
    fresh: expect.stringContaining('Rejected under MIT by admin on'),
  });
  // The comparison tells the same, beside the reviews that it compares with their components.
  const compared = async (by: string) => {
    const { body } = await h.call('GET', `/projects/${projectId}/difference?of=release:${first}&with=${by}&limit=1000`);
    expect(body.tellsDecisions).toBe(true);
    return body.data.filter(({ kind }: { kind: string }) => kind.startsWith('DECISION_'));
  };
  const ofFiles = (await compared('inventory')).map(
    ({ kind, component, why }: Record<string, string>) => `${kind} ${component}: ${why}`,
  );
  expect(ofFiles).toEqual(
    expect.arrayContaining([
      expect.stringContaining('DECISION_CARRIED src/own.js: Reviewed by admin on '),
      expect.stringContaining('DECISION_LAPSED node_modules/taken/LICENSE: '),
    ]),
  );
  const ofRelease = await compared(`release:${second}`);
  for (const row of [
    { kind: 'DECISION_CARRIED', component: 'pkg:npm/steady' },
    { kind: 'DECISION_CARRIED', component: 'src/own.js' },
    { kind: 'DECISION_LAPSED', component: 'node_modules/taken/LICENSE' },
    {
      kind: 'DECISION_LAPSED',
      component: 'taken 1.1.0 (MIT)',
      why: expect.stringContaining('the holder new owner is new'),
    },
  ])
    expect(ofRelease).toContainEqual(expect.objectContaining(row));
  const page = await documentOf(projectId, second, 'audit/audit-report.html');
  expect(page.indexOf('Difference to the former release')).toBeLessThan(page.indexOf('Findings'));
  // A lapsed review is told as lapsed in the list of decisions too.
  const decisions = JSON.parse(await documentOf(projectId, second, 'decisions.json')).decisions;
  const held = decisions.filter(
    ({ kind, standing }: Record<string, string>) => kind === 'review' && standing === 'holds',
  );
  expect(held.length).toBeGreaterThan(1);

  // A report of today compares with the last release, or with the one that is named.
  const report = async (formerRelease: string) => {
    const { data } = (await h.call('GET', '/reports')).body;
    const { id } = data.find(({ path }: { path: string }) => path === 'AUDIT');
    const started = await h.call('POST', `/projects/${projectId}/reports/${id}/generate`, {
      body: { options: { formats: 'json', formerRelease } },
    });
    return h.jobOver(started.body.data?.taskId ?? started.body.taskId);
  };
  expect(await report('')).toMatchObject({ status: 'Completed' });
  expect(await report('1.0')).toMatchObject({ status: 'Completed' });
  expect(await report('7.0')).toMatchObject({
    ...{ status: 'Failed', error: expect.stringContaining('no release of this name that is READY') },
  });
  expect(await get(`/projects/${projectId}/releases/${second}`)).toMatchObject({ state: 'READY' });
}, 300_000);
