import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { parseWireTime, wireTime } from '../../domain/wire-times.ts';
import { closeScanPool } from '../../scans/analysis/pool.ts';

let h: Harness;
let stranger: Person;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  stranger = await h.person('stranger');
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

const project = async (more: Record<string, unknown> = {}) =>
  (await h.call('POST', '/projects', { body: { name: `search ${++count}`, ...more } })).body.id as number;
const make = async (projectId: number, more: Record<string, unknown> = {}) =>
  (
    await h.call('POST', '/inventories', {
      body: { projectId, inventoryModel: { name: `item ${++count}`, inventoryType: 'WORK_IN_PROGRESS', ...more } },
    })
  ).body.id as number;
const upload = (id: number, files: Record<string, string>, query = '') =>
  h.call('POST', `/project/uploadProjectCodebase?projectId=${id}${query}`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
const scan = async (id: number) => {
  const task = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
  expect(await h.jobOver(task)).toMatchObject({ status: 'Completed' });
  return task as number;
};
const ids = (rows: { id: number }[]) => rows.map((row) => row.id);
const lock = (...names: string[]) =>
  JSON.stringify({
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': {
        name: 'app',
        version: '1.0.0',
        license: 'MIT',
        dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
      },
      ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1.0.0', license: 'MIT' }])),
    },
  });

it('inventoryItems?version: a package without a version is a Component of the version Unknown', async () => {
  const id = await project();
  const manifest = { name: 'app', version: '1.0.0', dependencies: { ansi: '^1.0.0', left: '2.0.0' } };
  await upload(id, { 'package.json': JSON.stringify(manifest) });
  await make(id);
  await scan(id);
  const found = async (query: string) =>
    (await h.call('GET', `/projects/${id}/inventoryItems?${query}`)).body.data.map(
      (row: { name: string; type: string }) => `${row.type} ${row.name}`.trim(),
    );
  expect(await found('version=UNKNOWN')).toEqual(['Component ansi']);
  expect(await found('version=KNOWN')).toEqual(['Component app 1.0.0', 'Component left 2.0.0']);
  expect(await found('type=WORK_IN_PROGRESS')).toHaveLength(1);
  expect((await h.call('GET', `/projects/${id}/inventoryItems?version=any`)).status).toBe(400);
});

describe('GET /inventories/search', () => {
  it('200 by files and by folders at any depth; ids of other projects find nothing', async () => {
    const id = await project();
    await upload(id, { 'a.txt': 'a', 'lib/deep/b.txt': 'b', 'c.txt': 'c' });
    const [a, b, none] = [await make(id), await make(id), await make(id)];
    await h.call('PUT', `/inventories/${a}/files`, { body: { filePaths: ['a.txt'] } });
    await h.call('PUT', `/inventories/${b}/files`, { body: { filePaths: ['lib/deep/b.txt'] } });
    const found = (await h.call('GET', `/projects/${id}/files?filePath=assay:a.txt&folderPath=lib`)).body.data;
    const search = (query: string) => h.call('GET', `/inventories/search?projectId=${id}&${query}`);
    expect(ids((await search(`fileIds=${found.fileId}`)).body.data)).toEqual([a]);
    const both = await search(`fileIds=${found.fileId},999999&folderIds=${found.folderId}&published=false`);
    expect(ids(both.body.data)).toEqual([a, b]);
    expect(both.headers).toMatchObject({ 'current-page': '1', 'number-of-pages': '1', 'total-records': '2' });
    expect((await search(`folderIds=${found.folderId}&published=true`)).body.data).toEqual([]);
    const other = await project();
    const elsewhere = await h.call(
      'GET',
      `/inventories/search?projectId=${other}&fileIds=${found.fileId}&folderIds=${found.folderId}`,
    );
    expect(elsewhere.body.data).toEqual([]);
    expect(none).toBeGreaterThan(b);
  });

  it('400 without files and folders, or with words; 404 in a private project', async () => {
    const id = await project({ privateProject: true });
    expect((await h.call('GET', `/inventories/search?projectId=${id}`)).status).toBe(400);
    expect((await h.call('GET', `/inventories/search?projectId=${id}&fileIds=a`)).status).toBe(400);
    expect((await h.call('GET', `/inventories/search?projectId=${id}&fileIds=1`, { as: stranger })).status).toBe(404);
  });
});

describe('ranges of time', () => {
  it('200: items of visible projects that changed within the range, paged', async () => {
    const [open, hidden] = [await project(), await project({ privateProject: true })];
    const [a, b] = [await make(open), await make(hidden)];
    const { updatedOn } = (await h.call('GET', `/inventories/${a}`)).body.data;
    const second = updatedOn.slice(0, 19);
    const later = wireTime(new Date(parseWireTime(second)!.getTime() + 60_000));
    const byDate = (query: Record<string, string>, as = h.admin) =>
      h.call('GET', `/inventories/searchByDate?${new URLSearchParams({ limit: '1000', ...query })}`, { as });
    const mine = await byDate({ startTime: second, endTime: later });
    expect(ids(mine.body.data)).toEqual(expect.arrayContaining([a, b]));
    const theirs = await byDate({ startTime: second }, stranger);
    expect(ids(theirs.body.data)).toContain(a);
    expect(ids(theirs.body.data)).not.toContain(b);
    expect(theirs.body.data.find((row: { id: number }) => row.id === a)).toMatchObject({ projectId: open, updatedOn });
    expect((await byDate({ endTime: second }, stranger)).body.data.map((row: { id: number }) => row.id)).toContain(a);
    expect((await byDate({ startTime: later })).body.data).toEqual([]);
    const page = await byDate({ startTime: second, limit: '1', offset: '2' });
    expect(page.headers['current-page']).toBe('2');
    expect(page.body.data[0].itemNumber).toBe(2);
  });

  it.each([
    ['no time', ''],
    ['a word', '?startTime=yesterday'],
    ['a day that does not exist', '?startTime=2026-02-30%2000:00:00'],
    ['an end before the start', '?startTime=2026-02-02&endTime=2026-02-01'],
  ])('400 for %s', async (_what, query) => {
    expect((await h.call('GET', `/inventories/searchByDate${query}`)).status).toBe(400);
  });

  it('200 for inventoryLite: published items unless all are requested; 400 (not found) in a private project', async () => {
    const id = await project({ privateProject: true });
    const [a, b] = [await make(id), await make(id)];
    await h.call('PUT', `/inventories/${a}/publish`);
    const lite = (query: string, as = h.admin) => h.call('GET', `/project/inventoryLite/${id}?${query}`, { as });
    const answer = await lite('startTime=2020-01-01 00:00:00&endTime=2099-01-01 00:00:00');
    expect(ids(answer.body.inventoryItems)).toEqual([a]);
    expect(answer.headers['number-of-pages']).toBe('1');
    expect(ids((await lite('published=False')).body.inventoryItems)).toEqual([a, b]);
    expect((await lite('endTime=2020-01-01')).body.inventoryItems).toEqual([]);
    const refused = await lite('', stranger);
    expect(refused.status).toBe(400);
    expect(refused.body['Error: ']).toContain(`${id}`);
  });
});

describe('results of scans', () => {
  it('200: added, updated and removed by the last scan; links; the alias of the scan server', async () => {
    const id = await project({ deleteEmptyInventory: true });
    const delta = async () => (await h.call('GET', `/project/inventoryDeltaFromLastScan/${id}`)).body;
    expect(await delta()).toMatchObject({ lastScanTaskId: null, inventoryItems: [] });
    await upload(id, { 'package-lock.json': lock('ansi', 'bold') });
    const first = await scan(id);
    const changes = (body: { inventoryItems: { change: string; name: string }[] }) =>
      body.inventoryItems.map((row) => `${row.change} ${row.name.split(' ')[0]}`).sort();
    expect(await delta()).toMatchObject({ lastScanTaskId: first });
    expect(changes(await delta())).toEqual(expect.arrayContaining(['ADDED ansi', 'ADDED bold']));
    const own = await make(id);
    await upload(id, { 'package-lock.json': lock('bold', 'curl') });
    await scan(id);
    expect(changes(await delta())).toEqual(expect.arrayContaining(['ADDED curl', 'REMOVED ansi']));
    expect(changes(await delta()).join()).not.toContain('item');

    const items = (await h.call('GET', `/projects/${id}/inventories/ASSAY?limit=1000`)).body.data as {
      id: number;
      name: string;
      filePaths: string[];
    }[];
    expect(ids(items)).not.toContain(own);
    expect(items.every((item) => item.filePaths.length > 0)).toBe(true);
    expect((await h.call('GET', `/projects/${id}/inventories/jenkins`)).status).toBe(404);

    const bold = items.find((item) => item.name.startsWith('bold'))!;
    const parents = (await h.call('GET', `/inventories/${bold.id}/parents`)).body.data;
    const { rows } = await h.database.pool.query('select parent_id from inventory_links where child_id = $1', [
      bold.id,
    ]);
    expect(ids(parents)).toEqual(rows.map((row) => row.parent_id));
    expect((await h.call('GET', `/inventories/${bold.id}/children`)).body.data).toEqual([]);
  });

  it('200: a rescan that finds another license reports it by ids, from none and from one', async () => {
    const id = await project();
    const licensed = (license?: string) =>
      JSON.stringify({
        name: 'app',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: { '': { name: 'app' }, 'node_modules/ansi': { version: '1.0.0', license } },
      });
    for (const license of [undefined, 'MIT', 'Apache-2.0']) {
      await upload(id, { 'package-lock.json': licensed(license) });
      await scan(id);
    }
    const [item] = (await h.call('GET', `/projects/${id}/inventories/assay`)).body.data;
    const revisions = (await h.call('GET', `/inventories/${item.id}/history`)).body.data as Record<
      string,
      { field: string; oldValue: string; newValue: string }[]
    >;
    const licenses = Object.values(revisions)
      .flat()
      .filter((change) => change.field.includes('License'));
    expect(licenses.map(({ oldValue, newValue }) => [oldValue, newValue])).toEqual([
      ['-1', '7'],
      ['7', '20'],
    ]);
  });

  it('200: children and parents by link', async () => {
    const id = await project();
    const [top, low] = [await make(id), await make(id)];
    await h.database.pool.query(`insert into inventory_links values ($1, $2, 'BUNDLED')`, [top, low]);
    const children = await h.call('GET', `/inventories/${top}/children`);
    expect(children.body.data).toMatchObject([{ id: low, linkType: 'BUNDLED' }]);
    expect(children.headers['total-records']).toBe('1');
    expect((await h.call('GET', `/inventories/${low}/parents`)).body.data).toMatchObject([{ id: top }]);
    expect((await h.call('GET', '/inventories/999999/parents')).status).toBe(404);
  });

  it('200: all of a node and everything linked, unless a page is requested', async () => {
    const id = await project();
    const names = Array.from({ length: 30 }, (_, at) => `part-${at}`);
    await upload(id, { 'package-lock.json': lock(...names) });
    await scan(id);
    const all = await h.call('GET', `/projects/${id}/inventories/assay`);
    expect(all.body.data.length).toBe(names.length);
    expect(all.headers).toMatchObject({ 'number-of-pages': '1', 'total-records': String(all.body.data.length) });
    const app = await make(id);
    await h.database.pool.query(
      `insert into inventory_links select $1, id, 'DEPENDENCY' from inventory_items where project_id = $2 and id <> $1`,
      [app, id],
    );
    const children = await h.call('GET', `/inventories/${app}/children`);
    expect([children.body.data.length, children.headers['number-of-pages']]).toEqual([names.length, '1']);
    const page = await h.call('GET', `/inventories/${app}/children?offset=2`);
    expect([page.body.data.length, page.headers['number-of-pages']]).toEqual([names.length - 25, '2']);
    const part = children.body.data[0];
    expect(ids((await h.call('GET', `/inventories/${part.id}/parents?limit=1`)).body.data)).toEqual([app]);
  });

  it('scanned files: flags as texts, digests on request; evidence of every file; ids by path; scan nodes', async () => {
    const id = await project();
    const empty = await h.call('GET', `/projects/${id}/allscannedfiles/?offset=1`);
    expect(empty.status).toBe(400);
    expect(empty.body.errors[0].message).toBe(
      'The page 1 you requested is out of bounds. Total records :0 number of pages :0',
    );
    expect((await h.call('GET', `/projects/${id}/evidences`)).body).toEqual({ data: [] });
    const notice =
      '// Copyright (c) 2020 Ann Author <ann@annsoft.de>\n// SPDX-License-Identifier: MIT\n// see https://annsoft.de/x\n';
    await upload(id, { 'src/a.js': notice, 'plain.txt': 'nothing' });
    expect((await h.call('GET', `/projects/${id}/allscannedfiles`)).status).toBe(400);
    await scan(id);
    const list = await h.call('GET', `/projects/${id}/allscannedfiles?includeMD5Hash=True&limit=1&offset=2`);
    expect(list.headers).toMatchObject({ 'current-page': '2', 'number-of-pages': '2', 'total-records': '2' });
    expect(list.body.data).toMatchObject([
      { filePath: 'src/a.js', remote: 'false', fileSHA1: null, containsEvidence: 'true' },
    ]);
    expect(list.body.data[0].inInventory).toMatch(/^(true|false)$/);
    expect(list.body.data[0].fileMD5).toMatch(/^[0-9a-f]{32}$/);
    const evidences = (await h.call('GET', `/projects/${id}/evidences`)).body.data;
    expect(evidences).toMatchObject([
      { filePath: 'plain.txt', remote: false, copyRightMatches: [], emailUrlMatches: [], licenseMatches: [] },
      { fileName: 'a.js', licenseMatches: ['MIT'] },
    ]);
    expect(evidences[1].emailUrlMatches).toEqual(expect.arrayContaining(['ann@annsoft.de', 'https://annsoft.de/x']));
    expect(evidences[1].copyRightMatches[0]).toContain('Ann Author');
    expect((await h.call('GET', `/projects/${id}/files?filePath=src/a.js`)).body.data).toEqual({
      fileId: evidences[1].scannedFileId,
      filePath: 'src/a.js',
    });
    expect((await h.call('GET', `/projects/${id}/files?folderPath=nowhere`)).status).toBe(404);
    expect((await h.call('GET', `/projects/${id}/files`)).status).toBe(400);
    expect((await h.call('GET', `/projects/${id}/scanNodes`)).body.data).toMatchObject([
      { alias: 'assay', scannedFiles: 2, totalFiles: 2 },
    ]);
  });

  it('404 for all of them in a private project of others', async () => {
    const id = await project({ privateProject: true });
    for (const path of [
      'allscannedfiles',
      'evidences',
      'files?filePath=a',
      'scanNodes',
      'inventories/assay',
      'childProjects',
      'contact',
    ])
      expect([path, (await h.call('GET', `/projects/${id}/${path}`, { as: stranger })).status]).toEqual([path, 404]);
  });
});

describe('notices', () => {
  const license = async (name: string) =>
    (await h.database.pool.query('select id, text from licenses where short_name = $1', [name])).rows[0] as {
      id: number;
      text: string;
    };
  const notices = async (id: number) => (await h.call('GET', `/inventories/${id}`)).body.data.noticesText as string;

  it('200: an empty text is filled, an existing one only with overwrite; each change is recorded', async () => {
    const mit = await license('MIT');
    const id = await make(await project(), { inventoryType: 'LICENSE', licenseId: mit.id });
    expect(await notices(id)).toBe('N/A');
    await h.call('PUT', `/inventories/${id}/notices`);
    expect(await notices(id)).toBe(mit.text);
    await h.call('PUT', `/inventories/${id}`, { body: { noticeText: 'mine' } });
    await h.call('PUT', `/inventories/${id}/notices?overwrite=False`);
    expect(await notices(id)).toBe('mine');
    await h.call('PUT', `/inventories/${id}/notices?overwrite=true`);
    expect(await notices(id)).toBe(mit.text);
    const history = Object.values((await h.call('GET', `/inventories/${id}/history`)).body.data).flat() as {
      action: string;
    }[];
    expect(history.filter((row) => row.action === 'Update Notices')).toHaveLength(2);
  });

  it('202: the job fills a whole project; its id is between the first and the second colon', async () => {
    const mit = await license('MIT');
    const projectId = await project();
    const [empty, written, unknown] = [
      await make(projectId, { inventoryType: 'LICENSE', licenseId: mit.id }),
      await make(projectId, { inventoryType: 'LICENSE', licenseId: mit.id, noticeText: 'mine' }),
      await make(projectId),
    ];
    const run = async (query = '') => {
      const answer = await h.call('POST', `/jobs/notices/${projectId}${query}`);
      expect(answer.status).toBe(202);
      const jobId = Number(answer.body.message.split(':')[1].trim());
      expect(jobId).toBe(answer.body.id);
      expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
      expect((await h.call('GET', `/jobs/${jobId}`)).body).toMatchObject({
        jobType: 'Update Notices',
        status: 'Completed',
      });
    };
    await run('?overwrite=true');
    expect([await notices(empty), await notices(written), await notices(unknown)]).toEqual([mit.text, 'mine', 'N/A']);
    await run('?overwriteAll=true');
    expect([await notices(empty), await notices(written), await notices(unknown)]).toEqual([mit.text, mit.text, 'N/A']);
  });

  it('the job locks few items at once, so that whoever changes one of them hardly waits', async () => {
    const mit = await license('MIT');
    const projectId = await project();
    for (let at = 0; at < 45; at++) await make(projectId, { inventoryType: 'LICENSE', licenseId: mit.id });
    const answer = await h.call('POST', `/jobs/notices/${projectId}?overwrite=true`);
    expect(await h.jobOver(answer.body.id)).toMatchObject({ status: 'Completed', error: '' });
    // A row names the transaction that wrote it.
    const { rows } = await h.database.pool.query(
      'select count(*)::int as items from inventory_items where project_id = $1 group by xmin::text',
      [projectId],
    );
    expect(rows.reduce((sum, { items }) => sum + items, 0)).toBe(45);
    // How many are in a step follows from its time (short-steps.test.ts); the first has twenty.
    expect(Math.min(...rows.map(({ items }) => items))).toBeLessThanOrEqual(20);
    expect(rows.length).toBeGreaterThan(1);
  });

  it('a scan fills empty texts if the project wants it', async () => {
    const mit = await license('MIT');
    const reviewSettings = { updateNoticesAutomatically: true };
    const scanned = async (more: Record<string, unknown>) => {
      const id = await project(more);
      await upload(id, { 'package-lock.json': lock('ansi') });
      await scan(id);
      const items = (await h.call('GET', `/project/inventory/${id}?published=false`)).body.inventoryItems;
      return items.find((item: { name: string }) => item.name.startsWith('ansi')).noticesText;
    };
    expect(await scanned({ reviewSettings })).toBe(mit.text);
    expect(await scanned({})).toBe('N/A');
  });

  it('409 while a scan is queued, 403 without a role, 404 without the right to see it', async () => {
    const [open, hidden] = [await project(), await project({ privateProject: true })];
    await h.database.pool.query(
      `insert into jobs (type, project_id, status) values ('Project Scan', $1, 'Scheduled')`,
      [open],
    );
    expect((await h.call('POST', `/jobs/notices/${open}`)).status).toBe(409);
    expect((await h.call('POST', `/jobs/notices/${open}`, { as: stranger })).status).toBe(403);
    expect((await h.call('POST', `/jobs/notices/${hidden}`, { as: stranger })).status).toBe(404);
    expect((await h.call('POST', '/jobs/notices/999999')).status).toBe(404);
  });
});

describe('workflows and vulnerabilities', () => {
  it('404 without pairs, 201 when stored, replaced, removed', async () => {
    const id = await make(await project());
    const path = `/inventories/${id}/workflows`;
    expect((await h.call('GET', path)).status).toBe(404);
    const pairs = [
      { key: 'ticket', value: '17' },
      { key: 'url', value: 'https://example.org' },
      { key: 'ticket', value: '18' },
    ];
    expect((await h.call('POST', path, { body: pairs })).status).toBe(201);
    expect((await h.call('GET', path)).body).toEqual({ 'Workflow Request Details': { information: pairs } });
    await h.call('POST', path, { body: [{ key: 'a', value: 'b' }] });
    expect((await h.call('GET', path)).body['Workflow Request Details'].information).toHaveLength(1);
    expect((await h.call('POST', path, { body: [] })).status).toBe(201);
    expect((await h.call('GET', path)).status).toBe(404);
  });

  it.each([
    ['an object', { key: 'a', value: 'b' }],
    ['nothing', undefined],
    ['a pair without value', [{ key: 'a' }]],
    ['an empty key', [{ key: '', value: 'b' }]],
    ['an unknown member', [{ key: 'a', value: 'b', note: 'c' }]],
  ])('400 for %s', async (_what, body) => {
    const id = await make(await project());
    expect((await h.call('POST', `/inventories/${id}/workflows`, { body })).status).toBe(400);
  });

  it('200: no vulnerabilities yet, with paging headers in the list and without in the analysis', async () => {
    const id = await make(await project());
    const list = await h.call('GET', `/inventories/${id}/vulnerabilities`);
    expect(list.body).toEqual({ data: [] });
    expect(list.headers['current-page']).toBe('1');
    const analysis = await h.call('GET', `/inventories/${id}/vulnerabilities/analysis?limit=100000&analysisState=ANY`);
    expect(analysis.body).toEqual({ data: { analyzedVulnerabilities: [] } });
    expect(analysis.headers['current-page']).toBeUndefined();
  });

  it('200: suppressions of the version, in this project and in all, while they exist', async () => {
    const [projectId, other] = [await project(), await project()];
    const { rows } = await h.database.pool.query(
      `with c as (insert into components (name) values ('openssl') returning id)
       insert into component_versions (component_id, name) select id, '1.0' from c returning id, component_id`,
    );
    const [{ id: versionId, component_id: componentId }] = rows;
    const suppress = (name: string, of: number | null, reason: string, analysis: object, lifted: string | null) =>
      h.database.pool.query(
        `with v as (insert into vulnerabilities (name) values ($1) returning id),
           s as (insert into suppressions (vulnerability_id, component_id, project_id, analysis) select id, $2, $3, $4 from v returning id)
         insert into suppressed_versions (suppression_id, version_id, reason, remarks, suppressed_by, lifted_at) select id, $5, $6, 'why', 'admin', $7 from s`,
        [name, componentId, of, JSON.stringify(analysis), versionId, reason, lifted],
      );
    await suppress('CVE-1', null, 'REMEDIATED', {}, null);
    await suppress('CVE-2', projectId, 'OTHER', { state: 'NOT_AFFECTED', response: 'UPDATE' }, null);
    await suppress('CVE-3', other, 'OTHER', {}, null);
    await suppress('CVE-4', null, 'OTHER', {}, '2026-01-01');
    const component = { id: componentId, versionId, licenseId: -1 };
    const path = `/inventories/${await make(projectId, { inventoryType: 'COMPONENT', component })}/vulnerabilities/analysis`;
    const analysis = (state: string, justification: string, response: string) => ({
      state,
      justification,
      response,
      detail: 'why',
    });
    const told = (suppressedEverywhere: boolean) => ({
      suppressedEverywhere,
      analyzedBy: 'admin',
      analyzedOn: expect.any(String),
      expiresOn: '',
    });
    expect((await h.call('GET', path)).body.data.analyzedVulnerabilities).toEqual([
      {
        vulnerabilityName: 'CVE-1',
        componentVersionId: versionId,
        suppressed: true,
        analysis: analysis('RESOLVED', '', ''),
        ...told(true),
      },
      {
        vulnerabilityName: 'CVE-2',
        componentVersionId: versionId,
        suppressed: true,
        analysis: analysis('NOT_AFFECTED', '', 'UPDATE'),
        ...told(false),
      },
    ]);
    expect((await h.call('GET', `${path}?analysisState=UNSUPPRESSED`)).body.data.analyzedVulnerabilities).toEqual([]);
  });
});
