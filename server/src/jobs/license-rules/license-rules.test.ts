// A worker on another machine: it shares only the database and the store with the server.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tarGz } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { type DataFolder, dataFolder } from '../../installation/data-folder.ts';
import { startWorker, type Worker } from '../../queue/worker.ts';
import { closeScanPool } from '../../scans/analysis/pool.ts';
import { JOB_HANDLERS } from '../kinds.ts';

let h: Harness;
let elsewhere: DataFolder;
let worker: Worker;
beforeAll(async () => {
  h = await startHarness();
  elsewhere = dataFolder(mkdtempSync(join(tmpdir(), 'assay-test-')));
  worker = await startWorker({ ...h.app, folder: elsewhere }, JOB_HANDLERS, { isAlone: true });
});
afterAll(async () => {
  await worker.stop();
  await closeScanPool();
  await h.close();
  rmSync(elsewhere.root, { recursive: true, force: true });
});

const RULE =
  '---\nlicense_expression: gizmo\nis_license_notice: yes\n---\n\nThis gizmo is offered under its own terms.\n';
const LICENSE = '---\nkey: gizmo\nname: Gizmo License\n---\n\nEverybody may use, copy and change this gizmo.\n';

it('compiles the rules that were uploaded to the server, and all scan with them', async () => {
  const raw = tarGz([
    { name: 'gizmo_1.RULE', content: RULE },
    { name: 'gizmo.LICENSE', content: LICENSE },
  ]);
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'rules.tar.gz' };
  const { body } = await h.call('POST', '/licenseRules/import', { raw, headers });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed', error: '' });

  const { id } = (await h.call('POST', '/projects', { body: { name: 'gizmo' } })).body;
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tarGz([{ name: 'a.c', content: '/* This gizmo is offered under its own terms. */' }]),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const taskId = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
  const { entries } = (await h.call('GET', `/projects/${id}/codebase`)).body.data;
  expect((await h.call('GET', `/files/${entries[0].id}`)).body.data.spdx).toEqual(['LicenseRef-scancode-gizmo']);

  const rules = (await h.call('GET', '/licenseRules')).body.data;
  expect(rules).toMatchObject({ source: 'imported', problem: '', refreshJob: null });
  expect((await h.call('GET', `/projects/${id}`)).body.data.evidenceVersion).toBe(rules.analyzerVersion);
  expect([h.app.folder, elsewhere].map(({ licenseRules }) => existsSync(licenseRules))).toEqual([false, false]);
});
