// Starts the git program: with nothing of this machine's configuration, no hooks, no prompts, one allowed protocol, and memory that does not grow with
// the history. Every call of git goes through here.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { App } from '../../app.ts';
import { type ProgramEnd, type ProgramOptions, type RunningProgram, runProgram, startProgram } from '../processes.ts';
import { versionOf } from '../program-version.ts';

const MOST_LINES_BYTES = 4 * 1024 * 1024;

/** What a call needs to reach another server; calls without it reach none. */
export interface GitConnection {
  /** `-c` values. */
  config: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Lines for descriptor 3, from which the credential helper reads. */
  secret: string;
}

export interface GitCall {
  app: App;
  /** The repository. */
  folder: string;
  args: readonly string[];
  signal: AbortSignal;
  timeoutMs: number;
  connection?: GitConnection;
  /** What it reads from its standard input, of `runGit`. */
  input?: string;
}

const CONFIG = [
  'protocol.version=2',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.askPass=',
  // Helpers of this machine give nothing away.
  'credential.helper=',
  'transfer.credentialsInUrl=die',
  // A server must not send this client to other places.
  'transfer.bundleURI=false',
  'fetch.uriProtocols=',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'fetch.writeCommitGraph=false',
  // Also small fetches stay packs, of which a mirror counts when it is to be packed anew.
  'fetch.unpackLimit=1',
  'gc.auto=0',
  'maintenance.auto=false',
  'pack.threads=1',
  'core.packedGitWindowSize=32m',
  'core.packedGitLimit=256m',
  'core.deltaBaseCacheLimit=64m',
  'core.bigFileThreshold=32m',
  // Repositories of other users of this machine are read where the administrator allows their folder.
  'safe.directory=*',
];

const ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PROTOCOL_FROM_USER: '0',
};

async function optionsOf({
  app,
  folder,
  args,
  signal,
  timeoutMs,
  connection,
  input,
}: GitCall): Promise<ProgramOptions> {
  const home = join(app.folder.mirrors, 'home');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const config = [...CONFIG, ...(connection?.config ?? [])].flatMap((value) => ['-c', value]);
  return {
    args: [...config, ...args],
    // An empty list of protocols allows none.
    env: {
      ...ENVIRONMENT,
      HOME: home,
      XDG_CONFIG_HOME: home,
      // A broken mirror is no reason to use a repository around it.
      GIT_CEILING_DIRECTORIES: dirname(folder),
      GIT_ALLOW_PROTOCOL: 'none',
      ...connection?.env,
    },
    cwd: folder,
    signal,
    timeoutMs,
    secret: connection?.secret ?? '',
    input: input ?? '',
    mostFileBytes: app.config.maxUploadBytes,
  };
}

/** Runs git to its end. Throws only if it is absent or the signal fires: the caller judges its status. */
export async function runGit(call: GitCall): Promise<ProgramEnd & { output: Buffer }> {
  await gitVersion();
  return runProgram('git', { ...(await optionsOf(call)), mostOutputBytes: MOST_LINES_BYTES });
}

/** Starts git, for output of any length. */
export async function startGit(call: GitCall): Promise<RunningProgram> {
  await gitVersion();
  return startProgram('git', await optionsOf(call));
}

/** The version of the program, or why it cannot be used. */
export const gitVersion = versionOf({
  program: 'git',
  args: ['--version'],
  pattern: /^git version ((\d+)\.(\d+)\S*)/,
  oldest: [2, 30],
  system: 'Git',
});
