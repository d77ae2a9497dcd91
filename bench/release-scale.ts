// Two releases of a large project: what it costs to freeze them, to compare them, to download a dossier and to verify it. Prints JSON.
//   node bench/release-scale.ts [--files 100000] [--packages 20000]
import { spawnSync } from 'node:child_process';
import { createWriteStream, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { call } from './carried-door.ts';
import { release } from './generated-release.ts';
import { type BenchServer, BIN, followJob, startServer, uploadArchive } from './server.ts';
import { tarOf } from './tar.ts';

const { values } = parseArgs({
  options: { files: { type: 'string', default: '100000' }, packages: { type: 'string', default: '20000' } },
});
const size = { files: Number(values.files), packages: Number(values.packages) };
const rounded = (seconds: number) => Math.round(seconds * 10) / 10;

/** Seconds of a step, with the highest memory of the server meanwhile. */
async function measured<T>(server: BenchServer, step: () => Promise<T>) {
  const started = performance.now();
  let peakMb = server.residentMb();
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, server.residentMb());
  }, 200);
  try {
    const value = await step();
    return { value, seconds: rounded((performance.now() - started) / 1000), peakMb: Math.round(peakMb) };
  } finally {
    clearInterval(watch);
  }
}

async function jobOver(server: BenchServer, jobId: number): Promise<void> {
  const { status, details } = await followJob(server, jobId);
  if (status !== 'Completed') throw new Error(`The job ended ${status}: ${details}`);
}

async function scan(server: BenchServer, projectId: number, edition: number): Promise<void> {
  await uploadArchive(server, projectId, tarOf(release(edition, size)), { replaces: true });
  const path = `/scanResource/projectScan/${projectId}`;
  await jobOver(server, (await call<{ 'Content: ': number }>(server, 'POST', path))['Content: ']);
}

async function freeze(server: BenchServer, projectId: number, name: string): Promise<number> {
  const body = { name, isSigned: false };
  const { id, taskId } = await call<{ id: number; taskId: number }>(
    server,
    'POST',
    `/projects/${projectId}/releases`,
    body,
  );
  await jobOver(server, taskId);
  return id;
}

async function download(server: BenchServer, path: string, target: string): Promise<number> {
  const answer = await fetch(`${server.base}${path}`, { headers: { authorization: `Bearer ${server.token}` } });
  if (!answer.ok || answer.body === null) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(target));
  return statSync(target).size;
}

function verify(file: string) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, 'release', 'verify', file], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`verify ended with ${status}: ${stdout}${stderr}`);
  return rounded((performance.now() - started) / 1000);
}

async function run(server: BenchServer) {
  const { id } = await call<{ id: number }>(server, 'POST', '/projects', { name: 'Large' });
  const steps: Record<string, { seconds: number; peakMb: number }> = {};
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { value, ...cost } = await measured(server, work);
    steps[name] = cost;
    console.error(`${name}: ${cost.seconds} s, ${cost.peakMb} MB`);
    return value;
  };
  await step('scan', () => scan(server, id, 0));
  const first = await step('release', () => freeze(server, id, '1.0'));
  await step('rescan', () => scan(server, id, 1));
  const second = await step('second release', () => freeze(server, id, '2.0'));
  const sides = `of=release:${first}&with=release:${second}`;
  const rows = await step('difference', () =>
    call<{ paging?: unknown }>(server, 'GET', `/projects/${id}/difference?${sides}&limit=100`),
  );
  const target = join(tmpdir(), `assay-bench-dossier-${process.pid}.zip`);
  try {
    await step('difference as Excel', () =>
      download(server, `/projects/${id}/difference/table?${sides}&format=xlsx`, target),
    );
    const bytes = await step('dossier', () => download(server, `/projects/${id}/releases/${second}/dossier`, target));
    return { ...size, steps, dossierMb: Math.round(bytes / 1e6), verifySeconds: verify(target), paging: rows.paging };
  } finally {
    rmSync(target, { force: true });
  }
}

const server = await startServer();
try {
  console.log(JSON.stringify({ ...(await run(server)), load: rounded(loadavg()[0] ?? 0) }, null, 1));
} finally {
  await server.stop();
}
