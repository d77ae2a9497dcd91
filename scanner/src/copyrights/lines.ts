// Lines of a file as the readers of statements want them: decoded, without comment marks, markup and escapes.
// Only lines that are asked for are decoded, and of a very long line only the part around the place asked for.
import { Buffer } from 'node:buffer';
import { cleanLine } from './markup.ts';
import { findAnchor } from './triggers.ts';

/** Bytes of a line that are looked at; longer ones (minified code, data) are read through a window. */
export const LONGEST_LINE = 1024;
/** Bytes before the place, and bytes at the end of a window in which no statement begins because it might not end there. */
const MARGIN = 160;
const replacementCharacter = Buffer.from('\ufffd');
/** Bytes between marks of one statement. */
const ADJACENT = 16;

export interface SourceLine {
  /** 1-based. */
  number: number;
  text: string;
  /** Offset after the bytes that were decoded. */
  end: number;
  /** Where the next line begins; -1 when this one was cut, for nothing goes on across such a line. */
  next: number;
  /** Where it begins. */
  start: number;
}

/** A line in which a trigger stands. */
export interface TriggerLine extends SourceLine {
  /** What stands before the text and has been dealt with already. */
  before: string;
}

/** The place of a line, and how lines end. */
export interface Place {
  lineStart: number;
  line: number;
  isCrOnly: boolean;
}

/** Reads the line around the trigger's offset; what lies before `done` was read earlier. */
export function readTriggerLine(bytes: Uint8Array, place: Place, offset: number, done: number): TriggerLine {
  const isFar = offset - place.lineStart > LONGEST_LINE - 2 * MARGIN;
  const start = isFar ? offset - MARGIN : place.lineStart;
  const { end, isCut } = findEnd(bytes, start, place.isCrOnly);
  const textStart = Math.min(offset, Math.max(start, done));
  const textEnd = isCut ? endOfWindow(bytes, end) : end;
  return {
    number: place.line,
    before: textStart > start ? readText(bytes, start, textStart) : '',
    text: readText(bytes, textStart, textEnd),
    end: textEnd,
    next: isCut ? -1 : end + 1,
    start: place.lineStart,
  };
}

/** Reads the line that begins at the place, up to the longest length. */
export function readLine(bytes: Uint8Array, { lineStart, line, isCrOnly }: Place): SourceLine {
  const { end, isCut } = findEnd(bytes, lineStart, isCrOnly);
  const text = readText(bytes, lineStart, end);
  return { number: line, text, end, next: isCut ? -1 : end + 1, start: lineStart };
}

/** Bytes before the mark of an item: white space and the mark of a comment. */
const ITEM_REACH = 16;
const itemMark = /^[ \t]*(?:=item\b|[#/"%;!]{0,3}[ \t]*(?:[-*+\u2022]|\d{1,3}[.)]|\.[IT]P\b)[ \t])/;

/** Whether the line begins with the mark of a list's item. */
export function isItem(bytes: Uint8Array, { start }: SourceLine): boolean {
  return itemMark.test(
    Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(ITEM_REACH, bytes.length - start)).toString('latin1'),
  );
}

/** Bytes of the line before that are looked at. */
const LINE_BEFORE = 160;

/** The end of the line before the given one, without marks and markup. */
export function readLineBefore(bytes: Uint8Array, { start }: SourceLine, isCrOnly: boolean): string {
  if (start === 0) return '';
  const from = Math.max(0, start - 1 - LINE_BEFORE);
  const before = bytes.subarray(from, start - 1);
  const lineEnd = before.lastIndexOf(isCrOnly ? 0x0d : 0x0a);
  return readText(bytes, from + lineEnd + 1, start - 1);
}

function findEnd(bytes: Uint8Array, start: number, isCrOnly: boolean): { end: number; isCut: boolean } {
  const terminator = isCrOnly ? 0x0d : 0x0a;
  const limit = Math.min(bytes.length, start + LONGEST_LINE);
  let end = start;
  while (end < limit && bytes[end] !== terminator) end++;
  return { end, isCut: end < bytes.length && bytes[end] !== terminator };
}

/** A statement that begins close to the end of a window is left to the next one, in which it is whole. */
function endOfWindow(bytes: Uint8Array, end: number): number {
  let first = findAnchor(bytes, end - MARGIN, end);
  // `Copyright (c)`: marks that stand together stay together.
  while (first !== -1) {
    const earlier = findAnchor(bytes, first - ADJACENT, first);
    if (earlier === -1) break;
    first = earlier;
    if (first < end - 2 * MARGIN) break;
  }
  return first === -1 ? end : first;
}

function readText(bytes: Uint8Array, start: number, end: number): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  const utf8 = buffer.toString('utf8');
  // A replacement character that stands in the file itself is no sign of another encoding.
  const isUtf8 = !utf8.includes('\ufffd') || buffer.includes(replacementCharacter);
  return cleanLine(isUtf8 ? utf8 : buffer.toString('latin1'));
}
