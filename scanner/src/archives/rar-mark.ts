// Finds the start and version of a RAR archive; version 5 is a different format.

import { crc32 } from 'node:zlib';
import { byteAt } from '../items.ts';

const MARK = Buffer.from('Rar!\x1a\x07', 'latin1');

/**
 * The version of the first archive in these bytes. Programs that unpack archives contain the mark as well, so the bytes after it are
 * checked.
 */
export function rarVersionIn(bytes: Buffer): 4 | 5 | undefined {
  for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
    const version = versionOf(bytes.subarray(at, at + 160));
    if (version !== undefined) return version;
  }
  return undefined;
}

/** Version 4: a header of type 0x73. Version 5: any header with its checksum. */
function versionOf(from: Buffer): 4 | 5 | undefined {
  if (from.length < 14) return undefined;
  if (from[6] === 0) return from[9] === 0x73 ? 4 : undefined;
  if (from[6] !== 1 || from[7] !== 0) return undefined;
  const size = byteAt(from, 12);
  return size < 0x80 && crc32(from.subarray(12, 13 + size)) === from.readUInt32LE(8) ? 5 : undefined;
}
