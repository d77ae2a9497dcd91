// Results that must wait lie in a private temporary file; only their paths stay in memory. Sources without path order are sorted here, and
// references to later files wait here. Of a path that appears twice the last file is kept, as unpacking would do.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileFacts, Issue } from '../findings.ts';

export type OrderedItem = { type: 'file'; path: string; facts: FileFacts } | { type: 'issue'; issue: Issue };

/** Position of an item in the spool. */
export interface SpoolPlace {
  offset: number;
  length: number;
}

interface Entry extends SpoolPlace {
  path: string;
  isFile: boolean;
}

const BUFFER_BYTES = 1024 * 1024;

/** A temporary file of items. `close` removes it. */
export interface Spool {
  add(item: OrderedItem): SpoolPlace;
  read(place: SpoolPlace): OrderedItem;
  close(): void;
}

export function openSpool(temporaryFolder = tmpdir()): Spool {
  const folder = mkdtempSync(join(temporaryFolder, 'assay-scan-'));
  const descriptor = openSync(join(folder, 'results'), 'wx+', 0o600);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let size = 0;
  const write = (): void => {
    const bytes = Buffer.concat(waiting);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    waiting = [];
    waitingBytes = 0;
  };
  return {
    add(item) {
      const bytes = Buffer.from(JSON.stringify(item));
      const place = { offset: size, length: bytes.length };
      size += bytes.length;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= BUFFER_BYTES) write();
      return place;
    },
    read(place) {
      if (waiting.length > 0) write();
      return readItem(descriptor, place);
    },
    close() {
      closeSync(descriptor);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same items, in groups, sorted by path (code units), each issue after the file it belongs to. */
export async function* inPathOrder(
  items: AsyncIterable<OrderedItem[]>,
  temporaryFolder = tmpdir(),
): AsyncGenerator<OrderedItem[], void> {
  const spool = openSpool(temporaryFolder);
  try {
    const entries: Entry[] = [];
    for await (const some of items) {
      for (const item of some) {
        const isFile = item.type === 'file';
        entries.push({ path: isFile ? item.path : item.issue.path, isFile, ...spool.add(item) });
      }
    }
    for (const entry of sortedEntries(entries)) yield [spool.read(entry)];
  } finally {
    spool.close();
  }
}

/** Sorts, and drops a file that a later one of the same path replaces. Issues of equal paths keep their order. */
function sortedEntries(entries: Entry[]): Entry[] {
  entries.sort((a, b) => {
    if (a.path !== b.path) return a.path < b.path ? -1 : 1;
    if (a.isFile !== b.isFile) return a.isFile ? -1 : 1;
    return a.offset - b.offset;
  });
  return entries.filter((entry, index) => {
    const next = entries[index + 1];
    return !(entry.isFile && next?.isFile && next.path === entry.path);
  });
}

function readItem(descriptor: number, { offset, length }: SpoolPlace): OrderedItem {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const read = readSync(descriptor, bytes, at, length - at, offset + at);
    if (read === 0) throw new Error('The temporary file of the scan was shortened by someone else.');
    at += read;
  }
  return JSON.parse(bytes.toString()) as OrderedItem;
}
