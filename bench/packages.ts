// Measures the cost of manifests, lockfiles and large inventories. Prints JSON.
//   node bench/packages.ts [manifests] [lockfiles [member ...]] [cycles] [inventory]     (default: all four)
//   PACKAGES_ENTRIES=300000 PACKAGES_CIRCLES=500000 PACKAGES_ITEMS=20000 set the sizes
// manifests: 10,000 files in one thread (goal: 1,000 per second). lockfiles: whether a thread with a heap limit of 400
// MB reads 300,000 entries of each format, including the text. cycles: whole scans of lockfiles with all and with half
// of the entries, which need each other in circles: the time should double for each format. inventory: 20,000 packages
// on 100,000 files, scanned twice by a server.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { scanSource } from '@assay/scanner';
import { itemAt } from '@assay/scanner/items';
import { CIRCLES, LOCKFILES, type LockfileText } from './lockfile-texts.ts';
import { followJob, startServer, uploadArchive } from './server.ts';
import { tarOf } from './tar.ts';

const ENTRIES = Number(process.env.PACKAGES_ENTRIES ?? 300_000);
const ITEMS = Number(process.env.PACKAGES_ITEMS ?? 20_000);
const MANIFESTS = 10_000;
const ENTRIES_IN_CIRCLES = Number(process.env.PACKAGES_CIRCLES ?? 500_000);
const CIRCLE_ENTRIES = [ENTRIES_IN_CIRCLES / 2, ENTRIES_IN_CIRCLES];
const HEAP_MB = 400;

interface ReadLockfile {
  packages: number;
  dependencies: number;
  issues: number;
  cpuSeconds: number;
}

if (isMainThread) console.log(JSON.stringify(await measured(process.argv.slice(2)), null, 1));
else parentPort?.postMessage(await readOne(workerData as { member: string; bytes: Uint8Array }));

async function measured(words: readonly string[]): Promise<Record<string, unknown>> {
  const parts = ['manifests', 'lockfiles', 'cycles', 'inventory'];
  const chosen = words.filter((word) => parts.includes(word));
  const members = words.filter((word) => !parts.includes(word));
  const wants = (part: string) => chosen.length === 0 || chosen.includes(part);
  return {
    ...(wants('manifests') && { manifests: await readManifests() }),
    ...(wants('lockfiles') && { lockfiles: await readLockfiles(members) }),
    ...(wants('cycles') && { cycles: await scanCircles() }),
    ...(wants('inventory') && { inventory: await scanTwice() }),
  };
}

/** Manifests of ten entries, of all formats in turn. */
async function readManifests(): Promise<object> {
  const { manifestNameFor, readManifest } = await import('../scanner/src/manifests/index.ts');
  const texts = Object.values(LOCKFILES).map((make) => make(10));
  const files = Array.from({ length: MANIFESTS }, (_, i) => {
    const { path, text } = itemAt(texts, i % texts.length);
    return { path: `project-${i}/${path}`, bytes: Buffer.from(text) };
  });
  const started = process.cpuUsage();
  let packages = 0;
  for (const { path, bytes } of files) packages += readManifest(manifestNameFor(path) ?? '', bytes).findings.length;
  const { user, system } = process.cpuUsage(started);
  const seconds = (user + system) / 1e6;
  return {
    files: MANIFESTS,
    formats: texts.length,
    packages,
    cpuSeconds: seconds,
    filesPerSecond: MANIFESTS / seconds,
  };
}

async function readLockfiles(members: readonly string[]): Promise<Record<string, object>> {
  const results: Record<string, object> = {};
  for (const member of members.length > 0 ? members : Object.keys(LOCKFILES)) {
    const make = LOCKFILES[member];
    if (make === undefined) throw new Error(`There is no lockfile ${member}: ${Object.keys(LOCKFILES).join(', ')}.`);
    const bytes = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(make(ENTRIES).text)));
    Buffer.from(bytes.buffer).write(make(ENTRIES).text);
    results[member] = { fileMb: Math.round(bytes.length / 2 ** 20), ...(await inThread(member, bytes)) };
  }
  return results;
}

/** The thread has the limits of a thread that analyses files; only its heap differs. */
function inThread(member: string, bytes: Uint8Array): Promise<object> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { member, bytes },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
    });
    worker.once('message', (read: ReadLockfile) => {
      resolve({ fits: true, ...read });
      void worker.terminate();
    });
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ fits: false });
      else reject(error);
    });
  });
}

async function readOne({ member, bytes }: { member: string; bytes: Uint8Array }): Promise<ReadLockfile> {
  const { readManifest } = await import('../scanner/src/manifests/index.ts');
  const started = process.threadCpuUsage();
  const { findings, issues } = readManifest(member, bytes);
  const { user, system } = process.threadCpuUsage(started);
  return {
    packages: findings.length,
    dependencies: findings.reduce((sum, { dependencies }) => sum + dependencies.length, 0),
    issues: issues.length,
    cpuSeconds: Math.round((user + system) / 1e5) / 10,
  };
}

async function scanCircles(): Promise<Record<string, object[]>> {
  const results: Record<string, object[]> = {};
  for (const [member, make] of Object.entries(CIRCLES)) {
    results[member] = [];
    for (const entries of CIRCLE_ENTRIES) results[member].push(await scanCircle(entries, make(entries)));
  }
  return results;
}

async function scanCircle(entries: number, { path, text }: LockfileText): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-circles-'));
  try {
    writeFileSync(join(folder, path), text);
    const started = process.cpuUsage();
    const issues: string[] = [];
    let packages = 0;
    let edges = 0;
    // On a busy machine a deadline would measure the other programs.
    for await (const item of scanSource(folder, { threads: 1, deadlineMs: 3_600_000 })) {
      if (item.type === 'issue') issues.push(item.issue.message);
      if (item.type !== 'inventory') continue;
      packages = item.inventory.components.length;
      edges = item.inventory.components.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
    }
    const { user, system } = process.cpuUsage(started);
    const fileMb = Math.round(text.length / 2 ** 20);
    return { entries, fileMb, packages, edges, issues, cpuSeconds: Math.round((user + system) / 1e6) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Packages in node_modules with five files each, below a manifest that requests all of them. */
async function scanTwice(): Promise<object> {
  const server = await startServer();
  try {
    const { body } = await server.api('POST', '/projects', { name: 'inventory' });
    const { id } = body as { id: number };
    await uploadArchive(server, id, gzipSync(tarOf(installed())));
    const first = await scan(server, id);
    const again = await scan(server, id);
    return { items: ITEMS, files: ITEMS * 5, first, again };
  } finally {
    await server.stop();
  }
}

function installed(): Record<string, string> {
  const numbers = Array.from({ length: ITEMS }, (_, i) => i);
  const files: Record<string, string> = {
    'package.json': JSON.stringify({
      name: 'root',
      version: '1.0.0',
      dependencies: Object.fromEntries(numbers.map((i) => [`package-${i}`, '*'])),
    }),
  };
  for (const i of numbers) {
    const folder = `node_modules/package-${i}`;
    const needs = { [`package-${(i * 7 + 1) % ITEMS}`]: '*' };
    files[`${folder}/package.json`] = JSON.stringify({
      name: `package-${i}`,
      version: '1.0.0',
      license: 'MIT',
      dependencies: needs,
    });
    for (const name of ['index', 'a', 'b', 'c']) files[`${folder}/${name}.js`] = `module.exports = '${name} ${i}';\n`;
  }
  return files;
}

async function scan(server: Awaited<ReturnType<typeof startServer>>, projectId: number): Promise<object> {
  const { body } = await server.api('POST', `/scanResource/projectScan/${projectId}`);
  const job = await followJob(server, (body as { 'Content: ': number })['Content: ']);
  const { status, details, seconds, peakMb } = job;
  return { status, details, seconds: Math.round(seconds), peakMb: Math.round(peakMb) };
}
