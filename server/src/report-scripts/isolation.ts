// Gives each run of a script its own process ids, shared memory and mounts, if the system allows it. The scripts get their token as an argument, which
// every process may read that sees theirs: so no other run may see it. Found out once, by trying; the server says at its start what it found.
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import type { Limits } from './processes.ts';

export interface Isolation {
  name: 'unshare' | 'unshare as its own user' | 'bubblewrap' | 'none';
  /** For administrators: what runs cannot see of each other, or why they can. */
  words: string;
  /** The program before the command of a run; it runs as the user of the run. */
  wrap(command: readonly string[], run: { user: number | undefined; limits: Limits }): string[];
}

const NAMESPACES = ['--pid', '--ipc', '--mount', '--fork', '--kill-child=SIGKILL', '--mount-proc'];
const PAGE_BYTES = 4096;

/**
 * The first process of the namespace. It waits for the script, so that the script has an ordinary process id, at which signals work as usual. When it
 * ends, the system ends everything that is left in the namespace.
 */
const FIRST_PROCESS = '"$@" & wait $!';

/** Shared memory of its own, which ends with the run. The limits hold for segments that no process uses any more, too. */
const OWN_SHARED_MEMORY = [
  'mount -t tmpfs -o "size=$1,mode=1777,nosuid,nodev" tmpfs /dev/shm 2>/dev/null',
  'echo "$2" > /proc/sys/kernel/shmall 2>/dev/null',
  'echo "$1" > /proc/sys/kernel/shmmax 2>/dev/null',
  'shift 2',
].join('; ');

const asRoot: Isolation = {
  name: 'unshare',
  words: 'each run has process ids, shared memory and mounts of its own',
  wrap(command, { user, limits }) {
    const own = String(user);
    const dropped = ['setpriv', '--reuid', own, '--regid', own, '--clear-groups', '--no-new-privs', '--'];
    const bytes = Math.min(limits.memoryBytes, limits.diskBytes);
    const setUp = [String(bytes), String(Math.ceil(bytes / PAGE_BYTES))];
    return ['unshare', ...NAMESPACES, '/bin/sh', '-c', `${OWN_SHARED_MEMORY}; ${FIRST_PROCESS}`, 'sh', ...setUp, ...dropped, ...command]; // biome-ignore format: one command
  },
};

const asSelf: Isolation = {
  name: 'unshare as its own user',
  words: 'each run has process ids, SysV shared memory and mounts of its own, but runs as the user of the server',
  wrap: (command) => ['unshare', '--user', '--map-current-user', ...NAMESPACES, '/bin/sh', '-c', FIRST_PROCESS, 'sh', ...command], // biome-ignore format: one command
};

const bubblewrap: Isolation = {
  name: 'bubblewrap',
  words: 'each run has process ids, SysV shared memory and mounts of its own, but runs as the user of the server',
  wrap: (command) => [
    'bwrap',
    ...['--dev-bind', '/', '/', '--proc', '/proc', '--tmpfs', '/dev/shm', '--unshare-pid', '--unshare-ipc'],
    ...['--die-with-parent', '--', '/bin/sh', '-c', FIRST_PROCESS, 'sh', ...command],
  ],
};

const none = (why: string): Isolation => ({
  name: 'none',
  words: `runs at the same time can see the processes of each other, and with them their tokens, because ${why}`,
  wrap: (command) => [...command],
});

/** Any user of the range for runs; nobody has it. */
const TRIED_USER = 60_599;
const TRIED_LIMITS: Limits = { seconds: 1, memoryBytes: 2 ** 20, diskBytes: 2 ** 20, processes: 8 };
const TRY_MS = 10_000;

let found: Isolation | undefined;

export function isolationHere(): Isolation {
  found ??= findIsolation();
  return found;
}

/** Tries whether a command sees no process but those of its own. */
export function findIsolation(path: string = SYSTEM_PATH): Isolation {
  if (process.platform !== 'linux') return none('this system has no namespaces');
  const isRoot = process.getuid?.() === 0;
  const whys: string[] = [];
  for (const candidate of isRoot ? [asRoot] : [asSelf, bubblewrap]) {
    const run = { user: isRoot ? TRIED_USER : undefined, limits: TRIED_LIMITS };
    const [command = '', ...args] = candidate.wrap(['/bin/sh', '-c', 'echo $$; echo /proc/[0-9]*'], run);
    const { stdout, stderr, error } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { PATH: path },
      timeout: TRY_MS,
      cwd: '/',
    });
    const [pid, seen] = (stdout ?? '').split('\n');
    if (Number(pid) > 0 && Number(pid) < 20 && (seen ?? '').split(' ').length < 10) return candidate;
    whys.push(error?.message ?? (stderr.trim().split('\n')[0] || `${command} gave no process ids of its own`));
  }
  return none(`the system gives them no namespaces (${whys.join('; ')})`);
}

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The first process reports the end of the script by a signal as shells do. */
export function endThrough(
  { name }: Isolation,
  end: { exitCode: number | null; signal: NodeJS.Signals | null },
): { exitCode: number | null; signal: NodeJS.Signals | null } {
  if (name === 'none' || end.exitCode === null || end.exitCode <= 128) return end;
  const number = end.exitCode - 128;
  const signal = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return signal === undefined ? end : { exitCode: null, signal: signal as NodeJS.Signals };
}
