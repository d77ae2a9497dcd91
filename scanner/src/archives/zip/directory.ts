// Finds the real start and end of a zip, and lists its central directory with yauzl. Reads no content.
// Format: APPNOTE.TXT 6.3.10, sections 4.3.12 to 4.3.16.

import type { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReader, RandomAccessReader, ZipFile } from 'yauzl';
import { corrupt } from '../member.ts';
import type { ArchiveSource } from '../source.ts';
import { DIRECTORY_MARK, END_BYTES, END_MARK, MAX_COMMENT_BYTES, readEnd, type ZipEnd } from './other-directories.ts';
import { createWindow } from './window.ts';

const SPLIT_MARK = Buffer.from('PK\x07\x08');
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END_BYTES = 56;
/** Tolerated bytes after the archive, such as the signature block of a store. */
const MAX_TRAILER_BYTES = 1 << 20;

export interface LocatedZip {
  /** The part of the source that is the zip, so that its offsets count from its own start. */
  archive: ArchiveSource;
  /** Where it begins in the source. */
  start: number;
  /** Where its end lies in the source. */
  endAt: number;
  /** Number of bytes after it. */
  bytesBehind: number;
  /** Whether its zip64 record, which is read, names another directory than the fields that older programs read. */
  hasOtherZip64: boolean;
}

/** Throws an `ArchiveFault` when there is no zip. */
export async function locateZip(source: ArchiveSource): Promise<LocatedZip> {
  const tailBytes = Math.min(source.sizeBytes, END_BYTES + MAX_COMMENT_BYTES + MAX_TRAILER_BYTES);
  const tailStart = source.sizeBytes - tailBytes;
  const tail = Buffer.from(await source.readAt(tailStart, tailBytes));
  for (let at = tail.lastIndexOf(END_MARK); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(END_MARK, at - 1)) {
    const end = readEnd(tail, at, tailStart + at);
    if (end === undefined || end.end > source.sizeBytes) continue;
    const zip64 = await zip64Record(source, tail, at, end);
    const start = zip64 === undefined ? await bytesBefore(source, end) : zip64.start;
    if (tail.readUInt16LE(at + 4) !== 0 && tail.readUInt16LE(at + 4) !== 0xffff) throw splitZip();
    if (start === undefined) continue;
    const hasOtherZip64 = zip64 !== undefined && isOther(zip64, end);
    return {
      archive: part(source, start, end.end),
      start,
      endAt: end.position,
      bytesBehind: source.sizeBytes - end.end,
      hasOtherZip64,
    };
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
      if (Buffer.from(next).toString('latin1') !== DIRECTORY_MARK) return;
      zipFile = new ZipFile(reader, cursor, source.sizeBytes, 65_536, '', false, true, false, false);
    }
  } catch (error) {
    throw corrupt(`its central directory is broken (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** Number of bytes before the zip; undefined when there is no valid record. */
async function bytesBefore(source: ArchiveSource, end: ZipEnd): Promise<number | undefined> {
  const start = end.position - end.directoryBytes - end.directoryOffset;
  if (start < 0) return undefined;
  // Some archives already count offsets from the file's start although bytes precede them.
  return (await isDirectoryAt(source, start + end.directoryOffset, end.directoryBytes)) ? start : 0;
}

interface Zip64Record {
  /** Number of bytes before the zip; undefined when there is no record at either place. */
  start: number | undefined;
  directoryOffset: number;
}

/** Undefined if nothing names such a record. */
async function zip64Record(
  source: ArchiveSource,
  tail: Buffer,
  at: number,
  { position }: ZipEnd,
): Promise<Zip64Record | undefined> {
  if (at < ZIP64_LOCATOR_BYTES || tail.readUInt32LE(at - ZIP64_LOCATOR_BYTES) !== 0x07064b50) return undefined;
  const claimed = Number(tail.readBigUInt64LE(at - ZIP64_LOCATOR_BYTES + 8));
  const usual = position - ZIP64_LOCATOR_BYTES - ZIP64_END_BYTES;
  for (const candidate of [claimed, usual]) {
    if (candidate < 0 || candidate > position) continue;
    const record = Buffer.from(await source.readAt(candidate, ZIP64_END_BYTES));
    if (record.length < ZIP64_END_BYTES || record.toString('latin1', 0, 4) !== 'PK\x06\x06') continue;
    const directoryOffset = Number(record.readBigUInt64LE(48));
    return { start: candidate - claimed >= 0 ? candidate - claimed : undefined, directoryOffset };
  }
  return { start: undefined, directoryOffset: 0 };
}

/** A full field says that only the record has the value. */
function isOther(zip64: Zip64Record, { directoryOffset }: ZipEnd): boolean {
  return directoryOffset !== 0xffffffff && zip64.directoryOffset !== directoryOffset;
}

async function isDirectoryAt(source: ArchiveSource, position: number, sizeBytes: number): Promise<boolean> {
  if (sizeBytes === 0) return true;
  return Buffer.from(await source.readAt(position, 4)).toString('latin1') === DIRECTORY_MARK;
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
