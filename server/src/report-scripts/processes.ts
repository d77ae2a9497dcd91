// The processes of a run: starts the first one so that the system limits all of them, counts their memory, and ends all of them, even those that left
// their group. Facts that only Linux has are left out elsewhere; time limits and the limits of the shell apply everywhere.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeSharedMemoryOf } from './shared-memory.ts';

/** A range that Linux distributions leave free, so that each run has its own user, by which its processes are found and ended. */
const FIRST_USER = 60_600;
const USERS = 570;

/** A user without another run, if the server runs as root. Otherwise scripts run as the server's user. */
export function userOfRun(jobId: number, inUse: ReadonlySet<number>): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (let step = 0; step < USERS; step++) {
    const user = FIRST_USER + ((jobId + step) % USERS);
    if (!inUse.has(user)) return user;
  }
  throw new Error(`All ${USERS} users of report scripts have runs.`);
}

export interface Limits {
  seconds: number;
  memoryBytes: number;
  diskBytes: number;
  processes: number;
}

/** The shell sets limits that it and all its children cannot raise again, then becomes the program. */
export function limitedCommand(program: string[], limits: Limits, processesNow: number): string[] {
  const kilobytes = Math.ceil(limits.memoryBytes / 1024);
  const blocks = Math.ceil(limits.diskBytes / 512);
  const processes = limits.processes + processesNow;
  // Each limit is set separately: one that is already lower cannot be set, and stays.
  const settings = [
    'ulimit -c 0',
    `ulimit -f ${blocks}`,
    `ulimit -t ${limits.seconds * 2}`,
    `ulimit -d ${kilobytes * 2}`,
    'ulimit -n 1024',
    // Shells use different letters for this limit.
    `{ ulimit -u ${processes} || ulimit -p ${processes}; }`,
  ];
  return ['/bin/sh', '-c', `${settings.map((one) => `${one} 2>/dev/null`).join('; ')}; exec "$@"`, 'sh', ...program];
}

interface Process {
  pid: number;
  user: number;
  group: number;
  memoryBytes: number;
}

/** Empty on systems without /proc. */
function listProcesses(): Process[] {
  return pidsOf().flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      // After the name, which may contain anything: state, parent, group.
      const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
      return [{ pid, user: number('Uid'), group, memoryBytes: (number('RssAnon') + number('RssShmem')) * 1024 }];
    } catch {
      return [];
    }
  });
}

function pidsOf(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

/** Counts threads, as the system does for its limit. */
export function threadsOfUser(user: number): number {
  return pidsOf().reduce((sum, pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      if (Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]) !== user) return sum;
      return sum + Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 1);
    } catch {
      return sum;
    }
  }, 0);
}

/** Set in the environment of a run, and so in that of all its processes. */
export const RUN_MEMBER = 'ASSAY_REPORT_RUN';

export interface Run {
  /** The first process, which leads a group. */
  pid: number;
  user: number | undefined;
  mark: string;
}

/** The processes of the run's user. Without its own user: those of its group and those with its mark. */
function processesOf({ pid, user, mark }: Run): Process[] {
  const own = process.getuid?.();
  return listProcesses().filter((one) => {
    if (user !== undefined) return one.user === user;
    return one.user === own && one.pid !== process.pid && (one.group === pid || carries(one.pid, mark));
  });
}

function carries(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${RUN_MEMBER}=${mark}`);
  } catch {
    return false;
  }
}

export function memoryOf(run: Run): number {
  return processesOf(run).reduce((sum, one) => sum + one.memoryBytes, 0);
}

/** For a run that was interrupted with its server, so that nobody has ended its processes. */
export async function endFormerRun(user: number): Promise<void> {
  await endAllOfUser(user);
  await removeLeftOf(user);
}

/** The processes with the mark of a run without a known first process. */
export async function endMarked(mark: string): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const left = pidsOf().filter((pid) => pid !== process.pid && carries(pid, mark));
    if (left.length === 0) return;
    for (const pid of left) signal(pid);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What a run left outside of its folder. */
export interface LeftOver {
  files: number;
  sharedObjects: number;
  sharedBytes: number;
}

/** Ends all remaining processes of a run, and removes what it left elsewhere. */
export async function endRun(run: Run): Promise<LeftOver> {
  if (run.user !== undefined) await endAllOfUser(run.user);
  signal(-run.pid);
  // Processes that fork during the search are found next time.
  for (let round = 0; round < 20; round++) {
    const left = processesOf(run);
    if (left.length === 0) break;
    for (const one of left) signal(one.pid);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return run.user === undefined ? { files: 0, sharedObjects: 0, sharedBytes: 0 } : removeLeftOf(run.user);
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** In one step, so that a process that forks without end cannot escape. */
function endAllOfUser(user: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', 'kill -9 -1'], { uid: user, gid: user, stdio: 'ignore', env: {}, cwd: '/' });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}

async function removeLeftOf(user: number): Promise<LeftOver> {
  const paths = await filesElsewhere(user);
  for (const path of paths) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  const { objects, bytes } = await removeSharedMemoryOf(user);
  return { files: paths.length, sharedObjects: objects, sharedBytes: bytes };
}

/** Files of a user in the folders where everybody may write. */
export async function filesElsewhere(user: number): Promise<string[]> {
  const found: string[] = [];
  for (const folder of new Set([tmpdir(), '/tmp', '/var/tmp', '/dev/shm', '/run/lock', '/dev/mqueue'])) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const entry = await lstat(path).catch(() => undefined);
      if (entry?.uid === user) found.push(path);
    }
  }
  return found;
}
