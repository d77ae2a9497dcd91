// Starts the programs svn and svnrdump: with a folder of their own for configuration, without prompts and without stored passwords. Every call goes
// through here.
import { ScmError } from '../member.ts';
import { type ProgramEnd, type ProgramOptions, type RunningProgram, runProgram, startProgram } from '../processes.ts';

/** The first that takes the password from its input. */
const OLDEST = [1, 10] as const;
const VERSION_MS = 10_000;
const MOST_OUTPUT_BYTES = 4 * 1024 * 1024;

/** What a call needs to reach the repository. */
export interface SvnConnection {
  /** For configuration and temporary files; removed with the connection. */
  home: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Undefined if nobody signs in. */
  password: string | undefined;
}

export interface SvnCall {
  args: readonly string[];
  connection: SvnConnection;
  signal: AbortSignal;
  timeoutMs: number;
  mostFileBytes: number;
}

function optionsOf({ args, connection, signal, timeoutMs, mostFileBytes }: SvnCall): ProgramOptions {
  const { home, password } = connection;
  return {
    args: [...args, ...connection.args],
    // Names and users in arguments are UTF-8.
    env: { HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8', ...connection.env },
    cwd: home,
    signal,
    timeoutMs,
    input: password === undefined ? '' : `${password}\n`,
    mostFileBytes,
  };
}

/** Runs svn to its end. The caller judges its status. */
export async function runSvn(call: SvnCall): Promise<ProgramEnd & { output: Buffer }> {
  await svnVersion();
  return runProgram('svn', { ...optionsOf(call), mostOutputBytes: MOST_OUTPUT_BYTES });
}

/** Starts svnrdump, which writes a repository's files to its output. */
export async function startDump(call: SvnCall): Promise<RunningProgram> {
  await svnVersion();
  const options = optionsOf(call);
  const running = startProgram('svnrdump', options);
  running.stdin.end(options.input);
  return running;
}

let version: Promise<string> | undefined;

/** The version of the programs, or why they cannot be used; asked once, and again after a failure. */
export function svnVersion(): Promise<string> {
  version ??= readVersion().catch((error) => {
    version = undefined;
    throw error;
  });
  return version;
}

async function readVersion(): Promise<string> {
  for (const program of ['svnrdump', 'svn']) {
    const end = await runProgram(program, {
      args: ['--version', '--quiet'],
      env: { HOME: '/nonexistent' },
      cwd: '/',
      signal: new AbortController().signal,
      timeoutMs: VERSION_MS,
      mostFileBytes: 1,
      mostOutputBytes: 1000,
    });
    const [text, major = '0', minor = '0'] = /^(\d+)\.(\d+)\S*/.exec(end.output.toString('utf8')) ?? [];
    if (text === undefined)
      throw new ScmError(
        'program',
        `The program ${program} is not installed on this server, so nothing can be fetched from Subversion.`,
      );
    if (Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]))
      throw new ScmError(
        'program',
        `The program ${program} on this server is version ${text}; Assay needs ${OLDEST.join('.')} or later.`,
      );
    if (program === 'svn') return text;
  }
  throw new ScmError('program', 'The program svn is not installed on this server.');
}
