// Damaged bytes in the store: reading them names the file, a verification reports it, and uploading the same bytes
// repairs it.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../test/archives.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { insertJob } from '../db/jobs.ts';
import { verifyStoreWhenDue } from '../jobs/store-verification/due.ts';
import { enqueue } from '../queue/queue.ts';
import { openStore } from '../store/index.ts';
import { keepStream } from './kept-file.ts';
import { type DamagedContent, damageText, verificationText, verifyStore } from './verification.ts';

let h: Harness;
let projectId: number;
let fileIds: Record<string, number>;

const LARGE = Buffer.alloc(3_000_000, 'a line of a large file\n');
const CODE_BASE = tar([
  { name: 'small.c', content: '/* SPDX-License-Identifier: MIT */\nint main(void) { return 0; }\n' },
  { name: 'other.txt', content: 'another file of the same block\n' },
  { name: 'large.txt', content: LARGE },
]);
const backup = mkdtempSync(join(tmpdir(), 'assay-backup-'));

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: 'damaged' } })).body.id;
  await upload();
  const { entries } = (await h.call('GET', `/projects/${projectId}/codebase`)).body.data;
  fileIds = Object.fromEntries(entries.map(({ name, id }: { name: string; id: number }) => [name, id]));
  cpSync(h.app.folder.store, backup, { recursive: true });
});
afterAll(async () => {
  await h.close();
  rmSync(backup, { recursive: true, force: true });
});

async function upload(): Promise<void> {
  const { status, body } = await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: CODE_BASE,
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect({ status, body }).toMatchObject({ status: 200 });
}

/** Flips 64 bytes in the middle of a file's bytes. */
async function damage(name: string): Promise<void> {
  const { rows } = await h.database.pool.query(
    'select b.location from files f join blobs b using (sha256) where f.id = $1',
    [fileIds[name]],
  );
  const { segment, blockOffset, blockLength } = rows[0].location;
  const file = join(h.app.folder.store, 'segments', `${segment}.pack`);
  const bytes = readFileSync(file);
  const start = blockOffset + Math.floor(blockLength / 2);
  for (let at = start; at < start + 64; at++) bytes[at] = bytes[at]! ^ 0xff;
  writeFileSync(file, bytes);
}

const segmentCount = () => readdirSync(join(h.app.folder.store, 'segments')).length;

async function verify(options: { from?: string } = {}) {
  const found: DamagedContent[] = [];
  const from = options.from === undefined ? undefined : await openStore(options.from, { isReadOnly: true });
  const result = await verifyStore(h.app, { backup: from, onDamaged: (one) => void found.push(one) });
  await from?.close();
  return { ...result, found, paths: found.flatMap(({ uses }) => uses.map(({ path }) => path)).toSorted() };
}

const bytesOf = (name: string) => h.call('GET', `/files/${fileIds[name]}/bytes`);

it('finds nothing in a sound store', async () => {
  const result = await verify();
  expect(result).toMatchObject({ contents: 3, segments: 1, damaged: 0, paths: [] });
  expect(verificationText(result)).toContain('all are what was stored');
});

it('500 with the path and what to do, when a damaged file is read', async () => {
  await damage('small.c');
  await damage('large.txt');
  for (const what of ['content', 'bytes', 'fingerprint']) {
    for (const name of ['small.c', 'large.txt']) {
      const { status, body } = await h.call('GET', `/files/${fileIds[name]}/${what}`);
      expect({ what, name, status }).toEqual({ what, name, status: 500 });
      expect(body.errors[0].message).toMatch(
        new RegExp(
          `^The file "${name}" cannot be read, because its stored bytes are damaged .*Uploading the code base again`,
        ),
      );
    }
  }
});

it('a scan names the files it could not read, and continues', async () => {
  const jobId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
  const { body } = await h.call('GET', `/jobs/${jobId}/log`);
  const unreadable = body.data.filter(({ code }: { code: string }) => code === 'unreadable');
  expect(unreadable.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    'large.txt',
    'other.txt',
    'small.c',
  ]);
});

it('202: a verification by an administrator names the damaged files, with project and path', async () => {
  const { status, body } = await h.call('POST', '/store/verify');
  expect(status).toBe(202);
  const job = await h.jobOver(body.id);
  expect(job).toMatchObject({ status: 'Completed', error: '' });
  expect(job.details).toContain('3 contents (3000095 bytes) in 1 segments were read: 3 damaged.');
  const { data } = (await h.call('GET', `/jobs/${body.id}/log`)).body;
  expect(data.map(({ path }: { path: string }) => path).toSorted()).toEqual(['large.txt', 'other.txt', 'small.c']);
  expect(data[0].message).toContain('of the project "damaged"');
});

it('damage is reported until it is repaired', async () => {
  const { status, body } = await h.call('GET', '/store');
  expect([status, body.data.openDamage]).toEqual([200, 3]);
  const small = body.data.damage.find(({ uses }: { uses: { path: string }[] }) => uses[0]?.path === 'small.c');
  expect(small).toMatchObject({ uses: [{ project: 'damaged', what: 'the file "small.c"' }], repairedOn: '' });
  expect(small.finding).toMatch(/^segment .* at \d+: /);
  // A second verification finds the same, and adds no second entry.
  await verify();
  expect((await h.call('GET', '/store')).body.data.damage).toHaveLength(3);
});

it('a verification starts automatically on its day, once', async () => {
  const day = 86_400_000;
  const jobs = async () =>
    (await h.database.pool.query("select id, triggered_by from jobs where type = 'Store Verification' order by id"))
      .rows;
  const at = (days: number) => ({ ...h.app, now: () => new Date(Date.now() + days * day) });
  const before = (await jobs()).length;
  await verifyStoreWhenDue(at(6.9));
  expect(await jobs()).toHaveLength(before);
  await Promise.all([verifyStoreWhenDue(at(7.1)), verifyStoreWhenDue(at(7.1))]);
  const after = await jobs();
  expect(after).toHaveLength(before + 1);
  expect(after.at(-1).triggered_by).toBeNull();
  await h.jobOver(after.at(-1).id);
  await h.call('PUT', '/siteSettings', { body: { storeVerificationDays: 0 } });
  expect((await h.call('GET', '/store')).body.data.nextVerificationOn).toBe('');
  await verifyStoreWhenDue(at(1000));
  expect(await jobs()).toHaveLength(before + 1);
});

it('403 for everybody else', async () => {
  const other = await h.person('nobody special', ['create_project']);
  expect((await h.call('POST', '/store/verify', { as: other })).status).toBe(403);
  expect((await h.call('GET', '/store', { as: other })).status).toBe(403);
});

it('an upload of the same bytes repairs them, and stores sound contents only once', async () => {
  await upload();
  const { openDamage, damage } = (await h.call('GET', '/store')).body.data;
  expect([openDamage, damage.map(({ repairedOn }: { repairedOn: string }) => repairedOn !== '')]).toEqual([
    0,
    [true, true, true],
  ]);
  expect(await verify()).toMatchObject({ contents: 3, damaged: 0, segments: 1 });
  expect((await bytesOf('large.txt')).response.rawPayload.equals(LARGE)).toBe(true);
  expect((await bytesOf('other.txt')).text).toBe('another file of the same block\n');
  const { rows } = await h.database.pool.query('select location from blobs order by sha256');
  await upload();
  expect((await h.database.pool.query('select location from blobs order by sha256')).rows).toEqual(rows);
});

it('the store of a backup repairs later damage if it has the bytes', async () => {
  const before = segmentCount();
  rmSync(backup, { recursive: true });
  cpSync(h.app.folder.store, backup, { recursive: true });
  await damage('large.txt');
  const found = await verify();
  expect(found.paths).toEqual(['large.txt']);
  expect(damageText(found.found[0]!)).toMatch(/ is damaged \(segment .*the file "large.txt" of the project "damaged"/);
  const repaired = await verify({ from: backup });
  expect(repaired).toMatchObject({ damaged: 1, repaired: 1 });
  expect(await verify()).toMatchObject({ damaged: 0 });
  expect((await bytesOf('large.txt')).response.rawPayload.equals(LARGE)).toBe(true);
  expect(segmentCount() - before).toBeLessThanOrEqual(1);
});

it('a damaged report says so, and asks to generate it again', async () => {
  const { body } = await h.call('POST', `/projects/${projectId}/reports/1/generate`);
  const jobId = Number(/(\d+)\D*$/.exec(JSON.stringify(body))![1]);
  expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed' });
  const { rows } = await h.database.pool.query('select b.location from report_results r join blobs b using (sha256)');
  const { segment } = rows[0].location;
  const file = join(h.app.folder.store, 'segments', `${segment}.pack`);
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, rows[0].location.blockOffset + 10));
  const answer = await h.call('GET', `/projects/${projectId}/reports/1/download?taskId=${jobId}`);
  expect(answer.status).toBe(500);
  expect(answer.body.errors[0].message).toMatch(/^The report ".*\.zip" cannot be read.*Generate the report again\.$/);
  writeFileSync(file, whole);
});

it('a job that reads a damaged file names it and fails with a sentence', async () => {
  const { sha256 } = await keepStream(h.app, Readable.from([Buffer.from('{"advisories": "to come"}')]));
  const payload = { source: 'sent', upload: sha256.toString('hex'), fileName: 'sent.json' };
  const jobId = await h.app.db
    .transaction()
    .execute((tx) => insertJob(tx, { type: 'Library Refresh', projectId: null, triggeredBy: null, payload }));
  const { rows } = await h.database.pool.query('select location from blobs where sha256 = $1', [sha256]);
  const file = join(h.app.folder.store, 'segments', `${rows[0].location.segment}.pack`);
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, rows[0].location.blockOffset + 10));
  const what = `the file that the job ${jobId} (Library Refresh) is to read`;
  expect((await verify()).found).toMatchObject([{ uses: [{ project: '', path: '', what }] }]);
  await h.app.db.transaction().execute((tx) => enqueue(tx, jobId));
  const { status, error } = await h.jobOver(jobId);
  expect([status, error]).toEqual(['Failed', expect.stringMatching(/^The file that was sent cannot be read.*Send it again; /)]); // biome-ignore format: one claim
  writeFileSync(file, whole);
});
