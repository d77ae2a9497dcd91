// Self-extracting archives: a program followed by an archive. Only for a file that is submitted as an archive; programs inside a code base
// stay files.
import { crc32 } from 'node:zlib';
import { ArchiveFault, type ArchiveFormat } from './member.ts';
import { rarVersionIn } from './rar-mark.ts';
import type { ArchiveSource } from './source.ts';
import { holdsEntries } from './zip/directory.ts';

/** Upper limit for the size of the program in front of an archive. */
const MAX_PROGRAM_BYTES = 4 << 20;
const SEVEN_ZIP_MARK = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]);

/** undefined if there is none. The members find the archive's start themselves. */
export async function embeddedFormatOf(source: ArchiveSource): Promise<ArchiveFormat | undefined> {
  if (await isZipBehind(source)) return 'zip';
  const start = Buffer.from(await source.readAt(0, MAX_PROGRAM_BYTES));
  if (hasSevenZip(start)) return '7z';
  return rarVersionIn(start) === undefined ? undefined : 'rar';
}

async function isZipBehind(source: ArchiveSource): Promise<boolean> {
  try {
    return await holdsEntries(source);
  } catch (error) {
    if (error instanceof ArchiveFault) return false;
    throw error;
  }
}

/** A program that unpacks archives contains the mark as well; the bytes after the mark decide. */
function hasSevenZip(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(SEVEN_ZIP_MARK); at >= 0; at = bytes.indexOf(SEVEN_ZIP_MARK, at + 1))
    if (isSevenZipHeader(bytes.subarray(at))) return true;
  return false;
}

/** The start header has a checksum of its own (7zFormat.txt). */
function isSevenZipHeader(from: Buffer): boolean {
  return from.length >= 32 && crc32(from.subarray(12, 32)) === from.readUInt32LE(8);
}
