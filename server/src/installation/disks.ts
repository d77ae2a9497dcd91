// Checks the disks of this server: distinguishes a full or unwritable disk from other errors, and checks before work begins. The database itself
// needs space, so uploads and scans stop while some is left.
import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { DataFolderUnusable, dataFolder, unusableText, userText } from './data-folder.ts';

/** Space reserved for the database, but at most a twentieth of the disk. */
const RESERVED_BYTES = 128 * 1024 * 1024;
const RESERVED_SHARE = 20;
const RETRY_AFTER_S = 60;
const FULL_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  // PostgreSQL: its own disk is full.
  '53100',
]);
const UNWRITABLE_CODES = new Set(['EROFS', 'EACCES', 'EPERM']);
/** PostgreSQL: a standby, or a database that was set to read-only. */
const READ_ONLY_DATABASE = '25006';
/**
 * PostgreSQL reports a file that it may not open with the code of a missing right; only the message distinguishes the two (it runs with LC_ALL=C).
 */
const DATABASE_FILE = {
  code: '42501',
  words: /^could not .*: (Read-only file system|Permission denied|Operation not permitted)$/,
};

type Folders = Pick<Config, 'dataFolder' | 'storeUrl'> & Partial<Pick<Config, 'databaseUrl'>>;

const SAFE = 'Free some space and try again. Data that are already stored are safe.';

/** PostgreSQL may have a disk elsewhere, of which this server knows nothing. */
function diskFull(code: string, config: Folders): AppError {
  const where =
    code === '53100' && (config.databaseUrl ?? '') !== '' ? 'the disk of the database' : fullestDisk(config);
  return new AppError('diskFull', {
    message: `There is no space left on ${where}, so nothing of this was stored. ${SAFE}`,
  });
}

/** The one with the least space, as it is now: what was written before the error may have been removed since. */
function fullestDisk(config: Folders): string {
  const disks = [dataFolder(config.dataFolder).root, storeFolder(config), tmpdir()].flatMap((folder) => {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return [{ folder, freeBytes: bavail * bsize }];
    } catch {
      return [];
    }
  });
  const [least] = disks.sort((a, b) => a.freeBytes - b.freeBytes);
  return least === undefined
    ? 'a disk of this server'
    : `the disk of ${least.folder} (${megabytes(least.freeBytes)} MB are free now)`;
}

/** Turns an error of a full or unwritable disk, also deep in its causes, into an error for people. */
export function diskError(error: unknown, config: Folders): AppError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined && FULL_CODES.has(code)) return diskFull(code, config);
    const why = unwritable(cause, config);
    if (why !== undefined) return cannotWrite(why);
  }
  return undefined;
}

export interface Disk {
  /** A folder on it. */
  folder: string;
  sizeBytes: number;
  freeBytes: number;
  /** With less than this, uploads and jobs stop. */
  reservedBytes: number;
}

/** The disks of the data folder and of the store; one, if both are on the same. */
export async function disksOf(config: Folders): Promise<Disk[]> {
  const { root } = dataFolder(config.dataFolder);
  const devices = new Map<number, string>();
  for (const folder of [root, storeFolder(config)]) {
    const { dev } = await stat(folder);
    if (!devices.has(dev)) devices.set(dev, folder);
  }
  return Promise.all([...devices.values()].map(diskOf));
}

async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const sizeBytes = blocks * bsize;
  const reservedBytes = Math.min(RESERVED_BYTES, Math.floor(sizeBytes / RESERVED_SHARE));
  return { folder, sizeBytes, freeBytes: bavail * bsize, reservedBytes };
}

/** A sentence that names the folder with too little space; undefined if all have enough. */
async function lackOfSpace(config: Folders, neededBytes = 0): Promise<string | undefined> {
  const full = (await disksOf(config)).find(({ freeBytes, reservedBytes }) => freeBytes < reservedBytes);
  if (full)
    return `The disk of ${full.folder} has ${megabytes(full.freeBytes)} MB left. The server needs ${megabytes(full.reservedBytes)} MB to continue.`;
  if (neededBytes === 0) return undefined;
  const { folder, freeBytes, reservedBytes } = await diskOf(storeFolder(config));
  if (freeBytes >= reservedBytes + neededBytes) return undefined;
  return `The disk of ${folder} has ${megabytes(freeBytes)} MB left. This needs ${megabytes(neededBytes)} MB, besides ${megabytes(reservedBytes)} MB for the server.`;
}

/** Throws an AppError while a disk is so full that the database would soon have no space, or `neededBytes` have no place beside the store. */
export async function requireSpace(config: Folders, neededBytes = 0): Promise<void> {
  const lack = await lackOfSpace(config, neededBytes);
  if (lack)
    throw new AppError('diskFull', {
      message: `${lack} ${SAFE}`,
    });
}

/** Throws an AppError while a folder cannot be written, or has no space left. Call it before work that writes. */
export async function requireDisks(config: Folders): Promise<void> {
  const refusal = await unwritableFolder(config);
  if (refusal) throw cannotWrite(refusal);
  await requireSpace(config);
}

/** A sentence about the disk problem that stops this server's work; undefined if there is none. */
export async function troubleOfDisks(config: Folders): Promise<string | undefined> {
  return (await unwritableFolder(config)) ?? (await lackOfSpace(config));
}

/** Throws DataFolderUnusable at the start if the server cannot write a folder. The store may not exist yet. */
export async function requireFoldersToStart(config: Folders): Promise<void> {
  const refusal = await unwritableFolder(config, { mayLackStore: true });
  if (refusal) throw new DataFolderUnusable(refusal);
}

const probes = new Map<string, Promise<string | undefined>>();

/** Anybody may ask this through `/readyz`; simultaneous questions share one answer. */
function unwritableFolder(config: Folders, { mayLackStore = false } = {}): Promise<string | undefined> {
  const key = `${config.dataFolder}\n${config.storeUrl}\n${mayLackStore}`;
  const probe = probes.get(key) ?? writeEverywhere(config, mayLackStore).finally(() => probes.delete(key));
  probes.set(key, probe);
  return probe;
}

/** Writes a file into each folder and removes it, which tests the rights, the mount and the disk. */
async function writeEverywhere(config: Folders, mayLackStore: boolean): Promise<string | undefined> {
  const { root, temporary } = dataFolder(config.dataFolder);
  for (const folder of new Set([root, storeFolder(config), temporary])) {
    const file = join(folder, `probe-${randomUUID()}`);
    try {
      if (folder === temporary) await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, 'x', { mode: 0o600, flag: 'wx' });
      await rm(file, { force: true });
    } catch (error) {
      await rm(file, { force: true }).catch(() => undefined);
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && mayLackStore && folder === storeFolder(config)) continue;
      if (code === undefined) throw error;
      // The callers that check the space report how much is missing.
      if (!FULL_CODES.has(code)) return folderText(nameOf(file, config), error as NodeJS.ErrnoException);
      if (code === 'EDQUOT') return folderText(nameOf(file, config), error as NodeJS.ErrnoException);
    }
  }
  return undefined;
}

function unwritable(error: NodeJS.ErrnoException & { dest?: string }, config: Folders): string | undefined {
  const { code, path, dest, message } = error;
  if (code === READ_ONLY_DATABASE)
    return 'The database accepts no changes: it is a standby, or it was set to read-only. Make it writable again';
  if (code === DATABASE_FILE.code && DATABASE_FILE.words.test(message))
    return `The database cannot write its files (${message}). Give the user of the database the right to write there`;
  if (code === undefined || !UNWRITABLE_CODES.has(code)) return undefined;
  const place = nameOf(path, config) ?? nameOf(dest, config);
  // Errors of a file that was open already have no path. Sockets and other files of the system are not explained here.
  if (place === undefined && (code !== 'EROFS' || path !== undefined)) return undefined;
  return folderText(place, error);
}

function cannotWrite(why: string): AppError {
  const sentence = why.endsWith('.') ? why : `${why}.`;
  return new AppError('unavailable', {
    message: `${sentence} Then try again. Data that are already stored are safe.`,
    retryAfterSeconds: RETRY_AFTER_S,
  });
}

function folderText(place: string | undefined, error: NodeJS.ErrnoException): string {
  return `${place ?? 'A folder of this server'} cannot be written: ${unusableText(error)}. Mount it writable, and give the user of this server${userText()} the right to write there.`;
}

/** The innermost of Assay's folders with the path, for people. */
function nameOf(path: string | undefined, config: Folders): string | undefined {
  if (path === undefined) return undefined;
  const { root, temporary, keys, postgres, licenseRules } = dataFolder(config.dataFolder);
  const names: [string, string][] = [
    [temporary, 'The temporary folder'],
    [postgres, 'The folder of the embedded database'],
    [keys, 'The folder of the keys'],
    [licenseRules, 'The folder of license rules'],
    [storeFolder(config), 'The store'],
    [root, 'The data folder'],
    [tmpdir(), 'The folder of the system for temporary files'],
  ];
  const found = names.find(([folder]) => path === folder || path.startsWith(folder + sep));
  return found && `${found[1]} ${found[0]}`;
}

/** Archives that arrive in parts: beside the store, so that every server and worker finds them. */
export const uploadsFolder = (config: Folders): string => join(storeFolder(config), 'uploads');

export function storeFolder({ dataFolder: root, storeUrl }: Folders): string {
  if (storeUrl === '') return dataFolder(root).store;
  return storeUrl.startsWith('file:') ? fileURLToPath(storeUrl) : storeUrl;
}

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 ** 2);
