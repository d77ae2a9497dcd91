// The bytes of a dossier around its files: a zip archive without compression (APPNOTE 6.3.10). Nothing in it depends on a library or its version, so
// the same files give the same bytes everywhere, and each byte of an archive can be checked by writing it again.

export interface DossierEntry {
  path: string;
  sizeBytes: number;
  crc32: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const SIZES_64 = 0x0001;

const VERSION = 20;
const VERSION_64 = 45;
const MADE_ON_UNIX = 3 << 8;
const UTF8_NAMES = 0x0800;
const PLAIN_FILE = (0o100644 << 16) >>> 0;
const MOST_32 = 0xffffffff;
const MOST_16 = 0xffff;

export const LOCAL_HEADER_BYTES = 30;
/** Two sizes of 64 bits, with their head. */
const LOCAL_EXTRA_BYTES = 20;

const isLarge = ({ sizeBytes }: DossierEntry): boolean => sizeBytes >= MOST_32;

/** What the header of a file says, as far as a reader needs it to write the header again. */
export interface LocalHeader {
  entry: Omit<DossierEntry, 'path'>;
  nameBytes: number;
  extraBytes: number;
}

/** Undefined if the bytes begin no file, but the directory. */
export function readLocalHeader(bytes: Buffer): LocalHeader | undefined {
  if (bytes.length < LOCAL_HEADER_BYTES || bytes.readUInt32LE(0) !== LOCAL) return undefined;
  const entry = { crc32: bytes.readUInt32LE(14), sizeBytes: bytes.readUInt32LE(22) };
  return { entry, nameBytes: bytes.readUInt16LE(26), extraBytes: bytes.readUInt16LE(28) };
}

/** The size that the extra field of a large file states; undefined if it is no such field. */
export function readLargeSize(extra: Buffer): number | undefined {
  if (extra.length !== LOCAL_EXTRA_BYTES || extra.readUInt16LE(0) !== SIZES_64) return undefined;
  const size = extra.readBigUInt64LE(4);
  return size <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(size) : undefined;
}

/** @param at in UTC; the format knows even seconds from 1980 to 2107 */
function dosTime(at: Date): { time: number; date: number } {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

/** What both headers of a file have alike: 22 bytes from "flags" to "uncompressed size", then the length of the name. */
function shared(entry: DossierEntry, at: Date, nameBytes: number): Buffer {
  const bytes = Buffer.alloc(22);
  const { time, date } = dosTime(at);
  const size = isLarge(entry) ? MOST_32 : entry.sizeBytes;
  bytes.writeUInt16LE(UTF8_NAMES, 0);
  bytes.writeUInt16LE(0, 2);
  bytes.writeUInt16LE(time, 4);
  bytes.writeUInt16LE(date, 6);
  bytes.writeUInt32LE(entry.crc32, 8);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(size, 16);
  bytes.writeUInt16LE(nameBytes, 20);
  return bytes;
}

export function localHeader(entry: DossierEntry, at: Date): Buffer {
  const name = Buffer.from(entry.path);
  const head = Buffer.alloc(6);
  head.writeUInt32LE(LOCAL, 0);
  head.writeUInt16LE(isLarge(entry) ? VERSION_64 : VERSION, 4);
  const extra = isLarge(entry) ? extraOf([entry.sizeBytes, entry.sizeBytes]) : Buffer.alloc(0);
  return Buffer.concat([head, shared(entry, at, name.length), lengthOf(extra), name, extra]);
}

function extraOf(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 8 * values.length);
  bytes.writeUInt16LE(SIZES_64, 0);
  bytes.writeUInt16LE(8 * values.length, 2);
  for (const [place, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 4 + 8 * place);
  return bytes;
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(bytes.length, 0);
  return length;
}

function centralHeader(entry: DossierEntry, offset: number, at: Date): Buffer {
  const name = Buffer.from(entry.path);
  const isFar = offset >= MOST_32;
  const values = [...(isLarge(entry) ? [entry.sizeBytes, entry.sizeBytes] : []), ...(isFar ? [offset] : [])];
  const extra = values.length > 0 ? extraOf(values) : Buffer.alloc(0);
  const version = values.length > 0 ? VERSION_64 : VERSION;
  const head = Buffer.alloc(8);
  head.writeUInt32LE(CENTRAL, 0);
  head.writeUInt16LE(MADE_ON_UNIX | version, 4);
  head.writeUInt16LE(version, 6);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(PLAIN_FILE, 6);
  tail.writeUInt32LE(isFar ? MOST_32 : offset, 10);
  return Buffer.concat([head, shared(entry, at, name.length), lengthOf(extra), tail, name, extra]);
}

/** What follows the last file: the directory of all files in their order, and its end. */
export function* directoryOf(entries: readonly DossierEntry[], at: Date): Generator<Buffer> {
  let offset = 0;
  let directoryBytes = 0;
  for (const entry of entries) {
    const header = centralHeader(entry, offset, at);
    directoryBytes += header.length;
    yield header;
    offset += localHeaderBytes(entry) + entry.sizeBytes;
  }
  yield endOf(entries.length, directoryBytes, offset);
}

const localHeaderBytes = (entry: DossierEntry): number =>
  LOCAL_HEADER_BYTES + Buffer.byteLength(entry.path) + (isLarge(entry) ? LOCAL_EXTRA_BYTES : 0);

function endOf(count: number, directoryBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, MOST_16), 8);
  end.writeUInt16LE(Math.min(count, MOST_16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, MOST_32), 12);
  end.writeUInt32LE(Math.min(offset, MOST_32), 16);
  if (count < MOST_16 && directoryBytes < MOST_32 && offset < MOST_32) return end;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(END_64, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(MADE_ON_UNIX | VERSION_64, 12);
  large.writeUInt16LE(VERSION_64, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(directoryBytes), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR_64, 0);
  locator.writeBigUInt64LE(BigInt(offset + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}

/** The length of the whole archive, known before it is written. */
export function archiveBytes(entries: readonly DossierEntry[], at: Date): number {
  let bytes = 0;
  for (const entry of entries) bytes += localHeaderBytes(entry) + entry.sizeBytes;
  for (const part of directoryOf(entries, at)) bytes += part.length;
  return bytes;
}
