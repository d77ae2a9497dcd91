// Benchmark: synchronisations of git repositories by a server of its own, from `git daemon` on this machine.
// Usage: node bench/scm.ts [--files 2000] [--changed 40] [--commits 100000] [--only unchanged|tags|history]. Prints JSON.
//
//   unchanged   a synchronisation without change, against `git ls-remote` of the same address: its seconds beyond that round trip
//   tags        ten tags in a row: contents that were read from the repository, for each content that the tag changed
//   history     100,000 commits made with `git fast-import`: the largest resident memory of the server together with its git processes, for a
//               branch (which needs one commit) and for the beginning of a commit id (which needs the whole history)
//
// What is read is counted by what the server learns of the repository (`scm_contents`): each content that it reads and did not know becomes a row.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { embeddedConnection } from '../server/src/db/embedded/index.ts';
import { dataFolder } from '../server/src/installation/data-folder.ts';
import { type BenchServer, freePort, startServer } from './server.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    changed: { type: 'string', default: '40' },
    commits: { type: 'string', default: '100000' },
    only: { type: 'string' },
  },
});
const TAGS = 10;
const ROUNDS = 5;
const SAMPLE_MS = 20;
const MB = 1024 * 1024;

const root = mkdtempSync(join(tmpdir(), 'assay-bench-scm-'));
const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
const ENV = {
  PATH: process.env.PATH,
  HOME: root,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};
const git = (args: string[], input?: string | Buffer) =>
  execFileSync(realGit, args, {
    env: ENV,
    encoding: 'utf8',
    maxBuffer: 64 * MB,
    ...(input === undefined ? {} : { input }),
  }).trim();

let daemon: ChildProcess | undefined;
let server: BenchServer | undefined;
try {
  const address = await startDaemon();
  server = await startServer({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  const result: Record<string, unknown> = { git: git(['--version']) };
  if (!values.only || values.only === 'unchanged') result.unchanged = await unchanged(server, address);
  if (!values.only || values.only === 'tags') result.tags = await tags(server, address);
  if (!values.only || values.only === 'history') result.history = await history(server, address);
  console.log(JSON.stringify(result, null, 2));
} finally {
  await server?.stop();
  daemon?.kill();
  rmSync(root, { recursive: true, force: true });
}

async function startDaemon(): Promise<string> {
  const port = await freePort();
  mkdirSync(join(root, 'git'));
  daemon = spawn(
    realGit,
    [
      'daemon',
      '--reuseaddr',
      '--listen=127.0.0.1',
      `--port=${port}`,
      '--export-all',
      `--base-path=${join(root, 'git')}`,
    ],
    { env: ENV, stdio: 'ignore' },
  );
  return `git://127.0.0.1:${port}`;
}

async function unchanged(on: BenchServer, address: string) {
  const name = repository('unchanged', [
    commit({ number: 1, from: undefined, files: filesOf(Number(values.files), () => 0) }),
  ]);
  const projectId = await project(on, name, { url: `${address}/${name}`, branch: 'main' });
  const first = await seconds(() => sync(on, projectId));
  const rounds: { seconds: number; roundTrip: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const roundTrip = await seconds(async () => void git(['ls-remote', `${address}/${name}`]));
    rounds.push({ seconds: await seconds(() => sync(on, projectId)), roundTrip });
  }
  const beyond = rounds.map((round) => round.seconds - round.roundTrip).sort((a, b) => a - b);
  return {
    files: Number(values.files),
    firstSeconds: first,
    rounds,
    medianSecondsBeyondRoundTrip: beyond[Math.floor(ROUNDS / 2)],
  };
}

async function tags(on: BenchServer, address: string) {
  const [count, changed] = [Number(values.files), Number(values.changed)];
  // Each tag changes other files than the one before.
  const isChanged = (file: number, tag: number) =>
    Math.floor(file / changed) % TAGS === tag % TAGS && file < TAGS * changed;
  const revisionOf = (file: number, tag: number) => {
    for (let at = tag; at > 0; at--) if (isChanged(file, at)) return at;
    return 0;
  };
  const commits = Array.from({ length: TAGS + 1 }, (_, tag) =>
    commit({
      number: tag + 1,
      from: tag === 0 ? undefined : tag,
      files: filesOf(count, (file) => revisionOf(file, tag)),
      tag: `v${tag}`,
    }),
  );
  const name = repository('tags', commits);
  const projectId = await project(on, name, { url: `${address}/${name}`, tag: 'v0' });
  await sync(on, projectId);
  const steps: { tag: string; changed: number; read: number; seconds: number }[] = [];
  for (let tag = 1; tag <= TAGS; tag++) {
    const before = await learnt(on);
    await on.api('PUT', `/scmInstances/Git?projectId=${projectId}&instanceId=0`, {
      url: `${address}/${name}`,
      tag: `v${tag}`,
    });
    const taken = await seconds(() => sync(on, projectId));
    const read = (await learnt(on)) - before;
    steps.push({
      tag: `v${tag}`,
      changed: Array.from({ length: count }, (_, file) => file).filter((file) => isChanged(file, tag)).length,
      read,
      seconds: taken,
    });
  }
  const sum = (of: (step: (typeof steps)[number]) => number) => steps.reduce((total, step) => total + of(step), 0);
  return { files: count, steps, readForEachChanged: sum((step) => step.read) / sum((step) => step.changed) };
}

/** Contents of repositories that the server knows. */
async function learnt(on: BenchServer): Promise<number> {
  const client = new pg.Client(embeddedConnection(dataFolder(on.dataFolder).postgres));
  await client.connect();
  try {
    return Number((await client.query('select count(*) as total from scm_contents')).rows[0].total);
  } finally {
    await client.end();
  }
}

async function history(on: BenchServer, address: string) {
  const commits = Number(values.commits);
  const made = await seconds(async () => {
    const folder = bare('history');
    const stream = join(root, 'history.stream');
    writeStream(stream, commits);
    execFileSync('sh', ['-c', `'${realGit}' -C '${folder}' fast-import --quiet < '${stream}'`], { env: ENV });
    rmSync(stream);
  });
  const name = 'history.git';
  const tip = git(['-C', join(root, 'git', name), 'rev-parse', 'main~1000']);
  const branch = await project(on, 'history of a branch', { url: `${address}/${name}`, branch: 'main' });
  const ofBranch = await measured(on, () => sync(on, branch));
  const short = await project(on, 'history of an id', { url: `${address}/${name}`, commitId: tip.slice(0, 12) });
  const ofId = await measured(on, () => sync(on, short));
  return { commits, madeInSeconds: made, branch: ofBranch, beginningOfId: ofId };
}

/** A change of one of a thousand files in each commit. */
function writeStream(file: string, commits: number): void {
  const out = openSync(file, 'w');
  for (let number = 1; number <= commits; number++) {
    const content = `file ${number % 1000} of ${number}\n`;
    const text = `commit refs/heads/main\nmark :${number}\ncommitter a <a@example.org> ${1_700_000_000 + number} +0000\ndata 6\nchange\n${number > 1 ? `from :${number - 1}\n` : ''}M 100644 inline d${number % 10}/f${number % 1000}.txt\ndata ${content.length}\n${content}\n`;
    writeSync(out, text);
  }
  closeSync(out);
}

interface MadeCommit {
  number: number;
  from: number | undefined;
  files: [path: string, content: string][];
  tag?: string;
}

function commit({ number, from, files, tag }: MadeCommit): string {
  const head = `commit refs/heads/main\nmark :${number}\ncommitter a <a@example.org> ${1_700_000_000 + number} +0000\ndata 6\nchange\n${from === undefined ? '' : `from :${from}\n`}`;
  const body = files.map(([path, content]) => `M 100644 inline ${path}\ndata ${content.length}\n${content}\n`).join('');
  return head + body + (tag === undefined ? '' : `reset refs/tags/${tag}\nfrom :${number}\n`);
}

function filesOf(count: number, revisionOf: (file: number) => number): [string, string][] {
  return Array.from({ length: count }, (_, file) => [
    `d${file % 50}/f${file}.txt`,
    `file ${file}, revision ${revisionOf(file)}\n${'x'.repeat(file % 500)}`,
  ]);
}

function bare(name: string): string {
  const folder = join(root, 'git', `${name}.git`);
  git(['init', '--quiet', '--bare', '--initial-branch=main', folder]);
  return folder;
}

function repository(name: string, commits: string[]): string {
  git(['-C', bare(name), 'fast-import', '--quiet'], commits.join('\n'));
  return `${name}.git`;
}

async function project(on: BenchServer, name: string, instance: object): Promise<number> {
  const { id } = (await on.api('POST', '/projects', { name })).body as { id: number };
  const { status, body } = await on.api('POST', `/scmInstances/Git?projectId=${id}`, instance);
  if (status !== 201) throw new Error(`no instance: ${JSON.stringify(body)}`);
  return id;
}

async function sync(on: BenchServer, projectId: number): Promise<void> {
  const { id } = (await on.api('POST', `/scmInstances/sync?projectId=${projectId}`)).body as { id: number };
  for (;;) {
    const { status, error } = (await on.api('GET', `/jobs/${id}`)).body as { status: string; error: string };
    if (status === 'Completed') return;
    if (!['New', 'Scheduled', 'Active'].includes(status)) throw new Error(`${status}: ${error}`);
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** The largest sum of resident memory of the server and its git processes, and the largest of the latter alone; the database is left out. */
async function measured(on: BenchServer, work: () => Promise<void>) {
  const before = on.residentMb();
  let [largestMb, largestGitMb] = [0, 0];
  const timer = setInterval(() => {
    const gitMb = gitProcessesOf(on.pid).reduce((sum, pid) => sum + residentMbOf(pid), 0);
    largestGitMb = Math.max(largestGitMb, gitMb);
    largestMb = Math.max(largestMb, gitMb + on.residentMb());
  }, SAMPLE_MS);
  const taken = await seconds(work).finally(() => clearInterval(timer));
  return { seconds: taken, beforeMb: before, largestMb, ofGitMb: largestGitMb };
}

/** Descendants of the server that are git. */
function gitProcessesOf(pid: number): number[] {
  const parents = new Map<number, number>();
  const names = new Map<number, string>();
  for (const one of readdirSync('/proc').map(Number).filter(Number.isSafeInteger)) {
    try {
      const [, name = '', rest = ''] =
        /^\d+ \((.*)\) \S (.*)$/s.exec(readFileSync(`/proc/${one}/stat`, 'latin1')) ?? [];
      parents.set(one, Number(rest.split(' ')[0]));
      names.set(one, name);
    } catch {
      // It has just ended.
    }
  }
  const isBelow = (one: number | undefined): boolean =>
    one !== undefined && one > 1 && (one === pid || isBelow(parents.get(one)));
  return [...names].filter(([one, name]) => /^git/.test(name) && isBelow(parents.get(one))).map(([one]) => one);
}

function residentMbOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
