// How much the server's memory grows while a large archive is uploaded. Prints JSON.
//   node bench/upload.ts [size in MB, default 1024]
// The archive is a tar made on the way: files of 1 MB, half of them hard to compress.

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startServer } from './server.ts';

const sizeMb = Number(process.argv[2] ?? 1024);
const MB = 1024 * 1024;

const server = await startServer();
try {
  const { body } = await server.api('POST', '/projects', { name: 'bench' });
  const { id } = body as { id: number };
  // The first upload loads the code and fills pools; memory is compared from there.
  await upload(id, 5);
  const before = server.residentMb();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.residentMb());
  }, 50);
  const started = performance.now();
  const answer = await upload(id, sizeMb);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  console.log(
    JSON.stringify(
      {
        sizeMb,
        seconds: round(seconds),
        mbPerSecond: round(sizeMb / seconds),
        beforeMb: round(before),
        peakMb: round(peak),
        grownMb: round(peak - before),
        answer,
      },
      null,
      1,
    ),
  );
} finally {
  await server.stop();
}

async function upload(projectId: number, megabytes: number): Promise<unknown> {
  const url = `${server.base}/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=true`;
  const outgoing = request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
  });
  const answered = new Promise<unknown>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(JSON.parse(text));
    });
  });
  await pipeline(Readable.from(tarOf(megabytes)), outgoing);
  return answered;
}

function* tarOf(megabytes: number): Generator<Buffer> {
  for (let index = 0; index < megabytes; index++) {
    yield header(`folder-${index % 50}/file-${index}.bin`, MB);
    const content =
      index % 2 === 0 ? randomBytes(MB) : Buffer.alloc(MB, `line ${index} of some text that compresses well\n`);
    yield content;
  }
  yield Buffer.alloc(1024);
}

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('        0', 148);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
