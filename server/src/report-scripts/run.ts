// Runs one script in a copy of its folder, without the server's environment, and with limits of time, memory, processes, disk and output. All
// processes of the script have ended when this returns.
import {
  type ChildProcess,
  type ChildProcessByStdio,
  type SpawnOptionsWithStdioTuple,
  type StdioNull,
  type StdioPipe,
  spawn,
} from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { countOf } from '../domain/count-text.ts';
import { type ReportCall, scriptArguments } from './arguments.ts';
import { usersInUse } from './former-runs.ts';
import { endThrough, isolationHere } from './isolation.ts';
import { MOST_OUTPUT_BYTES, type ScriptOutput } from './output.ts';
import type { Script } from './places.ts';
import {
  endFormerRun,
  endRun,
  type LeftOver,
  type Limits,
  limitedCommand,
  memoryOf,
  RUN_MEMBER,
  type Run,
  threadsOfUser,
  userOfRun,
} from './processes.ts';
import { makeWorkplace, type Workplace, WorkplaceRefused } from './workplace.ts';

/** Scripts write to pipes and get no input. */
type PipedOptions = SpawnOptionsWithStdioTuple<StdioNull, StdioPipe, StdioPipe>;
type PipedProcess = ChildProcessByStdio<null, Readable, Readable>;

const LOOK_EVERY_MS = 250;
/** The disk is checked once in this many checks, because that takes longer. */
const LOOKS_A_DISK_LOOK = 4;
/** Time for a script to clean up after its upload. */
const TIDY_UP_MS = 10_000;

export interface ScriptRun {
  script: Script;
  call: ReportCall;
  jobId: number;
  limits: Limits;
  /** The content of the file with the server's address. */
  properties: Record<string, unknown>;
  output: ScriptOutput;
  signal: AbortSignal;
  /** Told what the script left outside of its folder, and what was removed. */
  onLeftBehind?(left: LeftOver): void;
  /** Called from time to time: writes new output, throws if the run must end, and returns whether the result has arrived. */
  look(): Promise<{ hasResult: boolean }>;
}

export interface ScriptEnd {
  exitCode: number | null;
  /** The signal that ended it; the system sends one for its own limits. */
  signal: NodeJS.Signals | null;
  /** A sentence that says why the server ended it; undefined if it ended by itself or had uploaded. */
  stopped?: string;
}

/** Users of runs of this server without a written note. */
const usersOfOwnRuns = new Set<number>();

export async function runScript(run: ScriptRun): Promise<ScriptEnd> {
  const user = userOfRun(run.jobId, usersInUse().union(usersOfOwnRuns));
  if (user === undefined) return runAs(undefined, run);
  usersOfOwnRuns.add(user);
  try {
    await endFormerRun(user);
    return await runAs(user, run);
  } finally {
    usersOfOwnRuns.delete(user);
  }
}

async function runAs(user: number | undefined, run: ScriptRun): Promise<ScriptEnd> {
  const { script, properties, jobId, limits } = run;
  const mark = randomUUID();
  const name = `${createHash('sha256').update(script.folder).digest('hex').slice(0, 12)}-${jobId}`;
  const workplace = await makeWorkplace({ name, script, properties, user, mark, mostBytes: limits.diskBytes });
  try {
    return await runIn(workplace, { user, mark }, run);
  } finally {
    await workplace.remove();
  }
}

async function runIn(
  workplace: Workplace,
  { user, mark }: Pick<Run, 'user' | 'mark'>,
  run: ScriptRun,
): Promise<ScriptEnd> {
  const { script, call, limits } = run;
  const program = [...(await interpreterOf(join(workplace.folder, script.path))), ...scriptArguments(call)];
  // A user of the run's own has no other processes.
  const processesNow = user === undefined ? threadsOfUser(process.getuid?.() ?? -1) : 0;
  const isolation = isolationHere();
  const limited = limitedCommand(program, limits, processesNow);
  const [command = '', ...args] = isolation.wrap(limited, { user, limits });
  const child = start(command, args, {
    cwd: workplace.folder,
    env: environmentOf(workplace, mark),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Only root makes namespaces without a user namespace; the first process then becomes the user of the run.
    ...(user === undefined || isolation.name === 'unshare' ? {} : { uid: user, gid: user }),
  });
  const ended = endOf(child).then((end) => endThrough(isolation, end));
  ended.catch(() => undefined);
  if (child.pid === undefined) return ended.catch(refused);
  const processes: Run = { pid: child.pid, user, mark };
  try {
    return await watch(child, ended, processes, workplace, run);
  } finally {
    const left = await endRun(processes);
    run.onLeftBehind?.(left);
  }
}

/** The system throws some errors at once; the child reports others. */
function start(command: string, args: string[], options: PipedOptions): PipedProcess {
  try {
    return spawn(command, args, options);
  } catch (error) {
    return refused(error as NodeJS.ErrnoException);
  }
}

/** The system could not start it; its message is for people. */
function refused(error: NodeJS.ErrnoException): never {
  const why = error.code === 'E2BIG' ? 'its options are longer than the system allows' : error.message;
  throw new WorkplaceRefused(`the script could not be started: ${why}`);
}

/** Nothing of the server's environment, which names its database and may contain passwords. */
function environmentOf({ temporary }: Workplace, mark: string): Record<string, string> {
  const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
  return {
    // Ends with the Node of this server, for machines without another.
    PATH: [...folders, dirname(process.execPath)].join(':'),
    HOME: temporary,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    [RUN_MEMBER]: mark,
  };
}

/** The program before the script: none if the script may be executed, else the one in its first line, else the one for its ending. */
async function interpreterOf(path: string): Promise<string[]> {
  const { mode } = await stat(path);
  const line = await firstLineOf(path);
  const [, interpreter] = /^#!\s*(\S[^\r\n]{0,250})/.exec(line) ?? [];
  // The system takes a carriage return as part of the name.
  if (interpreter !== undefined && mode & 0o100 && !line.endsWith('\r')) return [path];
  if (interpreter !== undefined) return [...interpreter.trim().split(/\s+/), path];
  const known: Record<string, string[]> = { '.py': ['python3'], '.js': ['node'], '.mjs': ['node'] };
  return [...(known[extname(path)] ?? ['/bin/sh']), path];
}

async function firstLineOf(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.toString('latin1', 0, bytesRead).split('\n', 1)[0] ?? '';
  } finally {
    await handle.close();
  }
}

function endOf(child: ChildProcess): Promise<ScriptEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

/** Watches the script until it ends, or ends it. */
async function watch(
  child: PipedProcess,
  ended: Promise<ScriptEnd>,
  processes: Run,
  workplace: Workplace,
  { limits, output, signal, look }: ScriptRun,
): Promise<ScriptEnd> {
  let end: ScriptEnd | undefined;
  let tooMuch = false;
  const own = ended.then((value) => {
    end = value;
  });
  for (const channel of ['output', 'error'] as const) {
    const stream = channel === 'output' ? child.stdout : child.stderr;
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      if (output.push(channel, chunk)) return;
      tooMuch = true;
      stream.destroy();
    });
  }
  const startedAt = performance.now();
  let deliveredAt: number | undefined;
  for (let looks = 0; ; looks++) {
    await Promise.race([own, pause(LOOK_EVERY_MS, signal)]);
    signal.throwIfAborted();
    const { hasResult } = await look();
    if (hasResult) deliveredAt ??= performance.now();
    if (tooMuch)
      return { exitCode: null, signal: null, stopped: `it printed more than ${MOST_OUTPUT_BYTES / 1024 / 1024} MB` };
    if (end !== undefined) return await afterOutput(child, end);
    const reason = await overLimit(startedAt, looks, limits, processes, workplace);
    if (reason !== undefined) return { exitCode: null, signal: null, stopped: reason };
    if (deliveredAt !== undefined && performance.now() - deliveredAt > TIDY_UP_MS)
      return { exitCode: null, signal: null };
  }
}

async function overLimit(
  startedAt: number,
  looks: number,
  limits: Limits,
  processes: Run,
  workplace: Workplace,
): Promise<string | undefined> {
  if (performance.now() - startedAt > limits.seconds * 1000)
    return `it took longer than ${durationText(limits.seconds)}`;
  if (memoryOf(processes) > limits.memoryBytes)
    return `it took more than ${megabytes(limits.memoryBytes)} MB of memory`;
  if (looks % LOOKS_A_DISK_LOOK !== 0) return undefined;
  const most = workplace.copiedBytes + limits.diskBytes;
  return (await workplace.size(most)) > most ? `it wrote more than ${megabytes(limits.diskBytes)} MB` : undefined;
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const durationText = (seconds: number) =>
  seconds % 60 === 0 ? countOf(seconds / 60, 'minute') : countOf(seconds, 'second');

/** The last output may still be on its way. Children that keep the pipe open are not waited for. */
async function afterOutput(child: PipedProcess, end: ScriptEnd): Promise<ScriptEnd> {
  const closed = Promise.all(
    [child.stdout, child.stderr].map((one) => one.closed || new Promise((done) => one.once('close', done))),
  );
  await Promise.race([closed, pause(LOOK_EVERY_MS)]);
  return end;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal?.addEventListener('abort', over, { once: true });
  });
}
