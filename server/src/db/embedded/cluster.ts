// The folder of the embedded database's cluster: checks it, and creates a new one. A new cluster is created beside it and renamed when it is
// complete, so that an interruption leaves either none or a complete one. Nothing here removes a cluster, or anything that it did not create.

import { existsSync } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoreMissing } from '../../missing-files.ts';

/** A folder that is not a database and must not be turned into one. The message is for people. */
export class ClusterFault extends Error {}

/** A cluster has both files: one states the version that wrote it, the other is written last. */
const MARKS = ['PG_VERSION', join('global', 'pg_control')];

/** True if there is a cluster, false if there is nothing. Throws ClusterFault for anything else. */
export async function hasCluster(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(ignoreMissing);
  if (!names || names.length === 0) return false;
  const missing = MARKS.filter((mark) => !existsSync(join(folder, mark)));
  if (missing.length === 0) return true;
  throw new ClusterFault(
    `The folder ${folder} should contain the embedded database, but lacks ${missing.join(' and ')}. Nothing was started and nothing was changed. Restore the folder from a backup, or move it away if it never held a database.`,
  );
}

/** `make` creates the cluster in a folder beside `path`; after that it is moved to `path`. */
export async function makeCluster(path: string, make: (aside: string) => Promise<void>): Promise<void> {
  // If the path is a link to an empty folder on another disk, follows the link and keeps it.
  const folder = (await realpath(path).catch(ignoreMissing)) ?? path;
  const aside = `${folder}.unfinished`;
  // Left by an interrupted start: a cluster under this name has never been used.
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await make(aside);
  await syncFolder(aside);
  try {
    await rename(aside, folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
    throw new ClusterFault(
      `The embedded database cannot be created in ${folder}, because a file system is mounted there. Mount the data folder ${dirname(folder)} instead.`,
    );
  }
  await syncFolder(dirname(folder));
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
