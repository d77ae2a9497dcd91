// How a text's bytes are encoded, and their conversion to UTF-8: the one place where the scanner and the page of a file decode text. Bytes that
// are UTF-8 stay as they are and cost nothing.

import { Buffer, isUtf8 } from 'node:buffer';
import { byteAt } from '../items.ts';
import { declaredCharset, judgeCharset } from './charsets.ts';

/**
 * `latin1` says that bytes are not UTF-8 and their encoding is not settled, or not known; the matchers read such bytes as they are. Other names are
 * those of the WHATWG Encoding Standard.
 */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1' | (string & {});

/** An encoding, and what is to be said about it: it is a guess, or it is not known. */
export interface Settled {
  encoding: Encoding;
  doubt?: 'guess' | 'unknown';
}

/** Encoding of a file by its first bytes (at least 3, or all of them). `settleEncoding` names the one that is called latin1 here. */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const unmarked = head.includes(0) ? unmarkedUtf16(head) : undefined;
  return unmarked ?? (isUtf8(withoutBrokenEnd(head)) ? 'utf-8' : 'latin1');
}

/** Share of the units in which one byte must be zero: texts of Latin letters. Other scripts are not told from data without a mark. */
const LEAST_ZEROS = 0.5;
const LEAST_UNITS = 4;

/** UTF-16 without a byte order mark: nearly all zeros are at the high bytes of its units, and the low bytes are text. */
function unmarkedUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const units = head.length >> 1;
  if (units < LEAST_UNITS || head.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  let controls = 0;
  for (let at = 0; at < units * 2; at++) {
    const byte = byteAt(head, at);
    if (byte === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
    else if (byteAt(head, at ^ 1) === 0 && (byte < 8 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127))
      controls++;
  }
  const [even = 0, odd = 0] = zeros;
  if (controls > 0 || Math.min(even, odd) > 0 || Math.max(even, odd) < units * LEAST_ZEROS) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Bytes of lines that decide an encoding, and bytes of one line among them. More evidence changes nothing. */
const MOST_EVIDENCE = 16 * 1024;
const MOST_EVIDENCE_OF_LINE = 1024;
const LINE_FEED = 10;
const newLine = Uint8Array.of(LINE_FEED);

/** Names the encoding of a text whose first bytes may all be ASCII: looks at the lines that are not UTF-8. */
export function settleEncoding(bytes: Uint8Array, encoding: Encoding): Settled {
  if (encoding !== 'utf-8' && encoding !== 'latin1') return { encoding };
  if (isUtf8(withoutBrokenEnd(bytes))) return { encoding: isEscapedJapanese(bytes) ? 'iso-2022-jp' : 'utf-8' };
  const evidence: Uint8Array[] = [];
  let size = 0;
  for (const { start, end, kind } of linesOf(bytes)) {
    if (kind !== 'old') continue;
    const line = bytes.subarray(start, Math.min(end, start + MOST_EVIDENCE_OF_LINE));
    evidence.push(line, newLine);
    size += line.length;
    if (size >= MOST_EVIDENCE) break;
  }
  const { encoding: found, isSure } = judgeCharset(Buffer.concat(evidence), declaredCharset(bytes));
  if (found === undefined) return { encoding: 'latin1', doubt: 'unknown' };
  return isSure ? { encoding: found } : { encoding: found, doubt: 'guess' };
}

/** ISO-2022-JP is ASCII with escapes. */
function isEscapedJapanese(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return view.includes('\x1b$B') || view.includes('\x1b$@');
}

interface Line {
  start: number;
  /** After its line feed. */
  end: number;
  kind: 'ascii' | 'utf-8' | 'old';
}

/** The lines of a text that is not UTF-8. No byte of a longer character is a line feed in any encoding that we read. */
function* linesOf(bytes: Uint8Array): Generator<Line> {
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    const feed = bytes.indexOf(LINE_FEED, start);
    end = feed === -1 ? bytes.length : feed + 1;
    const line = bytes.subarray(start, end);
    yield { start, end, kind: !isUtf8(line) ? 'old' : hasHighByte(line) ? 'utf-8' : 'ascii' };
  }
}

function hasHighByte(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (byteAt(bytes, at) >= 0x80) return true;
  return false;
}

/** Number of bytes of the byte order mark at the start of a file. */
export function bomLength(bytes: Uint8Array): number {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 2;
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/**
 * Bytes that the matchers can read: UTF-16 and old encodings become UTF-8, the rest stays as it is. Line numbers do not change. Half a unit at the
 * end is dropped.
 */
export function readableBytes(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8' || encoding === 'latin1') return bytes;
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return fromOldEncoding(bytes, encoding);
  const units = bytes.length & ~1;
  let little = Buffer.from(bytes.buffer, bytes.byteOffset, units);
  if (encoding === 'utf-16be') little = Buffer.from(little).swap16();
  return Buffer.from(little.toString('utf16le'), 'utf8');
}

/** How many lines that are not UTF-8 there are for one that is, if that one is so by chance. */
const MOST_BY_CHANCE = 4;

/** Decodes a whole text; but where many lines are UTF-8, which happens in lists that many people edit, only the other lines. */
function fromOldEncoding(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  const decode = (part: Uint8Array): Buffer => Buffer.from(new TextDecoder(encoding).decode(part), 'utf8');
  if (encoding === 'iso-2022-jp') return decode(bytes);
  if (isUtf8(bytes)) return bytes;
  let old = 0;
  let modern = 0;
  for (const { kind } of linesOf(bytes)) {
    if (kind === 'old') old++;
    else if (kind === 'utf-8') modern++;
  }
  if (modern * MOST_BY_CHANCE <= old) return decode(bytes);
  const parts: Uint8Array[] = [];
  let kept = 0;
  for (const { start, end, kind } of linesOf(bytes)) {
    if (kind !== 'old') continue;
    parts.push(bytes.subarray(kept, start), decode(bytes.subarray(start, end)));
    kept = end;
  }
  return Buffer.concat([...parts, bytes.subarray(kept)]);
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
