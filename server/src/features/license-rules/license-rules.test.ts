import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tarGz } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: 'rules' } })).body.id;
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: tarGz([
      { name: 'a.c', content: '/* This gizmo is offered under the terms of the Gizmo Works Community License. */\n' },
    ]),
    headers: { 'content-type': 'application/octet-stream' },
  });
  await scan();
});
afterAll(() => h.close());

const LICENSE = `---
key: gizmo-works
short_name: Gizmo Works
name: Gizmo Works Community License
category: Permissive
owner: Gizmo Works
spdx_license_key: LicenseRef-scancode-gizmo-works
---

Gizmo Works Community License. Everybody may use, copy and change this gizmo for any purpose as long as this text stays with it.
`;
const RULE = `---
license_expression: gizmo-works
is_license_notice: yes
relevance: 100
---

This gizmo is offered under the terms of the Gizmo Works Community License.
`;
const RULES = tarGz([
  { name: 'licenses/gizmo-works.LICENSE', content: LICENSE },
  { name: 'rules/gizmo-works_1.RULE', content: RULE },
]);

async function scan(): Promise<string> {
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  return (await h.jobOver(taskId)).details;
}

async function expressions(): Promise<string[]> {
  const tree = (await h.call('GET', `/projects/${projectId}/codebase`)).body.data;
  return (await h.call('GET', `/files/${tree.entries[0].id}`)).body.data.spdx;
}

/** The job that refreshes evidence is queued by the import; it may be running or over. */
async function refreshOver(): Promise<{ status: string; details: string }> {
  const { rows } = await h.database.pool.query(
    `select id from jobs where type = 'Evidence Refresh' order by id desc limit 1`,
  );
  return h.jobOver(rows[0].id);
}

it('202: imported rules are in force from the next scan on, and stored evidence is refreshed in the background', async () => {
  expect(await expressions()).toEqual([]);
  const { status, body } = await h.call('POST', '/licenseRules/import', {
    raw: RULES,
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'rules.tar.gz' },
  });
  expect(status).toBe(202);
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed', error: '' });
  expect((await h.call('GET', '/licenseRules')).body.data.source).toBe('imported');
  expect((await refreshOver()).details).toContain('1 contents of 1 projects');
  expect(await expressions()).toEqual(['LicenseRef-scancode-gizmo-works']);
  expect(await scan()).toContain(', 0 analysed now');
});

it('202 without a name: the format is told by the bytes', async () => {
  const { body } = await h.call('POST', '/licenseRules/import', {
    raw: RULES,
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed', error: '' });
});

it('an upload that is no archive fails its job and is not called by our name for it', async () => {
  const { body } = await h.call('POST', '/licenseRules/import', {
    raw: Buffer.from('no archive at all'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const job = await h.jobOver(body.id);
  expect(job.status).toBe('Failed');
  expect(job.error).toContain('The upload is not an archive of a known format');
});

it('a scan with rules of another version fails with a sentence that says what to do, until they are dropped', async () => {
  const rules = await readFile(h.app.folder.licenseRules);
  await writeFile(h.app.folder.licenseRules, rules.fill(0, 0, 64));
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  const job = await h.jobOver(taskId);
  expect(job.status).toBe('Failed');
  expect(job.error).toMatch(/^The imported license rules cannot be used: .*\(DELETE \/licenseRules\/import\)\.$/);
});

it('200: back to the built-in rules', async () => {
  expect((await h.call('DELETE', '/licenseRules/import')).status).toBe(200);
  expect((await refreshOver()).status).toBe('Completed');
  expect(await expressions()).toEqual([]);
  expect((await h.call('GET', '/licenseRules')).body.data.source).toBe('built-in');
});

it('an archive without rules fails its job with a sentence and changes nothing', async () => {
  const { body } = await h.call('POST', '/licenseRules/import', {
    raw: tarGz([{ name: 'a.txt', content: 'a' }]),
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'x.tar.gz' },
  });
  const job = await h.jobOver(body.id);
  expect(job.status).toBe('Failed');
  expect(job.error).toContain('holds no rules');
  expect((await h.call('GET', '/licenseRules')).body.data.source).toBe('built-in');
});

it('400 for an empty body or a name of another kind, 403 without the permission', async () => {
  const headers = { 'content-type': 'application/octet-stream' };
  expect((await h.call('POST', '/licenseRules/import', { raw: Buffer.alloc(0), headers })).status).toBe(400);
  expect(
    (await h.call('POST', '/licenseRules/import', { raw: RULES, headers: { ...headers, 'x-file-name': 'rules.exe' } }))
      .status,
  ).toBe(400);
  expect(
    (await h.call('POST', '/licenseRules/import', { as: await h.person('plain'), raw: RULES, headers })).status,
  ).toBe(403);
});
