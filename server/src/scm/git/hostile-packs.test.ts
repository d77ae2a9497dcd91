// Repositories whose packs mean harm: small ones that unfold to gigabytes, and trees without end.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { mirrorFolder, mirrorKey } from './mirror.ts';

let h: Harness;
/** What the server sends next. */
let given: { pack: Buffer; commit: Buffer };

/** Speaks git's protocol version 0 as far as a fetch of depth 1 needs it, and sends a pack that no git would make. */
const server = createServer((request, response) => {
  const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString('latin1');
  });
  request.on('end', () => {
    // The list of shallow commits, which is empty, comes before each answer; the pack comes when the other side has nothing more to say.
    if (request.method === 'POST' && !body.includes('done')) return response.end('0000');
    if (request.method === 'POST')
      return response.end(Buffer.concat([Buffer.from(`0000${line('NAK\n')}`), given.pack]));
    const commit = given.commit.toString('hex');
    response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
    const references = line(`${commit} HEAD\0shallow\n`) + line(`${commit} refs/heads/master\n`);
    return response.end(`${line('# service=git-upload-pack\n')}0000${references}0000`);
  });
});

beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await h.close();
});

async function synchronised(name: string, objects: readonly Buffer[], commit: Buffer) {
  given = { pack: packOf(objects), commit: idOf('commit', commit) };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}.git`;
  const id = (await h.call('POST', '/projects', { body: { name: url } })).body.id as number;
  expect((await h.call('POST', `/scmInstances/Git?projectId=${id}`, { body: { url } })).status).toBe(201);
  const job = await h.jobOver((await h.call('POST', `/scmInstances/sync?projectId=${id}`)).body.id);
  const { rows } = await h.database.pool.query('select path from files where project_id = $1 order by path', [id]);
  const packs = join(mirrorFolder(h.app, mirrorKey(url)), 'objects', 'pack');
  const left = existsSync(packs) ? readdirSync(packs).filter((one) => one.startsWith('tmp_')) : [];
  return { ...job, paths: rows.map(({ path }) => path as string), left };
}

const COMMIT = 1;
const TREE = 2;
const BLOB = 3;
const DELTA_TO_ID = 7;

/** An object of a pack. https://git-scm.com/docs/pack-format */
function packed(type: number, body: Buffer, base: Buffer = Buffer.alloc(0)): Buffer {
  const head: number[] = [];
  let size = Math.floor(body.length / 16);
  head.push((type << 4) | (body.length % 16) | (size > 0 ? 0x80 : 0));
  for (; size > 0; size = Math.floor(size / 128)) head.push((size % 128) | (size >= 128 ? 0x80 : 0));
  return Buffer.concat([Buffer.from(head), base, deflateSync(body, { level: 9 })]);
}

function packOf(objects: readonly Buffer[]): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(objects.length, 8);
  const body = Buffer.concat([head, ...objects]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

const idOf = (kind: string, body: Buffer): Buffer =>
  createHash('sha1').update(`${kind} ${body.length}\0`).update(body).digest();

function numberOf(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    bytes.push((left % 128) | (left >= 128 ? 0x80 : 0));
    if (left < 128) return Buffer.from(bytes);
  }
}

/** A delta that copies the whole of its base many times over. */
function copies(baseBytes: number, times: number): Buffer {
  const copy = Buffer.from([0x80 | 0x10 | 0x20 | 0x40, baseBytes & 0xff, (baseBytes >> 8) & 0xff, baseBytes >> 16]);
  return Buffer.concat([numberOf(baseBytes), numberOf(baseBytes * times), ...Array(times).fill(copy)]);
}

const commitOf = (tree: Buffer): Buffer =>
  Buffer.from(
    `tree ${tree.toString('hex')}\nauthor a <a@example.org> 1 +0000\ncommitter a <a@example.org> 1 +0000\n\nx\n`,
  );
const entryOf = (mode: string, name: string, id: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), id]);

/** A tree with a file for each of the names, all of this content. */
function treeWith(blob: Buffer, names: readonly string[]) {
  const tree = Buffer.concat(names.map((name) => entryOf('100644', name, blob)));
  const commit = commitOf(idOf('tree', tree));
  return { commit, objects: [packed(COMMIT, commit), packed(TREE, tree)] };
}

const zeros = Buffer.alloc(60_000);
const NAMES = Array.from({ length: 1000 }, (_, at) => `f${String(at).padStart(3, '0')}`);

it('a small pack is taken as it is', async () => {
  const { commit, objects } = treeWith(idOf('blob', Buffer.alloc(600_000)), ['a', 'b']);
  const delta = packed(DELTA_TO_ID, copies(60_000, 10), idOf('blob', zeros));
  const done = await synchronised('fair', [...objects, packed(BLOB, zeros), delta], commit);
  expect([done.error, done.paths]).toEqual(['', ['git.0/fair/a', 'git.0/fair/b']]);
});

it('a delta that unfolds to more than a program may have is refused, and nothing of it stays', async () => {
  const { commit, objects } = treeWith(idOf('blob', zeros), ['a']);
  // 20 GB out of 60 KB of zeros: two deltas, the second made of the first.
  const middle = idOf('blob', Buffer.alloc(60_000 * 200));
  const bomb = [packed(DELTA_TO_ID, copies(60_000, 200), idOf('blob', zeros)), packed(DELTA_TO_ID, copies(12_000_000, 1700), middle)]; // biome-ignore format: one claim
  const done = await synchronised('bomb', [...objects, packed(BLOB, zeros), ...bomb], commit);
  expect(done).toMatchObject({ status: 'Failed', paths: [], left: [] });
  expect(done.error).toMatch(/needs more memory than a program may have here/);
});

it('a content that a thousand files have is no way round the limit of what an archive may unfold to', async () => {
  const { commit, objects } = treeWith(idOf('blob', Buffer.alloc(12_000_000)), NAMES);
  const delta = packed(DELTA_TO_ID, copies(60_000, 200), idOf('blob', zeros));
  const done = await synchronised('wide', [...objects, packed(BLOB, zeros), delta], commit);
  expect(done).toMatchObject({ status: 'Failed', paths: [], left: [] });
  expect(done.error).toMatch(/\d+ bytes of git.0\/wide that were fetched unfold to more than \d+ bytes, over 1000 : 1/);
});

it.each([
  ['1,000', 1000, /lies 1002 folders deep, more than 200/],
  ['100,000', 100_000, /git ended before it had read .* folders lie too deep in each other|folders deep/],
])(
  '%s levels of folders end with the reason, and the server lives',
  { timeout: 240_000 },
  async (_, levels, reason) => {
    let below: Buffer = entryOf('100644', 'f', idOf('blob', zeros));
    const trees = [packed(TREE, below)];
    for (let level = 0; level < levels; level++) {
      below = entryOf('40000', 'd', idOf('tree', below));
      trees.push(packed(TREE, below));
    }
    const commit = commitOf(idOf('tree', below));
    const done = await synchronised(`deep-${levels}`, [packed(COMMIT, commit), packed(BLOB, zeros), ...trees], commit);
    expect(done).toMatchObject({ status: 'Failed', paths: [], left: [] });
    expect(done.error).toMatch(reason);
    expect((await h.call('GET', '/projects')).status).toBe(200);
  },
);
