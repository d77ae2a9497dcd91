// Gives the lines of a file to the readers of statements: decoded, without comment marks, markup and escapes. Decodes
// only requested lines, and of a very long line only the part around the requested place.
import { Buffer } from 'node:buffer';
import { cleanLine } from './markup.ts';
import { findAnchor } from './triggers.ts';

/** Longest line that is read as a whole. Longer ones (minified code, data) are read through a window. */
export const LONGEST_LINE = 1024;
/**
 * Size of the window before the place, and of the part at its end where no statement begins, because the window might
 * cut it.
 */
const MARGIN = 160;
const replacementCharacter = Buffer.from('\ufffd');
/** Largest distance in bytes between two marks of one statement. */
const ADJACENT = 16;

export interface SourceLine {
  /** 1-based. */
  number: number;
  text: string;
  /** Offset after the bytes that were decoded. */
  end: number;
  /** Where the next line begins; -1 if this line was cut, because no statement continues after a cut line. */
  next: number;
  /** Where the line begins. */
  start: number;
}

/** A line with a trigger. */
export interface TriggerLine extends SourceLine {
  /** The part of the line before the text. It was read earlier. */
  before: string;
}

/** The place of a line, and how lines end. */
export interface LinePlace {
  lineStart: number;
  line: number;
  isCrOnly: boolean;
}

/** Reads the line around the offset of the trigger. The bytes before `done` were read earlier. */
export function readTriggerLine(bytes: Uint8Array, place: LinePlace, offset: number, done: number): TriggerLine {
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
export function readLine(bytes: Uint8Array, { lineStart, line, isCrOnly }: LinePlace): SourceLine {
  const { end, isCut } = findEnd(bytes, lineStart, isCrOnly);
  const text = readText(bytes, lineStart, end);
  return { number: line, text, end, next: isCut ? -1 : end + 1, start: lineStart };
}

/** Bytes that are examined for the mark of a list item: white space, the mark of a comment, then the mark itself. */
const ITEM_REACH = 16;
const itemMark = /^[ \t]*(?:=item\b|[#/"%;!]{0,3}[ \t]*(?:[-*+\u2022]|\d{1,3}[.)]|\.[IT]P\b)[ \t])/;

/** Whether the line begins with the mark of a list's item. */
export function isItem(bytes: Uint8Array, { start }: SourceLine): boolean {
  return itemMark.test(
    Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(ITEM_REACH, bytes.length - start)).toString('latin1'),
  );
}

/** Most bytes of the previous line that are read. */
const LINE_BEFORE = 160;

/** The end of the previous line, without marks and markup. */
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

/** Returns the end of the window, before any mark near its end: the next window contains that statement as a whole. */
function endOfWindow(bytes: Uint8Array, end: number): number {
  let first = findAnchor(bytes, end - MARGIN, end);
  // `Copyright (c)`: do not separate marks of one statement.
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
  // If the bytes themselves contain a replacement character, it does not show another encoding.
  const isUtf8 = !utf8.includes('\ufffd') || buffer.includes(replacementCharacter);
  return cleanLine(isUtf8 ? utf8 : buffer.toString('latin1'));
}
