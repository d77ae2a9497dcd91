import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zip } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let projectId: number;
let item: { id: number };
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: 'deciding' } })).body.id;
  const archive = await zip({
    'package.json': JSON.stringify({ name: 'app', version: '1.0.0', license: 'MIT' }),
    'src/a.c': 'int a;\n',
    'src/b.c': 'int b;\n',
  });
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    headers: { 'content-type': 'application/octet-stream' },
    raw: archive,
  });
  await h.jobOver((await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: ']);
  [item] = (await h.call('GET', `/projects/${projectId}/inventoryItems`)).body.data;
});
afterAll(() => h.close());

const ofItem = async () => (await h.call('GET', `/inventories/${item.id}/decisions`)).body.data;
const ofProject = async (kind: string) =>
  (await h.call('GET', `/projects/${projectId}/decisions?kind=${kind}`)).body.data;
const edit = (body: object) => h.call('PUT', `/inventories/${item.id}`, { body });
const licenseId = async (shortName: string) => (await h.call('GET', `/licenses/${shortName}`)).body.data.id;

describe('decisions', () => {
  it('a review is a decision with its author, and the license as its ground', async () => {
    await h.call('PUT', `/inventories/${item.id}/status?status=APPROVED`);
    expect(await ofItem()).toMatchObject([
      {
        kind: 'review',
        scope: 'item',
        projectId,
        inventoryId: item.id,
        value: { status: 'APPROVED' },
        ground: { by: 'person', licenseExpression: 'MIT' },
        author: 'admin',
        standing: 'holds',
        why: '',
      },
    ]);
  });

  it('a later review replaces it; nothing is overwritten', async () => {
    await h.call('PUT', `/inventories/${item.id}/status?status=REJECTED`);
    expect((await ofItem()).map((one: { value: object; standing: string }) => [one.value, one.standing])).toEqual([
      [{ status: 'REJECTED' }, 'holds'],
      [{ status: 'APPROVED' }, 'superseded'],
    ]);
  });

  it('a review lapses when the item gets another license, and says so', async () => {
    await edit({ licenseId: await licenseId('GPL-2.0-only') });
    const review = (await ofItem()).find((one: { kind: string }) => one.kind === 'review');
    expect(review).toMatchObject({
      standing: 'lapsed',
      why: expect.stringMatching(
        /^Rejected under MIT by admin on \d{4}-\d\d-\d\d; the license is now GPL-2\.0-only\.$/,
      ),
    });
  });

  it('license, notices, usage and notes are separate decisions', async () => {
    await edit({ noticeText: 'As shipped', auditorReviewNotes: 'Asked legal', partOfProduct: 'YES' });
    const told = await ofItem();
    const value = (kind: string) => told.find((one: { kind: string }) => one.kind === kind)?.value;
    expect(value('concluded-license')).toEqual({ licenseExpression: 'GPL-2.0-only' });
    expect(value('notice-text')).toEqual({ text: 'As shipped' });
    expect(value('note')).toEqual({ auditNotes: 'Asked legal' });
    expect(value('usage')).toEqual({ partOfProduct: 'YES' });
  });

  it('a license remembered for all projects is a decision of the site', async () => {
    await edit({ licenseId: await licenseId('Apache-2.0'), rememberLicense: 'GLOBAL' });
    const remembered = (await ofItem()).filter((one: { scope: string }) => one.scope === 'site');
    expect(remembered).toMatchObject([{ projectId: 0, value: { licenseExpression: 'Apache-2.0' } }]);
  });

  it('files that are added and marked are decisions by path; a folder is one', async () => {
    await h.call('PUT', `/inventories/${item.id}/files`, { body: { filePaths: ['src/a.c'], folderPaths: ['src'] } });
    expect((await ofProject('file-tied')).map((one: { subject: object }) => one.subject)).toMatchObject([
      { pathPattern: 'src/**' },
      { path: 'src/a.c' },
    ]);
    const { entries } = (await h.call('GET', `/projects/${projectId}/codebase`)).body.data;
    const folder = entries.find((one: { name: string }) => one.name === 'src');
    await h.call('PUT', `/codebasefolder/${folder.id}/review?markAsReviewed=true`);
    expect(await ofProject('file-reviewed')).toMatchObject([
      { subject: { pathPattern: 'src/**' }, value: { isReviewed: true } },
    ]);
    const marked = { filePaths: ['src/a.c'], folderPaths: ['src'], markAssociatedFilesAsReviewed: true };
    await h.call('PUT', `/inventories/${item.id}/files`, { body: marked });
    expect(await ofProject('file-reviewed')).toMatchObject([
      { subject: { pathPattern: 'src/**' }, value: { isReviewed: true }, author: 'admin' },
      { subject: { path: 'src/a.c', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }, value: { isReviewed: true } },
      { subject: { pathPattern: 'src/**' }, value: { isReviewed: true } },
    ]);
  });

  it('a rescan reports once what is no longer valid, in one task, and follows moved files', async () => {
    const rescan = async (license: string) => {
      const archive = await zip({
        'package.json': JSON.stringify({ name: 'app', version: '1.0.0', license }),
        'moved/elsewhere.c': 'int a;\n',
        'src/b.c': 'int b;\n',
      });
      await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=true`, {
        headers: { 'content-type': 'application/octet-stream' },
        raw: archive,
      });
      const { status, details } = await h.jobOver(
        (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '],
      );
      expect(status).toBe('Completed');
      return details;
    };
    const tasks = async () =>
      (await h.database.pool.query(`select details from tasks where type = 'MISCELLANEOUS' order by id`)).rows;
    const details = await rescan('GPL-3.0-only');
    expect(details).toContain('reviewed because of known contents');
    expect(details).toMatch(/\d decisions? no longer holds?/);
    const { rows: files } = await h.database.pool.query(
      'select path from files where project_id = $1 and is_reviewed order by path',
      [projectId],
    );
    expect(files.map(({ path }) => path)).toContain('moved/elsewhere.c');
    const told = await tasks();
    expect(told).toHaveLength(1);
    expect(told[0]?.details).toContain('no longer holds. The license was GPL-2.0-only then and is Apache-2.0 now.');
    await rescan('GPL-3.0-only');
    expect(await tasks()).toHaveLength(1);
  });

  it('a deleted item leaves its decision in the project', async () => {
    await h.call('DELETE', `/inventories/${item.id}`);
    expect(await ofProject('item-removed')).toMatchObject([
      { scope: 'project', inventoryId: 0, value: { isRemoved: true }, standing: 'holds' },
    ]);
  });

  it('404 for missing items and projects', async () => {
    expect((await h.call('GET', '/inventories/999999/decisions')).status).toBe(404);
    expect((await h.call('GET', '/projects/999999/decisions')).status).toBe(404);
  });

  it('400 for an unknown kind', async () => {
    expect((await h.call('GET', `/projects/${projectId}/decisions?kind=whim`)).status).toBe(400);
  });
});

describe('lists of decisions', () => {
  const list = async (path: string, as = h.admin) =>
    (await h.call('GET', path, { as })).body.data as { id: number; author: string }[];

  it('of a project and of the installation, by author, scope and who or what decided', async () => {
    const path = `/projects/${projectId}/decisions?limit=1000`;
    const all = await list(path);
    expect(all.length).toBeGreaterThan(2);
    expect(await list(`${path}&author=ADMIN&by=person`)).toEqual(all.filter(({ author }) => author === 'admin'));
    expect(await list(`${path}&author=nobody`)).toEqual([]);
    expect(await list(`${path}&scope=site`)).toEqual([]);
    expect((await list('/decisions?limit=1000')).map(({ id }) => id)).toEqual(
      expect.arrayContaining(all.map(({ id }) => id)),
    );
    const ofItems = (await h.call('GET', '/decisions?scope=item')).body.data as {
      scope: string;
      inventoryName: string;
    }[];
    expect(new Set(ofItems.map(({ scope }) => scope))).toEqual(new Set(['item']));
    const inventoryModel = { name: 'named', inventoryType: 'WORK_IN_PROGRESS' };
    const { id } = (await h.call('POST', '/inventories', { body: { projectId, inventoryModel } })).body;
    await h.call('PUT', `/inventories/${id}/status?status=APPROVED`);
    expect((await h.call('GET', '/decisions?kind=review&limit=1')).body.data).toMatchObject([
      { inventoryName: 'named' },
    ]);
    expect((await h.call('GET', '/decisions?by=oracle')).status).toBe(400);
  });

  it('403 for the installation without the right', async () => {
    const as = await h.person('no.admin', ['create_project']);
    expect((await h.call('GET', '/decisions', { as })).status).toBe(403);
  });
});
