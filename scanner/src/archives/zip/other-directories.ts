// Whether a zip has a second directory: two programs may then see different files in it. The one that its last end names is read, as most programs do.
// Not found: an older directory between entries that the last one also lists, as programs leave it that only append.
import type { ArchiveSource } from '../source.ts';

export const END_MARK = Buffer.from('PK\x05\x06');
export const DIRECTORY_MARK = 'PK\x01\x02';
export const END_BYTES = 22;
export const MAX_COMMENT_BYTES = 0xffff;

/** An end of a zip: where it lies, and its fields. */
export interface ZipEnd {
  position: number;
  entries: number;
  directoryBytes: number;
  directoryOffset: number;
  /** Where its comment ends. */
  end: number;
}

/** Undefined if the bytes end before the record does. */
export function readEnd(bytes: Buffer, at: number, position: number): ZipEnd | undefined {
  if (at + END_BYTES > bytes.length) return undefined;
  return {
    position,
    entries: bytes.readUInt16LE(at + 10),
    directoryBytes: bytes.readUInt32LE(at + 12),
    directoryOffset: bytes.readUInt32LE(at + 16),
    end: position + END_BYTES + bytes.readUInt16LE(at + 20),
  };
}

/**
 * Whether there is another end with a directory before it, outside of the entries: before the first one, or with a comment that covers the end that is read.
 * @param firstEntry where the first entry lies in the source, or the directory if there is none
 * @param read the end whose directory is read
 */
export async function hasOtherDirectory(source: ArchiveSource, firstEntry: number, read: number): Promise<boolean> {
  for await (const end of endsBefore(source, firstEntry)) if (await hasDirectory(source, end)) return true;
  for await (const end of endsBefore(source, read))
    if (end.end > read && (await hasDirectory(source, end))) return true;
  return false;
}

/** Ends whose comment could reach this position, the last one first. */
async function* endsBefore(source: ArchiveSource, position: number): AsyncGenerator<ZipEnd, void> {
  const start = Math.max(0, position - END_BYTES - MAX_COMMENT_BYTES);
  const bytes = Buffer.from(await source.readAt(start, position - start));
  for (let at = bytes.lastIndexOf(END_MARK); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(END_MARK, at - 1)) {
    const end = readEnd(bytes, at, start + at);
    if (end !== undefined) yield end;
  }
}

async function hasDirectory(source: ArchiveSource, { position, directoryBytes, entries }: ZipEnd): Promise<boolean> {
  const start = position - directoryBytes;
  if (entries === 0 || directoryBytes === 0 || start < 0) return false;
  return Buffer.from(await source.readAt(start, 4)).toString('latin1') === DIRECTORY_MARK;
}
