// Reviews that no longer rest on what the item has: the status is a draft everywhere, with what changed, until somebody decides again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { importData } from '../../../test/imports.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { readZip } from '../../../test/zip-content.ts';
import { fillStandardReports } from '../../library/reports.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await fillStandardReports(h.app.db);
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'lapse');

/** An installed npm package with a license. */
const files = (license: string, version = '1.0.0') => ({
  'package-lock.json': JSON.stringify({
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': { name: 'app', version: '1.0.0' }, 'node_modules/changer': { version, license } },
  }),
});

async function item(projectId: number): Promise<Record<string, any>> {
  const { body } = await h.call('GET', `/project/inventory/${projectId}?published=false`);
  return body.inventoryItems.find(({ name }: { name: string }) => name.startsWith('changer'));
}
const status = (id: number, value: string) => h.call('PUT', `/inventories/${id}/status?status=${value}`);
const again = async (projectId: number) => (await h.call('GET', `/projects/${projectId}/toBeDecidedAgain`)).body.data;

async function approved(license = 'Apache-2.0') {
  const projectId = await projectWith(files(license));
  await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: 'decides nothing' } });
  await scan(projectId);
  const { id } = await item(projectId);
  expect((await status(id, 'APPROVED')).status).toBe(200);
  return { projectId, id };
}
async function rescan(projectId: number, license: string) {
  await upload(projectId, files(license));
  return scan(projectId);
}
/** A new project with these data. */
async function imported(data: Buffer, name: string): Promise<number> {
  const { id } = (await h.call('POST', '/projects', { body: { name } })).body;
  await importData(h, id, data);
  return id;
}
const dataOf = async (projectId: number): Promise<Buffer> =>
  (await h.call('GET', `/project/exportProjectData?projectId=${projectId}`)).response.rawPayload;

beforeAll(() => h.call('POST', '/policies', { body: { name: 'decides nothing', rules: { licenses: [] } } }));

describe('approved under Apache-2.0, now GPL-3.0-only', () => {
  let projectId: number;
  let id: number;
  let scanned: Awaited<ReturnType<typeof scan>>;
  beforeAll(async () => {
    const body = { name: 'ci', url: 'https://ci.example.org/', events: ['inventory.reviewed'], secret: 'a secret key' };
    await h.call('POST', '/webhooks', { body });
    ({ projectId, id } = await approved());
    await h.database.pool.query('delete from webhook_deliveries');
    scanned = await rescan(projectId, 'GPL-3.0-only');
  }, 120_000);

  it('is a draft in lists, summaries and counts, and says why', async () => {
    const now = await item(projectId);
    expect(now).toMatchObject({ id, inventoryReviewStatus: 'Draft' });
    const why = /^Approved under Apache-2\.0 by admin on \d{4}-\d\d-\d\d; the license is now GPL-3\.0-only\.$/;
    expect(now.toBeDecidedAgain).toMatchObject({
      status: 'APPROVED',
      decidedBy: 'admin',
      changes: [{ what: 'license', from: 'Apache-2.0', to: 'GPL-3.0-only' }],
      why: expect.stringMatching(why),
    });
    for (const path of ['inventorySummary?published=ALL', 'inventoryItems']) {
      const { data } = (await h.call('GET', `/projects/${projectId}/${path}`)).body;
      const row = data.find((one: { id: number }) => one.id === id);
      expect(row, path).toMatchObject({ reviewStatus: 'Draft', toBeDecidedAgain: { decidedBy: 'admin' } });
    }
    const filtered = (await h.call('GET', `/projects/${projectId}/inventoryItems?reviewStatus=APPROVED`)).body.data;
    expect(filtered.map((one: { id: number }) => one.id)).not.toContain(id);
    expect((await h.call('GET', `/projects/${projectId}`)).body.data.inventoryReview.Approved).toBe(0);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  });

  it('is told by webhook, history and the log of the scan', async () => {
    const { rows } = await h.database.pool.query(`select payload from webhook_deliveries`);
    expect(rows).toMatchObject([
      {
        payload: {
          event: 'inventory.reviewed',
          data: { status: 'Draft', toBeDecidedAgain: expect.stringContaining('GPL-3.0-only'), items: [{ id }] },
        },
      },
    ]);
    const { data } = (await h.call('GET', `/inventories/${id}/history`)).body;
    const changes = Object.values<any>(data).flat();
    expect(changes).toContainEqual(
      expect.objectContaining({ field: 'Status', oldValue: 'Approved', newValue: 'Draft' }),
    );
    expect(changes).toContainEqual(expect.objectContaining({ field: 'To be decided again', action: 'Project Rescan' }));
    expect(scanned.log.filter(({ code }) => code === 'decision-lapsed')).toHaveLength(1);
    expect(scanned.details).toContain('1 decision no longer holds');
  });

  it('is not approved in a report', async () => {
    const reportId = (await h.call('GET', '/reports?path=PROJECT')).body.data[0].id;
    const body = { options: { formats: 'json' } };
    const { taskId } = (await h.call('POST', `/projects/${projectId}/reports/${reportId}/generate`, { body })).body
      .data;
    expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed' });
    const { response } = await h.call('GET', `/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`);
    const text = Object.values(await readZip(response.rawPayload)).join('\n');
    expect(text).toContain('changer');
    expect(text).not.toMatch(/"status":\s*"Approved"/);
    expect(text).toContain('Approved under Apache-2.0 by admin');
  }, 60_000);

  it('is in the one list of what is to be decided again, for callers who may see it, and not in a task for each scan', async () => {
    expect(await again(projectId)).toMatchObject([
      { kind: 'review', inventoryId: id, decided: 'Approved', decidedBy: 'admin', changes: [{ to: 'GPL-3.0-only' }] },
    ]);
    const everywhere = async (as: Person) => (await h.call('GET', '/toBeDecidedAgain', { as })).body.data;
    expect((await everywhere(h.admin)).map((one: { inventoryId: number }) => one.inventoryId)).toContain(id);
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: true } });
    expect(await everywhere(await h.person('stranger'))).toEqual([]);
    for (const license of ['GPL-2.0-only', 'AGPL-3.0-only']) await rescan(projectId, license);
    const { rows } = await h.database.pool.query('select is_closed, details from tasks where project_id = $1', [
      projectId,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].details).toContain('the license is now AGPL-3.0-only');
    expect(await again(projectId)).toMatchObject([{ changes: [{ from: 'Apache-2.0', to: 'AGPL-3.0-only' }] }]);
  }, 180_000);

  it('is approved again as before when its license comes back, and lapses no more', async () => {
    await rescan(projectId, 'Apache-2.0');
    expect(await item(projectId)).toMatchObject({ inventoryReviewStatus: 'Approved' });
    expect(await item(projectId)).not.toHaveProperty('toBeDecidedAgain');
    expect(await again(projectId)).toEqual([]);
    const { rows } = await h.database.pool.query(
      'select is_status_set_by_person as by from inventory_items where id = $1',
      [id],
    );
    expect(rows).toEqual([{ by: true }]);
  }, 60_000);

  it('is decided when somebody decides again, also as before', async () => {
    await rescan(projectId, 'GPL-3.0-only');
    await status(id, 'APPROVED');
    expect(await item(projectId)).toMatchObject({ inventoryReviewStatus: 'Approved' });
    await scan(projectId);
    expect(await item(projectId)).toMatchObject({ inventoryReviewStatus: 'Approved' });
    expect(await again(projectId)).toEqual([]);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 120_000);
});

describe('the same by other ways', () => {
  it('an item with notes of a person, whose license the scan may not rewrite', async () => {
    const { projectId, id } = await approved();
    await h.call('PUT', `/inventories/${id}`, { body: { auditorReviewNotes: 'looked at' } });
    await rescan(projectId, 'GPL-3.0-only');
    const now = await item(projectId);
    expect(now.inventoryReviewStatus).toBe('Draft');
    expect(now.toBeDecidedAgain.changes).toContainEqual({ what: 'evidence', from: 'Apache-2.0', to: 'GPL-3.0-only' });
  }, 120_000);

  it('a rejection', async () => {
    const { projectId, id } = await approved('GPL-3.0-only');
    await status(id, 'REJECTED');
    await rescan(projectId, 'MIT');
    expect(await item(projectId)).toMatchObject({
      inventoryReviewStatus: 'Draft',
      toBeDecidedAgain: { status: 'REJECTED' },
    });
  }, 120_000);

  it('a license that a person sets on the item', async () => {
    const { projectId, id } = await approved();
    const { rows } = await h.database.pool.query(
      `insert into licenses (name, short_name, spdx_id, priority) values ('ISC License', 'ISC', 'ISC', 3)
       on conflict do nothing returning id`,
    );
    const licenseId =
      rows[0]?.id ?? (await h.database.pool.query(`select id from licenses where short_name = 'ISC'`)).rows[0].id;
    const current = await item(projectId);
    const component = { id: current.componentId, versionId: current.componentVersionId, licenseId: Number(licenseId) };
    expect((await h.call('PUT', `/inventories/${id}`, { body: { component } })).status).toBe(200);
    expect(await item(projectId)).toMatchObject({
      inventoryReviewStatus: 'Draft',
      toBeDecidedAgain: { decidedBy: 'admin' },
    });
  }, 60_000);

  it('a copy of the project keeps both reviews that hold and those that lapsed', async () => {
    const { projectId } = await approved();
    await rescan(projectId, 'GPL-3.0-only');
    const { body } = await h.call('POST', `/projects/${projectId}/copy`, {
      body: { name: `copy of ${projectId}` },
    });
    await h.allJobsOver();
    const { rows } = await h.database.pool.query(
      `select i.status, i.review_lapse ->> 'by' as by from inventory_items i join projects p on p.id = i.project_id
       where p.name = $1 and i.name like 'changer%'`,
      [`copy of ${projectId}`],
    );
    expect(rows, JSON.stringify(body)).toEqual([{ status: 'DRAFT', by: 'admin' }]);
  }, 120_000);
});

it('export and import carry what lapsed, what is gone, and what a person keeps', async () => {
  const { projectId, id } = await approved();
  await rescan(projectId, 'GPL-3.0-only');
  const gone = files('MIT')['package-lock.json'].replaceAll('changer', 'other');
  await upload(projectId, { 'package-lock.json': gone });
  await scan(projectId);
  expect(await item(projectId)).toMatchObject({ reviewBeforeGone: 'Approved' });
  const { response } = await h.call('GET', `/project/exportProjectData?projectId=${projectId}`);
  const target = await imported(response.rawPayload, 'imported while gone');
  expect(await item(target)).toMatchObject({
    inventoryReviewStatus: 'Draft',
    reviewBeforeGone: 'Approved',
    goneSinceScan: expect.any(Number),
  });
  expect((await h.call('PUT', `/inventories/${id}/kept`, { body: { why: 'linked in' } })).status).toBe(200);
  const kept = await h.call('GET', `/project/exportProjectData?projectId=${projectId}`);
  const other = await imported(kept.response.rawPayload, 'imported while kept');
  // Kept, it counts, so that it must be decided again under its other license.
  expect(await item(other)).toMatchObject({
    evidence: { isKept: true },
    toBeDecidedAgain: { changes: [{ what: 'license', to: 'GPL-3.0-only' }] },
  });
  const list = (await h.call('GET', `/projects/${other}/goneInventories`)).body.data;
  expect(list).toMatchObject([{ isKept: true, keptWhy: 'linked in' }]);
  expect(await inconsistencies(h.database.pool)).toEqual([]);
}, 180_000);

describe('an import over items that the project has', () => {
  it('carries a review that lapsed to an item that nobody has decided here, and scans here know when it holds again', async () => {
    const { projectId } = await approved();
    await rescan(projectId, 'GPL-3.0-only');
    const { why } = (await item(projectId)).toBeDecidedAgain;
    const data = await dataOf(projectId);
    const target = await projectWith(files('GPL-3.0-only'));
    await h.call('PUT', `/projects/${target}`, { body: { policyProfileName: 'decides nothing' } });
    await scan(target);
    // The second import and the scan of the same code change nothing.
    for (const act of [() => importData(h, target, data), () => importData(h, target, data), () => scan(target)]) {
      await act();
      expect(await item(target)).toMatchObject({ inventoryReviewStatus: 'Draft', toBeDecidedAgain: { why } });
      expect(await again(target)).toMatchObject([{ kind: 'review', decided: 'Approved', decidedBy: 'admin', why }]);
    }
    expect((await h.call('GET', `/project/inventory/${target}?published=false`)).body.inventoryItems).toHaveLength(1);
    await rescan(target, 'Apache-2.0');
    expect(await item(target)).toMatchObject({ inventoryReviewStatus: 'Approved' });
    expect(await again(target)).toEqual([]);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 240_000);

  it('lists what lapsed for an item that it made', async () => {
    const { projectId } = await approved();
    await rescan(projectId, 'GPL-3.0-only');
    const { why } = (await item(projectId)).toBeDecidedAgain;
    const target = await imported(await dataOf(projectId), 'made by import');
    expect(await again(target)).toMatchObject([{ kind: 'review', decided: 'Approved', decidedBy: 'admin', why }]);
  }, 120_000);

  it('leaves a decision of a person here alone', async () => {
    const { projectId } = await approved();
    await rescan(projectId, 'GPL-3.0-only');
    const target = await approved('GPL-3.0-only');
    await importData(h, target.projectId, await dataOf(projectId));
    expect(await item(target.projectId)).toMatchObject({ inventoryReviewStatus: 'Approved' });
  }, 120_000);

  it('follows the data while no scan here has read the code, and the code from then on', async () => {
    const { projectId, id } = await approved();
    const there = await dataOf(projectId);
    await upload(projectId, { 'package-lock.json': files('MIT')['package-lock.json'].replaceAll('changer', 'other') });
    await scan(projectId);
    const gone = await dataOf(projectId);
    await h.call('PUT', `/inventories/${id}/kept`, { body: { why: 'linked in' } });
    const kept = await dataOf(projectId);

    const target = await imported(there, 'follows the data');
    expect(await item(target)).not.toHaveProperty('goneSinceScan');
    await importData(h, target, gone);
    expect(await item(target)).toMatchObject({ goneSinceScan: expect.any(Number) });
    expect((await h.call('GET', `/projects/${target}`)).body.data.inventoryReview.Approved).toBe(0);
    await importData(h, target, kept);
    expect((await h.call('GET', `/projects/${target}/goneInventories`)).body.data).toMatchObject([
      { isKept: true, keptWhy: 'linked in' },
    ]);
    await importData(h, target, there);
    expect(await item(target)).not.toHaveProperty('goneSinceScan');
    expect(await item(target)).not.toHaveProperty('evidence');

    const scanned = await approved();
    await importData(h, scanned.projectId, gone);
    expect(await item(scanned.projectId)).not.toHaveProperty('goneSinceScan');
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 240_000);
});

describe('a policy', () => {
  it('decides anew on what lapsed', async () => {
    const rules = { licenses: [{ license: 'GPL-3.0-only', decision: 'REJECTED' }] };
    await h.call('POST', '/policies', { body: { name: 'no GPL', rules } });
    const { projectId } = await approved();
    await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: 'no GPL' } });
    await rescan(projectId, 'GPL-3.0-only');
    expect(await item(projectId)).toMatchObject({ inventoryReviewStatus: 'Rejected' });
    expect(await item(projectId)).not.toHaveProperty('toBeDecidedAgain');
  }, 120_000);

  it('says which decisions of people it would overturn, and which it has overturned', async () => {
    const { projectId, id } = await approved('GPL-3.0-only');
    await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: 'no GPL' } });
    const { data } = (await h.call('GET', `/projects/${projectId}/policyPreview`)).body;
    expect(data).toMatchObject([
      {
        inventoryId: id,
        status: 'Approved',
        decidedBy: 'admin',
        policyDecision: 'Rejected',
        reasons: [expect.stringContaining('GPL-3.0-only')],
      },
    ]);
    expect(await item(projectId)).toMatchObject({ inventoryReviewStatus: 'Approved' });
    const apply = async (query: string) => {
      const { text } = await h.call('POST', `/jobs/applyPolicy/${projectId}${query}`);
      const jobId = Number(/ID: (\d+)/.exec(text)![1]);
      const { details } = await h.jobOver(jobId);
      return { details, log: (await h.call('GET', `/jobs/${jobId}/log`)).body.data ?? [] };
    };
    expect((await apply('?keepManualStatuses=true')).details).not.toContain('overturned');
    const { details, log } = await apply('');
    expect(details).toContain('1 decision of people overturned');
    expect(log).toMatchObject([
      {
        code: 'decision-overturned',
        message: expect.stringMatching(/^changer .* was Approved by admin on .*; the policy made it Rejected\.$/),
      },
    ]);
    const history = Object.values<any>((await h.call('GET', `/inventories/${id}/history`)).body.data).flat();
    expect(history).toContainEqual(
      expect.objectContaining({
        field: 'Overturned decision',
        oldValue: 'Approved by admin',
        newValue: 'Rejected by the policy',
      }),
    );
    expect((await h.call('GET', `/projects/${projectId}/policyPreview`)).body.data).toEqual([]);
  }, 120_000);
});
