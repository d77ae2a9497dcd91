// What a scan reads from: a folder, an archive or one plain file, all given as the same kind of items. Determines which of them it is and
// reads through walk/, and through archives/ by archive-source.ts.
import { type Stats, statSync } from 'node:fs';
import { isImageFolder } from '../archives/image-folder.ts';
import type { Issue } from '../findings.ts';
import { countFiles, type ListedItem, listFolder, readFolder, readOneFile } from '../walk/index.ts';
import type { SourceItem, SourceOptions } from './source-options.ts';

export interface OpenSource {
  /** In groups, because each wait costs time. A stream is always the last of its group. */
  items: AsyncIterable<SourceItem[]> | Iterable<SourceItem[]>;
  /** True when the items come in the order of their paths. */
  isInPathOrder: boolean;
  /** The number of files, once it is known. */
  filesKnown(): number | undefined;
}

/** Items of a folder that are listed as one group. */
const ITEMS_AT_ONCE = 64;

/** Opens a path. A path that names nothing readable gives an issue and an incomplete end. */
export async function openSource(
  source: string,
  options: Partial<SourceOptions>,
  isCounted: boolean,
): Promise<OpenSource> {
  const stat = statOf(source);
  if ('issue' in stat) return unreadable(stat.issue);
  const isExpanding = options.expansion !== undefined && options.expansion !== 'none';
  if (stat.isDirectory() && isImageFolder(source)) return archiveAt(source, options);
  if (stat.isDirectory()) {
    const archives = isExpanding ? await import('./archive-source.ts') : undefined;
    const count = countInBackground(source, isCounted);
    const end = createEnd(count.settle, options.signal);
    // Possible archives are opened here, other files by the thread that reads them.
    const items = archives
      ? end.behindEach(archives.expandArchives(readFolder(source, { known: options.known }), source, options))
      : end.behindAll(listFolder(source, options.known));
    return { items, isInPathOrder: !isExpanding, filesKnown: count.filesKnown };
  }
  if (!stat.isFile()) {
    // A device or pipe has no known end, and opening a pipe would wait.
    const message = `${source} cannot be read: it is neither a folder nor a plain file.`;
    return unreadable({ code: 'unreadable', path: '', message });
  }
  const { isArchive } = await import('./archive-source.ts');
  if (isArchive(source)) return archiveAt(source, options);
  return { items: oneFile(source), isInPathOrder: true, filesKnown: () => 1 };
}

async function archiveAt(source: string, options: Partial<SourceOptions>): Promise<OpenSource> {
  const { archiveItems } = await import('./archive-source.ts');
  return { items: oneByOne(archiveItems(source, options)), isInPathOrder: false, filesKnown: () => undefined };
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

/** Each item as a group of its own: a stream must be read before the next item is requested. */
async function* oneByOne(items: AsyncIterable<SourceItem>): AsyncGenerator<SourceItem[], void> {
  for await (const item of items) yield [item];
}

/** The walk of a folder as a source: stops when the caller aborts, and reports how it ended. */
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

/**
 * Counts the files while the scan runs, a few hundred at a time, so that the progress has a total. `settle` ends the counting: the walk
 * itself knows the number by now, or nobody needs it any more.
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
