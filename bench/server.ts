// Starts a separate server for a benchmark on a free port with a fresh data folder, measures it from outside, stops it
// and removes it.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { present } from '@assay/scanner/items';

/** Of another checkout, to compare two commits in one run. */
export const BIN = process.env.BENCH_SERVER ?? fileURLToPath(new URL('../server/bin/assay.js', import.meta.url));
const PASSWORD = 'Benchmark1';

export interface BenchServer {
  base: string;
  pid: number;
  dataFolder: string;
  api(method: string, path: string, body?: unknown): Promise<{ status: number; body: never }>;
  token: string;
  /** Resident memory of the server process without the database, in MB. */
  residentMb(): number;
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

export async function startServer(
  env: Record<string, string> = {},
  dataFolder = mkdtempSync(join(tmpdir(), 'assay-bench-')),
): Promise<BenchServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [BIN, 'serve', '--alone'], {
    env: {
      ...process.env,
      PORT: String(port),
      ASSAY_DATA_DIR: dataFolder,
      ASSAY_ADMIN_PASSWORD: PASSWORD,
      ASSAY_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', process.env.BENCH_LOG ? 'inherit' : 'ignore', 'inherit'],
  });
  const origin = `http://localhost:${port}`;
  const base = `${origin}/codeinsight/api`;
  await untilReady(origin, child);
  const login = await fetch(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  return {
    base,
    pid: present(child.pid, 'process of the server'),
    dataFolder,
    token,
    async api(method, path, body) {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as never };
    },
    residentMb: () => residentMb(present(child.pid, 'process of the server')),
    kill: (signal) => ended(child, signal),
    async stop() {
      await ended(child, 'SIGINT');
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('the server did not start');
    const isReady = await fetch(`${origin}/readyz`)
      .then((answer) => answer.ok)
      .catch(() => false);
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

function residentMb(pid: number): number {
  try {
    const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line ? Number(line[1]) / 1024 : 0;
  } catch {
    return 0;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Sends an archive as the code base of a project. Throws if the server refuses it. */
export async function uploadArchive(
  { base, token }: BenchServer,
  projectId: number,
  archive: Buffer,
  { replaces = false } = {},
): Promise<void> {
  const query = `projectId=${projectId}${replaces ? '&deleteExistingFileOnServer=true' : ''}`;
  const outgoing = request(`${base}/project/uploadProjectCodebase?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
  });
  await new Promise<void>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      response.resume();
      if (response.statusCode === 200) resolve();
      else reject(new Error(`the upload was answered by ${response.statusCode}`));
    });
    outgoing.end(archive);
  });
}

/** Follows a job to its end; returns its seconds and the highest memory seen meanwhile. */
export async function followJob(
  server: BenchServer,
  jobId: number,
): Promise<{ status: string; details: string; seconds: number; peakMb: number }> {
  const started = performance.now();
  let peakMb = 0;
  for (;;) {
    const { body } = await server.api('GET', `/jobs/${jobId}`);
    const job = body as { status: string; jobDetails: string };
    peakMb = Math.max(peakMb, server.residentMb());
    if (!['New', 'Scheduled', 'Active'].includes(job.status)) {
      return { status: job.status, details: job.jobDetails, seconds: (performance.now() - started) / 1000, peakMb };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
