// Builds archives for tests, also hostile ones: every header field can have values that no ordinary tool writes.
import { crc32, deflateRawSync } from 'node:zlib';

export interface TarPart {
  name: string | Uint8Array;
  body?: Uint8Array | string;
  type?: string;
  linkName?: string;
  /** The size that the header claims, if it differs from the body's. */
  claimedSize?: number;
}

export interface ZipPart {
  name: string | Uint8Array;
  body?: Uint8Array | string;
  /** 0 stored, 8 deflated (the default), or any other number to put into the header. */
  method?: number;
  /** True to write the body unchanged under method 8. */
  isRaw?: boolean;
  flags?: number;
  /** Upper byte of "version made by": 3 Unix (the default), 0 DOS. */
  host?: number;
  unixMode?: number;
  claimedSize?: number;
  claimedCrc?: number;
}

/** ustar headers, without prefix and with the end marker unless `hasEnd` is false. */
export function makeTar(parts: readonly TarPart[], hasEnd = true): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const part of parts) {
    const body = bytesOf(part.body ?? '');
    blocks.push(tarHeader(part, body.length), body, new Uint8Array((512 - (body.length % 512)) % 512));
  }
  if (hasEnd) blocks.push(new Uint8Array(1024));
  return Buffer.concat(blocks);
}

export function makePax(records: Record<string, string>): TarPart {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    let length = rest + 1;
    while (String(length).length + rest !== length) length = String(length).length + rest;
    return `${length} ${key}=${value}\n`;
  });
  return { name: 'PaxHeader', type: 'x', body: lines.join('') };
}

export function tarHeader(part: TarPart, bodySize: number): Uint8Array {
  const header = Buffer.alloc(512);
  header.set(bytesOf(part.name).subarray(0, 100), 0);
  header.write('0000644\0', 100);
  header.write(`${(part.claimedSize ?? bodySize).toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(part.type ?? '0', 156);
  header.write(part.linkName ?? '', 157);
  header.write('ustar\x0000', 257);
  return withChecksum(header);
}

export function withChecksum(header: Buffer): Buffer {
  header.fill(32, 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

export function makeZip(parts: readonly ZipPart[], options: { claimedEntries?: number } = {}): Uint8Array {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const { local, central } = zipRecords(part, offset);
    chunks.push(local);
    directory.push(central);
    offset += local.length;
  }
  const directoryBytes = directory.reduce((sum, record) => sum + record.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE((options.claimedEntries ?? parts.length) & 0xffff, 8);
  end.writeUInt16LE((options.claimedEntries ?? parts.length) & 0xffff, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, ...directory, ...zip64End(parts.length, directoryBytes, offset), end]);
}

/** An ar archive, as Debian packages are. */
export function makeAr(parts: readonly { name: string; body: Uint8Array }[]): Uint8Array {
  const blocks: Uint8Array[] = [Buffer.from('!<arch>\n')];
  for (const { name, body } of parts) {
    const fields = [
      name.padEnd(16),
      '0'.padEnd(12),
      '0'.padEnd(6),
      '0'.padEnd(6),
      '100644'.padEnd(8),
      String(body.length).padEnd(10),
    ];
    blocks.push(Buffer.from(`${fields.join('')}\`\n`), body, Buffer.alloc(body.length % 2, '\n'));
  }
  return Buffer.concat(blocks);
}

/** A cpio archive of the portable form with a checksum field (`070701`). */
export function makeCpio(parts: readonly { name: string; mode: number; body: string }[]): Uint8Array {
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  const blocks = [...parts, { name: 'TRAILER!!!', mode: 0, body: '' }].map(({ name, mode, body }, i) => {
    const fields = [i + 1, mode, 0, 0, 1, 0, body.length, 0, 0, 0, 0, name.length + 1, 0];
    const header = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`;
    return Buffer.concat([padded(Buffer.from(header)), padded(Buffer.from(body))]);
  });
  return Buffer.concat(blocks);
}

/** The records that a zip of more than 65,535 entries has before its end. */
function zip64End(entries: number, directoryBytes: number, directoryOffset: number): Buffer[] {
  if (entries <= 0xffff) return [];
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(directoryBytes), 40);
  end.writeBigUInt64LE(BigInt(directoryOffset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return [end, locator];
}

function zipRecords(part: ZipPart, offset: number): { local: Buffer; central: Buffer } {
  const name = bytesOf(part.name);
  const body = bytesOf(part.body ?? '');
  const method = part.method ?? 8;
  const data = method === 8 && !part.isRaw ? deflateRawSync(body) : body;
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(((part.host ?? 3) << 8) | 20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(part.flags ?? 0x800, 8);
  central.writeUInt16LE(method, 10);
  central.writeUInt32LE(part.claimedCrc ?? crc32(body), 16);
  central.writeUInt32LE(data.length, 20);
  central.writeUInt32LE(part.claimedSize ?? body.length, 24);
  central.writeUInt16LE(name.length, 28);
  central.writeUInt32LE(((part.unixMode ?? 0o100644) << 16) >>> 0, 38);
  central.writeUInt32LE(offset, 42);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  central.copy(local, 4, 6, 30);
  return { local: Buffer.concat([local, name, data]), central: Buffer.concat([central, name]) };
}

function bytesOf(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value) : value;
}
