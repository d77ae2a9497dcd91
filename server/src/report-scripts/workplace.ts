// The working folder of one run of a script: a copy of the report's folder. So changes by a script end with its run, and two runs do not affect each
// other. The script's user cannot enter the server's own folders.
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  opendir,
  readdir,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteRun, WORKPLACE_PREFIX } from './former-runs.ts';
import { PROPERTIES_FILE, SCRIPTS_FOLDER, type Script } from './places.ts';
import { filesElsewhere } from './processes.ts';
import { sharedBytesOf } from './shared-memory.ts';

/** A folder of a report with its Python packages has some ten thousand files. */
const MOST_FILES = 100_000;

export interface Workplace {
  /** The copy of the report's folder, in which the script runs. */
  folder: string;
  /** Folder for temporary files, also the script's home. */
  temporary: string;
  /** Size of the copy itself. */
  copiedBytes: number;
  /** Size of the workplace, and of files that its own user wrote elsewhere. Stops counting above `most`. */
  size(most: number): Promise<number>;
  remove(): Promise<void>;
}

/** A folder in which a script cannot run. The message is for people. */
export class WorkplaceRefused extends Error {}

export interface WorkplaceInput {
  /** Name of this run in the temporary folder of the machine. Leftovers of an interrupted run with this name are removed. */
  name: string;
  script: Script;
  properties: Record<string, unknown>;
  /** Owner of the copy; undefined for the server's own user. */
  user: number | undefined;
  /** The mark in the environment of all processes of the run. */
  mark: string;
  mostBytes: number;
}

export async function makeWorkplace({
  name,
  script,
  properties,
  user,
  mark,
  mostBytes,
}: WorkplaceInput): Promise<Workplace> {
  const prefix = `${WORKPLACE_PREFIX}${name}-`;
  for (const left of (await readdir(tmpdir())).filter((one) => one.startsWith(prefix)))
    await rm(join(tmpdir(), left), { recursive: true, force: true });
  const base = await mkdtemp(join(tmpdir(), prefix));
  const remove = () => rm(base, { recursive: true, force: true, maxRetries: 5 });
  try {
    // Other users may pass through but not list it.
    await chmod(base, 0o711);
    await noteRun(base, { user, mark });
    const scripts = join(base, SCRIPTS_FOLDER);
    const folder = join(scripts, script.name);
    const temporary = join(base, 'temporary');
    await mkdir(scripts, { mode: 0o755 });
    await mkdir(temporary, { mode: 0o700 });
    await writeFile(join(scripts, PROPERTIES_FILE), `${JSON.stringify(properties, undefined, 2)}\n`, { mode: 0o644 });
    await Promise.all([chmod(scripts, 0o755), chmod(join(scripts, PROPERTIES_FILE), 0o644)]);
    const copiedBytes = await copyTree(script.folder, folder, user, mostBytes);
    if (user !== undefined) await lchown(temporary, user, user);
    const size = async (most: number) => {
      if (user === undefined) return sizeOf([folder, temporary], most);
      return (await sizeOf([folder, temporary, ...(await filesElsewhere(user))], most)) + (await sharedBytesOf(user));
    };
    return { folder, temporary, copiedBytes, size, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Copies files, folders and links; leaves out devices and pipes. */
async function copyTree(from: string, to: string, user: number | undefined, mostBytes: number): Promise<number> {
  const folders: [string, string][] = [[from, to]];
  let bytes = 0;
  let files = 0;
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const [source, target] = next;
    await mkdir(target, { mode: 0o700 });
    if (user !== undefined) await lchown(target, user, user);
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const [own, copy] = [join(source, entry.name), join(target, entry.name)];
      if (entry.isDirectory()) folders.push([own, copy]);
      else if (entry.isSymbolicLink()) await symlink(await readlink(own), copy);
      else if (entry.isFile()) {
        const { size, mode } = await lstat(own);
        bytes += size;
        await copyFile(own, copy, constants.COPYFILE_FICLONE);
        await chmod(copy, 0o600 | (mode & 0o100 ? 0o100 : 0));
      } else continue;
      if (user !== undefined && !entry.isDirectory()) await lchown(copy, user, user);
      if (++files > MOST_FILES || bytes > mostBytes)
        throw new WorkplaceRefused(
          `the folder ${from} holds more than the ${MOST_FILES} files or ${mostBytes} bytes that a report's folder may have`,
        );
    }
  }
  return bytes;
}

/** Reads while the script runs, so missing files are ignored. */
async function sizeOf(roots: string[], most: number): Promise<number> {
  const folders: string[] = [];
  let bytes = 0;
  for (const root of roots) {
    const entry = await lstat(root).catch(() => undefined);
    if (entry?.isDirectory()) folders.push(root);
    else bytes += (entry?.blocks ?? 0) * 512;
  }
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for await (const entry of await opendir(folder)) {
        if (entry.isDirectory()) folders.push(join(folder, entry.name));
        // Counts blocks, because a file with holes takes less space than its size.
        else bytes += ((await lstat(join(folder, entry.name)).catch(() => undefined))?.blocks ?? 0) * 512;
        // Names take space too.
        if (++entries > MOST_FILES * 2) return Number.POSITIVE_INFINITY;
        if (bytes > most) return bytes;
      }
    } catch {
      // Deleted, or closed by the script: its files elsewhere have limits of their own.
    }
  }
  return bytes;
}
