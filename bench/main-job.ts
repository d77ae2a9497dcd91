// The main job from a client's view: upload, first scan, second scan, full rescan, all over the API of a fresh server. Prints JSON.
//   node bench/main-job.ts ARCHIVE [--rounds N, default 3] [--folder WHERE-TO-WRITE]
// The upload is compared with `tar x` of the same archive in the same run. Each round has a fresh folder, so the store knows nothing of the
// archive; the archive itself is in the page cache (warm), and the server has read one small archive before.

import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { firstOf, itemAt } from '@assay/scanner/items';
import { type BenchServer, followJob, startServer } from './server.ts';

interface Uploaded {
  seconds: number;
  files: number;
  bytes: number;
  issues: number;
  peakMb: number;
}

interface Scanned {
  seconds: number;
  details: string;
  peakMb: number;
  threads: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, folder: { type: 'string', default: '.' } },
});
const [archive] = positionals;
if (!archive) {
  console.error('Usage: node bench/main-job.ts ARCHIVE [--rounds N] [--folder WHERE-TO-WRITE]');
  process.exit(2);
}
const root = mkdtempSync(join(resolve(values.folder), 'bench-main-job-'));
try {
  console.log(JSON.stringify(await benchmark(resolve(archive), Number(values.rounds)), null, 2));
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function benchmark(file: string, rounds: number) {
  const tar: number[] = [];
  const tarDurable: number[] = [];
  const uploads: Uploaded[] = [];
  readFileSync(file);
  // Alternating, so that other load on the machine affects both; the server of the last round continues with the scan.
  for (let round = 0; ; round++) {
    const run = runTar(file, join(root, `tar-${round}`));
    tar.push(run.seconds);
    tarDurable.push(run.durableSeconds);
    const server = await startServer({}, join(root, `data-${round}`));
    try {
      await warmUp(server);
      const idleMb = server.residentMb();
      const projectId = await createProject(server, 'benchmark');
      uploads.push(await upload(server, projectId, file));
      if (round + 1 < rounds) continue;
      return {
        ...describeUploads(file, uploads, tar, tarDurable),
        ...(await scans(server, projectId)),
        idleMb: rounded(idleMb),
      };
    } finally {
      await server.stop();
    }
  }
}

function describeUploads(file: string, uploads: Uploaded[], tar: number[], tarDurable: number[]) {
  const { files, bytes, issues } = firstOf(uploads);
  const seconds = median(uploads.map((one) => one.seconds));
  return {
    archiveBytes: statSync(file).size,
    files,
    bytes,
    load: loadavg().map(rounded),
    upload: {
      seconds: rounded(seconds),
      allSeconds: uploads.map((one) => rounded(one.seconds)),
      filesPerSecond: Math.round(files / seconds),
      issues,
      peakMb: rounded(Math.max(...uploads.map((one) => one.peakMb))),
    },
    tarX: {
      seconds: rounded(median(tar)),
      allSeconds: tar.map(rounded),
      filesPerSecond: Math.round(files / median(tar)),
      secondsWithSync: rounded(median(tarDurable)),
    },
    uploadPerTarX: rounded(seconds / median(tar)),
    uploadPerTarXWithSync: rounded(seconds / median(tarDurable)),
  };
}

async function scans(server: BenchServer, projectId: number) {
  const first = await scan(server, projectId);
  const second = await scan(server, projectId);
  const full = await scan(server, projectId, '?fullRescan=true');
  const counts = /^(\d+) files, .*?(\d+) inventory items.*?(\d+) issues/.exec(first.details);
  const files = Number(counts?.[1]);
  return {
    firstScan: { ...first, filesPerSecond: Math.round(files / first.seconds) },
    secondScan: second,
    fullRescan: { ...full, filesPerSecond: Math.round(files / full.seconds) },
    items: Number(counts?.[2]),
    issues: Number(counts?.[3]),
    peakMb: Math.max(first.peakMb, second.peakMb, full.peakMb),
    threads: first.threads,
  };
}

async function scan(server: BenchServer, projectId: number, query = ''): Promise<Scanned> {
  const { body } = await server.api('POST', `/scanResource/projectScan/${projectId}${query}`);
  let threads = 0;
  const watch = setInterval(() => {
    threads = Math.max(threads, threadsOf(server.pid));
  }, 100);
  try {
    const job = await followJob(server, (body as { 'Content: ': number })['Content: ']);
    if (job.status !== 'Completed') throw new Error(`The scan ended ${job.status}: ${job.details}`);
    return { seconds: rounded(job.seconds), details: job.details, peakMb: rounded(job.peakMb), threads };
  } finally {
    clearInterval(watch);
  }
}

async function createProject(server: BenchServer, name: string): Promise<number> {
  const { body } = await server.api('POST', '/projects', { name });
  return (body as { id: number }).id;
}

/** The first upload loads the reader's code; the archive is one small file in a tar of its own. */
async function warmUp(server: BenchServer): Promise<void> {
  writeFileSync(join(root, 'warm-up.txt'), 'warm-up\n');
  execFileSync('tar', ['czf', join(root, 'warm-up.tar.gz'), '-C', root, 'warm-up.txt']);
  await upload(server, await createProject(server, 'warm-up'), join(root, 'warm-up.tar.gz'));
}

async function upload(server: BenchServer, projectId: number, file: string): Promise<Uploaded> {
  spawnSync('sync', ['-f', root]);
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, server.residentMb());
  }, 50);
  const start = performance.now();
  const answer = await send(server, projectId, file);
  const seconds = (performance.now() - start) / 1000;
  clearInterval(watch);
  const counts = /successful: (\d+) files, (\d+) bytes/.exec(answer['Content: '] ?? '');
  if (!counts) throw new Error(`The upload was refused: ${JSON.stringify(answer)}`);
  return {
    seconds,
    files: Number(counts[1]),
    bytes: Number(counts[2]),
    issues: answer['Issues: ']?.length ?? 0,
    peakMb,
  };
}

async function send(
  server: BenchServer,
  projectId: number,
  file: string,
): Promise<{ 'Content: '?: string; 'Issues: '?: unknown[] }> {
  const url = `${server.base}/project/uploadProjectCodebase?projectId=${projectId}`;
  const outgoing = request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
  });
  const answered = new Promise<string>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(text);
    });
  });
  await Promise.all([pipeline(createReadStream(file), outgoing), answered]);
  return JSON.parse(await answered);
}

/** `tar x` leaves its files unwritten for some time; "durable" includes a sync, as the upload does. */
function runTar(file: string, folder: string): { seconds: number; durableSeconds: number } {
  mkdirSync(folder, { recursive: true });
  spawnSync('sync', ['-f', folder]);
  const start = performance.now();
  execFileSync('tar', ['xf', file, '-C', folder]);
  const seconds = (performance.now() - start) / 1000;
  spawnSync('sync', ['-f', folder]);
  const durableSeconds = (performance.now() - start) / 1000;
  rmSync(folder, { recursive: true, force: true });
  return { seconds, durableSeconds };
}

function threadsOf(pid: number): number {
  try {
    return Number(/^Threads:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return itemAt(sorted, Math.floor((sorted.length - 1) / 2));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
