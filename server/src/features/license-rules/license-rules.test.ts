import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tarGz } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { insertJob } from '../../db/jobs.ts';
import { queueDueRefresh } from '../../scans/analysis/evidence-refresh.ts';
import { importedRules, readImportedIndex } from '../../scans/analysis/license-rules.ts';

let h: Harness;
let projectId: number;
/** The index of the imported rules. */
let whole: Buffer;
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

/** Enough of them that compiling takes some seconds. */
const MANY_RULES = tarGz(
  Array.from({ length: 20_000 }, (_, rule) => ({
    name: `rules/gizmo-works_${rule}.RULE`,
    content: RULE.replace(
      'This gizmo',
      Array.from({ length: 60 }, (_, word) => `w${(rule * 31 + word * 17) % 9973}`).join(' '),
    ),
  })),
);

async function scan(): Promise<string> {
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  return (await h.jobOver(taskId)).details;
}

async function expressions(): Promise<string[]> {
  const tree = (await h.call('GET', `/projects/${projectId}/codebase`)).body.data;
  return (await h.call('GET', `/files/${tree.entries[0].id}`)).body.data.spdx;
}

/** As `assay licenses import` does without --out. */
async function leave(index: Buffer): Promise<void> {
  await mkdir(dirname(h.app.folder.licenseRules), { recursive: true });
  await writeFile(h.app.folder.licenseRules, index);
}

/** The import queues the job that refreshes evidence, which may be running or have ended. */
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
  whole = Buffer.from((await readImportedIndex(h.app, (await importedRules(h.app))!)).buffer);
  expect((await refreshOver()).details).toContain('1 content of 1 project ');
  expect(await expressions()).toEqual(['LicenseRef-scancode-gizmo-works']);
  expect(await scan()).toContain(', 0 analysed now');

  const tree = (await h.call('GET', `/projects/${projectId}/codebase`)).body.data;
  const [match] = (await h.call('GET', `/files/${tree.entries[0].id}`)).body.data.licenses;
  const rule = await h.call('GET', `/licenseRules/rule?name=${encodeURIComponent(match.rule)}`);
  expect(rule.body.data).toMatchObject({
    ...{ rule: match.rule, expression: 'LicenseRef-scancode-gizmo-works', isImported: true },
    text: 'this gizmo is offered under the terms of the gizmo works community license',
  });
  const missing = await h.call('GET', '/licenseRules/rule?name=no-such-rule');
  expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('no-such-rule')]);
});

it('202 without a name: the format is recognised by the bytes', async () => {
  const { body } = await h.call('POST', '/licenseRules/import', {
    raw: RULES,
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed', error: '' });
});

it('an upload that is no archive fails its job with a message about the upload', async () => {
  const { body } = await h.call('POST', '/licenseRules/import', {
    raw: Buffer.from('no archive at all'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const job = await h.jobOver(body.id);
  expect(job.status).toBe('Failed');
  expect(job.error).toContain('The upload is not an archive of a known format');
});

it.each<[string, (rules: Buffer) => Buffer]>([
  ['cut short', (rules) => rules.subarray(0, 10_000)],
  ['damaged in the middle', (rules) => rules.fill(0xff, rules.length / 2, rules.length / 2 + 64)],
  ['of another version', (rules) => rules.fill(0, 4, 8)],
])(
  'a scan with rules that are %s fails with a sentence that says what to do, until they are removed',
  async (_, spoil) => {
    await leave(spoil(Buffer.from(whole)));
    const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
    const job = await h.jobOver(taskId);
    expect(job.status).toBe('Failed');
    expect(job.error).toMatch(/^The imported license rules cannot be used: .*\(DELETE \/licenseRules\/import\)\.$/);
  },
);

it('200: restores the built-in rules', async () => {
  expect((await h.call('DELETE', '/licenseRules/import')).status).toBe(200);
  expect((await refreshOver()).status).toBe('Completed');
  expect(await expressions()).toEqual([]);
  expect((await h.call('GET', '/licenseRules')).body.data.source).toBe('built-in');
});

it('202 for several simultaneous imports, which run one after the other and leave no upload behind', async () => {
  const headers = { 'content-type': 'application/octet-stream' };
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => h.call('POST', '/licenseRules/import', { raw: RULES, headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  for (const { body } of answers) expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed', error: '' });
  expect(await readdir(h.app.folder.temporary)).toEqual([]);
});

async function whileCompiling(): Promise<{ total: number }> {
  for (;;) {
    const { importJob } = (await h.call('GET', '/licenseRules')).body.data;
    if (importJob?.phase === 'Compiling rules') return importJob;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

it('an import whose progress cannot be written until its rules are compiled succeeds', async () => {
  const { body } = await h.call('POST', '/licenseRules/import', {
    raw: MANY_RULES,
    headers: { 'content-type': 'application/octet-stream' },
  });
  await whileCompiling();
  await h.app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('jobs').select('id').where('id', '=', body.id).forUpdate().execute();
    await new Promise((resolve) => setTimeout(resolve, 3000));
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed', error: '' });
});

it('an import that is canceled while it compiles leaves the rules unchanged', async () => {
  const before = await importedRules(h.app);
  const { body } = await h.call('POST', '/licenseRules/import', {
    raw: MANY_RULES,
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect((await whileCompiling()).total).toBe(20_000);
  expect((await h.call('POST', `/jobs/${body.id}/cancel`)).status).toBe(200);
  expect((await h.jobOver(body.id)).status).toBe('Terminated');
  expect(await importedRules(h.app)).toEqual(before);
  expect(await readdir(h.app.folder.temporary)).toEqual([]);
});

it('200: users who may import rules see and stop the imports of others; a refresh is for system administrators', async () => {
  const keeper = await h.person('keeper', ['library_manager']);
  const other = await h.person('other', ['create_project', 'edit_policy']);
  const submit = (type: 'License Rules Import' | 'Evidence Refresh') =>
    h.app.db
      .transaction()
      .execute(async (tx) => insertJob(tx, { type, projectId: null, triggeredBy: null, payload: {} }));
  const [theirs, refresh] = [await submit('License Rules Import'), await submit('Evidence Refresh')];
  const statuses = async (as: Person, jobId: number) => [
    (await h.call('GET', `/jobs/${jobId}`, { as })).status,
    (await h.call('GET', `/jobs/${jobId}/log`, { as })).status,
    (await h.call('GET', '/jobs?limit=100', { as })).body.data.some(({ id }: { id: number }) => id === jobId),
    (await h.call('POST', `/jobs/${jobId}/cancel`, { as })).status,
  ];
  expect(await statuses(other, theirs)).toEqual([404, 404, false, 404]);
  expect(await statuses(keeper, theirs)).toEqual([200, 200, true, 200]);
  expect(await statuses(keeper, refresh)).toEqual([404, 404, false, 404]);
  expect((await h.call('POST', `/jobs/${refresh}/cancel`)).status).toBe(200);
});

it('an import that was killed after its rules came into force reports this when it is resumed', async () => {
  const done = { details: 'In force from the next scan on: 1 rule of 1 license; 0 issues.' };
  const payload = { upload: '00', suffix: '', done };
  const job = { type: 'License Rules Import', projectId: null, triggeredBy: null, payload };
  const id = await h.app.db.transaction().execute((tx) => h.app.queue.submit(tx, job));
  expect(await h.jobOver(id)).toMatchObject({ status: 'Completed', error: '', details: done.details });
});

it('rules that the command line imported are in force from the next scan on, and their refresh follows once', async () => {
  expect((await h.call('DELETE', '/licenseRules/import')).status).toBe(200);
  await refreshOver();
  await leave(whole);
  expect(await scan()).toContain(', 1 analysed now');
  expect(await expressions()).toEqual(['LicenseRef-scancode-gizmo-works']);
  expect(existsSync(h.app.folder.licenseRules)).toBe(false);
  const { rows } = await h.database.pool.query(
    `select login, details from audit_log where operation = 'importLicenseRules' and via = 'system' order by id desc limit 1`,
  );
  expect(rows[0]).toMatchObject({ login: 'System', details: { sizeBytes: whole.length } });
  await h.database.pool.query(`update projects set evidence_version = 'older'`);
  const jobs = async () => (await h.database.pool.query(`select id from jobs where type = 'Evidence Refresh'`)).rows;
  const before = await jobs();
  await Promise.all([queueDueRefresh(h.app), queueDueRefresh(h.app)]);
  expect(await jobs()).toHaveLength(before.length + 1);
  await refreshOver();
  expect((await h.call('DELETE', '/licenseRules/import')).status).toBe(200);
  await refreshOver();
  expect(await expressions()).toEqual([]);
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

it('200 with the last import until other rules come into force, for users who may see it', async () => {
  const last = async (as?: Person) => (await h.call('GET', '/licenseRules', { as })).body.data.lastImport;
  const send = async (raw: Buffer) => {
    const headers = { 'content-type': 'application/octet-stream' };
    const { id } = (await h.call('POST', '/licenseRules/import', { raw, headers })).body;
    await h.jobOver(id);
    return id;
  };
  const keeper = await h.person('importer', ['library_manager']);
  const refused = await send(Buffer.from('no archive at all'));
  const answer = { id: refused, status: 'Failed', details: '', error: expect.stringContaining('is not an archive') };
  expect(await last()).toEqual(answer);
  expect(await last(keeper)).toEqual(answer);
  expect(await last(await h.person('reader'))).toBeNull();
  const taken = await send(RULES);
  const details = 'In force from the next scan on: 2 rules of 1 license; 0 issues.';
  expect(await last()).toEqual({ id: taken, status: 'Completed', details, error: '' });
  const next = await send(Buffer.from('nor this'));
  expect(await last()).toMatchObject({ id: next, status: 'Failed' });
  await h.call('DELETE', '/licenseRules/import');
  expect(await last()).toBeNull();
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
