// Reads zip archives (jar, whl, nupkg etc. included) entry by entry: yauzl lists the directory; the content is inflated and checked here,
// because a stream for each entry would cost more than the entry.
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createInflateRaw, createZstdDecompress, inflateRaw, inflateRawSync } from 'node:zlib';
import type { Entry } from 'yauzl';
import { type ArchiveMember, EntryFault, type RawItem, type ReadContext, remarkTrailingBytes } from '../member.ts';
import type { ArchiveSource } from '../source.ts';
import { listEntries, locateZip } from './directory.ts';
import { ODD_METHODS, oddContent } from './odd-methods.ts';
import { hasOtherDirectory } from './other-directories.ts';
import { createWindow, type Window } from './window.ts';

const IN_MEMORY_BYTES = 8 << 20;
const PIECE_BYTES = 1 << 18;
/** Below this size, inflating synchronously is faster than passing the work to another thread. */
const SYNC_BYTES = 1 << 17;
/** zlib takes no less. */
const SMALLEST_PIECE_BYTES = 64;
const STORED = 0;
const DEFLATED = 8;
const ZSTD = 93;

const HOST_UNIX = 3;
const HOST_MACOS = 19;

const inflate = promisify(inflateRaw) as (
  data: Uint8Array,
  options: { maxOutputLength: number; chunkSize: number },
) => Promise<Buffer>;

export const zip: ArchiveMember = {
  name: 'zip',
  formats: [
    {
      format: 'zip',
      extensions: [
        '.zip',
        '.jar',
        '.war',
        '.ear',
        '.aar',
        '.whl',
        '.egg',
        '.nupkg',
        '.snupkg',
        '.vsix',
        '.xpi',
        '.apk',
        '.ipa',
        '.hpi',
        '.jpi',
        '.sar',
        '.par',
        '.kar',
      ],
      matches: isZip,
    },
  ],
  read: readZip,
};

async function* readZip(source: ArchiveSource, _format: string, context: ReadContext): AsyncGenerator<RawItem, void> {
  const { archive, start, endAt, bytesBehind, hasOtherZip64 } = await locateZip(source);
  if (bytesBehind > 0) remarkTrailingBytes(context, bytesBehind);
  const window = createWindow(archive);
  let firstEntry = endAt;
  for await (const entry of listEntries(archive)) {
    context.countEntry();
    firstEntry = Math.min(firstEntry, start + entry.relativeOffsetOfLocalHeader);
    if (isFolder(entry)) continue;
    const reason = refusalOf(entry);
    if (reason !== undefined) yield { ...nameOf(entry), type: 'refusal', ...reason };
    else {
      context.checkEntrySize(entry.uncompressedSize);
      yield {
        ...nameOf(entry),
        type: 'entry',
        sizeBytes: entry.uncompressedSize,
        body: content(entry, archive, window, context),
      };
    }
  }
  if (hasOtherZip64 || (await hasOtherDirectory(source, firstEntry, endAt)))
    context.remark('skipped-entry', 'has a second list of files, which other programs may read; only the files of the last one were taken'); // biome-ignore format: one claim
}

function nameOf(entry: Entry) {
  const isUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0;
  return {
    name: unicodePath(entry) ?? entry.fileNameRaw,
    legacyEncoding: isUtf8 ? ('latin1' as const) : ('cp437' as const),
    isBackslashFolder: !isFromUnix(entry),
  };
}

/** Info-ZIP's Unicode Path field (APPNOTE 4.6.9); valid only while it matches the name beside it. */
function unicodePath(entry: Entry): Uint8Array | undefined {
  const field = entry.extraFields.find(({ id, data }) => id === 0x7075 && data.length > 5 && data[0] === 1);
  if (field === undefined || field.data.readUInt32LE(1) !== crc32(entry.fileNameRaw)) return undefined;
  return field.data.subarray(5);
}

function isFromUnix(entry: Entry): boolean {
  const host = entry.versionMadeBy >>> 8;
  return host === HOST_UNIX || host === HOST_MACOS;
}

function isFolder(entry: Entry): boolean {
  const last = entry.fileNameRaw.at(-1);
  return last === 0x2f || (last === 0x5c && !isFromUnix(entry));
}

function refusalOf(
  entry: Entry,
):
  | { code: 'skipped-entry' | 'encrypted-archive' | 'unsupported-archive'; reason: string; isLoss: boolean }
  | undefined {
  const kind = isFromUnix(entry) ? specialKind((entry.externalFileAttributes >>> 28) & 0xf) : undefined;
  if (kind !== undefined) return { code: 'skipped-entry', reason: `is ${kind}; it was skipped`, isLoss: false };
  if ((entry.generalPurposeBitFlag & 1) !== 0)
    return { code: 'encrypted-archive', reason: 'is encrypted; it was skipped', isLoss: true };
  const method = entry.compressionMethod;
  if (method === STORED || method === DEFLATED || method === ZSTD || ODD_METHODS.has(method)) return undefined;
  return {
    code: 'unsupported-archive',
    reason: `is compressed by method ${method}, which is not supported; it was skipped`,
    isLoss: true,
  };
}

/** The type bits of a Unix file mode; undefined for ordinary files and where none are set. */
function specialKind(type: number): string | undefined {
  switch (type) {
    case 0x1:
      return 'a named pipe';
    case 0x2:
    case 0x6:
      return 'a device';
    case 0xa:
      return 'a symbolic link';
    case 0xc:
      return 'a socket';
    default:
      return undefined;
  }
}

/** The content, checked against the directory's size and checksum; throws an `EntryFault` when they differ. */
async function* content(
  entry: Entry,
  archive: ArchiveSource,
  window: Window,
  context: ReadContext,
): AsyncGenerator<Uint8Array, void> {
  const start = await dataStart(entry, archive, window);
  const isSmall = entry.uncompressedSize <= IN_MEMORY_BYTES && entry.compressedSize <= IN_MEMORY_BYTES;
  const pieces = ODD_METHODS.has(entry.compressionMethod)
    ? oddContent(entry, start, archive, context)
    : isSmall
      ? smallContent(entry, start, window, context)
      : largeContent(entry, start, archive, context);
  let length = 0;
  let checksum = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > entry.uncompressedSize) throw new EntryFault('corrupt-archive', 'is larger than the archive says');
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (length < entry.uncompressedSize) throw new EntryFault('corrupt-archive', 'is shorter than the archive says');
  if (checksum !== entry.crc32)
    throw new EntryFault('corrupt-archive', 'does not have the checksum that the archive gives');
}

/** The local header repeats the directory's data; its name and fields before the content have lengths of their own. */
async function dataStart(entry: Entry, archive: ArchiveSource, window: Window): Promise<number> {
  const header = Buffer.from(await window.readAt(entry.relativeOffsetOfLocalHeader, 30));
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50)
    throw new EntryFault('corrupt-archive', 'has no local header where the directory says');
  const start = entry.relativeOffsetOfLocalHeader + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + entry.compressedSize > archive.sizeBytes)
    throw new EntryFault('corrupt-archive', 'reaches past the end of the archive');
  return start;
}

async function* smallContent(
  entry: Entry,
  start: number,
  window: Window,
  context: ReadContext,
): AsyncGenerator<Uint8Array, void> {
  const data = await window.readAt(start, entry.compressedSize);
  context.charge(entry.uncompressedSize);
  if (entry.compressionMethod === STORED) {
    yield data;
  } else if (entry.compressionMethod === DEFLATED) {
    // One byte more than it should have, so that one piece holds it all; the usual pieces of 16 KB are mostly garbage for small files.
    const pieceBytes = Math.min(PIECE_BYTES, Math.max(SMALLEST_PIECE_BYTES, entry.uncompressedSize + 1));
    const options = { maxOutputLength: entry.uncompressedSize + 1, chunkSize: pieceBytes };
    try {
      yield data.length <= SYNC_BYTES ? inflateRawSync(data, options) : await inflate(data, options);
    } catch (error) {
      throw brokenData(error);
    }
  } else {
    yield* decoded(Readable.from([data], { objectMode: false }), entry, context, false);
  }
}

async function* largeContent(
  entry: Entry,
  start: number,
  archive: ArchiveSource,
  context: ReadContext,
): AsyncGenerator<Uint8Array, void> {
  const raw = rawPieces(archive, start, entry.compressedSize);
  if (entry.compressionMethod !== STORED) {
    yield* decoded(Readable.from(raw, { objectMode: false }), entry, context, true);
    return;
  }
  for await (const piece of raw) {
    context.charge(piece.length);
    yield piece;
  }
}

async function* decoded(
  input: Readable,
  entry: Entry,
  context: ReadContext,
  isCharged: boolean,
): AsyncGenerator<Uint8Array, void> {
  const options = { chunkSize: PIECE_BYTES };
  const decoder = entry.compressionMethod === ZSTD ? createZstdDecompress(options) : createInflateRaw(options);
  pipeline(input, decoder, () => {});
  const pieces = decoder[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const next = await pieces.next().catch((error: unknown) => {
        throw brokenData(error);
      });
      if (next.done) return;
      if (isCharged) context.charge(next.value.length);
      yield next.value;
    }
  } finally {
    decoder.destroy();
  }
}

async function* rawPieces(archive: ArchiveSource, start: number, length: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < length; ) {
    const piece = await archive.readAt(start + at, Math.min(PIECE_BYTES, length - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}

function brokenData(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 'ERR_BUFFER_TOO_LARGE') return new EntryFault('corrupt-archive', 'is larger than the archive says');
  if (typeof code === 'string' && /^(Z_|ZSTD|ERR_)/.test(code))
    return new EntryFault('corrupt-archive', `has broken compressed data (${String(message)})`);
  return error;
}

/** A local header, an empty archive, or the mark of a split archive that was joined again. */
function isZip(head: Uint8Array): boolean {
  if (head.length < 4 || head[0] !== 0x50 || head[1] !== 0x4b) return false;
  return (
    (head[2] === 3 && head[3] === 4) ||
    (head[2] === 5 && head[3] === 6) ||
    (head[2] === 7 && head[3] === 8) ||
    (head[2] === 6 && head[3] === 6)
  );
}
