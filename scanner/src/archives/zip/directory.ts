// Finds the real start and end of a zip, and lists its central directory with yauzl. Reads no content.
// Format: APPNOTE.TXT 6.3.10, sections 4.3.12 to 4.3.16.

import type { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReader, RandomAccessReader, ZipFile } from 'yauzl';
import { corrupt } from '../member.ts';
import type { ArchiveSource } from '../source.ts';
import { createWindow } from './window.ts';

const END_MARK = Buffer.from('PK\x05\x06');
const SPLIT_MARK = Buffer.from('PK\x07\x08');
const END_BYTES = 22;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END_BYTES = 56;
const MAX_COMMENT_BYTES = 0xffff;
/** Tolerated bytes after the archive, such as the signature block of a store. */
const MAX_TRAILER_BYTES = 1 << 20;

export interface LocatedZip {
  /** The part of the source that is the zip, so that its offsets count from its own start. */
  archive: ArchiveSource;
  /** Number of bytes after it. */
  bytesBehind: number;
}

/** Throws an `ArchiveFault` when there is no zip. */
export async function locateZip(source: ArchiveSource): Promise<LocatedZip> {
  const tailBytes = Math.min(source.sizeBytes, END_BYTES + MAX_COMMENT_BYTES + MAX_TRAILER_BYTES);
  const tailStart = source.sizeBytes - tailBytes;
  const tail = Buffer.from(await source.readAt(tailStart, tailBytes));
  for (let at = tail.lastIndexOf(END_MARK); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(END_MARK, at - 1)) {
    if (at + END_BYTES > tail.length) continue;
    const end = at + END_BYTES + tail.readUInt16LE(at + 20);
    if (end > tail.length) continue;
    const prepended = await prependedBytes(source, tail, tailStart, at);
    if (tail.readUInt16LE(at + 4) !== 0 && tail.readUInt16LE(at + 4) !== 0xffff) throw splitZip();
    if (prepended === undefined) continue;
    const bytesBehind = source.sizeBytes - tailStart - end;
    return { archive: part(source, prepended, tailStart + end), bytesBehind };
  }
  if (Buffer.from(await source.readAt(0, 4)).equals(SPLIT_MARK)) throw splitZip();
  throw corrupt('it has no end-of-central-directory record, so it is cut short or no zip archive');
}

/** Whether a zip with entries ends the source: its directory is at its stated place. */
export async function holdsEntries(source: ArchiveSource): Promise<boolean> {
  const { archive } = await locateZip(source);
  for await (const _ of listEntries(archive)) return true;
  return false;
}

function splitZip() {
  return corrupt('it is one part of a zip that was split: put the parts together first (zip -s 0), and send the whole');
}

/** The entries of the central directory in order. Errors of yauzl become an `ArchiveFault`. */
export async function* listEntries(source: ArchiveSource): AsyncGenerator<Entry, void> {
  const reader = new WindowReader(source);
  let zipFile: ZipFile;
  try {
    zipFile = await new Promise<ZipFile>((resolve, reject) => {
      const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };
      fromRandomAccessReader(reader, source.sizeBytes, options, (error, opened) =>
        error ? reject(error) : resolve(opened),
      );
    });
    for (;;) {
      for await (const entry of zipFile.eachEntry()) yield entry;
      // Writers without zip64 count entries modulo 65,536, so more headers may follow the last counted one.
      const cursor = Number(zipFile.readEntryCursor);
      const next = await source.readAt(cursor, 4);
      if (Buffer.from(next).toString('latin1') !== 'PK\x01\x02') return;
      zipFile = new ZipFile(reader, cursor, source.sizeBytes, 65_536, '', false, true, false, false);
    }
  } catch (error) {
    throw corrupt(`its central directory is broken (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** Number of bytes before the zip; undefined when there is no valid record at `at`. */
async function prependedBytes(
  source: ArchiveSource,
  tail: Buffer,
  tailStart: number,
  at: number,
): Promise<number | undefined> {
  const directoryBytes = tail.readUInt32LE(at + 12);
  const directoryOffset = tail.readUInt32LE(at + 16);
  const isZip64 = at >= ZIP64_LOCATOR_BYTES && tail.readUInt32LE(at - ZIP64_LOCATOR_BYTES) === 0x07064b50;
  const position = tailStart + at;
  if (!isZip64) {
    const prepended = position - directoryBytes - directoryOffset;
    if (prepended < 0) return undefined;
    // Some archives already count offsets from the file's start although bytes precede them.
    return (await isDirectoryAt(source, prepended + directoryOffset, directoryBytes)) ? prepended : 0;
  }
  const claimed = Number(tail.readBigUInt64LE(at - ZIP64_LOCATOR_BYTES + 8));
  const usual = position - ZIP64_LOCATOR_BYTES - ZIP64_END_BYTES;
  for (const candidate of [claimed, usual]) {
    if (candidate < 0 || candidate > position) continue;
    const record = Buffer.from(await source.readAt(candidate, 4));
    if (record.toString('latin1') === 'PK\x06\x06') return candidate - claimed >= 0 ? candidate - claimed : undefined;
  }
  return undefined;
}

async function isDirectoryAt(source: ArchiveSource, position: number, sizeBytes: number): Promise<boolean> {
  if (sizeBytes === 0) return true;
  return Buffer.from(await source.readAt(position, 4)).toString('latin1') === 'PK\x01\x02';
}

function part(source: ArchiveSource, start: number, end: number): ArchiveSource {
  if (start === 0 && end === source.sizeBytes) return source;
  return {
    ...source,
    sizeBytes: end - start,
    bytes: source.bytes?.subarray(start, end),
    readAt: (position, length) =>
      source.readAt(start + position, Math.max(0, Math.min(length, end - start - position))),
  };
}

/** yauzl requests 46 bytes and a name at a time; the window serves them with few reads. */
class WindowReader extends RandomAccessReader {
  readonly #window;
  constructor(source: ArchiveSource) {
    super();
    this.#window = createWindow(source);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#window.readAt(position, length).then(
      (bytes) => {
        buffer.set(bytes, offset);
        callback(null, bytes.length);
      },
      (error: Error) => callback(error),
    );
  }

  override _readStreamForRange(): Readable {
    throw new Error('content is not read through yauzl');
  }
}
