// The files that pointers of Git LFS stand for, from a server on the loopback that answers as git-lfs documents its batch interface, beside a real
// `git http-backend`.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GitHttp, Repository, serveGitHttp } from '../../../test/git-servers.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { readPointer } from './lfs.ts';

const LOGIN = 'ann:s3cret';
const AUTHORIZATION = `Basic ${Buffer.from(LOGIN).toString('base64')}`;
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const pointerTo = (bytes: Buffer) => `version https://git-lfs.github.com/spec/v1\noid sha256:${digestOf(bytes)}\nsize ${bytes.length}\n`; // biome-ignore format: one text

let h: Harness;
let root: string;
let server: GitHttp;
let count = 0;
/** What the server has, by digest. */
const files = new Map<string, Buffer>();
/** Calls of the batch interface and of files: their paths, and who asked. */
const calls: [path: string, authorization: string][] = [];
/** Where files are said to be; by default on the same server. */
let hrefOf = (oid: string) => `${server.address}/files/${oid}`;
let status = 200;

function lfs(request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url ?? '';
  const isBatch = path.endsWith('/info/lfs/objects/batch');
  if (!isBatch && !path.startsWith('/files/')) return false;
  calls.push([path, request.headers.authorization ?? '']);
  if (!isBatch) {
    const bytes = files.get(path.slice('/files/'.length));
    response.writeHead(bytes ? 200 : 404).end(bytes);
    return true;
  }
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const { objects } = JSON.parse(text) as { objects: { oid: string; size: number }[] };
    const answers = objects.map(({ oid, size }) =>
      files.has(oid)
        ? {
            oid,
            size,
            authenticated: true,
            actions: { download: { href: hrefOf(oid), header: { 'X-Ticket': 'one' } } },
          }
        : { oid, size, error: { code: 404, message: 'Object does not exist' } },
    );
    response.writeHead(status, { 'Content-Type': 'application/vnd.git-lfs+json' });
    response.end(JSON.stringify({ transfer: 'basic', objects: answers }));
  });
  return true;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-lfs-'));
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  server = await serveGitHttp(root, { login: LOGIN, instead: lfs });
});
afterAll(async () => {
  await server.close();
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

async function project(name: string, more: Record<string, unknown> = {}): Promise<number> {
  const { id } = (await h.call('POST', '/projects', { body: { name: `lfs ${++count}` } })).body;
  const body = { url: `${server.address}/${name}.git`, userName: 'ann', password: 's3cret', fetchLfs: true, ...more };
  expect((await h.call('POST', `/scmInstances/Git?projectId=${id}`, { body })).status).toBe(201);
  return id;
}
const sync = async (projectId: number) =>
  h.jobOver((await h.call('POST', `/scmInstances/sync?projectId=${projectId}`)).body.id);
const sums = async (projectId: number) =>
  Object.fromEntries((await h.database.pool.query("select path, encode(sha256, 'hex') as sum from files where project_id = $1", [projectId])).rows.map(({ path, sum }) => [path, sum])); // biome-ignore format: one query
const issues = async (projectId: number) =>
  (await h.database.pool.query('select message from codebase_issues where project_id = $1 order by id', [projectId])).rows.map(({ message }) => message as string); // biome-ignore format: one query
const batches = () => calls.filter(([path]) => path.endsWith('/batch')).length;

it('are fetched where the instance asks for it, with the password for that server, and once', async () => {
  const [small, large] = [Buffer.from('the real file'), Buffer.alloc(9 << 20, 'abc')];
  for (const one of [small, large]) files.set(digestOf(one), one);
  new Repository(root, 'assets').commit({
    'a.bin': pointerTo(small),
    'b/large.bin': pointerTo(large),
    'c.txt': 'plain',
  });
  const id = await project('assets');
  expect(await sync(id)).toMatchObject({ status: 'Completed', error: '' });
  const all = { 'git.0/assets/a.bin': digestOf(small), 'git.0/assets/b/large.bin': digestOf(large) };
  expect(await sums(id)).toMatchObject(all);
  expect(await issues(id)).toEqual([]);
  expect(calls).toHaveLength(4);
  expect(calls.every(([, authorization]) => authorization === AUTHORIZATION)).toBe(true);
  expect((await sync(id)).details).toContain('nothing has changed');

  // Another project has the contents by their names; nobody is asked for them again.
  const other = await project('assets');
  await sync(other);
  expect(await sums(other)).toMatchObject(all);
  expect(calls).toHaveLength(4);

  const without = await project('assets', { fetchLfs: false });
  await sync(without);
  expect((await issues(without)).join()).toContain('that file was not fetched');
  expect((await sums(without))['git.0/assets/a.bin']).toBe(digestOf(Buffer.from(pointerTo(small))));
  // Asked for later: the synchronisation brings them although the commit is the same.
  const body = { url: `${server.address}/assets.git`, userName: 'ann', password: '********', fetchLfs: true };
  await h.call('PUT', `/scmInstances/Git?projectId=${without}&instanceId=0`, { body });
  await sync(without);
  expect(await sums(without)).toMatchObject(all);
});

it('that are not there, are others, lead inside the network, or come without the interface are named; the pointer stays', async () => {
  const bytes = Buffer.from('something');
  new Repository(root, 'broken').commit({ 'x.bin': pointerTo(bytes) });
  const id = await project('broken');
  const told = async () => {
    expect(await sync(id)).toMatchObject({ status: 'Completed', error: '' });
    expect(await sums(id)).toEqual({ 'git.0/broken/x.bin': digestOf(Buffer.from(pointerTo(bytes))) });
    return (await issues(id)).join();
  };
  expect(await told()).toContain('does not have it (404)');
  files.set(digestOf(bytes), Buffer.from('someother'));
  expect(await told()).toContain('sent other bytes');
  files.set(digestOf(bytes), Buffer.alloc(1 << 16, 'endless'));
  expect(await told()).toMatch(/larger than/);
  const usual = hrefOf;
  hrefOf = () => 'http://169.254.169.254/latest/meta-data';
  expect(await told()).toContain('169.254.169.254');
  hrefOf = () => 'file:///etc/passwd';
  expect(await told()).toContain('must begin with http');
  hrefOf = usual;
  status = 404;
  expect(await told()).toContain('with status 404');
  // A server that does not answer ends the synchronisation; the code stays.
  status = 503;
  expect(await sync(id)).toMatchObject({ status: 'Failed', error: expect.stringContaining('cannot answer') });
  expect(Object.keys(await sums(id))).toEqual(['git.0/broken/x.bin']);
  status = 200;
  files.set(digestOf(bytes), bytes);
  const before = batches();
  await sync(id);
  expect([await sums(id), batches() - before]).toEqual([{ 'git.0/broken/x.bin': digestOf(bytes) }, 1]);
});

it('a password goes to no other server, also where files lie there', async () => {
  const elsewhere = await serveGitHttp(root, { instead: lfs });
  const bytes = Buffer.from('far away');
  files.set(digestOf(bytes), bytes);
  new Repository(root, 'far').commit({ 'x.bin': pointerTo(bytes) });
  const usual = hrefOf;
  hrefOf = (oid) => `${elsewhere.address}/files/${oid}`;
  calls.length = 0;
  const id = await project('far');
  await sync(id);
  hrefOf = usual;
  await elsewhere.close();
  expect(await sums(id)).toEqual({ 'git.0/far/x.bin': digestOf(bytes) });
  expect(calls.map(([, authorization]) => authorization)).toEqual([AUTHORIZATION, '']);
});

it('reads pointers only of the documented form', () => {
  const pointer = Buffer.from(pointerTo(Buffer.from('x')));
  expect(readPointer(pointer, pointer.length)).toEqual({ oid: digestOf(Buffer.from('x')), sizeBytes: 1 });
  expect(readPointer(Buffer.concat([pointer, Buffer.alloc(1024)]), pointer.length + 1024)).toBeUndefined();
  expect(readPointer(Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:../../x\nsize 1\n'), 70)).toBeUndefined(); // biome-ignore format: one claim
});
