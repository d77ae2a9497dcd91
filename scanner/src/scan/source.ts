// What a scan reads from: a folder, an archive or one plain file, all told as the same kind of items. Decides which of them it is and reads
// through walk/ and archives/; it looks into no file itself but for the first bytes that tell an archive.
import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type ArchiveItem,
  type ArchiveLimits,
  archiveFormatOf,
  DEFAULT_ARCHIVE_LIMITS,
  readArchive,
} from '../archives/index.ts';
import type { Issue } from '../findings.ts';
import {
  countFiles,
  type FolderItem,
  type Known,
  type ListedItem,
  listFolder,
  readFolder,
  readOneFile,
} from '../walk/index.ts';

export interface SourceOptions {
  /** Asked before a file is read; facts instead of undefined spare the reading. */
  known: Known;
  /** What happens to archives inside the source. Default `none`: they are files like others. */
  expansion: 'none' | 'first-level' | 'recursive';
  /** An archive `a/b.zip` is expanded into the folder `a/b.zip` + this. Default ''. */
  archiveDirSuffix: string;
  /** True: an archive inside that was expanded without loss is no file of the results itself. Default false. */
  deleteArchiveAfterExpand: boolean;
  archiveLimits: ArchiveLimits;
  /** A folder for the scan's own temporary files. By default the system's. */
  temporaryFolder: string;
  signal: AbortSignal;
}

export type SourceItem = ListedItem | FolderItem | ArchiveItem;

export interface OpenSource {
  /** Some at a time, because each wait costs; a stream is the last of those that it comes with. */
  items: AsyncIterable<SourceItem[]> | Iterable<SourceItem[]>;
  /** True when the items come in the order of their paths. */
  isInPathOrder: boolean;
  /** How many files there are, once that is known. */
  filesKnown(): number | undefined;
}

const HEAD_BYTES = 512;
/** Items of a folder that are listed before anything is done with them. */
const ITEMS_AT_ONCE = 64;

/** Opens what a path names. A path that names nothing readable gives an issue and an end that is not complete. */
export function openSource(source: string, options: Partial<SourceOptions>, isCounted: boolean): OpenSource {
  const stat = statOf(source);
  if ('issue' in stat) return unreadable(stat.issue);
  const isExpanding = options.expansion !== undefined && options.expansion !== 'none';
  if (stat.isDirectory()) {
    const count = countInBackground(source, isCounted);
    const end = createEnd(count.settle, options.signal);
    // What may be an archive is looked into here, everything else by the thread that reads it.
    const items = isExpanding
      ? end.behindEach(expandArchives(readFolder(source, { known: options.known }), source, options))
      : end.behindAll(listFolder(source, options.known));
    return { items, isInPathOrder: !isExpanding, filesKnown: count.filesKnown };
  }
  if (!stat.isFile()) {
    // Nothing is known of where it ends, and a pipe would make the opening wait.
    const message = `${source} cannot be read: it is neither a folder nor a plain file.`;
    return unreadable({ code: 'unreadable', path: '', message });
  }
  if (isArchive(source)) {
    return {
      items: oneByOne(readArchive(source, archiveOptions(options))),
      isInPathOrder: false,
      filesKnown: () => undefined,
    };
  }
  return { items: oneFile(source), isInPathOrder: true, filesKnown: () => 1 };
}

function statOf(source: string): Stats | { issue: Issue } {
  try {
    return statSync(source);
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'it does not exist' : String(error);
    return { issue: { code: 'unreadable', path: '', message: `${source} cannot be read: ${reason}.` } };
  }
}

function unreadable(issue: Issue): OpenSource {
  const items: SourceItem[] = [
    { type: 'issue', issue },
    { type: 'end', isComplete: false, reason: issue.message },
  ];
  return { items: [items], isInPathOrder: true, filesKnown: () => 0 };
}

function isArchive(file: string): boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    return archiveFormatOf(basename(file), head.subarray(0, readSync(descriptor, head))) !== undefined;
  } catch {
    // What cannot be opened here is said when its content is read.
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function archiveOptions(options: Partial<SourceOptions>) {
  return {
    limits: options.archiveLimits ?? DEFAULT_ARCHIVE_LIMITS,
    expansion: options.expansion ?? 'none',
    archiveDirSuffix: options.archiveDirSuffix ?? '',
    deleteArchiveAfterExpand: options.deleteArchiveAfterExpand ?? false,
    temporaryFolder: options.temporaryFolder ?? tmpdir(),
    signal: options.signal,
  };
}

/** Each item on its own: a stream has to be read before the next item is asked for. */
async function* oneByOne(items: AsyncIterable<SourceItem>): AsyncGenerator<SourceItem[], void> {
  for await (const item of items) yield [item];
}

/** The walk of a folder as a source: watched for the caller's abort, and with a word about its end. */
function createEnd(settle: (files?: number) => void, signal: AbortSignal | undefined) {
  let rootIssue = '';
  let files: number | undefined;
  let seen = 0;
  const watch = (item: SourceItem): void => {
    signal?.throwIfAborted();
    if (item.type === 'issue' && item.issue.path === '') rootIssue = item.issue.message;
    if (item.type !== 'issue') seen++;
  };
  const end = (): SourceItem => ({ type: 'end', isComplete: rootIssue === '', reason: rootIssue });
  return {
    async *behindEach(items: AsyncIterable<SourceItem>): AsyncGenerator<SourceItem[], void> {
      try {
        for await (const item of items) {
          watch(item);
          yield [item];
        }
        files = seen;
      } finally {
        settle(files);
      }
      yield [end()];
    },
    *behindAll(items: Iterable<ListedItem>): Generator<SourceItem[], void> {
      let some: SourceItem[] = [];
      try {
        for (const item of items) {
          watch(item);
          some.push(item);
          if (some.length < ITEMS_AT_ONCE) continue;
          yield some;
          some = [];
        }
        files = seen;
      } finally {
        settle(files);
      }
      yield [...some, end()];
    },
  };
}

function* oneFile(file: string): Generator<SourceItem[], void> {
  const item = readOneFile(file);
  yield [item];
  yield [
    item.type === 'issue'
      ? { type: 'end', isComplete: false, reason: item.issue.message }
      : { type: 'end', isComplete: true },
  ];
}

/** Archives met in a folder are read where they lie; what they hold goes below their own path. */
async function* expandArchives(
  files: Iterable<FolderItem>,
  root: string,
  options: Partial<SourceOptions>,
): AsyncGenerator<SourceItem, void> {
  for (const item of files) {
    const isFile = item.type === 'file' || item.type === 'stream';
    const onDisk = isFile ? join(root, item.path) : '';
    if (!isFile || !isArchive(onDisk)) {
      yield item;
      continue;
    }
    let isSound = false;
    for await (const inner of readArchive(onDisk, innerOptions(options))) {
      if (inner.type === 'end') isSound = inner.isComplete;
      else yield below(item.path + (options.archiveDirSuffix ?? ''), inner);
    }
    if (!options.deleteArchiveAfterExpand || !isSound) yield item;
    else if (item.type === 'stream') item.stream.destroy();
  }
}

/** An archive in a folder is itself the first level. */
function innerOptions(options: Partial<SourceOptions>) {
  return archiveOptions({ ...options, expansion: options.expansion === 'recursive' ? 'recursive' : 'none' });
}

function below(folder: string, item: Exclude<ArchiveItem, { type: 'end' }>): SourceItem {
  if (item.type !== 'issue') return { ...item, path: `${folder}/${item.path}` };
  const { issue } = item;
  return { type: 'issue', issue: { ...issue, path: issue.path === '' ? folder : `${folder}/${issue.path}` } };
}

/**
 * Counts the files beside the scan, a few hundred at a time, so that the progress can say of how many. `settle` ends the counting: the walk
 * itself now knows the number, or nobody wants it any more.
 */
function countInBackground(
  root: string,
  isWanted: boolean,
): { filesKnown(): number | undefined; settle(files?: number): void } {
  const counting = countFiles(root);
  let counted = 0;
  let known: number | undefined;
  let next: NodeJS.Immediate | undefined;
  const step = (): void => {
    const result = counting.next();
    if (result.done) {
      known = counted;
      return;
    }
    counted = result.value;
    next = setImmediate(step);
  };
  if (isWanted) next = setImmediate(step);
  return {
    filesKnown: () => known,
    settle(files) {
      clearImmediate(next);
      known = files ?? known;
    },
  };
}
