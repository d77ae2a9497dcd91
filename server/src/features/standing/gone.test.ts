// Items whose evidence is gone: in no figure, list of vulnerabilities, report, SBOM or policy; listed apart; kept by decision; back with their review.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { readZip } from '../../../test/zip-content.ts';
import { refreshExposuresOfVersions } from '../../db/advisories/matches.ts';
import { fillStandardReports } from '../../library/reports.ts';
import { REPORT_KINDS } from '../../reports/kinds.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await fillStandardReports(h.app.db);
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan, upload, useProfile } = scannedProjects(() => h, 'gone');

const lockfile = (packages: Record<string, string>, license = 'MIT') =>
  JSON.stringify({
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': {
        name: 'app',
        version: '1.0.0',
        dependencies: Object.fromEntries(Object.keys(packages).map((one) => [one, '*'])),
      },
      ...Object.fromEntries(
        Object.entries(packages).map(([name, version]) => [
          `node_modules/${name}`,
          { version, license, resolved: `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz` },
        ]),
      ),
    },
  });

const V1 = { 'package-lock.json': lockfile({ cookiex: '0.5.1', steady: '1.0.0' }) };
const V2 = { 'package-lock.json': lockfile({ cookiex: '0.5.2', steady: '1.0.0' }) };
const OLD = 'cookiex 0.5.1';

async function items(projectId: number) {
  const { body } = await h.call('GET', `/project/inventory/${projectId}?published=false`);
  return body.inventoryItems as Record<string, any>[];
}
const old = async (projectId: number) => (await items(projectId)).find(({ name }) => name.startsWith(OLD))!;
const goneList = async (projectId: number) => (await h.call('GET', `/projects/${projectId}/goneInventories`)).body.data;

async function makeVulnerable(projectId: number): Promise<void> {
  const { componentVersionId } = await old(projectId);
  await h.database.pool.query(
    `with v as (insert into vulnerabilities (name, severity_v2, severity_v3, is_recorded) values ('CVE-2026-' || $3::text, 'HIGH', 'HIGH', true) returning id),
      n as (insert into vulnerability_names (name_key, vulnerability_id) select 'cve-2026-' || $3::text, id from v),
      a as (insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority)
        select i.id, i.project_id, v.id, 'HIGH' from v, inventory_items i where i.project_id = $1 and i.version_id = $2)
     insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids) select $2, id, 'affected', '{}' from v`,
    [projectId, componentVersionId, String(projectId)],
  );
  await refreshExposuresOfVersions(h.app.db, [componentVersionId]);
}

async function report(kind: string, projectId: number): Promise<string> {
  const reportId = (await h.call('GET', `/reports?path=${kind}`)).body.data[0].id;
  const body = { options: { formats: kind === 'PROJECT' ? 'text' : 'json,text' } };
  const { taskId } = (await h.call('POST', `/projects/${projectId}/reports/${reportId}/generate`, { body })).body.data;
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
  const { response } = await h.call('GET', `/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`);
  return Object.values(await readZip(response.rawPayload)).join('\n');
}

const get = async (path: string) => JSON.stringify((await h.call('GET', path)).body);

/** Each figure or list as a text that contains the item, its package URL or its vulnerability while the item counts. */
const figures: Record<string, (projectId: number) => Promise<string>> = {
  'counts of the project': async (id) => {
    const { data } = (await h.call('GET', `/projects/${id}`)).body;
    const { Draft, Approved, Rejected } = data.inventoryReview;
    // Approved was the old one alone.
    return Approved > 0 && Draft + Rejected > 0 ? OLD : 'fewer';
  },
  'vulnerabilities of the project': async (id) => {
    const { data } = (await h.call('GET', `/projects/${id}`)).body;
    return data.vulnerabilities.CvssV3.High > 0 ? OLD : 'none';
  },
  'list of vulnerabilities': (id) => get(`/projects/${id}/vulnerabilities`),
  'portfolio of vulnerabilities': (id) => get(`/advisories?affecting=true&search=CVE-2026-${id}`),
  'items of a vulnerability': (id) => get(`/advisories/CVE-2026-${id}/items`),
  // The answer repeats the package that was asked for; the items are in `data`.
  'who has the package': async () =>
    JSON.stringify(
      (await h.call('GET', `/advisories/affected?by=${encodeURIComponent('pkg:npm/cookiex@0.5.1')}`)).body.data,
    ),
  'alerts of the project': (id) => get(`/projects/${id}/vulnerabilityAlerts`),
  'alerts of all projects': () => get('/vulnerabilityAlerts'),
  remedies: (id) => get(`/projects/${id}/remedies`),
  'check of the notices': (id) => get(`/projects/${id}/notices/check`),
  'preview of the policy': (id) => get(`/projects/${id}/policyPreview`),
  'decisions to take again': (id) => get(`/projects/${id}/toBeDecidedAgain`),
  'vulnerabilities of the item': async (id) => get(`/inventories/${(await old(id)).id}/vulnerabilities`),
};

const MARK = (id: number) => new RegExp(`cookiex[ @]0\\.5\\.1|CVE-2026-${id}\\b`);

describe('a version that an upgrade replaced', () => {
  let projectId: number;
  beforeAll(async () => {
    const rules = { licenses: [{ license: 'MIT', decision: 'REJECTED' }] };
    await h.call('POST', '/policies', { body: { name: 'no MIT', rules } });
    projectId = await projectWith(V1);
    await scan(projectId);
    await makeVulnerable(projectId);
    // The old version is decided by a person, against the policy, so that a preview would name it.
    await h.call('PUT', `/inventories/${(await old(projectId)).id}/status?status=APPROVED`);
    await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: 'no MIT' } });
  }, 240_000);

  it('counts everywhere before', async () => {
    for (const [name, read] of Object.entries(figures)) {
      if (['decisions to take again', 'remedies'].includes(name)) continue;
      expect.soft(await read(projectId), name).toMatch(MARK(projectId));
    }
  }, 120_000);

  it('is listed apart after the next scan, and stays in the lists of items with a member that says so', async () => {
    await upload(projectId, V2);
    expect((await scan(projectId)).details).toContain('1 gone');
    const [gone, ...others] = await goneList(projectId);
    expect(others).toEqual([]);
    expect(gone).toMatchObject({
      name: expect.stringContaining(OLD),
      reviewStatus: 'Draft',
      decided: 'Approved',
      isKept: false,
    });
    expect(gone.why).toContain('package-lock.json');
    expect(await old(projectId)).toMatchObject({ goneSinceScan: gone.goneSinceScan, evidence: { isKept: false } });
    for (const path of ['inventorySummary?published=ALL', 'inventoryItems']) {
      const { data } = (await h.call('GET', `/projects/${projectId}/${path}`)).body;
      const marked = data.filter((one: object) => 'goneSinceScan' in one).map(({ name }: { name: string }) => name);
      expect(marked, path).toEqual([expect.stringContaining(OLD)]);
    }
  }, 120_000);

  it('is in no figure and no list', async () => {
    for (const [name, read] of Object.entries(figures))
      expect.soft(await read(projectId), name).not.toMatch(MARK(projectId));
    const uses = (await h.call('GET', `/components/${(await old(projectId)).componentId}/inventories`)).body.data;
    const marked = uses.filter((one: object) => 'goneSinceScan' in one).map(({ name }: { name: string }) => name);
    expect(marked, 'where the component is used').toEqual([expect.stringContaining(OLD)]);
    const { data } = (await h.call('GET', `/projects/${projectId}`)).body;
    expect(data.inventoryReview).toMatchObject({ Draft: 1, Approved: 0, Rejected: 1 });
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 120_000);

  it('is in no report, SBOM or VEX', async () => {
    // Histories tell of what was, and the comparison needs a second project.
    const kinds = REPORT_KINDS.filter(({ file }) => !/changes|comparison|audit|incident|project/.test(file));
    expect(kinds.length).toBeGreaterThan(5);
    for (const { kind, name } of kinds) expect.soft(await report(kind, projectId), name).not.toMatch(MARK(projectId));
  }, 480_000);

  it.each(['cyclonedx-1.6', 'cyclonedx-1.7', 'spdx-2.3', 'spdx-3.0.1'])(
    'is not in the exported SBOM as %s',
    async (format) => {
      const vulnerabilities = format.startsWith('spdx') ? 'no' : 'vdr';
      const { body } = await h.call(
        'POST',
        `/jobs/sbomexport/${projectId}?format=${format}&vulnerabilities=${vulnerabilities}`,
      );
      expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
      const { text } = await h.call('GET', `/projects/${projectId}/sbomExport/download`);
      expect(text).toContain('steady');
      expect(text).not.toMatch(MARK(projectId));
      expect(text).not.toMatch(/cookiex[\s\S]{0,200}0\.5\.1/);
    },
    60_000,
  );

  it('is in the report on the project only in its history', async () => {
    const text = (await report('PROJECT', projectId)).split(/HISTORY\n={20}/)[0]!;
    expect(text).toContain('cookiex 0.5.2');
    expect(text).not.toMatch(MARK(projectId));
  }, 60_000);

  it('is not judged by the policy', async () => {
    const { text } = await h.call('POST', `/jobs/applyPolicy/${projectId}`);
    expect((await h.jobOver(Number(/ID: (\d+)/.exec(text)![1]))).details).not.toContain('overturned');
    expect(await old(projectId)).toMatchObject({ inventoryReviewStatus: 'Draft', reviewBeforeGone: 'Approved' });
  }, 60_000);

  it('counts again while a person keeps it, and the decision is a row', async () => {
    const { id } = await old(projectId);
    expect((await h.call('PUT', `/inventories/${id}/kept`, { body: { why: '  ' } })).status).toBe(400);
    const why = 'It is linked in when the product is delivered.';
    expect((await h.call('PUT', `/inventories/${id}/kept`, { body: { why } })).status).toBe(200);
    expect(await goneList(projectId)).toMatchObject([{ isKept: true, keptBy: 'admin', keptWhy: why }]);
    expect(await get(`/projects/${projectId}/vulnerabilities`)).toMatch(MARK(projectId));
    expect(await old(projectId)).not.toHaveProperty('goneSinceScan');
    const { data } = (await h.call('GET', `/inventories/${id}/decisions`)).body;
    expect(data[0]).toMatchObject({
      kind: 'item-kept',
      value: { isKept: true },
      ground: { words: why },
      author: 'admin',
    });
    expect(await inconsistencies(h.database.pool)).toEqual([]);
    await scan(projectId);
    expect(await get(`/projects/${projectId}/vulnerabilities`)).toMatch(MARK(projectId));
    expect((await h.call('DELETE', `/inventories/${id}/kept?why=delivered%20without`)).status).toBe(200);
    expect((await h.call('DELETE', `/inventories/${id}/kept`)).status).toBe(409);
    expect(await get(`/projects/${projectId}/vulnerabilities`)).not.toMatch(MARK(projectId));
    const steady = (await items(projectId)).find(({ name }) => name.startsWith('steady'))!;
    expect((await h.call('PUT', `/inventories/${steady.id}/kept`, { body: { why } })).status).toBe(409);
  }, 180_000);

  it('is present again with its review when its evidence comes back', async () => {
    await upload(projectId, V1);
    expect((await scan(projectId)).details).toMatch(/1 gone, 1 back/);
    const item = await old(projectId);
    expect(item.inventoryReviewStatus).toBe('Approved');
    expect(item).not.toHaveProperty('goneSinceScan');
    expect(await get(`/projects/${projectId}/vulnerabilityAlerts`)).toMatch(MARK(projectId));
    const { data } = (await h.call('GET', `/inventories/${item.id}/history`)).body;
    const told = Object.values<any>(data)
      .flat()
      .filter(({ field }) => field === 'Evidence');
    expect(told.at(-1)).toMatchObject({ oldValue: expect.stringMatching(/^Gone since scan \d+\.$/), newValue: '' });
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 120_000);
});

describe('what is not gone', () => {
  it('items by hand, whether they never had a file or a person took the files away', async () => {
    const projectId = await projectWith({ 'a.c': 'int a;', 'package-lock.json': lockfile({ steady: '1.0.0' }) });
    await scan(projectId);
    const make = async (name: string) => {
      const inventoryModel = { name, inventoryType: 'WORK_IN_PROGRESS' };
      expect((await h.call('POST', '/inventories', { body: { projectId, inventoryModel } })).status).toBe(201);
      return (await items(projectId)).find((one) => one.name === name)!.id as number;
    };
    await make('never had a file');
    const untied = await make('untied by hand');
    const lost = await make('lost its file');
    for (const id of [untied, lost])
      expect((await h.call('PUT', `/inventories/${id}/files`, { body: { filePaths: ['a.c'] } })).status).toBe(200);
    await h.call('DELETE', `/inventories/${untied}/files`, { body: { filePaths: ['a.c'] } });
    await scan(projectId);
    expect(await goneList(projectId)).toEqual([]);
    await upload(projectId, { 'package-lock.json': lockfile({ steady: '1.0.0' }) });
    await scan(projectId);
    const gone = await goneList(projectId);
    expect(gone.map(({ name }: { name: string }) => name)).toEqual(['lost its file']);
    expect(gone[0].why).toBe('None of its files is in the code any more.');
  }, 180_000);

  it('items of a lockfile that a scan could not read', async () => {
    const projectId = await projectWith(V1);
    await scan(projectId);
    await upload(projectId, { 'package-lock.json': '{ "lockfileVersion": 3, "packages": { broken' });
    await scan(projectId);
    expect(await goneList(projectId)).toEqual([]);
    expect((await old(projectId)).filePaths).toEqual(['package-lock.json']);
  }, 120_000);

  it('an edited item is gone although the lockfile, which no longer names it, is still its file', async () => {
    const projectId = await projectWith(V1);
    await scan(projectId);
    const { id } = await old(projectId);
    await h.call('PUT', `/inventories/${id}`, { body: { auditorReviewNotes: 'seen' } });
    await upload(projectId, V2);
    await scan(projectId);
    expect(await goneList(projectId)).toMatchObject([{ id }]);
    expect(await old(projectId)).toMatchObject({ filePaths: ['package-lock.json'], fileCount: 1 });
  }, 120_000);

  it('with deleteEmptyInventory, untouched items are deleted and edited ones are gone', async () => {
    const projectId = await projectWith({ 'package-lock.json': lockfile({ cookiex: '0.5.1', other: '1.0.0' }) });
    await h.call('PUT', `/projects/${projectId}`, { body: { deleteEmptyInventory: true } });
    await scan(projectId);
    const { id } = await old(projectId);
    await h.call('PUT', `/inventories/${id}`, { body: { auditorReviewNotes: 'seen' } });
    await upload(projectId, { 'package-lock.json': lockfile({ cookiex: '0.5.2' }) });
    await scan(projectId);
    expect((await goneList(projectId)).map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await items(projectId)).some(({ name }) => name.startsWith('other'))).toBe(false);
  }, 120_000);

  it('files that the scan profile excludes make items gone, and the reason says so', async () => {
    const projectId = await projectWith({ 'sub/package-lock.json': lockfile({ cookiex: '0.5.1' }), 'a.c': 'int a;' });
    await scan(projectId);
    await useProfile(projectId, { exclusions: ['sub/**'] });
    await scan(projectId);
    const gone = (await goneList(projectId)).find(({ name }: { name: string }) => name.startsWith(OLD));
    expect(gone.why).toBe('Its files are excluded from scans now: sub/package-lock.json.');
  }, 120_000);
});

const REAL = '../shared/data/real-bugs/19-gone-version-still-counts/input';
it.skipIf(!existsSync(REAL))(
  'the reported case: one item is affected after the upgrade, not two',
  async () => {
    const file = (version: string) => ({ 'package-lock.json': readFileSync(`${REAL}/${version}/package-lock.json`) });
    const projectId = await projectWith(file('v1'));
    await scan(projectId);
    await upload(projectId, file('v2'));
    await scan(projectId);
    expect((await goneList(projectId)).map(({ name }: { name: string }) => name)).toEqual([
      expect.stringContaining(OLD),
    ]);
  },
  120_000,
);
if (!existsSync(REAL)) console.warn(`Skipped: ${REAL} is not there.`);
