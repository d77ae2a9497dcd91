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
