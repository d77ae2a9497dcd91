// Writes an all.zip with any number of records, entry by entry, so that a million of them need little memory. Large
// ones have the zip64 directory. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { record } from './advisory-data.ts';

const MANY = 0xffff;
const LARGE = 0xffff_ffff;

interface ZipOptions {
  /** Records for which this returns true are one edition newer. */
  isChanged?(n: number): boolean;
  /** Without compression, a million entries are written in a tenth of the time. */
  isStored?: boolean;
}

export function writeZipOfRecords(path: string, count: number, { isChanged, isStored }: ZipOptions = {}): void {
  const file = openSync(path, 'w');
  const directory: Buffer[] = [];
  let at = 0;
  let waiting: Buffer[] = [];
  const write = (...parts: Buffer[]) => {
    waiting.push(...parts);
    at += parts.reduce((sum, { length }) => sum + length, 0);
    if (waiting.length < 3000) return;
    writeSync(file, Buffer.concat(waiting));
    waiting = [];
  };
  for (let n = 0; n < count; n++) {
    const bytes = Buffer.from(JSON.stringify(record(n, isChanged?.(n) ? 5 : 0)));
    const packed = isStored ? bytes : deflateRawSync(bytes, { level: 1 });
    const name = Buffer.from(`GHSA-${String(n).padStart(12, '0')}.json`);
    const common = commonFields(isStored ? 0 : 8, crc32(bytes), packed.length, bytes.length, name.length);
    directory.push(entryOf(common, at, name));
    write(Buffer.concat([Buffer.from('PK\x03\x04'), common]), name, packed);
  }
  const start = at;
  for (const entry of directory) write(entry);
  write(endOf(count, at - start, start));
  writeSync(file, Buffer.concat(waiting));
  closeSync(file);
}

/** The fields from "version needed to extract" to the length of the extra field. */
function commonFields(method: number, crc: number, packed: number, size: number, nameLength: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

function entryOf(common: Buffer, offset: number, name: Buffer): Buffer {
  const isFar = offset >= LARGE;
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(isFar ? LARGE : offset, 10);
  const fields = Buffer.from(common);
  fields.writeUInt16LE(isFar ? 12 : 0, 24);
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, name, extra]);
}

function endOf(count: number, directoryBytes: number, directoryAt: number): Buffer {
  const isLarge = count >= MANY || directoryAt >= LARGE;
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(isLarge ? MANY : count, 8);
  end.writeUInt16LE(isLarge ? MANY : count, 10);
  end.writeUInt32LE(isLarge ? LARGE : directoryBytes, 12);
  end.writeUInt32LE(isLarge ? LARGE : directoryAt, 16);
  if (!isLarge) return end;
  const far = Buffer.alloc(56);
  far.write('PK\x06\x06', 'latin1');
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE(45, 12);
  far.writeUInt16LE(45, 14);
  far.writeBigUInt64LE(BigInt(count), 24);
  far.writeBigUInt64LE(BigInt(count), 32);
  far.writeBigUInt64LE(BigInt(directoryBytes), 40);
  far.writeBigUInt64LE(BigInt(directoryAt), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([far, locator, end]);
}
