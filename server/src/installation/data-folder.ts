// The data folder: its place, its content, and the lock that lets only one server use it.

import { constants } from 'node:fs';
import { access, chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { processStart } from '../store/process-start.ts';

export interface DataFolder {
  root: string;
  /** The embedded database's cluster. */
  postgres: string;
  /** File contents, by digest. */
  store: string;
  /** Temporary files of uploads and report results. */
  temporary: string;
  /** Keys that must never be in the database. */
  keys: string;
  /** Compiled license rules from `assay licenses import`; the server moves them into its store. */
  licenseRules: string;
  /** The administrator's custom mail templates, and `images/`. */
  emailTemplates: string;
  /** Mirrors of repositories: copies that can be fetched again. */
  mirrors: string;
}

export function dataFolder(root: string): DataFolder {
  return {
    root,
    postgres: join(root, 'postgres'),
    store: join(root, 'store'),
    temporary: join(root, 'temporary'),
    keys: join(root, 'keys'),
    licenseRules: join(root, 'rules', 'imported.index'),
    emailTemplates: join(root, 'emailTemplates'),
    mirrors: join(root, 'mirrors'),
  };
}

/** The user of the folder, for people. For versions before the system lock, it also decides. */
interface LockOwner {
  pid: number;
  /** Start time of the process in a unit of the system; only compared for equality. */
  startedAt: string;
  /** Missing in notes of earlier versions. */
  host?: string;
}

export interface DataFolderLock {
  release(): Promise<void>;
}

/** A folder that another living server uses. The message is for people. */
class DataFolderInUse extends Error {}

/** A folder in which nothing can be written or locked. The message is for people. */
export class DataFolderUnusable extends Error {}

/**
 * Takes the lock of a data folder, and creates the folder if needed. Throws DataFolderInUse if a living server holds the lock. It is a lock of the
 * operating system on the file `assay.lock.db`, taken with SQLite. It ends with the process, however that ends, and works between containers too,
 * where process ids mean nothing.
 */
export async function lockDataFolder(folder: DataFolder): Promise<DataFolderLock> {
  await makeDataFolder(folder.root);
  const ownerFile = join(folder.root, 'assay.lock');
  const held = takeLock(join(folder.root, 'assay.lock.db'));
  const owner = parseOwner(await readFile(ownerFile, 'utf8').catch(() => ''));
  // No other holder of the system lock is alive; a server of an earlier version takes none.
  if (!held || (owner && owner.host === undefined && isAlive(owner))) {
    held?.close();
    throw new DataFolderInUse(
      `The data folder ${folder.root} is in use by another Assay server${ownerText(owner)}. Stop that server first, or give this one its own folder with ASSAY_DATA_DIR.`,
    );
  }
  const mine: LockOwner = { pid: process.pid, startedAt: processStart(process.pid) ?? '', host: hostname() };
  try {
    await rm(ownerFile, { force: true });
    await writeFile(ownerFile, JSON.stringify(mine), { mode: 0o600 });
  } catch (error) {
    held.close();
    throw unusable(folder.root, error);
  }
  return {
    async release() {
      await rm(ownerFile, { force: true });
      held.close();
    },
  };
}

/** Only its owner may enter the folder, because it contains keys. */
async function makeDataFolder(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    await access(root, constants.W_OK | constants.X_OK);
    const { mode, uid } = await stat(root);
    if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(root, 0o700);
  } catch (error) {
    throw unusable(root, error);
  }
}

function unusable(root: string, error: unknown): DataFolderUnusable {
  const why = unusableText(error as NodeJS.ErrnoException);
  return new DataFolderUnusable(
    `The data folder ${root} cannot be used: ${why}. The user of this server${userText()} must be able to write there, and there must be free space. You can also name another folder in ASSAY_DATA_DIR.`,
  );
}

const UNUSABLE: Record<string, string> = {
  EROFS: 'it is on a file system that is mounted read-only',
  EACCES: 'the server may not write there',
  EPERM: 'the server may not write there',
  ENOTDIR: 'it, or a part of its path, is not a folder',
  EEXIST: 'it is not a folder',
  ENOSPC: 'there is no space left on its disk',
  EDQUOT: 'there is no space left in its quota',
};

/** Why a folder cannot be used, after "because" or a colon. */
export function unusableText(error: NodeJS.ErrnoException): string {
  return UNUSABLE[error.code ?? ''] ?? error.message;
}

export function userText(): string {
  const uid = process.getuid?.();
  return uid === undefined ? '' : ` (uid ${uid})`;
}

const SQLITE_BUSY = 5;
/** A server that was just killed needs a moment to end. */
const LOCK_WAIT_MS = 1000;

/** Undefined if another process holds it. The file stays empty; only its lock is used. */
function takeLock(file: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database?.close();
    // The low byte is the kind; the other bytes say more about it.
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return undefined;
    throw new DataFolderUnusable(
      `The file ${file} cannot be locked (${(error as Error).message}). The data folder must be on a file system with file locks, and it must be writable for the user of this server${userText()}.`,
    );
  }
}

function ownerText(owner: LockOwner | undefined): string {
  if (!owner) return '';
  return ` (process ${owner.pid}${owner.host === undefined || owner.host === hostname() ? '' : ` on ${owner.host}`})`;
}

function parseOwner(text: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(text) as LockOwner;
    return Number.isSafeInteger(owner.pid) ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(owner: LockOwner): boolean {
  const startedAt = processStart(owner.pid);
  return startedAt !== undefined && (owner.startedAt === '' || startedAt === owner.startedAt);
}
