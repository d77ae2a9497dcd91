// Starts the program p4: with a folder of its own for tickets and trusted keys, nothing of this machine's configuration, no editor and no prompt. Every
// call goes through here.
import { ScmError } from '../member.ts';
import { type ProgramEnd, type ProgramOptions, refuseEnded, runProgram, startProgram } from '../processes.ts';
import { versionOf } from '../program-version.ts';
import type { P4Failures } from './failures.ts';
import { type P4Record, recordsOf, textIn } from './records.ts';

const MOST_OUTPUT_BYTES = 1 << 20;
const MOST_LIST_BYTES = 1 << 30;
/** E_FAILED of include/error.h; what is less is a warning or news. */
const FAILED = 3;

export interface P4Session {
  program: string;
  /** For tickets and trusted keys; removed with the session. */
  home: string;
  env: Readonly<Record<string, string>>;
  /** The address for people. */
  shown: string;
  mostFileBytes: number;
  failures: P4Failures;
}

export interface P4Call {
  args: readonly string[];
  signal: AbortSignal;
  timeoutMs: number;
  /** Names of files for `-x -`, one a line. */
  input?: Buffer;
  /** Of records; a listing may be 1 GB. */
  mostBytes?: number;
}

function optionsOf({ home, env, mostFileBytes }: P4Session, { args, signal, timeoutMs }: P4Call): ProgramOptions {
  return { args, env: { HOME: home, TMPDIR: home, ...env }, cwd: home, signal, timeoutMs, mostFileBytes };
}

/** Runs p4 with plain output: only for what signs in or trusts. The caller judges its status. */
export async function runP4(
  session: P4Session,
  call: P4Call & { secret?: string },
): Promise<ProgramEnd & { output: Buffer }> {
  await p4Version(session.program);
  const options = { ...optionsOf(session, call), input: call.secret ?? '', mostOutputBytes: MOST_OUTPUT_BYTES };
  const end = await runProgram(session.program, options);
  refuseEnded(end, session.shown, call.timeoutMs);
  return end;
}

/**
 * The records of a command. A refusal is thrown, as soon as it is read or at the end; so is an end that is not a good one. Warnings, such as "no such
 * file(s)", are records of the code `error` with a lesser severity.
 */
export async function* p4Records(session: P4Session, call: P4Call): AsyncGenerator<P4Record, void> {
  await p4Version(session.program);
  const running = startProgram(session.program, optionsOf(session, { ...call, args: ['-G', ...call.args] }));
  running.stdin.end(call.input ?? '');
  try {
    for await (const record of recordsOf(running.stdout as AsyncIterable<Buffer>, call.mostBytes ?? MOST_LIST_BYTES)) {
      const severity = Number(textIn(record, 'severity'));
      if (textIn(record, 'code') === 'error' && (severity >= FAILED || Number.isNaN(severity)))
        throw session.failures.of(textIn(record, 'data'), Number(textIn(record, 'generic')));
      yield record;
    }
    const end = await running.end;
    refuseEnded(end, session.shown, call.timeoutMs);
    if (end.exitCode !== 0) throw session.failures.of(end.complaints || `p4 stopped with status ${end.exitCode}`);
  } catch (error) {
    throw await whyEnded(error, running.stop, running.end, session, call);
  } finally {
    running.stop();
    await running.end;
  }
}

/** A program that was ended, or that complained, gives the reason for output that breaks off. */
async function whyEnded(
  error: unknown,
  stop: () => void,
  ended: Promise<ProgramEnd>,
  session: P4Session,
  call: P4Call,
): Promise<unknown> {
  if (!(error instanceof ScmError) || error.code !== 'program') return error;
  stop();
  const end = await ended;
  call.signal.throwIfAborted();
  refuseEnded(end, session.shown, call.timeoutMs);
  return end.complaints.trim() === '' ? error : session.failures.of(end.complaints);
}

const versions = new Map<string, () => Promise<string>>();

/** The version of the program, or why it cannot be used. */
export function p4Version(program: string): Promise<string> {
  const version =
    versions.get(program) ??
    versionOf({
      program,
      args: ['-V'],
      pattern: /\bP4\/[^/\s]+\/((\d{4})\.(\d)[^/\s]*)\//,
      // The first whose messages this was written for; older ones have not been looked at.
      oldest: [2015, 1],
      system: 'Perforce',
    });
  versions.set(program, version);
  return version();
}
