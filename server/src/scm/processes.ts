// Runs client programs of source control systems. Each gets a process group of its own, an environment of its own, and limits of memory, time, output
// and size of files; nothing of it outlives this server, however that ends. Secrets go in by a pipe that only the program's children inherit.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { present } from '@assay/scanner/items';
import { ScmError } from './member.ts';

/** The only paths on which programs are found: no variable of the server's environment reaches them. */
const PATHS = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

/** Address space of one process. */
const MEMORY_KB = 4 * 1024 * 1024;
const BLOCK_BYTES = 512;
/** What a program says to people; the end of it counts. */
const KEPT_COMPLAINTS = 16_000;
const MOST_COMPLAINTS = 16 * 1024 * 1024;
const LAST_WORDS_MS = 2000;

/**
 * The shell sets the limits and becomes the program. Its child waits for the end of the pipe 4, which comes when this server closes it or ends, and
 * then ends the group. The program itself does not get that pipe.
 */
const SCRIPT = `
{ read -r _; kill -s KILL 0; } <&4 3<&- 4<&- >/dev/null 2>&1 &
[ "$1" = 0 ] || { ulimit -v "$1" && ulimit -f "$2" && ulimit -c 0; } || exit 127
shift 2
exec "$@" 4<&-`;

export interface ProgramOptions {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  signal: AbortSignal;
  timeoutMs: number;
  /** Lines for descriptor 3. */
  secret?: string;
  /** What it reads from its standard input, of `runProgram`. */
  input?: string;
  /** Largest file that it may write. */
  mostFileBytes: number;
}

export interface ProgramEnd {
  exitCode: number;
  /** The end of what it wrote for people. */
  complaints: string;
  /** The reason for which this server ended it; '' if it ended by itself. */
  ended: '' | 'canceled' | 'timeout' | 'output';
}

export interface RunningProgram {
  stdin: Writable;
  stdout: Readable;
  /** Resolves after the program has ended. Never rejects. */
  end: Promise<ProgramEnd>;
  stop(): void;
}

export function startProgram(program: string, options: ProgramOptions): RunningProgram {
  options.signal.throwIfAborted();
  const blocks = Math.ceil(options.mostFileBytes / BLOCK_BYTES);
  // Only on Linux is the address space that a program may have what it uses.
  const memory = process.platform === 'linux' ? MEMORY_KB : 0;
  const child = spawn(
    '/bin/sh',
    ['-c', SCRIPT, 'assay-scm', String(memory), String(blocks), program, ...options.args],
    {
      cwd: options.cwd,
      env: { PATH: PATHS, LC_ALL: 'C', ...options.env },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    },
  );
  // The end of the program is told by its status, whatever its pipes say.
  for (const stream of child.stdio) stream?.on('error', () => undefined);
  const secret = child.stdio[3] as Writable;
  secret.end(options.secret ?? '');
  return {
    stdin: present(child.stdin, 'pipe for input'),
    stdout: present(child.stdout, 'pipe for output'),
    ...watched(child, options),
  };
}

function watched(child: ChildProcess, { signal, timeoutMs }: ProgramOptions): Pick<RunningProgram, 'end' | 'stop'> {
  let ended: ProgramEnd['ended'] = '';
  let complaints = '';
  let said = 0;
  let isOver = false;
  const stop = (why: ProgramEnd['ended'] = 'canceled') => {
    // Its number may be that of another group by now; the pipe 4 ends what it left behind.
    if (isOver) return;
    ended ||= why;
    killGroup(child);
  };
  const onAbort = () => stop('canceled');
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop('timeout'), timeoutMs).unref();
  child.stderr?.on('data', (data: Buffer) => {
    said += data.length;
    complaints = (complaints + data.toString('utf8')).slice(-KEPT_COMPLAINTS);
    if (said > MOST_COMPLAINTS) stop('output');
  });
  const end = new Promise<ProgramEnd>((resolve) => {
    const finish = (exitCode: number) => {
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      // Ends what the program left behind.
      (child.stdio[4] as Writable | null)?.destroy();
      (child.stdio[3] as Writable | null)?.destroy();
      // What it said last may come after the news of its end.
      void saidAll(child).then(() => resolve({ exitCode, complaints, ended }));
    };
    child.once('error', (error) => {
      complaints = error.message;
      finish(-1);
    });
    child.once('exit', (code) => finish(code ?? -1));
  });
  return { end, stop: () => stop() };
}

/** Resolves when nothing more can come; a process that has left the group is not waited for. */
async function saidAll({ stderr }: ChildProcess): Promise<void> {
  if (!stderr || stderr.closed) return;
  const timer = new AbortController();
  await Promise.race([
    once(stderr, 'close', { signal: timer.signal }).catch(() => undefined),
    wait(LAST_WORDS_MS, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Runs a program to its end and returns its output, up to a limit. */
export async function runProgram(
  program: string,
  options: ProgramOptions & { mostOutputBytes: number },
): Promise<ProgramEnd & { output: Buffer }> {
  const running = startProgram(program, options);
  running.stdin.end(options.input ?? '');
  const parts: Buffer[] = [];
  let length = 0;
  let isTooMuch = false;
  running.stdout.on('data', (part: Buffer) => {
    length += part.length;
    if (length <= options.mostOutputBytes) parts.push(part);
    else {
      isTooMuch = true;
      running.stop();
    }
  });
  const read = once(running.stdout, 'close').catch(() => undefined);
  const end = await running.end;
  await read;
  options.signal.throwIfAborted();
  return { ...end, ended: isTooMuch ? 'output' : end.ended, output: Buffer.concat(parts) };
}

/** Throws if the server ended the program; `what` begins the sentence: "The repository https://…". */
export function refuseEnded({ ended }: ProgramEnd, what: string, timeoutMs: number): void {
  if (ended === 'timeout')
    throw new ScmError('unreachable', `${what} has not answered within ${timeoutMs / 1000} seconds.`);
  if (ended === 'output') throw new ScmError('tooLarge', `${what} sent more than this server takes.`);
}
