// Reads a folder of the file system in the same form as archives: one file after the other, as values. It follows no symbolic link, opens
// only plain files and writes nothing. Order: by path, compared code unit by code unit, which is the order of sorted full paths. Listing
// and reading are two steps, because they may happen in different threads; only readPlace() opens files.

import {
  type BigIntStats,
  closeSync,
  constants,
  createReadStream,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileFacts, Issue } from '../findings.ts';
import { lastOf } from '../items.ts';

/** Files above this size are handed on as streams. */
export const IN_MEMORY_BYTES = 8 * 1024 * 1024;
const VERSION_CONTROL_FOLDERS = new Set(['.git', '.hg', '.svn', '.bzr', 'CVS', '_darcs']);
// No link is followed, even one that appears between listing and opening, and opening a pipe does not wait.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A file that was read, or the reason why it was not. */
export type ReadItem =
  | { type: 'file'; path: string; sizeBytes: number; bytes: Uint8Array }
  /** Drain or destroy the stream before you request the next item. */
  | { type: 'stream'; path: string; sizeBytes: number; stream: Readable }
  | { type: 'issue'; issue: Issue };

/** The file has not changed since these facts were found; it was not read. */
export interface KnownItem {
  type: 'known';
  path: string;
  facts: FileFacts;
}

export type FolderItem = ReadItem | KnownItem;

/** A listed file that is not read yet. */
export type ListedItem = { type: 'place'; place: FileLocation } | KnownItem | { type: 'issue'; issue: Issue };

/** Called before a file is read. If it returns facts, the file is not read. */
export type FindKnownFacts = (path: string, stat: BigIntStats) => FileFacts | undefined;

/** Returns memory for a file of that size. */
export type Allocate = (sizeBytes: number) => Uint8Array;

export interface WalkOptions {
  /** Default: new memory for every file. */
  allocate?: Allocate;
  known?: FindKnownFacts;
}

/**
 * A file or folder: its place on disk as the system names it, and its path in the code base. Plain data. If the name is not UTF-8, its
 * bytes are the address.
 */
export interface FileLocation {
  disk: string | Uint8Array;
  path: string;
  /** The manifest format by which another file of the code base names it. */
  namedAs?: string;
}

/** All plain files below a folder with their contents, and an issue for everything else. Throws nothing; an unreadable root is an issue. */
export function* readFolder(root: string, { known, allocate }: WalkOptions = {}): Generator<FolderItem, void> {
  for (const item of listFolder(root, known)) yield item.type === 'place' ? readPlace(item.place, allocate) : item;
}

/** One plain file in the form of a folder walk, with its name as path. Follows a link, because the caller named it. */
export function readOneFile(file: string): ReadItem {
  const path = basename(file);
  try {
    return readPlace({ disk: realpathSync(file), path });
  } catch (error) {
    return unreadable(path, error);
  }
}

/** Number of plain files below a folder, yielded step by step so that the caller can do other things in between. */
export function* countFiles(root: string): Generator<number, void> {
  let files = 0;
  for (const item of listFolder(root)) {
    if (item.type !== 'place') continue;
    files++;
    if (files % 256 === 0) yield files;
  }
  yield files;
}

/** The plain files below a folder in order, unread, and an issue for everything else. Throws nothing; an unreadable root is an issue. */
export function* listFolder(root: string, known?: FindKnownFacts): Generator<ListedItem, void> {
  const folders: { place: FileLocation; entries: Listed[]; next: number }[] = [];
  const enter = (place: FileLocation): Issue | undefined => {
    const entries = list(place);
    if (!Array.isArray(entries)) return entries;
    folders.push({ place, entries, next: 0 });
    return undefined;
  };
  const refused = enter({ disk: withoutLinks(root), path: '' });
  if (refused) yield { type: 'issue', issue: refused };
  while (folders.length > 0) {
    const folder = lastOf(folders);
    const entry = folder.entries[folder.next++];
    if (!entry) {
      folders.pop();
      continue;
    }
    const place = {
      disk: entry.disk,
      path: folder.place.path === '' ? entry.name : `${folder.place.path}/${entry.name}`,
    };
    if (entry.oddity !== '')
      yield { type: 'issue', issue: { code: 'odd-name', path: place.path, message: entry.oddity } };
    if (entry.kind === 'file') yield known ? placeUnlessKnown(place, known) : { type: 'place', place };
    else if (entry.kind === 'folder' && !VERSION_CONTROL_FOLDERS.has(entry.name)) {
      const issue = enter(place);
      if (issue) yield { type: 'issue', issue };
    } else {
      const what = entry.kind === 'folder' ? 'The data of a version control system' : SKIPPED[entry.kind];
      yield { type: 'issue', issue: { code: 'skipped-entry', path: place.path, message: `${what} was left out.` } };
    }
  }
}

/** Resolves links in the root, because it may be named through links; readPlace() can then detect a link that has replaced a folder. */
function withoutLinks(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    // Reading the root gives the issue.
    return root;
  }
}

type EntryKind = 'file' | 'folder' | 'link' | 'device' | 'pipe' | 'other';

const SKIPPED: Readonly<Record<EntryKind, string>> = {
  file: 'A file',
  folder: 'A folder',
  link: 'A symbolic link is not followed and',
  device: 'A device',
  pipe: 'A pipe or socket',
  other: 'An entry that is neither file nor folder',
};

interface Listed {
  name: string;
  disk: string | Uint8Array;
  kind: EntryKind;
  /** '' or a sentence about the name. */
  oddity: string;
}

/** The entries of a folder in the order of the full paths below it, or the reason why it cannot be read. */
function list({ disk, path }: FileLocation): Listed[] | Issue {
  try {
    if (typeof disk !== 'string') return sorted(listRaw(disk));
    const entries = readdirSync(disk, { withFileTypes: true });
    if (entries.some((entry) => entry.name.includes('\ufffd'))) return sorted(listRaw(disk));
    const folder = disk.endsWith('/') ? disk : `${disk}/`;
    return sorted(entries.map((entry) => listed(entry.name, folder + entry.name, kindOf(entry), '')));
  } catch (error) {
    const what = path === '' ? 'The folder' : 'A folder';
    return { code: 'unreadable', path, message: `${what} could not be read: ${reasonOf(error)}.` };
  }
}

/** The same for names that are not UTF-8: their bytes stay the address, and latin1 is displayed. */
function listRaw(disk: string | Uint8Array): Listed[] {
  const bytes = Buffer.from(disk);
  const folder = Buffer.concat([bytes, Buffer.from('/')]);
  return readdirSync(bytes, { withFileTypes: true, encoding: 'buffer' }).map((entry) => {
    const name = entry.name as Buffer;
    const text = name.toString('utf8');
    const isUtf8 = Buffer.from(text, 'utf8').equals(name);
    const oddity = isUtf8 ? '' : 'The name is not valid UTF-8 and is shown as Latin-1.';
    return listed(isUtf8 ? text : name.toString('latin1'), Buffer.concat([folder, name]), kindOf(entry), oddity);
  });
}

function listed(name: string, disk: string | Uint8Array, kind: EntryKind, oddity: string): Listed {
  return { name, disk, kind, oddity };
}

function kindOf(entry: Dirent<string> | Dirent<Buffer>): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isBlockDevice() || entry.isCharacterDevice()) return 'device';
  return entry.isFIFO() || entry.isSocket() ? 'pipe' : 'other';
}

/** Sorts a folder by its name and a slash, because the paths below it continue so. */
function sorted(entries: Listed[]): Listed[] {
  const keyed = entries.map((entry) => ({ entry, key: entry.kind === 'folder' ? `${entry.name}/` : entry.name }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ entry }) => entry);
}

/** A known file need not even be opened. */
function placeUnlessKnown(place: FileLocation, known: FindKnownFacts): ListedItem {
  const { disk, path } = place;
  try {
    const facts = known(path, lstatSync(addressOf(disk), { bigint: true }));
    return facts ? { type: 'known', path, facts } : { type: 'place', place };
  } catch (error) {
    return unreadable(path, error);
  }
}

/** The present size of a file; 0 when it cannot be determined. Reading it gives the reason. */
export function sizeOnDisk({ disk }: FileLocation): number {
  try {
    return lstatSync(addressOf(disk), { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

/** Opens and reads a file. If it has vanished or is no longer a plain file, returns an issue. Throws nothing. */
export function readPlace(place: FileLocation, allocate: Allocate = Buffer.allocUnsafe): ReadItem {
  return read(place, allocate, (descriptor, { path }, sizeBytes) => {
    const stream = createReadStream('', { fd: descriptor, highWaterMark: 1024 * 1024 });
    return { type: 'stream', path, sizeBytes, stream };
  });
}

/** A file above IN_MEMORY_BYTES, read while its chunks are taken: all chunks share one memory, and the thread waits for each. */
export interface ChunkedFile {
  type: 'chunks';
  path: string;
  sizeBytes: number;
  /** Iterate to the end, or end the iteration: both close the file. Throws read errors. */
  chunks: Iterable<Uint8Array>;
}

/** The same for a thread that may block: only one chunk of a large file is in memory, and no other thread reads for it. */
export function readPlaceInChunks(
  place: FileLocation,
  allocate: Allocate,
): Exclude<ReadItem, { type: 'stream' }> | ChunkedFile {
  return read(place, allocate, (descriptor, { path }, sizeBytes) => {
    return { type: 'chunks', path, sizeBytes, chunks: chunksOf(descriptor, allocate(CHUNK_BYTES)) };
  });
}

/** Small enough that the chunk is still in the processor's cache when it is digested. */
const CHUNK_BYTES = 256 * 1024;

function* chunksOf(descriptor: number, memory: Uint8Array): Generator<Uint8Array, void> {
  try {
    for (;;) {
      const length = readSync(descriptor, memory, 0, memory.length, null);
      if (length === 0) return;
      yield memory.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** `openLarge` takes ownership of the open file. */
function read<Large>(
  place: FileLocation,
  allocate: Allocate,
  openLarge: (descriptor: number, place: FileLocation, sizeBytes: number) => Large,
): Exclude<ReadItem, { type: 'stream' }> | Large {
  const { disk, path } = place;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(addressOf(disk), OPEN_FLAGS);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return skipped(path, 'It is not a plain file any more and was left out.');
    if (!isAtPlace(descriptor, disk))
      return skipped(path, 'It was moved, or a folder above it has become a symbolic link, and it was left out.');
    const sizeBytes = stat.size;
    if (sizeBytes > IN_MEMORY_BYTES) {
      const large = openLarge(descriptor, place, sizeBytes);
      descriptor = undefined;
      return large;
    }
    const bytes = readAll(descriptor, allocate(sizeBytes));
    return { type: 'file', path, sizeBytes: bytes.length, bytes };
  } catch (error) {
    return unreadable(path, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function skipped(path: string, message: string): { type: 'issue'; issue: Issue } {
  return { type: 'issue', issue: { code: 'skipped-entry', path, message } };
}

const DELETED = Buffer.from(' (deleted)');

/**
 * Whether the open file is at its listed place, and was not reached through a link that replaced a folder. Only Linux can determine the place of an
 * open file; elsewhere the answer is always yes.
 */
function isAtPlace(descriptor: number, disk: FileLocation['disk']): boolean {
  if (process.platform !== 'linux') return true;
  let found: Buffer | string;
  try {
    const link = `/proc/self/fd/${descriptor}`;
    found = typeof disk === 'string' ? readlinkSync(link) : readlinkSync(link, 'buffer');
  } catch {
    // There is no /proc here.
    return true;
  }
  if (typeof found === 'string' && typeof disk === 'string') return found === disk || found === `${disk}${DELETED}`;
  const [is, wanted] = [Buffer.from(found), Buffer.from(disk)];
  return is.equals(wanted) || is.equals(Buffer.concat([wanted, DELETED]));
}

/** Restores the Buffer class, which bytes from another thread have lost and the file functions need. */
function addressOf(disk: FileLocation['disk']): string | Buffer {
  return typeof disk === 'string' ? disk : Buffer.from(disk.buffer, disk.byteOffset, disk.length);
}

function unreadable(path: string, error: unknown): { type: 'issue'; issue: Issue } {
  const message = `The file could not be read: ${reasonOf(error)}.`;
  return { type: 'issue', issue: { code: 'unreadable', path, message } };
}

/** The file's bytes: its length when opened, or fewer if it has shrunk since. */
function readAll(descriptor: number, bytes: Uint8Array): Uint8Array {
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'ELOOP') return 'it has become a symbolic link';
  if (code === 'ENOTDIR') return 'it is not a folder';
  if (code === 'ENAMETOOLONG') return 'its path is too long for the system';
  return error instanceof Error ? error.message : String(error);
}
