// Results of a source that does not come in path order: they wait in a private temporary file, with only their paths in memory, and come out
// sorted. A path told twice keeps its last file, as unpacking would.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileFacts, Issue } from '../findings.ts';

export type OrderedItem = { type: 'file'; path: string; facts: FileFacts } | { type: 'issue'; issue: Issue };

interface Entry {
  path: string;
  isFile: boolean;
  offset: number;
  length: number;
}

const BUFFER_BYTES = 1024 * 1024;

/** The same items sorted by path (code units), an issue behind the file it speaks of. */
export async function* inPathOrder(
  items: AsyncIterable<OrderedItem>,
  temporaryFolder = tmpdir(),
): AsyncGenerator<OrderedItem, void> {
  const folder = mkdtempSync(join(temporaryFolder, 'assay-scan-'));
  const descriptor = openSync(join(folder, 'results'), 'wx+', 0o600);
  try {
    const entries = await writeAll(items, descriptor);
    for (const { offset, length } of sortedEntries(entries)) yield readItem(descriptor, offset, length);
  } finally {
    closeSync(descriptor);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeAll(items: AsyncIterable<OrderedItem>, descriptor: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let offset = 0;
  const write = (): void => {
    const bytes = Buffer.concat(waiting);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    waiting = [];
    waitingBytes = 0;
  };
  for await (const item of items) {
    const bytes = Buffer.from(JSON.stringify(item));
    const isFile = item.type === 'file';
    entries.push({ path: isFile ? item.path : item.issue.path, isFile, offset, length: bytes.length });
    offset += bytes.length;
    waiting.push(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes >= BUFFER_BYTES) write();
  }
  write();
  return entries;
}

/** Sorts, and drops each file that a later one of the same path replaces. Issues of equal paths stay in their order. */
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

function readItem(descriptor: number, offset: number, length: number): OrderedItem {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const read = readSync(descriptor, bytes, at, length - at, offset + at);
    if (read === 0) throw new Error('The temporary file of the scan was shortened by someone else.');
    at += read;
  }
  return JSON.parse(bytes.toString()) as OrderedItem;
}
