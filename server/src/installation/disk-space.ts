// A full disk: told apart from other faults, and looked for before work begins that would fill the last of it. The database needs room of its own
// to go on, so uploads and scans stop while some is left.
import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { dataFolder } from './data-folder.ts';

/** Left for the database, unless the disk is so small that this would be more than a twentieth of it. */
const RESERVED_BYTES = 128 * 1024 * 1024;
const RESERVED_SHARE = 20;
const FULL_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  // PostgreSQL: its own disk is full.
  '53100',
]);

export const DISK_FULL =
  'There is no space left on a disk of this server, so nothing of this was kept. Free some space and try again; what is stored already is safe.';

/** A fault that means a full disk, wherever in its causes that stands; as an error for people. */
export function diskFullError(error: unknown): AppError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined && FULL_CODES.has(code)) return new AppError('diskFull', { message: DISK_FULL });
  }
  return undefined;
}

/** Which folder has less space left than the server needs, in a sentence; undefined when all have enough. */
export async function lackOfSpace(config: Config): Promise<string | undefined> {
  for (const folder of foldersOf(config)) {
    const { bavail, blocks, bsize } = await statfs(folder);
    const reservedBytes = Math.min(RESERVED_BYTES, Math.floor((blocks * bsize) / RESERVED_SHARE));
    const freeBytes = bavail * bsize;
    if (freeBytes < reservedBytes)
      return `The disk of ${folder} has ${megabytes(freeBytes)} MB left; the server needs ${megabytes(reservedBytes)} MB to go on.`;
  }
  return undefined;
}

/** Throws an AppError while a disk is so full that the database would soon have no room. */
export async function requireSpace(config: Config): Promise<void> {
  const lack = await lackOfSpace(config);
  if (lack)
    throw new AppError('diskFull', {
      message: `${lack} Free some space and try again; what is stored already is safe.`,
    });
}

function foldersOf({ dataFolder: root, storeUrl }: Config): string[] {
  const store = storeUrl.startsWith('file:') ? fileURLToPath(storeUrl) : storeUrl;
  return [...new Set([dataFolder(root).root, ...(store === '' ? [] : [store])])];
}

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 ** 2);
