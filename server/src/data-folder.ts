// The data folder: where it is, what lies in it, and the lock that lets only one server use it.
// The lock names a process by id and start time, so a stale file of a killed server (or a reused process id) never blocks the next start.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';

export interface DataFolder {
  root: string;
  /** The embedded database's cluster. */
  postgres: string;
  /** File contents, by digest. */
  store: string;
  /** Uploads and report results on their way. */
  temporary: string;
  /** Keys that must never be in the database. */
  keys: string;
  /** Compiled license rules that `assay licenses import` leaves for the server, which takes them into its store. */
  licenseRules: string;
  /** Custom e-mail templates of the administrator, and `images/`. */
  emailTemplates: string;
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
  };
}

interface LockOwner {
  pid: number;
  /** When the process began, in whatever unit the system tells; compared for equality only. */
  startedAt: string;
}

export interface DataFolderLock {
  release(): Promise<void>;
}

/** A folder that another living server uses. The message is for people. */
export class DataFolderInUse extends Error {}

/**
 * Takes the lock of a data folder, creating the folder when needed.
 * Throws DataFolderInUse when a living server holds it.
 */
export async function lockDataFolder(folder: DataFolder): Promise<DataFolderLock> {
  await mkdir(folder.root, { recursive: true, mode: 0o755 });
  const lockFile = join(folder.root, 'assay.lock');
  const mine: LockOwner = { pid: process.pid, startedAt: processStart(process.pid) ?? '' };
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await createExclusive(lockFile, JSON.stringify(mine))) {
      return { release: () => releaseLock(lockFile, mine) };
    }
    const text = await readFile(lockFile, 'utf8').catch(() => '');
    const owner = parseOwner(text);
    if (owner && isAlive(owner)) {
      throw new DataFolderInUse(
        `The data folder ${folder.root} is in use by another Assay server (process ${owner.pid}). Stop it first, or give this one a folder of its own with ASSAY_DATA_DIR.`,
      );
    }
    await removeStale(lockFile, text);
  }
  throw new DataFolderInUse(`The lock of the data folder ${folder.root} changes hands too fast; try again.`);
}

async function createExclusive(file: string, content: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(content);
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a stale lock aside. Two starters may see the same stale file: the loser would move the winner's new lock, and so puts it back. */
async function removeStale(file: string, staleText: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== staleText) await link(aside, file).catch(() => undefined);
  await unlink(aside);
}

async function releaseLock(file: string, mine: LockOwner): Promise<void> {
  const owner = parseOwner(await readFile(file, 'utf8').catch(() => ''));
  if (owner?.pid === mine.pid && owner.startedAt === mine.startedAt) await rm(file, { force: true });
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

/** When a process began, or undefined when there is none of that id. */
export function processStart(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  try {
    // Field 22 of /proc/<pid>/stat, counted after the command name, which may itself hold blanks and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return startFromPs(pid);
  }
}

function startFromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
