// Starts the programs svn and svnrdump: with a folder of their own for configuration, without prompts and without stored passwords. Every call goes
// through here.
import { type ProgramEnd, type ProgramOptions, type RunningProgram, runProgram, startProgram } from '../processes.ts';
import { versionOf } from '../program-version.ts';

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
export const startDump = (call: SvnCall) => start('svnrdump', call);

/** Starts svn, for output of any length. */
export const startSvn = (call: SvnCall) => start('svn', call);

async function start(program: 'svn' | 'svnrdump', call: SvnCall): Promise<RunningProgram> {
  await svnVersion();
  const options = optionsOf(call);
  const running = startProgram(program, options);
  running.stdin.end(options.input);
  return running;
}

const client = (program: string) =>
  versionOf({
    program,
    args: ['--version', '--quiet'],
    pattern: /^((\d+)\.(\d+)\S*)/,
    // The first that takes the password from its input.
    oldest: [1, 10],
    system: 'Subversion',
  });
const dumpVersion = client('svnrdump');
const clientVersion = client('svn');

/** The version of the programs, or why they cannot be used. */
export async function svnVersion(): Promise<string> {
  await dumpVersion();
  return clientVersion();
}
