// Lists and reports by coverage: which projects and vulnerabilities have items that were not compared, and what a filtered report says of its items alone.
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { readZip } from '../../../test/zip-content.ts';
import { fillStandardReports } from '../../library/reports.ts';

let h: Harness;
const projects = scannedProjects(() => h, 'coverage');
const lockfile = (name: string) =>
  JSON.stringify({
    ...{ name: 'app', version: '1.0.0', lockfileVersion: 3 },
    packages: { '': { name: 'app', version: '1.0.0' }, [`node_modules/${name}`]: { version: '1.0.0', license: 'MIT' } },
  });
const POM = `<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>own</artifactId><version>1</version>
  <dependencies><dependency><groupId>org.x</groupId><artifactId>unread</artifactId><version>2.14.1</version></dependency></dependencies></project>`;

let compared: number;
let mixed: number;
beforeAll(async () => {
  h = await startHarness();
  await fillStandardReports(h.app.db);
  await h.work();
  const record = {
    ...{ schema_version: '1.6.0', id: 'TEST-NPM-1', modified: new Date().toISOString() },
    affected: [
      {
        package: { ecosystem: 'npm', name: 'hurt' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
      },
    ],
  };
  const { body } = await h.call('POST', '/advisories/import?source=osv-npm&full=true&force=true', {
    raw: Buffer.from(makeZip([{ name: '0.json', body: JSON.stringify(record) }])),
    headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
  compared = await projects.projectWith({ 'package-lock.json': lockfile('hurt') });
  mixed = await projects.projectWith({ 'package-lock.json': lockfile('free'), 'pom.xml': POM });
  for (const id of [compared, mixed]) await projects.scan(id);
}, 120_000);
afterAll(() => h.close());

const idsOf = async (path: string) =>
  (await h.call('GET', path)).body.data.map(({ id, name }: { id: number; name: string }) => id ?? name);
const state = async (id: number) =>
  (await h.call('GET', `/projects/${id}/inventoryItems`)).body.data.map(
    ({ coverage }: { coverage: { state: string } }) => coverage.state,
  );

it('200; projects with items that were not compared, and those where all were', async () => {
  expect(await state(mixed)).toContain('not-compared');
  expect(await idsOf('/projects?coverage=not-compared')).toContain(mixed);
  expect(await idsOf('/projects?coverage=compared')).not.toContain(mixed);
  const empty = (await h.call('POST', '/projects', { body: { name: 'without items' } })).body.id;
  for (const one of ['compared', 'not-compared']) expect(await idsOf(`/projects?coverage=${one}`)).not.toContain(empty);
  expect((await h.call('GET', '/projects?coverage=some')).status).toBe(400);
});

it('200; vulnerabilities of items that were compared', async () => {
  const named = async (query: string) =>
    (await h.call('GET', `/projects/${compared}/vulnerabilities?${query}`)).body.data.map(
      ({ vulnerabilityName, name }: { vulnerabilityName?: string; name?: string }) => vulnerabilityName ?? name,
    );
  expect(await named('')).toEqual(['TEST-NPM-1']);
  expect(await named('coverage=compared')).toEqual(['TEST-NPM-1']);
  expect(await named('coverage=not-compared')).toEqual([]);
});

it('200; the short and the long list of a project by coverage, and by the reason', async () => {
  const lists = { [`/projects/${mixed}/inventorySummary`]: 'data', [`/project/inventory/${mixed}`]: 'inventoryItems' };
  for (const [path, member] of Object.entries(lists)) {
    const states = async (query: string) =>
      (await h.call('GET', `${path}?${query}`)).body[member].map(
        ({ coverage }: { coverage: { state: string } }) => coverage.state,
      );
    const all = await states('');
    expect(new Set(all), path).toEqual(new Set(['compared', 'not-compared']));
    for (const one of ['compared', 'not-compared'])
      expect(await states(`coverage=${one}`), path).toEqual(all.filter((state: string) => state === one));
    expect(await states('notCompared=ecosystem'), path).toEqual(
      all.filter((state: string) => state === 'not-compared'),
    );
    expect(await states('notCompared=version'), path).toEqual([]);
  }
});

it('200; alerts of items that were, or were not, compared', async () => {
  const { body } = await h.call('GET', `/projects/${compared}/inventorySummary`);
  const hurt = body.data.find(({ name }: { name: string }) => name.startsWith('hurt'));
  const { id } = await h.app.db
    .selectFrom('vulnerabilities')
    .select('id')
    .where('name', '=', 'TEST-NPM-1')
    .executeTakeFirstOrThrow();
  await h.app.db
    .insertInto('vulnerability_alerts')
    .values({ project_id: compared, item_id: Number(hurt.id), vulnerability_id: id, priority: 'HIGH' })
    .execute();
  for (const path of [`/projects/${compared}/vulnerabilityAlerts`, '/vulnerabilityAlerts']) {
    const count = async (query: string) => (await h.call('GET', `${path}?${query}`)).body.data.length;
    expect(await count(''), path).toBe(1);
    expect(await count('coverage=compared'), path).toBe(1);
    expect(await count('coverage=not-compared'), path).toBe(0);
    expect((await h.call('GET', `${path}?coverage=some`)).status, path).toBe(400);
  }
});

it('a filtered report says how many of its own items were not compared', async () => {
  const report = async (nameContains: string) => {
    const reportId = (await h.call('GET', '/reports?path=VULNERABILITIES')).body.data[0].id;
    const body = { options: { formats: 'text', ...(nameContains && { nameContains }) } };
    const { taskId } = (await h.call('POST', `/projects/${mixed}/reports/${reportId}/generate`, { body })).body.data;
    expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
    const { response } = await h.call('GET', `/projects/${mixed}/reports/${reportId}/download?taskId=${taskId}`);
    return Object.values(await readZip(response.rawPayload))
      .map(String)
      .join('\n');
  };
  expect(await report('')).toContain('no data for Maven');
  const filtered = await report('free');
  expect(filtered).not.toContain('no data for Maven');
  expect(filtered).toMatch(/all 1 items/);
}, 60_000);
