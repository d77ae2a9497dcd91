// Reads the 512-byte header blocks and the pax records of a tar. Pure: bytes in, values out.
// Formats: POSIX.1-2017 pax, "ustar Interchange Format" and "pax Header Block"; GNU tar manual, "Basic Tar Format".
import { byteAt, itemAt } from '../../items.ts';

export const BLOCK_BYTES = 512;

export interface TarHeader {
  name: Uint8Array;
  linkName: Uint8Array;
  sizeBytes: number;
  /** The type flag as a character; '0' for the NUL of old archives. */
  typeFlag: string;
  /** The raw header, for fields that only old GNU sparse files have. */
  block: Uint8Array;
}

/** The relevant pax records, as text; a missing record has no entry. */
export type PaxRecords = Map<string, string>;

/** Undefined if the block is not a header (wrong checksum, or the size is not a number). */
export function parseHeader(block: Uint8Array): TarHeader | undefined {
  if (block.length < BLOCK_BYTES || !hasChecksum(block)) return undefined;
  const sizeBytes = parseNumber(block, 124, 12);
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) return undefined;
  const flag = byteAt(block, 156);
  return {
    name: nameOf(block),
    linkName: textField(block, 157, 100),
    sizeBytes,
    typeFlag: flag === 0 ? '0' : String.fromCharCode(flag),
    block,
  };
}

/** A size, padded to whole blocks. */
export function aligned(sizeBytes: number): number {
  return Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
}

export function isZeroBlock(block: Uint8Array): boolean {
  for (let i = 0; i < block.length; i++) if (block[i] !== 0) return false;
  return true;
}

/** Octal digits, or a big-endian binary number if the first bit is set. NaN for anything else. */
export function parseNumber(block: Uint8Array, start: number, length: number): number {
  const first = itemAt(block, start);
  if (first & 0x80) {
    if (first !== 0x80) return Number.NaN;
    let value = 0;
    for (let i = start + 1; i < start + length; i++) value = value * 256 + byteAt(block, i);
    return value;
  }
  let value = 0;
  let isStarted = false;
  for (let i = start; i < start + length; i++) {
    const digit = byteAt(block, i) - 48;
    if (digit >= 0 && digit <= 7) {
      value = value * 8 + digit;
      isStarted = true;
    } else if (isStarted && (block[i] === 0 || block[i] === 32)) {
      break;
    } else if (block[i] !== 32 && block[i] !== 0) {
      return Number.NaN;
    }
  }
  return value;
}

/** Records `"<length> <key>=<value>\n"`; undefined when they are malformed. Invalid UTF-8 in values is replaced. */
export function parsePax(bytes: Uint8Array): { key: string; value: string }[] | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: { key: string; value: string }[] = [];
  for (let at = 0; at < buffer.length && buffer[at] !== 0; ) {
    const space = buffer.indexOf(32, at);
    if (space < 0 || space - at > 20) return undefined;
    const length = Number(buffer.toString('latin1', at, space));
    const end = at + length;
    const equals = buffer.indexOf(61, space);
    if (!Number.isSafeInteger(length) || end > buffer.length || equals < 0 || equals >= end || buffer[end - 1] !== 10)
      return undefined;
    records.push({
      key: buffer.toString('utf8', space + 1, equals),
      value: buffer.toString('utf8', equals + 1, end - 1),
    });
    at = end;
  }
  return records;
}

/** The unsigned sum of the header with its checksum field as spaces; some old tars summed signed bytes. */
function hasChecksum(block: Uint8Array): boolean {
  const stored = parseNumber(block, 148, 8);
  if (!(stored > 0)) return false;
  let unsigned = 8 * 32;
  let above127 = 0;
  for (let i = 0; i < BLOCK_BYTES; i++) {
    if (i === 148) i = 156;
    const byte = byteAt(block, i);
    unsigned += byte;
    if (byte > 127) above127 += 1;
  }
  return stored === unsigned || stored === unsigned - 256 * above127;
}

function nameOf(block: Uint8Array): Uint8Array {
  const name = textField(block, 0, 100);
  // Only POSIX headers have a prefix; GNU headers ("ustar  ") keep times in that place.
  const isPosix =
    block[257] === 117 &&
    block[258] === 115 &&
    block[259] === 116 &&
    block[260] === 97 &&
    block[261] === 114 &&
    block[262] === 0;
  if (!isPosix || block[345] === 0) return name;
  return Buffer.concat([textField(block, 345, 155), Buffer.from('/'), name]);
}

function textField(block: Uint8Array, start: number, length: number): Uint8Array {
  let end = start;
  while (end < start + length && block[end] !== 0) end += 1;
  return block.subarray(start, end);
}
