// What an administrator sees of the installation: each figure is one that the server knows, and an unknown one says why.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { exportAuditHead } from '../../audit/heads.ts';
import { insertAuditLines } from '../../db/audit-log/entries.ts';
import { sizesOfParts } from '../../installation/folder-sizes.ts';

let h: Harness;
const state = async () => {
  const { status, body, text } = await h.call('GET', '/installation');
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return body.data;
};

beforeAll(async () => {
  h = await startHarness({ ASSAY_AUDIT_WITNESS: 'https://user:secret@witness.example.org/heads?key=hidden' });
});
afterAll(() => h.close());

it('server, database and disks', async () => {
  const { version, database, disks, trouble, memoryBytes } = await state();
  expect(version).toMatch(/^\d+\.\d+/);
  expect(database.sizeBytes).toBeGreaterThan(1e6);
  expect(database.mostConnections).toBeGreaterThanOrEqual(database.connections);
  expect(memoryBytes).toBeGreaterThan(1e7);
  expect(disks[0]).toMatchObject({ folder: h.app.folder.root });
  expect(disks[0].sizeBytes).toBeGreaterThan(disks[0].freeBytes);
  expect(trouble).toBe('');
});

it('a disk that cannot be asked says why, and gives no figure', async () => {
  const store = h.app.config.storeUrl;
  h.app.config.storeUrl = join(h.app.folder.root, 'not-mounted');
  const { disks, disksProblem, trouble } = await state();
  h.app.config.storeUrl = store;
  expect([disks, disksProblem, trouble]).toEqual([
    [],
    expect.stringContaining('not-mounted'),
    expect.stringMatching(/\S/),
  ]);
});

it('jobs that wait, run or failed, by type, and the one that waits longest', async () => {
  await h.database.pool.query(`insert into jobs (type, status, payload, queued_at, completed_at) values
    ('Project Scan', 'Scheduled', '{}', '2026-01-02 03:04:05Z', null), ('Project Scan', 'Scheduled', '{}', now(), null),
    ('Project Copy', 'Active', '{}', now(), null), ('Project Copy', 'Failed', '{}', now(), now() - interval '6 days'),
    ('Project Report', 'Failed', '{}', now(), now() - interval '8 days')`);
  const { queue } = await state();
  await h.database.pool.query('delete from jobs');
  expect(queue).toEqual([
    { type: 'Project Scan', waiting: 2, running: 0, failed: 0, oldestWaitingOn: '2026-01-02 03:04:05' },
    { type: 'Project Copy', waiting: 0, running: 1, failed: 1, oldestWaitingOn: '' },
  ]);
});

it('no worker, then one', async () => {
  expect((await state()).workers).toEqual([]);
  await h.work();
  expect((await state()).workers).toEqual([{ address: expect.any(String), since: expect.any(String), runningJobs: 0 }]);
});

it('the last verification, with its outcome', async () => {
  expect((await state()).verification).toMatchObject({ status: '', on: '' });
  const { body } = await h.call('POST', '/store/verify');
  await h.work();
  await h.jobOver(body.id);
  const { verification } = await state();
  expect(verification).toMatchObject({ jobId: body.id, status: 'Completed' });
  expect(verification.details).not.toBe('');
});

it('the last backup: none, one whose end is unknown, a complete one, a failed one', async () => {
  const line = { userId: null, login: '', tokenId: null, via: 'command line', operation: 'backup' } as const;
  const write = async (more: object) => (await insertAuditLines(h.app.db, [{ ...line, ...more }]))[0]!;
  const backup = async () => (await state()).backup;
  expect(await backup()).toMatchObject({ status: '', on: '' });
  const first = await write({ details: { target: '/b' } });
  expect(await backup()).toMatchObject({ status: 'Unknown', details: 'To /b' });
  await write({ about: first, status: 'Completed', details: { target: '/b', files: 3, sizeBytes: 1000 } });
  expect(await backup()).toMatchObject({ status: 'Completed', details: '3 files of 1000 bytes in /b' });
  const second = await write({ details: { target: '/c' } });
  await write({ about: second, status: 'Failed', details: { target: '/c', error: 'No space.' } });
  expect(await backup()).toMatchObject({ status: 'Failed', details: 'To /c: No space.' });
});

it('seals, heads and witnesses of the audit log, without secrets of addresses', async () => {
  expect((await state()).auditLog).toMatchObject({ headOn: '', headProblem: '' });
  await exportAuditHead(h.app);
  const { auditLog } = await state();
  expect(auditLog.headOn).not.toBe('');
  expect(auditLog.sealedUpTo).toBeGreaterThan(0);
  expect(auditLog.lines).toBeGreaterThanOrEqual(auditLog.sealedUpTo);
  expect(auditLog.witnesses).toEqual([
    { address: 'https://witness.example.org/heads', toldOn: '', line: 0, isOnSameDisk: false, problem: '' },
  ]);
  writeFileSync(join(h.app.folder.root, 'audit-heads', '9999-01.jsonl'), 'no head\n');
  expect((await state()).auditLog).toMatchObject({
    headOn: '',
    headProblem: expect.stringContaining('9999-01.jsonl:1'),
  });
  rmSync(join(h.app.folder.root, 'audit-heads'), { recursive: true });
});

it('sizes of folders and tables', async () => {
  const { parts, tables } = (await h.call('GET', '/installation/storage')).body.data;
  expect(parts.find(({ name }: { name: string }) => name === 'Keys')).toMatchObject({ unknown: '' });
  expect(tables).toHaveLength(12);
  expect(tables[0].sizeBytes).toBeGreaterThanOrEqual(tables[1].sizeBytes);
});

it('a folder with more files than are counted is unknown, not smaller', async () => {
  const { mirrors } = h.app.folder;
  mkdirSync(join(mirrors, 'inner'), { recursive: true });
  for (const name of ['a', 'b', 'inner/c']) writeFileSync(join(mirrors, name), 'x'.repeat(10_000));
  const of = async (most: number) => (await sizesOfParts(h.app.config, most)).find((one) => one.folder === mirrors)!;
  expect(await of(3)).toMatchObject({ files: 3, unknown: '' });
  expect((await of(3)).sizeBytes).toBeGreaterThanOrEqual(30_000);
  expect(await of(2)).toMatchObject({
    files: null,
    sizeBytes: null,
    unknown: expect.stringContaining('more than 2 files'),
  });
});

it('the API tokens of all users, found by owner or name, without sessions', async () => {
  const grace = await h.person('grace');
  await h.call('POST', '/tokens', { as: grace, body: { name: 'nightly' } });
  await h.call('POST', '/tokens', { body: { name: 'of admin', access: 'READ' } });
  await h.database.pool.query(`update users set is_active = false where login = 'grace'`);
  const find = async (text: string) => (await h.call('GET', `/installation/tokens?find=${text}`)).body.data;
  expect(await find('GRACE')).toMatchObject([{ login: 'grace', name: 'nightly', isOwnerActive: false }]);
  expect(await find('F%20adm')).toMatchObject([{ login: 'admin', access: 'READ' }]);
  expect(await find('nobody%25')).toEqual([]);
  const { body, headers } = await h.call('GET', '/installation/tokens?limit=1');
  expect([body.data.length, Number(headers['total-records'])]).toEqual([1, 2]);
  expect(JSON.stringify(body)).not.toMatch(/hash/i);
});

it('keys of bundles are listed and no longer trusted', async () => {
  const key = `${'A/+'.repeat(14)}A=`;
  const keys = async () => (await h.call('GET', '/advisories/keys')).body.data;
  expect(await keys()).toEqual([]);
  await h.call('POST', '/advisories/keys', { body: { key } });
  expect(await keys()).toEqual([{ key }]);
  const remove = () => h.call('DELETE', `/advisories/keys?key=${encodeURIComponent(key)}`);
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  expect(await keys()).toEqual([]);
});

it('403 for everybody else', async () => {
  const as = await h.person('plain', ['create_project', 'library_manager']);
  for (const path of ['/installation', '/installation/storage', '/installation/tokens', '/advisories/keys'])
    expect((await h.call('GET', path, { as })).status).toBe(403);
});
