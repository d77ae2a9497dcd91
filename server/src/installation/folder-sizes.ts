// How much disk each part of the data folder takes. Files are counted by the blocks that they occupy, within a number of files, because the mirrors of
// large repositories have millions.
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { dataFolder, unusableText } from './data-folder.ts';
import { storeFolder } from './disks.ts';

const MOST_FILES = 100_000;
const BLOCK_BYTES = 512;

export interface FolderSize {
  name: string;
  folder: string;
  /** Null if unknown. */
  sizeBytes: number | null;
  files: number | null;
  /** Why the size is unknown; blank if it is known. */
  unknown: string;
}

/** The parts of the data folder and the store, the largest first; those of unknown size before all. */
export async function sizesOfParts(config: Config, mostFiles = MOST_FILES): Promise<FolderSize[]> {
  const { root, postgres, temporary, mirrors, keys, emailTemplates, licenseRules } = dataFolder(config.dataFolder);
  const store = storeFolder(config);
  const parts: [string, string][] = [
    ['Embedded database', postgres],
    ['Stored files', join(store, 'segments')],
    ['Deleted files, kept for a day', join(store, 'trash')],
    ['Mirrors of repositories', mirrors],
    ['Unfinished uploads and reports', temporary],
    ['Exported heads of the audit log', join(root, 'audit-heads')],
    ['License rules of the command line', join(licenseRules, '..')],
    ['E-mail templates', emailTemplates],
    ['Keys', keys],
  ];
  const sizes: FolderSize[] = [];
  for (const [name, folder] of parts) {
    const size = await sizeOfFolder(folder, mostFiles);
    if (size) sizes.push({ name, folder, ...size });
  }
  return sizes.toSorted((a, b) => (b.sizeBytes ?? Number.MAX_VALUE) - (a.sizeBytes ?? Number.MAX_VALUE));
}

/** Undefined if the folder does not exist. */
async function sizeOfFolder(
  folder: string,
  mostFiles: number,
): Promise<Pick<FolderSize, 'sizeBytes' | 'files' | 'unknown'> | undefined> {
  let [sizeBytes, files] = [0, 0];
  const open = [folder];
  try {
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for await (const entry of await opendir(at).catch((error) => goneBelow(folder, at as string, error))) {
        const path = join(at, entry.name);
        if (entry.isDirectory()) open.push(path);
        else {
          if (++files > mostFiles) return unknown(`It has more than ${mostFiles} files, which are not counted here.`);
          sizeBytes += await blocksOf(path);
        }
      }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    return unknown(`It could not be read: ${unusableText(error as NodeJS.ErrnoException)}.`);
  }
  return { sizeBytes, files, unknown: '' };
}

const unknown = (why: string) => ({ sizeBytes: null, files: null, unknown: why });

/** A folder inside may be removed while it is counted. */
function goneBelow(root: string, folder: string, error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT' && folder !== root) return [];
  throw error;
}

async function blocksOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).blocks * BLOCK_BYTES;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
