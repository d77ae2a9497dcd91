// The cost of an upload: seconds, growth of the server's memory, and the waiting time of other callers. Prints JSON.
//   node bench/upload.ts [size in MB, default 1024]
//   node bench/upload.ts --files 100000 --folders 10000 [--depth 4] [--analysed] [--again] [--limit 600]
// The first form sends a tar of files of 1 MB, half of them hard to compress; the second one of many small files in many folders.
// --analysed: the database first gets table statistics from a small project. --again: the same archive is sent twice.
// The archives are made while they are sent.

import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { embeddedConnection } from '../server/src/db/embedded/index.ts';
import { watchHealth } from './health.ts';
import { startServer } from './server.ts';
import { tarOfFolders, tarOfMegabytes } from './tar.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string' },
    folders: { type: 'string', default: '1000' },
    depth: { type: 'string', default: '4' },
    limit: { type: 'string', default: '1800' },
    analysed: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
});
const sizeMb = Number(positionals[0] ?? 1024);
const files = Number(values.files);
const folders = Number(values.folders);
const depth = Number(values.depth);
const limit = AbortSignal.timeout(Number(values.limit) * 1000);

const server = await startServer();
try {
  // The first upload loads the code and fills pools, so memory growth is measured afterwards.
  await upload(await createProject('small'), tarOfMegabytes(5));
  if (values.analysed) await analyse();
  const id = await createProject('bench');
  const runs = [await measure(id)];
  if (values.again) runs.push(await measure(id));
  console.log(JSON.stringify({ ...whatWasSent(), analysed: values.analysed, runs }, null, 1));
} finally {
  await server.stop();
}

function whatWasSent(): object {
  return values.files === undefined ? { sizeMb } : { files, folders, depth };
}

function bodyToSend(): Iterable<Buffer> {
  return values.files === undefined ? tarOfMegabytes(sizeMb) : tarOfFolders({ files, folders, depth });
}

async function measure(projectId: number): Promise<object> {
  const beforeMb = server.residentMb();
  let peakMb = beforeMb;
  const memory = setInterval(() => {
    peakMb = Math.max(peakMb, server.residentMb());
  }, 50);
  const health = watchHealth(server.base);
  const started = performance.now();
  const answer = await upload(projectId, bodyToSend()).catch((error: Error) => `failed: ${error.message}`);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(memory);
  return {
    seconds: round(seconds),
    ...(values.files === undefined ? { mbPerSecond: round(sizeMb / seconds) } : {}),
    beforeMb: round(beforeMb),
    peakMb: round(peakMb),
    grownMb: round(peakMb - beforeMb),
    health: await health.stop(),
    answer,
  };
}

async function createProject(name: string): Promise<number> {
  const { body } = await server.api('POST', '/projects', { name });
  return (body as { id: number }).id;
}

async function analyse(): Promise<void> {
  const client = new pg.Client(embeddedConnection(`${server.dataFolder}/postgres`));
  await client.connect();
  await client.query('analyze');
  await client.end();
}

async function upload(projectId: number, body: Iterable<Buffer>): Promise<unknown> {
  const url = `${server.base}/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=true`;
  const outgoing = request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
    signal: limit,
  });
  const answered = new Promise<unknown>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(JSON.parse(text));
    });
  });
  answered.catch(() => undefined);
  await pipeline(Readable.from(body), outgoing);
  return answered;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
