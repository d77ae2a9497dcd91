// Items that only files tied by people hold, and the status of items that are gone: what lists, the status operation, counts and webhooks say of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  await h.call('POST', '/policies', { body: { name: 'decides nothing', rules: { licenses: [] } } });
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'tied');

const installed = (version: string, license = 'MIT') => ({
  'package.json': JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { word: '*' } }),
  'node_modules/word/package.json': JSON.stringify({ name: 'word', version, license }),
  'node_modules/word/index.js': `module.exports = 'word';\n`,
});

async function items(projectId: number) {
  const { body } = await h.call('GET', `/project/inventory/${projectId}?published=false`);
  return body.inventoryItems as Record<string, any>[];
}
const named = async (projectId: number, name: string) =>
  (await items(projectId)).find((one) => one.name.startsWith(name))!;
const again = async (projectId: number) => (await h.call('GET', `/projects/${projectId}/toBeDecidedAgain`)).body.data;
const status = (id: number, value: string) => h.call('PUT', `/inventories/${id}/status?status=${value}`);
const tie = (id: number, ...filePaths: string[]) => h.call('PUT', `/inventories/${id}/files`, { body: { filePaths } });
async function projectOf(files: Record<string, string>) {
  const projectId = await projectWith(files);
  await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: 'decides nothing' } });
  await scan(projectId);
  return projectId;
}
async function rescan(projectId: number, files: Record<string, string>) {
  await upload(projectId, files);
  return scan(projectId);
}
const confirm = (projectId: number, lapsed: { decisionId: number; why: string }[]) =>
  h.call('POST', `/projects/${projectId}/stillHolds`, {
    body: { decisions: lapsed.map(({ decisionId, why }) => ({ decisionId, why })) },
  });

/** What each list of the interface says of the item. */
async function statusesOf(projectId: number, id: number): Promise<Record<string, string | undefined>> {
  const rows = async (path: string, of: (body: any) => any[]) =>
    of((await h.call('GET', path)).body).find((one) => one.id === id);
  const data = (body: any) => body.data;
  return {
    long: (await rows(`/project/inventory/${projectId}?published=false`, (b) => b.inventoryItems))
      ?.inventoryReviewStatus,
    one: (await h.call('GET', `/inventories/${id}`)).body.data.inventoryReviewStatus,
    summary: (await rows(`/projects/${projectId}/inventorySummary?published=ALL`, data))?.reviewStatus,
    rows: (await rows(`/projects/${projectId}/inventoryItems`, data))?.reviewStatus,
    gone: (await rows(`/projects/${projectId}/goneInventories`, data))?.reviewStatus,
  };
}
const isIn = async (projectId: number, filter: string, id: number) =>
  (
    await h.call('GET', `/project/inventory/${projectId}?published=false&reviewStatus=${filter}`)
  ).body.inventoryItems.some((one: { id: number }) => one.id === id);

describe('a package that is upgraded in the folder of a file that a person tied', () => {
  let projectId: number;
  let id: number;
  beforeAll(async () => {
    await h.call('POST', '/webhooks', {
      body: { name: 'ci', url: 'https://ci.example.org/', events: ['inventory.reviewed'], secret: 'a secret key' },
    });
    projectId = await projectOf(installed('1.0.0'));
    ({ id } = await named(projectId, 'word 1.0.0'));
    await tie(id, 'node_modules/word/index.js');
    expect((await status(id, 'APPROVED')).status).toBe(200);
    await h.database.pool.query('delete from webhook_deliveries');
    await rescan(projectId, installed('2.0.0', 'GPL-3.0-only'));
  }, 120_000);

  it('is gone, and says what is in its place', async () => {
    const { data } = (await h.call('GET', `/projects/${projectId}/goneInventories`)).body;
    expect(data).toMatchObject([
      {
        id,
        decided: 'Approved',
        why: expect.stringMatching(/^The scan finds word 2\.0\.0 in its place: node_modules\/word\/.*index\.js/),
      },
    ]);
  });

  it('is a draft wherever it is listed, with the status of before in a member of its own', async () => {
    const statuses = { long: 'Draft', one: 'Draft', summary: 'Draft', rows: 'Draft', gone: 'Draft' };
    expect(await statusesOf(projectId, id)).toEqual(statuses);
    const item = await named(projectId, 'word 1.0.0');
    expect(item).toMatchObject({ reviewBeforeGone: 'Approved', goneSinceScan: expect.any(Number) });
    expect(item).not.toHaveProperty('toBeDecidedAgain');
    expect(await isIn(projectId, 'APPROVED', id)).toBe(false);
    expect(await isIn(projectId, 'DRAFT', id)).toBe(true);
    expect(await isIn(projectId, 'READY_TO_REVIEW', id)).toBe(false);
    expect(await again(projectId)).toEqual([]);
  });

  it('is told by webhook', async () => {
    const { rows } = await h.database.pool.query(`select payload -> 'data' as data from webhook_deliveries`);
    expect(rows).toMatchObject([
      { data: { status: 'Draft', gone: expect.stringMatching(/; it is gone since scan \d+\.$/), items: [{ id }] } },
    ]);
  });

  it('keeps a decision that is made meanwhile for when it comes back', async () => {
    expect((await status(id, 'REJECTED')).status).toBe(200);
    expect((await statusesOf(projectId, id)).long).toBe('Draft');
    expect(await named(projectId, 'word 1.0.0')).toMatchObject({ reviewBeforeGone: 'Rejected' });
    expect(await inconsistencies(h.database.pool)).toEqual([]);
    await h.call('PUT', `/inventories/${id}/kept`, { body: { why: 'It is delivered beside the new one.' } });
    expect((await statusesOf(projectId, id)).long).toBe('Rejected');
    await h.call('DELETE', `/inventories/${id}/kept`);
    expect((await statusesOf(projectId, id)).long).toBe('Draft');
    await rescan(projectId, installed('1.0.0'));
    expect((await statusesOf(projectId, id)).long).toBe('Rejected');
    expect(await named(projectId, 'word 1.0.0')).not.toHaveProperty('reviewBeforeGone');
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 180_000);
});

describe('an item that a person made of files', () => {
  const code = (a: string, b: string) => ({ 'vendor/a.c': a, 'vendor/b.c': b, 'main.c': 'int main(void) {}' });
  let projectId: number;
  let id: number;
  beforeAll(async () => {
    projectId = await projectOf(code('int a;', 'int b;'));
    const inventoryModel = { name: 'library by hand', inventoryType: 'WORK_IN_PROGRESS' };
    await h.call('POST', '/inventories', { body: { projectId, inventoryModel } });
    ({ id } = await named(projectId, 'library by hand'));
    await tie(id, 'vendor/a.c', 'vendor/b.c');
    await status(id, 'APPROVED');
  }, 120_000);

  it('stays approved while one of them has its contents', async () => {
    await rescan(projectId, code('int a;', 'long b;'));
    expect(await named(projectId, 'library by hand')).toMatchObject({ inventoryReviewStatus: 'Approved' });
  }, 120_000);

  it('is to be decided again when none has, and counts', async () => {
    await rescan(projectId, code('long a;', 'long b;'));
    const item = await named(projectId, 'library by hand');
    expect(item).toMatchObject({ inventoryReviewStatus: 'Draft', toBeDecidedAgain: { status: 'APPROVED' } });
    expect(item).not.toHaveProperty('goneSinceScan');
    expect(item.toBeDecidedAgain.changes).toEqual([{ what: 'tied files', from: '', to: 'vendor/a.c, vendor/b.c' }]);
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 120_000);

  it('is approved again when a person says that a file still belongs to it', async () => {
    const ties = (await again(projectId)).filter(({ kind }: { kind: string }) => kind === 'file-tied');
    expect(ties).toHaveLength(2);
    expect((await confirm(projectId, ties.slice(0, 1))).status).toBe(200);
    expect(await named(projectId, 'library by hand')).toMatchObject({ inventoryReviewStatus: 'Approved' });
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 120_000);

  it('lapses with the next contents, and a review that is confirmed holds until the one after', async () => {
    await rescan(projectId, code('short a;', 'short b;'));
    const review = (await again(projectId)).filter(({ kind }: { kind: string }) => kind === 'review');
    expect(review).toHaveLength(1);
    expect((await confirm(projectId, review)).status).toBe(200);
    await scan(projectId);
    expect(await named(projectId, 'library by hand')).toMatchObject({ inventoryReviewStatus: 'Approved' });
    await rescan(projectId, code('char a;', 'short b;'));
    expect(await named(projectId, 'library by hand')).toMatchObject({ inventoryReviewStatus: 'Draft' });
  }, 180_000);

  it('is approved again when a person ties a further file', async () => {
    expect((await tie(id, 'main.c')).status).toBe(200);
    expect(await named(projectId, 'library by hand')).toMatchObject({ inventoryReviewStatus: 'Approved' });
    expect(await inconsistencies(h.database.pool)).toEqual([]);
  }, 60_000);
});
