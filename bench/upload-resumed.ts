// An upload in parts (tus) whose server is killed in the middle of a part, and which goes on there. The archive is made while it is sent, each part with its
// checksum; the unpacked files are counted at the end. Prints JSON.
//   node bench/upload-resumed.ts [--mb 10200] [--period 64] [--part 64]
// Of every `period` files of 1 MB the first is hard to compress; so the store stays small, and the archive needs its whole size beside it.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchServer, followJob, startServer } from './server.ts';
import { tarOfMegabytes } from './tar.ts';

const MB = 1024 * 1024;
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '10200' },
    period: { type: 'string', default: '64' },
    part: { type: 'string', default: '64' },
  },
});
const megabytes = Number(values.mb);
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
/** Random bytes would differ each time the archive is made; these do not. */
const archive = () => steady(tarOfMegabytes(megabytes, Number.MAX_SAFE_INTEGER));
let total = 0;
for (const piece of archive()) total += piece.length;

const tus = (on: BenchServer) => ({ authorization: `Bearer ${on.token}`, 'tus-resumable': '1.0.0' });
let server = await startServer({}, folder);
let peakMb = 0;
const watch = setInterval(() => {
  peakMb = Math.max(peakMb, server.residentMb());
}, 100);
const highest = () => {
  const peak = Math.round(peakMb);
  peakMb = 0;
  return peak;
};
try {
  const { id: projectId } = (await server.api('POST', '/projects', { name: 'bench' })).body as { id: number };
  const beforeMb = Math.round(server.residentMb());
  const whole = createHash('sha256');
  const path = await created(server, projectId);
  const began = performance.now();
  let offset = 0;
  let killed: { afterBytes: number; noted: number } | undefined;
  for await (const part of parts(archive())) {
    whole.update(part);
    if (killed === undefined && offset > total / 2) {
      killed = await killWithin(path, part, offset);
      await sent(server, path, part.subarray(killed.noted - offset), killed.noted);
    } else await sent(server, path, part, offset);
    offset += part.length;
  }
  const sending = { seconds: seconds(began), bytes: offset, sha256: whole.digest('hex'), killed, peakMb: highest() };
  const { data } = (await server.api('GET', `/projects/${projectId}/uploads`)).body as { data: { jobId: number }[] };
  const freeMb = freeMegabytes();
  const { status, details, seconds: took } = await followJob(server, data[0]?.jobId ?? 0);
  const unpacking = {
    status,
    details,
    seconds: Math.round(took),
    peakMb: highest(),
    freeMbBefore: freeMb,
    freeMbAfter: freeMegabytes(),
  };
  console.log(JSON.stringify({ megabytes, beforeMb, sending, unpacking }, null, 1));
} finally {
  clearInterval(watch);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function* steady(pieces: Iterable<Buffer>): Generator<Buffer> {
  let number = 0;
  for (const piece of pieces) {
    // The first bytes of each file say which one it is, so that no two are the same.
    if (piece.length === MB) {
      piece.write(`file ${number}\n`);
      if (number % Number(values.period) === 0) fillWith(piece, number);
      number++;
    }
    yield piece;
  }
}

/** Bytes that do not compress, always the same for a number. */
function fillWith(piece: Buffer, seed: number): void {
  let state = seed + 1;
  for (let at = 16; at < piece.length; at += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    piece.writeUInt32LE((state ^ (state >>> 13)) >>> 0, Math.min(at, piece.length - 4));
  }
}

async function* parts(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < Number(values.part) * MB) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

async function created(on: BenchServer, projectId: number): Promise<string> {
  const answer = await fetch(`${on.base}/projects/${projectId}/uploads`, {
    method: 'POST',
    headers: { ...tus(on), 'upload-length': String(total) },
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  const { pathname } = new URL(answer.headers.get('location') ?? '', `${on.base}/`);
  return pathname.replace(/^\/codeinsight\/api/, '');
}

async function sent(on: BenchServer, path: string, part: Buffer, offset: number): Promise<void> {
  const answer = await fetch(`${on.base}${path}`, {
    method: 'PATCH',
    headers: {
      ...tus(on),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'upload-checksum': `sha256 ${createHash('sha256').update(part).digest('base64')}`,
    },
    body: part as Buffer<ArrayBuffer>,
  });
  if (answer.status !== 204) throw new Error(await answer.text());
}

/** Sends the half of a part, kills the server, starts another one on the same folder, and asks it how much there is. */
async function killWithin(path: string, part: Buffer, offset: number): Promise<{ afterBytes: number; noted: number }> {
  const half = part.subarray(0, part.length >> 1);
  const outgoing = request(`${server.base}${path}`, {
    method: 'PATCH',
    headers: {
      ...tus(server),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'content-length': String(part.length),
    },
  });
  const broken = new Promise<void>((resolve) => outgoing.once('error', () => resolve()));
  await new Promise<void>((resolve, reject) => outgoing.write(half, (error) => (error ? reject(error) : resolve())));
  await server.kill('SIGKILL');
  await broken;
  server = await startServer({}, folder);
  const answer = await fetch(`${server.base}${path}`, { method: 'HEAD', headers: tus(server) });
  return { afterBytes: offset + half.length, noted: Number(answer.headers.get('upload-offset')) };
}

function freeMegabytes(): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.round((bavail * bsize) / MB);
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}
