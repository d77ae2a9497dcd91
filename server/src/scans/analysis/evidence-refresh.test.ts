// Evidence of an older analyser is updated in the background: automatically, beside scans, and in spite of
// failures.
import { randomBytes } from 'node:crypto';
import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { queueEvidenceRefresh } from './evidence-refresh.ts';
import { closeScanPool, scanVersion } from './pool.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

const query = async (text: string, values: unknown[] = []) => (await h.database.pool.query(text, values)).rows;

async function upload(id: number, files: Record<string, string | Buffer>): Promise<void> {
  const { status } = await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(status).toBe(200);
}

async function scan(projectId: number): Promise<string> {
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  const job = await h.jobOver(taskId);
  expect(job).toMatchObject({ status: 'Completed', error: '' });
  return job.details;
}

async function scannedProject(files: Record<string, string | Buffer>): Promise<number> {
  const id = (await h.call('POST', '/projects', { body: { name: `refreshed ${++count}` } })).body.id as number;
  await upload(id, files);
  await scan(id);
  return id;
}

/** As if an analyser without licenses had made the stored facts. */
async function makeOlder(projectIds: number[]): Promise<void> {
  await query(
    `update facts set analyzer_version = 'older', facts = facts || '{"licenses": []}', spdx = '{}', has_evidence = false, has_references = false
     from files f where f.sha256 = facts.sha256 and f.hint = facts.hint and f.project_id = any($1)`,
    [projectIds],
  );
  await query('delete from followed_licenses where file_id in (select id from files where project_id = any($1))', [
    projectIds,
  ]);
  await query('update files set has_evidence = false where project_id = any($1)', [projectIds]);
  await query(`update projects set evidence_version = 'older' where id = any($1)`, [projectIds]);
}

async function refresh(): Promise<{ status: string; error: string; details: string }> {
  return h.jobOver((await queueEvidenceRefresh(h.app))!);
}

async function evidenceOf(projectId: number): Promise<Record<string, unknown>> {
  const rows = await query('select id, path, has_evidence as flag from files where project_id = $1 order by path', [
    projectId,
  ]);
  const files = rows.map(async ({ id, path, flag }) => {
    const { spdx, isScanned } = (await h.call('GET', `/files/${id}`)).body.data;
    return [path, isScanned ? [...spdx, flag] : 'not scanned'];
  });
  return Object.fromEntries(await Promise.all(files));
}

const MIT = '// SPDX-License-Identifier: MIT\n';
const rules = async () => (await h.call('GET', '/licenseRules')).body.data;

/** An open scan that no worker runs. */
async function openScan(projectId: number): Promise<() => Promise<unknown>> {
  const [{ id }] = await query(
    `insert into jobs (type, project_id, payload) values ('Project Re-Scan', $1, '{}') returning id`,
    [projectId],
  );
  return () => query('delete from jobs where id = $1', [id]);
}

async function until(ask: () => Promise<boolean>): Promise<void> {
  while (!(await ask())) await new Promise((resolve) => setTimeout(resolve, 25));
}

const isWaiting = async () => (await rules()).refreshJob?.phase === 'Waiting for scans';

it('updates all projects and what follows from evidence, but neither inventory nor files that were never scanned', async () => {
  const files = {
    'a.c': MIT,
    COPYING: 'SPDX-License-Identifier: ISC\n',
    'b.c': '/* See the file COPYING for the license. */\n',
  };
  const [one, other] = [await scannedProject(files), await scannedProject(files)];
  await upload(other, { 'new.c': '// SPDX-License-Identifier: Zlib\n' });
  const items = await query('select * from inventory_items order by id');
  await makeOlder([one, other]);
  const { analyzerVersion } = await rules();
  expect((await h.call('GET', `/projects/${one}`)).body.data.evidenceVersion).toBe('older');

  // Both projects have the same contents, so the second one finds them analysed.
  expect(await refresh()).toMatchObject({ status: 'Completed', error: '', details: expect.stringContaining('3 contents of 2 projects') }); // biome-ignore format: one claim
  const expected = { COPYING: ['ISC', true], 'a.c': ['MIT', true], 'b.c': ['ISC', true] };
  expect(await evidenceOf(one)).toEqual(expected);
  expect(await evidenceOf(other)).toEqual({ ...expected, 'new.c': 'not scanned' });
  for (const id of [one, other])
    expect((await h.call('GET', `/projects/${id}`)).body.data.evidenceVersion).toBe(analyzerVersion);
  expect(await query('select * from inventory_items order by id')).toEqual(items);
  expect(await queueEvidenceRefresh(h.app)).toBeUndefined();
});

it('does not make a rescan skip files uploaded after the last scan', async () => {
  const project = await scannedProject({ 'first.c': `${MIT}int first;\n` });
  await scannedProject({ 'second.c': `${MIT}int second;\n` });
  const { body } = await h.call('POST', '/scanProfiles', { body: { name: 'skips all', settings: { rescanSkips: 'ALL' } } }); // biome-ignore format: one call
  await query('update projects set scan_profile_id = $1 where id = $2', [body.id, project]);
  await upload(project, { 'second.c': `${MIT}int second;\n` });
  await makeOlder([project]);
  expect((await refresh()).status).toBe('Completed');
  expect(await scan(project)).toContain('2 files, 0 analysed now, 1 skipped');
});

it('continues if an earlier run updated the facts, but not what follows from them', async () => {
  const project = await scannedProject({ 'killed.c': `${MIT}int killed;\n` });
  await query('update files set has_evidence = false where project_id = $1', [project]);
  await query(`update projects set evidence_version = 'older' where id = $1`, [project]);
  expect((await refresh()).details).toContain('0 contents of 1 project ');
  expect(await evidenceOf(project)).toEqual({ 'killed.c': ['MIT', true] });
});

it('is queued once for simultaneous requests', async () => {
  const project = await scannedProject({ 'once.c': `${MIT}int once;\n` });
  const close = await openScan(project);
  await makeOlder([project]);
  const asked = await Promise.all(Array.from({ length: 8 }, () => queueEvidenceRefresh(h.app)));
  // The first may already run when the second is requested, which then waits.
  const queued = asked.filter((id) => id !== undefined);
  expect([1, 2]).toContain(queued.length);
  await until(isWaiting);
  const open = await query(`select status from jobs where type = 'Evidence Refresh' and status in ('Scheduled', 'Active')`); // biome-ignore format: one query
  expect(open.filter(({ status }) => status === 'Active')).toHaveLength(1);
  await close();
  const ends = await Promise.all(queued.map((id) => h.jobOver(id)));
  expect(ends.map(({ status }) => status)).toEqual(queued.map(() => 'Completed'));
  expect(ends.filter(({ details }) => details.includes('1 content '))).toHaveLength(1);
});

it('lets scans go first, says that it waits, and continues with the current rules', async () => {
  const project = await scannedProject({ 'wait.c': `${MIT}The Brimstone notice: all of this may be used by friends of the house alone.\n` }); // biome-ignore format: one call
  const close = await openScan(project);
  await makeOlder([project]);
  const id = (await queueEvidenceRefresh(h.app))!;
  await until(isWaiting);
  expect(await rules()).toMatchObject({ refreshJob: { id, status: 'Active', total: 1 } });
  const licenseText = 'The Brimstone notice: all of this may be used by friends of the house alone.';
  const license = { name: 'Brimstone', shortName: 'Brimstone', priority: 'P1', licenseText };
  expect((await h.call('POST', '/licenses', { body: license })).status).toBe(201);
  await close();
  expect((await h.jobOver(id)).status).toBe('Completed');
  expect(await evidenceOf(project)).toEqual({ 'wait.c': ['LicenseRef-Brimstone', 'MIT', true] });
  const { analyzerVersion } = await scanVersion(h.app);
  expect(await query('select evidence_version from projects where id = $1', [project])).toEqual([
    { evidence_version: analyzerVersion },
  ]);
});

it('can be stopped while it waits', async () => {
  const project = await scannedProject({ 'stop.c': `${MIT}int stop;\n` });
  const close = await openScan(project);
  await makeOlder([project]);
  const id = (await queueEvidenceRefresh(h.app))!;
  await until(isWaiting);
  expect((await h.call('POST', `/jobs/${id}/cancel`)).status).toBe(200);
  expect((await h.jobOver(id)).status).toBe('Terminated');
  await close();
  expect((await refresh()).status).toBe('Completed');
  expect(await evidenceOf(project)).toEqual({ 'stop.c': ['MIT', true] });
});

it('skips a project that is deleted meanwhile, and updates a locked one', async () => {
  const [waiting, gone, locked] = [
    await scannedProject({ 'x.c': `${MIT}int x;\n` }),
    await scannedProject({ 'y.c': `${MIT}int y;\n` }),
    await scannedProject({ 'z.c': `${MIT}int z;\n` }),
  ];
  await makeOlder([waiting, gone, locked]);
  await query(`update projects set status = 'Project Completed' where id = $1`, [locked]);
  const close = await openScan(waiting);
  const id = (await queueEvidenceRefresh(h.app))!;
  await until(isWaiting);
  expect((await h.call('DELETE', `/projects/${gone}`)).status).toBe(202);
  await until(async () => (await h.call('GET', `/projects/${gone}`)).status === 404);
  await close();
  expect(await h.jobOver(id)).toMatchObject({ status: 'Completed', error: '', details: expect.stringContaining('of 2 projects') }); // biome-ignore format: one claim
  expect(await evidenceOf(locked)).toEqual({ 'z.c': ['MIT', true] });
});

it('reports contents that are missing on the disk as unreadable, and ends', async () => {
  const project = await scannedProject({ 'big.txt': Buffer.concat([Buffer.from(MIT), randomBytes(300_000)]) });
  await makeOlder([project]);
  const store = join(h.app.folder.root, 'store');
  for (const name of readdirSync(store, { recursive: true, withFileTypes: true }))
    if (name.isFile()) truncateSync(join(name.parentPath, name.name));
  const id = (await queueEvidenceRefresh(h.app))!;
  expect(await h.jobOver(id)).toMatchObject({ status: 'Completed', error: '' });
  const log = (await h.call('GET', `/jobs/${id}/log`)).body.data;
  expect(log).toMatchObject([{ code: 'unreadable', path: expect.stringMatching(/^refreshed \d+\/big\.txt$/) }]);
});
