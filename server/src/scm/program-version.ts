// Whether a client program is there, and new enough.
import { ScmError } from './member.ts';
import { runProgram } from './processes.ts';

const VERSION_MS = 10_000;
const MOST_OUTPUT_BYTES = 10_000;

export interface ClientProgram {
  program: string;
  /** What makes it say its version. */
  args: readonly string[];
  /** Finds the version in what it says; its groups are the whole and the first two numbers. */
  pattern: RegExp;
  /** The first version that can be used. */
  oldest: readonly [number, number];
  /** For people. */
  system: string;
}

/** Returns what tells the version, or throws why the program cannot be used; asked once, and again after a failure. */
export function versionOf(client: ClientProgram): () => Promise<string> {
  let version: Promise<string> | undefined;
  return () => {
    version ??= readVersion(client).catch((error) => {
      version = undefined;
      throw error;
    });
    return version;
  };
}

async function readVersion({ program, args, pattern, oldest, system }: ClientProgram): Promise<string> {
  const end = await runProgram(program, {
    args,
    env: { HOME: '/nonexistent' },
    cwd: '/',
    signal: new AbortController().signal,
    timeoutMs: VERSION_MS,
    mostFileBytes: 1,
    mostOutputBytes: MOST_OUTPUT_BYTES,
  });
  const [, text, major = '0', minor = '0'] = pattern.exec(end.output.toString('utf8')) ?? [];
  if (text === undefined)
    throw new ScmError(
      'program',
      `The program ${program} is not installed on this server, so nothing can be fetched from ${system}.`,
    );
  if (Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1]))
    throw new ScmError(
      'program',
      `The program ${program} on this server is version ${text}; Assay needs ${oldest.join('.')} or later.`,
    );
  return text;
}
