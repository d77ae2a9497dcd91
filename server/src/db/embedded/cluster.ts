// The folder of the embedded database's cluster: whether it is one, and how a new one is made. A new cluster is made aside and renamed when it is
// whole, so that a cut at any moment leaves either none or a whole one. Nothing here removes a cluster, or anything that it did not make itself.

import { existsSync } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoreMissing } from '../../missing-files.ts';

/** A folder that cannot be started as a database, and must not be made into one. The message is for people. */
export class ClusterFault extends Error {}

/** Its files say which version wrote it, and are written last or early; a cluster has both. */
const MARKS = ['PG_VERSION', join('global', 'pg_control')];

/** True when there is a cluster, false when there is nothing. Throws ClusterFault for anything between the two. */
export async function hasCluster(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(ignoreMissing);
  if (!names || names.length === 0) return false;
  const missing = MARKS.filter((mark) => !existsSync(join(folder, mark)));
  if (missing.length === 0) return true;
  throw new ClusterFault(
    `The folder ${folder} should hold the embedded database, but lacks ${missing.join(' and ')}. Nothing was started and nothing was changed. Restore the folder from a backup, or move it away if it never held a database.`,
  );
}

/** Where `make` is to make the cluster; when it has resolved, the cluster stands at `path`. */
export async function makeCluster(path: string, make: (aside: string) => Promise<void>): Promise<void> {
  // A link to an empty folder on another disk is followed, not replaced.
  const folder = (await realpath(path).catch(ignoreMissing)) ?? path;
  const aside = `${folder}.unfinished`;
  // Of an earlier start that was cut: a cluster under this name has never been used.
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await make(aside);
  await syncFolder(aside);
  try {
    await rename(aside, folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
    throw new ClusterFault(
      `The embedded database cannot be made in ${folder}, because something is mounted there. Mount the data folder ${dirname(folder)} instead.`,
    );
  }
  await syncFolder(dirname(folder));
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
