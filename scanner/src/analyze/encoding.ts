// How a text's bytes are encoded, and the conversion to UTF-8 of encodings that the matchers cannot read. UTF-8 and latin1 stay as they
// are: the matchers read both.

import { isUtf8 } from 'node:buffer';
import { byteAt } from '../items.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/** Encoding of a file by its first bytes (at least 3, or all of them). Without a byte order mark: UTF-8 when valid, else latin1. */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return isUtf8(withoutBrokenEnd(head)) ? 'utf-8' : 'latin1';
}

/** Number of bytes of the byte order mark at the start of a file. */
export function bomLength(bytes: Uint8Array): number {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 2;
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/**
 * Bytes that the matchers can read: UTF-16 becomes UTF-8, the rest stays as it is. Line numbers do not change. Half a unit at the end is
 * dropped.
 */
export function readableBytes(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return bytes;
  const units = bytes.length & ~1;
  let little = Buffer.from(bytes.buffer, bytes.byteOffset, units);
  if (encoding === 'utf-16be') little = Buffer.from(little).swap16();
  return Buffer.from(little.toString('utf16le'), 'utf8');
}

/** Drops a character that the end of the head cuts in two, so that valid UTF-8 is not taken for latin1. */
function withoutBrokenEnd(head: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, head.length); back++) {
    const byte = byteAt(head, head.length - back);
    if (byte < 0x80) return head;
    if (byte >= 0xc0) return head.subarray(0, head.length - back);
  }
  return head;
}
