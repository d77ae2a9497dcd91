// A real server in a separate process. Its data folder stays, so that a test can kill the server and start the next one.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { embeddedConnection, startEmbeddedDatabase } from '../../src/db/embedded/index.ts';
import { KEEPER } from '../../src/db/embedded/keeper.ts';
import { isConnectionLoss } from '../../src/db/postgres/connection-loss.ts';
import { dataFolder as folderOf } from '../../src/installation/data-folder.ts';

export const BIN = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const PASSWORD = 'Robustness1';
const POLL_MS = 100;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of answers.
  body: any;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface ServerProcess {
  pid: number;
  origin: string;
  /** With the token of the administrator. */
  headers: Record<string, string>;
  api(method: string, path: string, body?: unknown): Promise<Answer>;
  /** For answers that are not JSON. */
  download(path: string): Promise<{ status: number; bytes: Buffer }>;
  upload(projectId: number, archive: Readable | Buffer): Promise<Answer>;
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** A process that only has to end. */
export async function spawnServer(
  dataFolder: string,
  env: Record<string, string> = {},
  /** A command that runs the server, for example in a container. */
  within: readonly string[] = [],
  { isSupervised = false } = {},
): Promise<{ child: ChildProcess; origin: string; ended: Promise<Ended> }> {
  const port = await freePort();
  const [program, ...args] = [...within, process.execPath, BIN, 'serve', ...(isSupervised ? [] : ['--alone'])];
  const child = spawn(program!, args, {
    env: {
      ...process.env,
      PORT: String(port),
      ASSAY_DATA_DIR: dataFolder,
      ASSAY_ADMIN_PASSWORD: PASSWORD,
      ASSAY_LOG_LEVEL: 'warn',
      ASSAY_SCAN_THREADS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A terminal signals a group of processes.
    detached: isSupervised,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, origin: `http://127.0.0.1:${port}`, ended };
}

/** A command of `assay` that ends by itself. */
export async function runCommand(dataFolder: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { ...process.env, ASSAY_DATA_DIR: dataFolder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Resolves when the server answers. Rejects with the output of the server if it ends before. */
export async function startServer(
  dataFolder: string,
  env: Record<string, string> = {},
  within: readonly string[] = [],
  options: { isSupervised?: boolean } = {},
): Promise<ServerProcess> {
  const { child, origin, ended } = await spawnServer(dataFolder, env, within, options);
  let end: Ended | undefined;
  void ended.then((how) => {
    end = how;
  });
  await until(async () => {
    if (end) throw new Error(`The server ended (${end.code ?? end.signal}): ${end.stderr}`);
    return fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  });
  const base = `${origin}/codeinsight/api`;
  const login = await fetch(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return {
    pid: child.pid!,
    origin,
    headers,
    async api(method, path, body) {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    },
    async download(path) {
      const answer = await fetch(`${base}${path}`, { headers });
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    },
    upload: (projectId, archive) =>
      send(`${base}/project/uploadProjectCodebase?projectId=${projectId}`, headers, archive),
    end(signal) {
      if (!end) child.kill(signal);
      return ended;
    },
  };
}

async function send(url: string, headers: Record<string, string>, archive: Readable | Buffer): Promise<Answer> {
  const outgoing = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
  const answered = new Promise<Answer>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode!, body: JSON.parse(text) });
    });
  });
  const [answer] = await Promise.all([answered, pipeline(Readable.from(archive), outgoing)]);
  return answer;
}

/** Kills what keeps the database from outliving its server, which must be stopped and killed next: the processes whose command line names the keeper and the folder. */
export function killKeepers(dataFolder: string): void {
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isSafeInteger)) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (command.includes(`\0${KEEPER}\0`) && command.includes(dataFolder)) process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}

/** The rows of a query in the embedded database, which is started for it if no server runs. */
export async function queryData(dataFolder: string, text: string, values: unknown[] = []) {
  const postgres = folderOf(dataFolder).postgres;
  try {
    return await queryAt(embeddedConnection(postgres), text, values);
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
    // It ends with its server.
    const database = await startEmbeddedDatabase({ folder: postgres });
    return await queryAt(database.connection, text, values).finally(() => database.stop());
  }
}

async function queryAt(target: pg.ClientConfig, text: string, values: unknown[]) {
  const client = new pg.Client(target);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Polls until the answer is truthy, and returns it. The time limit of the test ends a wait that fails. */
export async function until<T>(ask: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer as NonNullable<T>;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
