// The main job end to end over the API: code comes in, is scanned, becomes inventory, is reviewed, and leaves as a report.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { licenseLibrary } from '@assay/scanner/licenses';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { ReportData } from '../../src/reports/data.ts';
import { tarGz } from '../archives.ts';
import { type Harness, startHarness } from '../harness.ts';

let h: Harness;
let projectId: number;

const MIT = licenseLibrary()
  .find((license) => license.id === 'MIT')!
  .text.replace('<year> <copyright holders>', '2024 Ada Lovelace');
const CODE_BASE = tarGz([
  {
    name: 'app/package.json',
    content: JSON.stringify({
      name: 'app',
      version: '1.0.0',
      license: 'Apache-2.0',
      dependencies: { lodash: '^4.17.0' },
    }),
  },
  {
    name: 'app/package-lock.json',
    content: JSON.stringify({
      name: 'app',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'app', version: '1.0.0', license: 'Apache-2.0', dependencies: { lodash: '^4.17.0' } },
        'node_modules/lodash': {
          version: '4.17.21',
          license: 'MIT',
          resolved: 'https://registry.npmjs.org/lodash/-/lodash-4.17.21.tgz',
        },
      },
    }),
  },
  {
    name: 'app/src/index.js',
    content: '// SPDX-License-Identifier: Apache-2.0\n// Copyright (c) 2023 Example Corporation\nexport {};\n',
  },
  { name: 'other/LICENSE', content: MIT },
  { name: 'other/main.c', content: '/* SPDX-License-Identifier: MIT */\nint main(void) { return 0; }\n' },
  { name: 'broken/package.json', content: '{"name": ' },
  { name: 'link', type: '2', linkName: '/etc/passwd' },
]);

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: 'main job' } })).body.id;
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: CODE_BASE,
    headers: { 'content-type': 'application/octet-stream' },
  });
});
afterAll(() => h.close());

async function scan(query = '') {
  const { body } = await h.call('POST', `/scanResource/projectScan/${projectId}${query}`);
  const taskId = body['Content: '] as number;
  const job = await h.jobOver(taskId);
  return { taskId, job };
}

async function items(query = '') {
  return (await h.call('GET', `/project/inventory/${projectId}?size=1000${query}`)).body.inventoryItems;
}

describe('the scan', () => {
  it('400 for a project without a code base', async () => {
    const empty = (await h.call('POST', '/projects', { body: { name: 'empty' } })).body.id;
    const { status, body } = await h.call('POST', `/projectScan/${empty}`);
    expect(status).toBe(400);
    expect(body['Error: ']).toContain('upload one');
  });

  it('completes with a log of issues, and a status that clients poll', async () => {
    const { taskId, job } = await scan();
    expect(job).toMatchObject({ status: 'Completed', error: '' });
    expect((await h.call('GET', `/project/scanStatus/${taskId}`)).body).toEqual({ 'Content: ': 'completed' });
    expect((await h.call('GET', `/jobs/${taskId}`)).body).toMatchObject({
      id: taskId,
      jobType: 'Project Scan',
      status: 'Completed',
    });
    const progress = (await h.call('GET', `/jobs/${taskId}/progress`)).body.data;
    expect(progress).toMatchObject({ isOver: true, done: 6, total: 6 });
    const log = (await h.call('GET', `/jobs/${taskId}/log`)).body.data.map(
      (line: { code: string; path: string }) => `${line.code} ${line.path}`,
    );
    expect(log).toEqual(['skipped-entry link', 'bad-manifest broken/package.json']);
    expect((await h.call('GET', `/projects/${projectId}`)).body.data.projectStatus).toBe('Analysis In Progress');
  });

  it('makes one item per component and version, and License Only items for the rest', async () => {
    const found = await items();
    expect(found.map((item: { name: string; type: string }) => `${item.type}: ${item.name}`).sort()).toEqual([
      'Component: app 1.0.0 (Apache-2.0)',
      'Component: lodash 4.17.21 (MIT)',
      'License Only: MIT',
    ]);
    const lodash = found.find((item: { name: string }) => item.name.startsWith('lodash'));
    expect(lodash).toMatchObject({
      purl: 'pkg:npm/lodash@4.17.21',
      componentName: 'lodash',
      componentForgeName: 'npm',
      selectedLicenseId: 7,
      selectedLicenseSPDXIdentifier: 'MIT',
      filePaths: ['app/package-lock.json'],
      inventoryReviewStatus: 'Draft',
    });
    const mit = found.find((item: { type: string }) => item.type === 'License Only');
    expect(mit.filePaths).toEqual(['other/LICENSE', 'other/main.c']);
  });

  it('shows evidence with lines', async () => {
    const tree = (await h.call('GET', `/projects/${projectId}/codebase?folderPath=app/src`)).body.data;
    const file = (await h.call('GET', `/files/${tree.entries[0].id}`)).body.data;
    expect(file.licenses).toMatchObject([{ expression: 'Apache-2.0', startLine: 1, endLine: 1, kind: 'tag' }]);
    expect(file.copyrights).toMatchObject([{ holder: 'Example Corporation', years: '2023', startLine: 2 }]);
    expect(file.inventories.map((one: { name: string }) => one.name)).toEqual(['app 1.0.0 (Apache-2.0)']);
  });

  it('analyses no content again in a second scan, here or in another project', async () => {
    const again = await scan();
    expect(again.job.details).toContain(', 0 analysed now');
    const twin = (await h.call('POST', '/projects', { body: { name: 'twin' } })).body.id;
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${twin}`, {
      raw: CODE_BASE,
      headers: { 'content-type': 'application/octet-stream' },
    });
    const taskId = (await h.call('POST', `/scanResource/projectScan/${twin}`)).body['Content: '];
    expect((await h.jobOver(taskId)).details).toContain(', 0 analysed now');
  });

  it('analyses everything again when asked to', async () => {
    expect((await scan('?fullRescan=true')).job.details).toContain(', 6 analysed now');
  });

  it('409 while a scan is open; the text ends with the id of the open one', async () => {
    // A row without a queue entry: no worker takes it, so it stays open until the test ends it.
    const { rows } = await h.database.pool.query(
      `insert into jobs (type, project_id, status) values ('Project Scan', $1, 'Scheduled') returning id`,
      [projectId],
    );
    const first = rows[0].id;
    const second = await h.call('POST', `/scanResource/projectScan/${projectId}`);
    await h.database.pool.query('delete from jobs where id = $1', [first]);
    expect(second.status).toBe(409);
    expect(second.text.endsWith(`task ID: ${first}"}`)).toBe(true);
  });

  it('keeps the decisions of people', async () => {
    const lodash = (await items()).find((item: { name: string }) => item.name.startsWith('lodash'));
    await h.call('PUT', `/inventories/${lodash.id}/status?status=APPROVED`);
    await h.call('PUT', `/inventories/${lodash.id}`, { body: { auditorReviewNotes: 'looked at it' } });
    await scan();
    const after = (await h.call('GET', `/inventories/${lodash.id}`)).body.data;
    expect(after).toMatchObject({ inventoryReviewStatus: 'Approved', auditNotes: 'looked at it' });
  });
});

describe('the review', () => {
  const one = async () => (await items()).find((item: { name: string }) => item.name.startsWith('app'));

  it('rejection opens a Remediation task, approval does not', async () => {
    const item = await one();
    await h.call('PUT', `/inventories/${item.id}/status`, { body: { status: 'REJECTED' } });
    const tasks = (await h.call('GET', `/tasks/search?inventoryId=${item.id}&status=OPEN`)).body.data;
    expect(tasks.map((task: { workflowTaskType: string }) => task.workflowTaskType)).toEqual(['REMEDIATE_INVENTORY']);
    expect((await h.call('PUT', `/inventories/${item.id}/status?status=APPROVED`)).status).toBe(200);
  });

  it('approval closes the open Manual Review task as approved', async () => {
    const item = await one();
    await h.call('PUT', `/inventories/${item.id}/status?status=DRAFT`);
    const taskId = (
      await h.call('POST', `/tasks?inventoryId=${item.id}`, {
        body: { summary: 'look', type: 'MANUAL_INVENTORY_REVIEW' },
      })
    ).body.id;
    await h.call('PUT', `/inventories/${item.id}/status?status=APPROVED`);
    expect((await h.call('GET', `/tasks/${taskId}`)).body.data).toMatchObject({ closed: true, resolution: 'APPROVED' });
  });

  it('closing the Manual Review task decides on the item', async () => {
    const item = await one();
    await h.call('PUT', `/inventories/${item.id}/status?status=DRAFT`);
    const taskId = (
      await h.call('POST', `/tasks?inventoryId=${item.id}`, {
        body: { summary: 'look', type: 'MANUAL_INVENTORY_REVIEW' },
      })
    ).body.id;
    expect((await h.call('PUT', `/tasks/${taskId}/close?resolution=CLOSED`)).status).toBe(400);
    expect((await h.call('PUT', `/tasks/${taskId}/close?resolution=REJECTED`)).status).toBe(200);
    expect((await h.call('GET', `/inventories/${item.id}`)).body.data.inventoryReviewStatus).toBe('Rejected');
  });

  it('recall hides the item from the published list and keeps its status; publishing shows it again', async () => {
    const item = await one();
    await h.call('PUT', `/inventories/${item.id}/status?status=APPROVED`);
    await h.call('PUT', `/inventories/${item.id}/recall`);
    expect(await one()).toBeUndefined();
    expect((await h.call('GET', `/inventories/${item.id}`)).body.data).toMatchObject({
      isPublished: false,
      inventoryReviewStatus: 'Approved',
    });
    await h.call('PUT', `/inventories/${item.id}/publish`);
    expect(await one()).toMatchObject({ isPublished: true, inventoryReviewStatus: 'Approved' });
  });

  it('adds entries to the history, newest first', async () => {
    const item = await one();
    const { body } = await h.call('GET', `/inventories/${item.id}/history`);
    const events = Object.values(body.data as Record<string, { event: string }[]>).map((changes) => changes[0]!.event);
    expect(events).toContain('Inventory Created');
    expect(events).toContain('Inventory Reviewed');
    expect(events).toContain('Inventory Recalled');
  });

  it('403 for an observer, 404 for a user who may not see the private project', async () => {
    const item = await one();
    const stranger = await h.person('reviewless');
    expect((await h.call('PUT', `/inventories/${item.id}/status?status=APPROVED`, { as: stranger })).status).toBe(403);
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: true } });
    for (const path of [
      `/inventories/${item.id}`,
      `/projects/${projectId}`,
      `/projects/${projectId}/inventorySummary`,
    ]) {
      expect((await h.call('GET', path, { as: stranger })).status).toBe(404);
    }
    expect(
      (await h.call('GET', '/jobs?limit=1000', { as: stranger })).body.data.map(
        (job: { project: { id: number } }) => job.project.id,
      ),
    ).not.toContain(projectId);
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: false } });
  });
});

describe('the reports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-reports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function unzip(bytes: Buffer): Promise<Record<string, string>> {
    const path = join(folder, 'report.zip');
    writeFileSync(path, bytes);
    const zip = await yauzl.openPromise(path);
    const files: Record<string, string> = {};
    for await (const entry of zip.eachEntry()) {
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
      files[entry.fileName] = Buffer.concat(chunks).toString('utf8');
    }
    zip.close();
    return files;
  }

  async function report(reportId: number) {
    const { body } = await h.call('POST', `/projects/${projectId}/reports/${reportId}/generate`, { body: {} });
    const { taskId } = body.data;
    await h.jobOver(taskId);
    return h.call('GET', `/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`);
  }

  it.each([
    [1, 'audit-report'],
    [2, 'project-report'],
    [3, 'notices-report'],
  ])('200 with the zip of report %i, in every format', async (reportId, name) => {
    const answer = await report(reportId);
    expect(answer.status).toBe(200);
    expect(String(answer.headers['content-disposition'])).toMatch(/^attachment; filename=[\w.-]+\.zip$/);
    const files = await unzip(answer.response.rawPayload);
    const names = Object.keys(files);
    expect(names[0]).toBe(`${name}.html`);
    expect(names).toEqual(
      expect.arrayContaining(['xlsx', 'docx', 'txt', 'md', 'json'].map((ending) => `${name}.${ending}`)),
    );
    expect(names.filter((one) => one.startsWith(`${name}-csv/`)).length).toBeGreaterThan(0);
    for (const ending of ['html', 'txt', 'json']) expect(files[`${name}.${ending}`]).toContain('lodash 4.17.21 (MIT)');
    const data = JSON.parse(files[`${name}.json`]!);
    expect(data.inventoryItems.length).toBeGreaterThan(1);
    expect(Value.Errors(ReportData, data)).toEqual([]);
  });

  it('writes the license texts and copyrights into the notices', async () => {
    const text = (await unzip((await report(3)).response.rawPayload))['notices-report.txt'];
    expect(text).toContain('Permission is hereby granted, free of charge');
    expect(text).toContain('Copyright (c) 2023 Example Corporation');
  });

  it('202 with the state of the task while it runs; 409 for a scan meanwhile', async () => {
    const { taskId } = (await h.call('POST', `/projects/${projectId}/reports/1/generate`)).body.data;
    await h.jobOver(taskId);
    await h.database.pool.query(`update jobs set status = 'Active' where id = $1`, [taskId]);
    const answer = await h.call('GET', `/projects/${projectId}/reports/1/download?taskId=${taskId}`);
    const scanning = await h.call('POST', `/scanResource/projectScan/${projectId}`);
    await h.database.pool.query(`update jobs set status = 'Completed' where id = $1`, [taskId]);
    expect(answer.status).toBe(202);
    expect(answer.headers['task-status']).toBe('ACTIVE');
    expect(scanning.status).toBe(409);
  });

  it('200 from the deprecated operation, by type or name, or by CUSTOM_REPORT and name', async () => {
    const answer = await h.call('GET', `/project/generateReport/?reportType=NOTICES&projectId=${projectId}`);
    expect(answer.status).toBe(200);
    expect(Object.keys(await unzip(answer.response.rawPayload))).toContain('notices-report.txt');
    for (const [type, status] of [
      ['CUSTOM_REPORT&reportName=Notices', 200],
      ['CUSTOM_REPORT', 400],
      ['Nonsense', 400],
    ]) {
      const path = `/project/generateReport?reportType=${type}&projectId=${projectId}`;
      expect([type, (await h.call('GET', path)).status]).toEqual([type, status]);
    }
  });

  it('escapes foreign text', async () => {
    const item = (await items())[0];
    await h.call('PUT', `/inventories/${item.id}`, {
      body: { name: '<script>alert(1)</script>', auditorReviewNotes: '</pre><img src=x onerror=alert(1)>' },
    });
    const files = await unzip((await report(1)).response.rawPayload);
    expect(files['audit-report.html']).not.toContain('<script>alert');
    expect(files['audit-report.html']).not.toContain('<img src=x');
  });
});

describe('deletion', () => {
  it('202; then the project and all its data are deleted', async () => {
    const { status, body } = await h.call('DELETE', `/projects/${projectId}`);
    expect(status).toBe(202);
    expect(body.message).toMatch(/job ID: \d+$/);
    expect((await h.jobOver(body.id)).status).toBe('Completed');
    expect((await h.call('GET', `/projects/${projectId}`)).status).toBe(404);
    const { rows } = await h.database.pool.query('select count(*)::int as n from files where project_id = $1', [
      projectId,
    ]);
    expect(rows[0].n).toBe(0);
  });
});
