// Walks an archive and the archives inside it: handles names, limits, nesting and faults for all formats alike. Writes only spools of large
// inner archives, in the given folder, under generated names.
import { createReadStream } from 'node:fs';
import type { Issue, IssueCode } from '../findings.ts';
import { present } from '../items.ts';
import { embeddedFormatOf } from './embedded.ts';
import { type EntryContent, readContent, streamOf } from './entry-content.ts';
import {
  archiveFormatOf,
  describeMismatch,
  FORMAT_NAMES,
  HEAD_BYTES,
  isKnownByBytes,
  KNOWN_ARCHIVES,
  memberFor,
} from './formats.ts';
import { openImageArchive } from './image-archive.ts';
import type { DescribedImage } from './images/described.ts';
import { createIssueTally } from './issue-tally.ts';
import { type Budget, createBudget, type Level, LimitFault } from './limits.ts';
import {
  ArchiveFault,
  type ArchiveFormat,
  type ArchiveItem,
  type ArchiveLimits,
  EntryFault,
  type RawEntry,
  type RawItem,
  type RawRefusal,
  type ReadContext,
  SpoolFault,
  type StoredItem,
} from './member.ts';
import { displayName, joinPath, safePath } from './paths.ts';
import { createSeenPaths, type SeenPaths } from './seen-paths.ts';
import { type ArchiveSource, sourceOfBytes, sourceOfFile } from './source.ts';
import { spool } from './spool.ts';

export interface ReadArchiveOptions {
  limits: ArchiveLimits;
  /** How archives inside the uploaded one are treated: kept as files, expanded when they lie directly in it, or expanded at every depth. */
  expansion: 'none' | 'first-level' | 'recursive';
  /** An inner archive `a/b.zip` is expanded into the folder `a/b.zip` + this. */
  archiveDirSuffix: string;
  /** True when an inner archive that was expanded without loss is not delivered as a file too. */
  deleteArchiveAfterExpand: boolean;
  /** A folder for the spools of large inner archives. Must exist. */
  temporaryFolder: string;
  /**
   * Told of each container image that is read as the files it has, not as the layers that make them. `folder` is the folder of its files in the code
   * base; '' for the root.
   */
  onImage?(folder: string, image: DescribedImage): void;
  /** Container images are read as the archives that they are, for readers that look for documents beside the layers. */
  keepsImages?: boolean;
  signal?: AbortSignal;
}

export interface Walk {
  options: ReadArchiveOptions;
  /** The source for sentences: "The uploaded archive". */
  what: string;
  budget: Budget;
  seen: SeenPaths;
  signal: AbortSignal;
}

/** How the reading of one archive ended. */
export interface Outcome {
  /** Read to the end with every entry sound. */
  isComplete: boolean;
  reason: string;
  /** True when some of its content was not delivered. */
  hasLoss: boolean;
}

export interface OpenArchive {
  /** Undefined for entries that no archive holds. */
  source: ArchiveSource | undefined;
  format: ArchiveFormat;
  /** Folder that receives its entries; '' for the uploaded archive. */
  folder: string;
  /** Its own path in the code base; '' for the uploaded archive. */
  path: string;
  level: Level;
  /** How the name contradicts the bytes. Used in the message if the archive cannot be read. */
  mismatch: string | undefined;
  /** True for the archive that holds the files of a Linux package: see `isLayerOfPackage`. */
  isLayer: boolean;
}

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
  read: (walk: Walk) => AsyncGenerator<ArchiveItem | StoredItem, void>,
): AsyncGenerator<ArchiveItem | StoredItem, void> {
  const stop = new AbortController();
  // Timers take 1 ms to 24 days.
  const timer = setTimeout(() => stop.abort(), Math.min(Math.max(options.limits.deadlineMs, 1), 2 ** 31 - 1)).unref();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const walk: Walk = {
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

async function* readUploaded(file: string, walk: Walk): AsyncGenerator<ArchiveItem | StoredItem, void> {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const refuse = (code: Issue['code'], message: string): ArchiveItem[] => [
    { type: 'issue', issue: { code, path: '', message } },
    { type: 'end', isComplete: false, reason: message },
  ];
  let source: ArchiveSource;
  try {
    source = await sourceOfFile(file, name);
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

const entriesOf = (archive: OpenArchive, { options }: Walk) =>
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
  walk: Walk,
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
  { budget, options, signal }: Walk,
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
  walk: Walk,
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
  walk: Walk,
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

function pathOf(
  entry: Pick<RawEntry, 'name' | 'legacyEncoding'> & { isBackslashFolder?: boolean },
  archive: OpenArchive,
) {
  const own = safePath(entry.name, entry);
  if ('refusal' in own || archive.folder === '') return own;
  const joined = joinPath(archive.folder, own.path);
  return 'refusal' in joined ? joined : { ...own, path: joined.path };
}

function innerFormat(path: string, content: EntryContent): ArchiveFormat | undefined {
  const head = 'bytes' in content ? content.bytes : content.head;
  // An empty file with an archive's name is an empty file.
  return head.length === 0 ? undefined : archiveFormatOf(path, head.subarray(0, HEAD_BYTES));
}

function isToExpand({ level }: OpenArchive, { options }: Walk): boolean {
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

/** The issue gets the entry's own path if it has one, else the archive's. */
function refusedItem(raw: RawRefusal, archive: OpenArchive, outcome: Outcome): ArchiveItem {
  if (raw.isLoss) outcome.hasLoss = true;
  const named = raw.code === 'unsafe-path' ? { refusal: '' } : pathOf(raw, archive);
  if ('refusal' in named) {
    return issueItem(raw.code, archive.path, `"${displayName(raw.name, raw.legacyEncoding)}" ${raw.reason}.`);
  }
  return issueItem(raw.code, named.path, `"${displayName(named.path, 'latin1')}" ${raw.reason}.`);
}

function brokenEntry(error: unknown, path: string, outcome: Outcome): ArchiveItem {
  if (!(error instanceof EntryFault)) throw error;
  const message = `"${displayName(path, 'latin1')}" ${error.message}; it was left out.`;
  Object.assign(outcome, { isComplete: false, reason: message, hasLoss: true });
  return issueItem(error.code, path, message);
}

function issueOfFault(error: unknown, archive: OpenArchive, walk: Walk): Issue {
  if (error instanceof SpoolFault) throw error;
  const isUploaded = archive.level.parent === undefined;
  const what = isUploaded ? walk.what : 'The archive';
  if (walk.options.signal?.aborted) {
    if (!isUploaded) throw error;
    return { code: 'deadline', path: archive.path, message: 'The reading of the archive was stopped by its caller.' };
  }
  if (error instanceof LimitFault || walk.signal.aborted) {
    const fault = error instanceof LimitFault ? error : deadlineFault(walk);
    if (fault.level !== archive.level && !isUploaded) throw fault;
    return { code: 'limit-exceeded', path: archive.path, message: `${what} was not read on: ${fault.message}.` };
  }
  if (error instanceof ArchiveFault) {
    // The caller decides what is kept of an uploaded archive; an inner one keeps what could be read.
    const isPartlyKept = error.code === 'corrupt-archive' && !isUploaded;
    const kept = isPartlyKept ? ' What could be read before was kept.' : '';
    const hint = archive.mismatch === undefined ? '' : ` ${archive.mismatch}`;
    const said = error.code === 'corrupt-archive' ? `${what} is corrupt` : `${what} could not be read`;
    return {
      code: error.code,
      path: archive.path,
      message: `${said} (${FORMAT_NAMES[archive.format]}): ${error.message}.${kept}${hint}`,
    };
  }
  return { code: 'unreadable', path: archive.path, message: `${what} could not be read: ${textOf(error)}.` };
}

function deadlineFault({ options }: Walk): LimitFault {
  return new LimitFault(`reading took longer than ${options.limits.deadlineMs} ms (limit: deadline)`, undefined);
}

function issueItem(code: Issue['code'], path: string, message: string): ArchiveItem {
  return { type: 'issue', issue: { code, path, message } };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
