// Bytes removed from segments, kept for a while in `trash/<segment>@<from>@<time>.trash` so that they can be restored: a whole segment (from 0) or
// its end. The end of a segment is synced here before it is cut from the segment.

import { constants } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../../missing-files.ts';
import { isSegmentName } from '../../location.ts';
import type { TrashEntry } from '../place.ts';

const COPIED_AT_ONCE = 1024 * 1024;
const NAME = /^(?<segment>[0-9a-z-]+)@(?<from>\d{1,15})@(?<time>\d{1,15})\.trash$/;

export interface TrashOptions {
  folder: string;
  fileOf(segment: string): string;
  now(): Promise<number>;
  syncFolder(path: string): Promise<void>;
}

export function folderTrash({ folder, fileOf, now, syncFolder }: TrashOptions) {
  const entryFile = ({ segment, fromBytes, trashedAtMs }: TrashEntry) =>
    join(folder, `${segment}@${fromBytes}@${trashedAtMs}.trash`);

  return {
    async discard(segment: string, fromBytes: number): Promise<number> {
      const facts = await stat(fileOf(segment)).catch(ignoreMissing);
      if (!facts || facts.size <= fromBytes) return 0;
      const sizeBytes = facts.size - fromBytes;
      const entry = { segment, fromBytes, sizeBytes, trashedAtMs: Math.floor(await now()) };
      if (fromBytes === 0) {
        const isMoved = await rename(fileOf(segment), entryFile(entry)).then(() => true, ignoreMissing);
        await syncFolder(folder);
        return isMoved ? sizeBytes : 0;
      }
      // Another process may do the same: then the copy is too short, or exists already.
      if (!(await copyEnd(fileOf(segment), fromBytes, facts.size, entryFile(entry)))) return 0;
      await syncFolder(folder);
      await truncate(fileOf(segment), fromBytes);
      return sizeBytes;
    },

    async list(): Promise<TrashEntry[]> {
      const entries: TrashEntry[] = [];
      for (const name of await readdir(folder)) {
        const { segment, from, time } = NAME.exec(name)?.groups ?? {};
        if (!segment || !isSegmentName(segment)) continue;
        const facts = await stat(join(folder, name)).catch(ignoreMissing);
        if (facts) entries.push({ segment, fromBytes: Number(from), sizeBytes: facts.size, trashedAtMs: Number(time) });
      }
      return entries;
    },

    async putBack(entry: TrashEntry): Promise<boolean> {
      const target = fileOf(entry.segment);
      const facts = await stat(target).catch(ignoreMissing);
      if ((facts?.size ?? 0) !== entry.fromBytes) return false;
      if (facts) await appendFile(entryFile(entry), target, entry.fromBytes);
      // Never overwrites a segment that was created meanwhile.
      else if (!(await copyFile(entryFile(entry), target, constants.COPYFILE_EXCL).then(() => true, ignoreExisting)))
        return false;
      const handle = await open(target, 'r+');
      await handle.sync().finally(() => handle.close());
      await rm(entryFile(entry), { force: true });
      return true;
    },

    remove: (entry: TrashEntry) => rm(entryFile(entry), { force: true }),
  };
}

/** False if it could not be copied completely because another process is doing the same; nothing of the attempt stays. */
async function copyEnd(from: string, start: number, end: number, to: string): Promise<boolean> {
  const target = await open(to, 'wx', 0o600).catch(ignoreExisting);
  if (!target) return false;
  let isWhole = false;
  try {
    const source = await open(from, 'r');
    try {
      const buffer = Buffer.allocUnsafe(COPIED_AT_ONCE);
      let at = start;
      while (at < end) {
        const { bytesRead } = await source.read(buffer, 0, Math.min(COPIED_AT_ONCE, end - at), at);
        if (bytesRead === 0) break;
        await target.appendFile(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
      await target.sync();
      isWhole = at === end;
    } finally {
      await source.close();
    }
  } finally {
    await target.close();
    if (!isWhole) await rm(to, { force: true });
  }
  return isWhole;
}

async function appendFile(from: string, to: string, position: number): Promise<void> {
  await using source = await open(from, 'r');
  await using target = await open(to, 'r+');
  try {
    const buffer = Buffer.allocUnsafe(COPIED_AT_ONCE);
    for (let done = 0; ; ) {
      const { bytesRead } = await source.read(buffer, 0, COPIED_AT_ONCE, done);
      if (bytesRead === 0) break;
      await target.write(buffer, 0, bytesRead, position + done);
      done += bytesRead;
    }
  } catch (error) {
    await truncate(to, position);
    throw error;
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error;
  return undefined;
}
