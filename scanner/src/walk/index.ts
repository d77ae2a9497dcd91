// Reads a folder of the file system as the archives are read: one file after the other, as values. It follows no symbolic link, opens nothing
// but plain files and writes nothing. Order: by path, compared code unit by code unit, which is the order of sorted full paths.
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
  readSync,
  realpathSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileFacts, Issue } from '../findings.ts';

/** Files above this size are handed on as streams. */
export const IN_MEMORY_BYTES = 8 * 1024 * 1024;
const VERSION_CONTROL_FOLDERS = new Set(['.git', '.hg', '.svn', '.bzr', 'CVS', '_darcs']);
// No link is followed even when it appears between listing and opening, and no pipe makes the opening wait.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export type FolderItem =
  | { type: 'file'; path: string; sizeBytes: number; bytes: Uint8Array }
  /** To be drained or destroyed before the next item is asked for. */
  | { type: 'stream'; path: string; sizeBytes: number; stream: Readable }
  /** The file is as it was when these facts were found; it was not read. */
  | { type: 'known'; path: string; facts: FileFacts }
  | { type: 'issue'; issue: Issue };

export interface WalkOptions {
  /** Where to read a file of that size to; by default, and for undefined, to memory of its own. */
  allocate?: (sizeBytes: number) => Uint8Array | undefined;
  /** Asked before a file is read; facts instead of undefined spare the reading. */
  known?: (path: string, stat: BigIntStats) => FileFacts | undefined;
}

/** A file or folder on its way: its place on disk as the system names it, and its path in the code base. */
interface Place {
  disk: string | Buffer;
  path: string;
}

/** All plain files below a folder with their contents, and an issue for everything else. Throws nothing; an unreadable root is an issue. */
export function* readFolder(root: string, options: WalkOptions = {}): Generator<FolderItem, void> {
  for (const item of listFolder(root)) yield item.type === 'issue' ? item : readPlace(item.place, options);
}

/** One plain file as the walk of its folder would give it, its name as path. A link is followed, because it is what the caller named. */
export function readOneFile(file: string): FolderItem {
  const path = basename(file);
  try {
    return readPlace({ disk: realpathSync(file), path }, {});
  } catch (error) {
    return {
      type: 'issue',
      issue: { code: 'unreadable', path, message: `The file could not be read: ${reasonOf(error)}.` },
    };
  }
}

/** Number of plain files below a folder, told step by step so that the caller can do other things in between. */
export function* countFiles(root: string): Generator<number, void> {
  let files = 0;
  for (const item of listFolder(root)) {
    if (item.type === 'issue') continue;
    files++;
    if (files % 256 === 0) yield files;
  }
  yield files;
}

function* listFolder(root: string): Generator<{ type: 'file'; place: Place } | { type: 'issue'; issue: Issue }, void> {
  const folders: { place: Place; entries: Listed[]; next: number }[] = [];
  const enter = (place: Place): Issue | undefined => {
    const entries = list(place);
    if (!Array.isArray(entries)) return entries;
    folders.push({ place, entries, next: 0 });
    return undefined;
  };
  const refused = enter({ disk: root, path: '' });
  if (refused) yield { type: 'issue', issue: refused };
  while (folders.length > 0) {
    const folder = folders.at(-1)!;
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
    if (entry.kind === 'file') yield { type: 'file', place };
    else if (entry.kind === 'folder' && !VERSION_CONTROL_FOLDERS.has(entry.name)) {
      const issue = enter(place);
      if (issue) yield { type: 'issue', issue };
    } else {
      const what = entry.kind === 'folder' ? 'The data of a version control system' : SKIPPED[entry.kind];
      yield { type: 'issue', issue: { code: 'skipped-entry', path: place.path, message: `${what} was left out.` } };
    }
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
  disk: string | Buffer;
  kind: EntryKind;
  /** '' or a sentence about the name. */
  oddity: string;
}

/** The entries of a folder in the order of the full paths below it, or why it cannot be read. */
function list({ disk, path }: Place): Listed[] | Issue {
  try {
    const entries = readdirSync(disk, { withFileTypes: true });
    const isOdd = typeof disk !== 'string' || entries.some((entry) => entry.name.includes('\ufffd'));
    return sorted(
      isOdd ? listRaw(disk) : entries.map((entry) => listed(entry.name, join(disk, entry.name), kindOf(entry), '')),
    );
  } catch (error) {
    const what = path === '' ? 'The folder' : 'A folder';
    return { code: 'unreadable', path, message: `${what} could not be read: ${reasonOf(error)}.` };
  }
}

/** The same for names that are not UTF-8: the bytes stay the address, and latin1 is what is shown. */
function listRaw(disk: string | Buffer): Listed[] {
  const folder = Buffer.concat([typeof disk === 'string' ? Buffer.from(disk) : disk, Buffer.from('/')]);
  return readdirSync(disk, { withFileTypes: true, encoding: 'buffer' }).map((entry) => {
    const name = entry.name as Buffer;
    const text = name.toString('utf8');
    const isUtf8 = Buffer.from(text, 'utf8').equals(name);
    const oddity = isUtf8 ? '' : 'The name is not valid UTF-8 and is shown as Latin-1.';
    return listed(isUtf8 ? text : name.toString('latin1'), Buffer.concat([folder, name]), kindOf(entry), oddity);
  });
}

function listed(name: string, disk: string | Buffer, kind: EntryKind, oddity: string): Listed {
  return { name, disk, kind, oddity };
}

function kindOf(entry: Dirent<string> | Dirent<Buffer>): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isBlockDevice() || entry.isCharacterDevice()) return 'device';
  return entry.isFIFO() || entry.isSocket() ? 'pipe' : 'other';
}

/** A folder sorts as its name and a slash, because that is how the paths below it go on. */
function sorted(entries: Listed[]): Listed[] {
  const keyed = entries.map((entry) => ({ entry, key: entry.kind === 'folder' ? `${entry.name}/` : entry.name }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ entry }) => entry);
}

function readPlace({ disk, path }: Place, { known, allocate }: WalkOptions): FolderItem {
  let descriptor: number | undefined;
  try {
    // A file that is known need not even be opened.
    const facts = known?.(path, lstatSync(disk, { bigint: true }));
    if (facts) return { type: 'known', path, facts };
    descriptor = openSync(disk, OPEN_FLAGS);
    const stat = fstatSync(descriptor);
    if (!stat.isFile())
      return {
        type: 'issue',
        issue: { code: 'skipped-entry', path, message: 'It is not a plain file any more and was left out.' },
      };
    const sizeBytes = stat.size;
    if (sizeBytes > IN_MEMORY_BYTES) {
      const stream = createReadStream('', { fd: descriptor, highWaterMark: 1024 * 1024 });
      descriptor = undefined;
      return { type: 'stream', path, sizeBytes, stream };
    }
    const bytes = readAll(descriptor, allocate?.(sizeBytes) ?? Buffer.allocUnsafe(sizeBytes));
    return { type: 'file', path, sizeBytes: bytes.length, bytes };
  } catch (error) {
    return {
      type: 'issue',
      issue: { code: 'unreadable', path, message: `The file could not be read: ${reasonOf(error)}.` },
    };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The file's bytes, as many as it had when it was opened, or fewer when it has shrunk since. */
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
  return error instanceof Error ? error.message : String(error);
}
