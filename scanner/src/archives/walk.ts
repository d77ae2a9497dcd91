// Walks an archive and the archives inside it: handles names, limits, nesting and faults for all formats alike. Writes only spools of large
// inner archives, in the given folder, under generated names.
import { createReadStream } from 'node:fs';
import type { Issue, IssueCode } from '../findings.ts';
import { present } from '../items.ts';
import { embeddedFormatOf } from './embedded.ts';
import { type EntryContent, readContent, streamOf } from './entry-content.ts';
import { archiveFormatOf, describeMismatch, HEAD_BYTES, isKnownByBytes, KNOWN_ARCHIVES, memberFor } from './formats.ts';
import { openImageArchive } from './image-archive.ts';
import { isImageFolder, sourceOfImageFolder } from './image-folder.ts';
import { createIssueTally } from './issue-tally.ts';
import { createBudget } from './limits.ts';
import {
  type ArchiveFormat,
  type ArchiveItem,
  type RawEntry,
  type RawItem,
  type ReadContext,
  SpoolFault,
  type StoredItem,
} from './member.ts';
import { displayName } from './paths.ts';
import { createSeenPaths } from './seen-paths.ts';
import { type ArchiveSource, sourceOfBytes, sourceOfFile } from './source.ts';
import { spool } from './spool.ts';
import { brokenEntry, issueItem, issueOfFault, pathOf, refusedItem, textOf } from './walk-issues.ts';
import type { ArchiveWalk, OpenArchive, Outcome, ReadArchiveOptions } from './walk-state.ts';

/** An archive that was found inside another. */
interface InnerArchive {
  format: ArchiveFormat;
  content: EntryContent;
  isLayer: boolean;
  /** Whether it is delivered as a file too. */
  isDelivered: boolean;
}

/**
 * The files of an archive on disk. Every fault of the archive is an issue, and the last item is always `end`; throws only a SpoolFault. The
 * archive itself is always opened; `expansion` applies to archives inside it.
 */
export async function* readArchive(file: string, options: ReadArchiveOptions): AsyncGenerator<ArchiveItem, void> {
  // Entries of archives have no digests, so none is a stored one.
  yield* withDeadline('The uploaded archive', options, (walk) => readUploaded(file, walk)) as AsyncGenerator<
    ArchiveItem,
    void
  >;
}

/** Begins to read a source with the limits of the options. */
export async function* withDeadline(
  what: string,
  options: ReadArchiveOptions,
  read: (walk: ArchiveWalk) => AsyncGenerator<ArchiveItem | StoredItem, void>,
): AsyncGenerator<ArchiveItem | StoredItem, void> {
  const stop = new AbortController();
  // Timers take 1 ms to 24 days.
  const timer = setTimeout(() => stop.abort(), Math.min(Math.max(options.limits.deadlineMs, 1), 2 ** 31 - 1)).unref();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const walk: ArchiveWalk = {
    options,
    what,
    signal,
    budget: createBudget(options.limits, () => performance.now()),
    seen: createSeenPaths(),
  };
  try {
    yield* read(walk);
  } finally {
    clearTimeout(timer);
  }
}

async function* readUploaded(file: string, walk: ArchiveWalk): AsyncGenerator<ArchiveItem | StoredItem, void> {
  const called = walk.options.name ?? file;
  const name = called.slice(Math.max(called.lastIndexOf('/'), called.lastIndexOf('\\')) + 1);
  const refuse = (code: Issue['code'], message: string): ArchiveItem[] => [
    { type: 'issue', issue: { code, path: '', message } },
    { type: 'end', isComplete: false, reason: message },
  ];
  let source: ArchiveSource;
  try {
    source = await (isImageFolder(file) ? sourceOfImageFolder(file, name) : sourceOfFile(file, name));
  } catch (error) {
    yield* refuse('unreadable', `The archive could not be opened for reading: ${textOf(error)}.`);
    return;
  }
  try {
    const head = await source.readAt(0, HEAD_BYTES);
    const format = archiveFormatOf(name, head) ?? (await embeddedFormatOf(source));
    const mismatch = describeMismatch(name, head);
    if (format === undefined) {
      yield* refuse(
        'unsupported-archive',
        `"${displayName(name, 'latin1')}" is not an archive of a known format (${KNOWN_ARCHIVES}).`,
      );
      return;
    }
    if (mismatch !== undefined && isKnownByBytes(head)) yield issueItem('unsupported-archive', '', mismatch);
    const level = walk.budget.openLevel(undefined, source.sizeBytes);
    const outcome = yield* expand({ source, format, folder: '', path: '', level, mismatch, isLayer: false }, walk);
    yield outcome.isComplete
      ? { type: 'end', isComplete: true }
      : { type: 'end', isComplete: false, reason: outcome.reason };
  } catch (error) {
    if (error instanceof SpoolFault) throw error;
    yield* refuse('unreadable', `The archive could not be read: ${textOf(error)}.`);
  } finally {
    await source.close();
  }
}

const entriesOf = (archive: OpenArchive, { options }: ArchiveWalk) =>
  async function* (context: ReadContext): AsyncGenerator<RawItem, void> {
    const { format, folder } = archive;
    const source = present(archive.source, 'source of an archive');
    const image = options.keepsImages ? undefined : await openImageArchive(source, format, context);
    if (image === undefined) return yield* memberFor(format).read(source, format, context);
    try {
      for (const described of image.images) options.onImage?.(folder, described);
      yield* image.read(context);
    } finally {
      await image.close();
    }
  };

/** Delivers the contents of one archive. An abort, and limits of an archive around this one, pass through. */
export async function* expand(
  archive: OpenArchive,
  walk: ArchiveWalk,
  read: (context: ReadContext) => AsyncIterable<RawItem> = entriesOf(archive, walk),
): AsyncGenerator<ArchiveItem | StoredItem, Outcome> {
  const tally = createIssueTally();
  const outcome: Outcome = { isComplete: true, reason: '', hasLoss: false };
  const remarks = new Map<string, IssueCode>();
  try {
    const context = contextOf(archive, walk, remarks);
    for await (const raw of read(context)) {
      for await (const item of raw.type === 'entry'
        ? deliver(raw, archive, outcome, walk)
        : [refusedItem(raw, archive, outcome)]) {
        const shown = item.type === 'issue' ? tally.add(item.issue) : item;
        if (shown !== undefined)
          yield raw.type === 'entry' && raw.layer !== undefined ? ofLayer(item, raw.layer) : item;
      }
    }
  } catch (error) {
    const issue = issueOfFault(error, archive, walk);
    Object.assign(outcome, { isComplete: false, reason: issue.message, hasLoss: true });
    yield { type: 'issue', issue };
  }
  const what = archive.level.parent === undefined ? walk.what : 'The archive';
  for (const [reason, code] of remarks) yield issueItem(code, archive.path, `${what} ${reason}.`);
  for (const issue of tally.summaries(archive.path)) yield { type: 'issue', issue };
  return outcome;
}

/** What lies in an archive of a layer belongs to the layer as well. */
function ofLayer(item: ArchiveItem | StoredItem, layer: string): ArchiveItem | StoredItem {
  return item.type === 'issue' || item.type === 'end' ? item : { ...item, layer };
}

function contextOf(
  { level }: OpenArchive,
  { budget, options, signal }: ArchiveWalk,
  remarks: Map<string, IssueCode>,
): ReadContext {
  return {
    limits: options.limits,
    temporaryFolder: options.temporaryFolder,
    signal,
    countEntry: () => {
      signal.throwIfAborted();
      budget.countEntry();
    },
    charge: (sizeBytes) => budget.charge(level, sizeBytes),
    checkEntrySize: (sizeBytes) => budget.checkEntrySize(level, sizeBytes),
    remark: (code, reason) => remarks.set(reason, code),
  };
}

/** One entry: its name, its content, and its contents if it is an archive. */
async function* deliver(
  entry: RawEntry,
  archive: OpenArchive,
  outcome: Outcome,
  walk: ArchiveWalk,
): AsyncGenerator<ArchiveItem | StoredItem, void> {
  const named = pathOf(entry, archive);
  if ('refusal' in named) {
    yield refusedItem(
      { ...entry, type: 'refusal', code: 'unsafe-path', reason: `${named.refusal}; it was skipped`, isLoss: true },
      archive,
      outcome,
    );
    return;
  }
  const { path } = named;
  walk.budget.countFolders(archive.level, path);
  if (named.oddity !== undefined)
    yield issueItem('odd-name', path, `"${displayName(path, 'latin1')}" ${named.oddity}.`);
  const content = entry.sha256 === undefined ? await contentOf(entry) : undefined;
  if (content !== undefined && 'fault' in content) {
    yield brokenEntry(content.fault, path, outcome);
    return;
  }
  if (!walk.seen.add(path)) {
    yield issueItem(
      'duplicate-path',
      path,
      `"${displayName(path, 'latin1')}" comes more than once; the last one counts.`,
    );
  }
  if (content === undefined) {
    yield storedItem(entry, path, outcome);
    return;
  }
  const format = innerFormat(path, content);
  const isLayer = format !== undefined && isLayerOfPackage(archive, format);
  if (format === undefined || !(isLayer || isToExpand(archive, walk))) {
    yield* deliverFile(path, content, entry.sizeBytes, outcome);
  } else if (archive.level.depth >= walk.options.limits.nestingDepth) {
    const limit = walk.options.limits.nestingDepth;
    yield issueItem(
      'limit-exceeded',
      path,
      `The archive lies inside more than ${limit} others (limit: nesting depth); it stays a file.`,
    );
    yield* deliverFile(path, content, entry.sizeBytes, outcome);
  } else {
    const isDelivered = !isLayer && !walk.options.deleteArchiveAfterExpand;
    yield* deliverArchive(path, { format, content, isLayer, isDelivered }, archive, outcome, walk);
  }
}

async function contentOf({ body }: RawEntry): Promise<EntryContent | { fault: unknown }> {
  try {
    return await readContent(body);
  } catch (fault) {
    return { fault };
  }
}

function storedItem(entry: RawEntry, path: string, outcome: Outcome): StoredItem {
  const { sizeBytes, sha256 = '' } = entry;
  return {
    type: 'stored',
    path,
    sizeBytes,
    sha256,
    async *open() {
      const content = await contentOf(entry);
      if ('fault' in content) yield brokenEntry(content.fault, path, outcome);
      else yield* deliverFile(path, content, sizeBytes, outcome);
    },
  };
}

async function* deliverFile(
  path: string,
  content: EntryContent,
  sizeBytes: number,
  outcome: Outcome,
): AsyncGenerator<ArchiveItem, void> {
  if ('bytes' in content) {
    yield { type: 'file', path, sizeBytes: content.bytes.length, bytes: content.bytes };
    return;
  }
  const { stream, failure, release } = streamOf(content.pieces);
  yield { type: 'stream', path, sizeBytes, stream };
  await release();
  if (failure() !== undefined) yield brokenEntry(failure(), path, outcome);
}

/** An inner archive: delivered as a file unless it is removed after expansion; kept as a file if expansion loses anything. */
async function* deliverArchive(
  path: string,
  { format, content, isLayer, isDelivered }: InnerArchive,
  parent: OpenArchive,
  outcome: Outcome,
  walk: ArchiveWalk,
): AsyncGenerator<ArchiveItem | StoredItem, void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  let source: ArchiveSource;
  try {
    source =
      'bytes' in content
        ? sourceOfBytes(content.bytes, name)
        : await spool(content.pieces, walk.options.temporaryFolder, name);
  } catch (error) {
    yield brokenEntry(error, path, outcome);
    return;
  }
  try {
    if (isDelivered) yield* deliverSource(path, source);
    const head = ('bytes' in content ? content.bytes : content.head).subarray(0, HEAD_BYTES);
    const mismatch = describeMismatch(name, head);
    if (mismatch !== undefined && isKnownByBytes(head)) yield issueItem('unsupported-archive', path, mismatch);
    const level = walk.budget.openLevel(parent.level, source.sizeBytes);
    const inner = yield* expand(
      { source, format, folder: path + walk.options.archiveDirSuffix, path, level, mismatch, isLayer },
      walk,
    );
    if (!isDelivered && inner.hasLoss) yield* deliverSource(path, source);
  } finally {
    await source.close();
  }
}

async function* deliverSource(path: string, source: ArchiveSource): AsyncGenerator<ArchiveItem, void> {
  if (source.bytes !== undefined) {
    yield { type: 'file', path, sizeBytes: source.sizeBytes, bytes: Uint8Array.prototype.slice.call(source.bytes) };
    return;
  }
  const { stream, failure, release } = streamOf(createReadStream(source.file));
  yield { type: 'stream', path, sizeBytes: source.sizeBytes, stream };
  await release();
  if (failure() !== undefined) throw failure();
}

function innerFormat(path: string, content: EntryContent): ArchiveFormat | undefined {
  const head = 'bytes' in content ? content.bytes : content.head;
  // An empty file with an archive's name is an empty file.
  return head.length === 0 ? undefined : archiveFormatOf(path, head.subarray(0, HEAD_BYTES));
}

function isToExpand({ level }: OpenArchive, { options }: ArchiveWalk): boolean {
  return options.expansion === 'recursive' || (options.expansion === 'first-level' && level.depth === 0);
}

/**
 * A Debian package keeps its files in `data.tar.xz`, an RPM in a compressed cpio. Unpacking the package also unpacks
 * these layers, because they are not files of the code base.
 */
function isLayerOfPackage(archive: OpenArchive, format: ArchiveFormat): boolean {
  if (archive.format === 'ar' || archive.format === 'rpm') return true;
  return archive.isLayer && archive.format !== 'cpio' && format === 'cpio';
}
