// Finds places in a file's bytes that may contain a copyright or an author, chunk by chunk. It keeps this folder fast: most files have no such
// place and cost only this search. It may pass places that the grammar refuses, but drops only places that the grammar would always refuse.

import { Buffer } from 'node:buffer';
import { byteAt, itemAt } from '../items.ts';
import { createPlaceFinder, type FirstBytes, PIECE_BYTES, type PlaceFinder } from '../licenses/engine/beginnings.ts';
import { isLabelWord, isQualifier, isSource, mayGiveCredit, roleWords } from './credits.ts';

export interface Trigger {
  /** Offset of a byte inside the word or sign. */
  offset: number;
  /** Start of the line that contains it, and the line's 1-based number. */
  lineStart: number;
  line: number;
}

export interface TriggerReader {
  /** The next trigger, undefined at the end. */
  next: () => Trigger | undefined;
  /** Whether lines end in carriage returns only. */
  isCrOnly: boolean;
}

/** The last letters of the roles; the shorter parts of other triggers are in the pattern below. */
const roleEnds = [...new Set(roleWords.map((role) => role.slice(-5)))];
const ofEitherCase = (letter: string): string => `${letter}${letter.toUpperCase()}`;
const roleAnchors = roleEnds.map((end) => [...end].map((letter) => `[${ofEitherCase(letter)}]`).join(''));

/** Short parts of every trigger, made of rare letters. Their surroundings decide (`triggerAt`). */
const anchor = new RegExp(
  `${/[pPbB][yY][rRlL;: \r\n]|[uU][tT][hH][oO]|[mM][aA][iI][nN][tT][aA][iI]|(?:[cC"'])[oO][nN][tT][rR][iI][bB]|["']contri|\( ?[cC] ?\)|\xa9|\\(?:251|x[aA]9|u00[aA]9|\(co|\[co)|&#(?:169|x[aA]9)|\.AU[ \r\n]|[a-zA-Z] [fF][rR][oO][mM] |[eE][aA] [oO][fF] |[kK][sS] [tT][oO] /.source}|${roleAnchors.join('|')}`,
  'g',
);
const longestAnchor = 8;
const atItsBeginning = new RegExp(anchor, 'y');
/** The first three bytes of each alternative. They are found many bytes at a time, without making text of the others. */
const beginnings: FirstBytes[] = [
  ['pPbB', 'yY', 'rRlL;: \r\n'],
  ['uU', 'tT', 'hH'],
  ['mM', 'aA', 'iI'],
  ['C"\'', 'oOc', 'nNo'],
  ['(', ' cC', 'cC )'],
  ['\xa9', '', ''],
  ['\\', '2xu([', '5aA0c'],
  ['&', '#', '1x'],
  ['.', 'A', 'U'],
  ['hHxXsSfFeE', ' ', 'fF'],
  ['eE', 'aA', ' '],
  ['kK', 'sS', ' '],
  ...roleEnds.map(
    ([first = '', second = '', third = '']): FirstBytes => [
      ofEitherCase(first),
      ofEitherCase(second),
      ofEitherCase(third),
    ],
  ),
];
let finder: PlaceFinder | undefined;

/** Steps through the triggers of a text in order. */
export function createTriggerReader(bytes: Uint8Array): TriggerReader {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isCrOnly = bytes.indexOf(0x0a) === -1 && bytes.indexOf(0x0d) !== -1;
  const lineEnd = isCrOnly ? 0x0d : 0x0a;
  const anchors = anchorsOf(buffer);
  let line = 1;
  let lineStart = 0;
  let nextLineEnd = -2;
  const passLines = (offset: number): void => {
    if (nextLineEnd === -2) nextLineEnd = buffer.indexOf(lineEnd);
    while (nextLineEnd !== -1 && nextLineEnd < offset) {
      line++;
      lineStart = nextLineEnd + 1;
      nextLineEnd = buffer.indexOf(lineEnd, lineStart);
    }
  };
  const next = (): Trigger | undefined => {
    for (let end = anchors(); end !== -1; end = anchors()) {
      const offset = triggerAt(bytes, end - 1);
      if (offset === -1) continue;
      passLines(offset);
      return { offset, lineStart, line };
    }
    return undefined;
  };
  return { next, isCrOnly };
}

/** Returns the end of one anchor after another; -1 when none is left. */
function anchorsOf(buffer: Buffer): () => number {
  finder ??= createPlaceFinder(beginnings);
  const anchorFinder = finder;
  let base = -PIECE_BYTES;
  let places: number[] = [];
  let index = 0;
  let reached = 0;
  return () => {
    for (;;) {
      if (index === places.length) {
        base += PIECE_BYTES;
        if (base >= buffer.length) return -1;
        places = anchorFinder.inPiece(buffer, base);
        index = 0;
        continue;
      }
      const start = base + itemAt(places, index++);
      if (start < reached) continue;
      atItsBeginning.lastIndex = 0;
      if (!atItsBeginning.test(buffer.toString('latin1', start, start + longestAnchor))) continue;
      reached = start + atItsBeginning.lastIndex;
      return reached;
    }
  };
}

/** The start of the first possible trigger between the offsets; -1 when there is none. */
export function findAnchor(bytes: Uint8Array, from: number, to: number): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
  const at = text.search(anchor);
  if (at === -1) return -1;
  let start = from + at;
  // Go back to the beginning of the word: the anchor of `copyright` is its `pyr`.
  while (
    start > from &&
    start > from + at - 4 &&
    (isLetter(byteAt(bytes, start - 1)) || byteAt(bytes, start - 1) === 0x26)
  )
    start--;
  return start;
}

/** Offset of the trigger with an anchor that ends with the byte at `last`; -1 if the surroundings exclude a trigger. */
function triggerAt(bytes: Uint8Array, last: number): number {
  const isTrigger = (): boolean => {
    if (isRoleAt(bytes, last)) return true;
    switch (byteAt(bytes, last) | 0x20) {
      case 0x72: // r: `pyr`
      case 0x6c: // l: `pyl`
      case 0x3b: // ;: `py;`
      case 0x3a: // :: `by:`
      case 0x20: // `by `
      case 0x2a: // `by` at the end of a line
      case 0x2d:
        if (isNamingAt(bytes, last)) return true;
        return (byteAt(bytes, last - 2) | 0x20) === 0x62 ? isByAt(bytes, last - 1) : isCopyrightAt(bytes, last - 1);
      case 0x6f: // o: `utho`, or troff's `\(co`
        if ((byteAt(bytes, last - 1) | 0x20) === 0x68) return isLabelAt(bytes, last - 4, 'author');
        return true;
      case 0x69: // i: `maintai`, or `"contri`
        return (byteAt(bytes, last - 1) | 0x20) === 0x61
          ? isLabelAt(bytes, last - 6, 'maintainer')
          : isLabelAt(bytes, last - 5, 'contributor');
      case 0x62: // b: `Contrib`
        return isLabelAt(bytes, last - 6, 'contributor');
      case 0x29: // `(c)`
        return opensStatement(bytes, last + 1);
      case 0xa9:
        // UTF-8 `C2 A9`, or `A9` alone in latin1; after another high byte it ends another character.
        return (
          (byteAt(bytes, last - 1) === 0xc2 || !(byteAt(bytes, last - 1) >= 0x80)) && opensStatement(bytes, last + 1)
        );
      default:
        return true;
    }
  };
  return isTrigger() ? last : -1;
}

/** `Translator:`, which must begin its line. */
function isRoleAt(bytes: Uint8Array, last: number): boolean {
  const lower = byteAt(bytes, last) | 0x20;
  if (lower !== 0x72 && lower !== 0x73) return false;
  return roleWords.some((role) => isLabelAt(bytes, last - role.length + 1, role));
}

/** `patch from `, `idea of `, `thanks to ` before a name, and roff's `.AU`. */
function isNamingAt(bytes: Uint8Array, last: number): boolean {
  if (isWord(bytes, last - 3, '.au')) return last === 3 || isLineEnd(byteAt(bytes, last - 4));
  if (byteAt(bytes, last) !== 0x20 || !mayNameBegin(bytes, last)) return false;
  if (isWord(bytes, last - 9, 'thanks to') || isWord(bytes, last - 7, 'idea of')) return true;
  if (!isWord(bytes, last - 5, ' from')) return false;
  let start = last - 5;
  while (isLetter(byteAt(bytes, start - 1)) && last - start < LABEL_REACH) start--;
  return isSource(Buffer.from(bytes.buffer, bytes.byteOffset + start, last - 5 - start).toString('latin1'));
}

const isLineEnd = (byte: number): boolean => byte === 0x0a || byte === 0x0d;

/** Beginnings of words after `copyright` that only mention notices. */
const prose = ['notice', 'holder', 'owner', 'law', 'licens', 'and ', 'or ', 'statement', 'protect', 'infring'];

/** `copyr`, `copyl` or `&copy;` around the letter, unless prose follows. */
function isCopyrightAt(bytes: Uint8Array, at: number): boolean {
  if (isWord(bytes, at - 4, '&copy;')) return true;
  if (isWord(bytes, at - 3, 'copyl')) return true;
  if (!isWord(bytes, at - 3, 'copyr')) return false;
  let after = at + 1;
  while (isLetter(byteAt(bytes, after))) after++;
  if (byteAt(bytes, after) !== 0x20) return true;
  // `Crown copyright and database rights 2020` is a statement.
  return isWord(bytes, after + 1, 'and database') || !prose.some((word) => isWord(bytes, after + 1, word));
}

/** "written by", a line that begins with "by", or "by" with an address soon after it. */
function isByAt(bytes: Uint8Array, at: number): boolean {
  const after = byteAt(bytes, at + 1);
  if (isLetter(byteAt(bytes, at - 2)) || (after !== 0x20 && after !== 0x0a && after !== 0x0d && after !== 0x3a))
    return false;
  // Ask this first, because a capitalised word follows few of these places.
  if (mayNameBegin(bytes, at + 1) && mayBeCredited(bytes, at - 1)) return true;
  if (byteAt(bytes, at - 2) !== 0x20) return false;
  // The address may be alone on the next line.
  const limit = Math.min(bytes.length, at + 80);
  let lines = 0;
  for (let index = at + 2; index < limit && lines < 2; index++) {
    if (byteAt(bytes, index) === 0x40) return true;
    if (byteAt(bytes, index) === 0x0a) lines++;
  }
  return false;
}

/** Bytes before `by` that are searched for the credited action. */
const CREDIT_REACH = 72;
const lineEndBefore = /^[\s\S]*[\r\n]/;

/** Whether the words of the line before the offset may give credit, or are absent. */
function mayBeCredited(bytes: Uint8Array, end: number): boolean {
  const start = Math.max(0, end - CREDIT_REACH);
  const before = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start)).toString('latin1');
  const words = before
    .replace(lineEndBefore, '')
    .toLowerCase()
    .match(/[a-z-]{2,}/g);
  // `Co-authored-by:` is a label.
  return words === null || words.some((word) => mayGiveCredit(word) || isLabelWord(`${word}by`));
}

/** Bytes after `by` that are skipped on the way to the name: white space, the comment mark of the next line. */
const NAME_REACH = 24;

function mayNameBegin(bytes: Uint8Array, from: number): boolean {
  for (let index = from; index < Math.min(bytes.length, from + NAME_REACH); index++) {
    const byte = byteAt(bytes, index);
    if (isLetter(byte)) return byte < 0x61 || isWord(bytes, index, 'the ');
    if (byte >= 0x80) return true;
  }
  return false;
}

/** A label as a tag, before a colon, or as the first word of a line; in the middle of a sentence it is not a label. */
function isLabelAt(bytes: Uint8Array, start: number, label: string): boolean {
  if (!isWord(bytes, start, label)) return false;
  let after = start + label.length;
  if (isWord(bytes, after, '(s)')) after += 3;
  else if (isWord(bytes, after, 's')) after++;
  if (isLetter(byteAt(bytes, after))) return false;
  const end = after;
  while (isBlankOrQuote(byteAt(bytes, after))) after++;
  // `author:`, `author =`; `authors)`, `author;` and a comma after it are prose or code.
  if (byteAt(bytes, after) === 0x3a || byteAt(bytes, after) === 0x3d) return byteAt(bytes, after + 1) !== 0x3d;
  // `Author - Ann Oak`
  if (byteAt(bytes, after) === 0x2d && byteAt(bytes, after + 1) === 0x20 && byteAt(bytes, after - 1) === 0x20)
    return mayNameBegin(bytes, after);
  const before = byteAt(bytes, start - 1);
  // `<meta name="author" content="Ann Oak">`.
  if ((before === 0x22 || before === 0x27) && isWord(bytes, after, 'content=')) return true;
  if (before === 0x40 || before === 0x5c) return true;
  // `=head1 AUTHOR` of Perl's documentation.
  if (byteAt(bytes, start - 7) === 0x3d && isWord(bytes, start - 6, 'head') && before === 0x20) return true;
  // `<author>Ann Oak</author>`, and troff's `.SH AUTHORS`.
  if (before === 0x3c && byteAt(bytes, start + label.length) === 0x3e) return true;
  if (isWord(bytes, start - 4, '.sh ') || isWord(bytes, start - 5, '.sh "')) return true;
  const isOfName = label === 'author' && byteAt(bytes, end) === 0x20 && byteAt(bytes, end + 1) !== 0x0a;
  return isFirstWord(bytes, start, isOfName || endsLine(bytes, end));
}

const isBlankOrQuote = (byte: number): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x22 || byte === 0x27 || byte === 0x5f;

/** Whether only underline or emphasis marks follow in the line. */
function endsLine(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + 8; at++) {
    const byte = bytes[at];
    if (byte === undefined || byte === 0x0a || byte === 0x0d) return true;
    if (byte !== 0x20 && byte !== 0x2a && byte !== 0x23 && byte !== 0x3d && byte !== 0x2d) return false;
  }
  return false;
}

/** Bytes before a label within which its line must begin. */
const LABEL_REACH = 40;

/** Whether the line begins with the word at the offset, or with one or two words before a label that ends it. */
function isFirstWord(bytes: Uint8Array, start: number, mayStand: boolean): boolean {
  if (!mayStand) return false;
  for (let index = start - 1; index >= 0 && index > start - LABEL_REACH; index--) {
    if (byteAt(bytes, index) === 0x0a || byteAt(bytes, index) === 0x0d) return true;
    if (isLetter(byteAt(bytes, index))) return start - index > 5 || isQualifiedAt(bytes, start);
  }
  return true;
}

/** `Original Authors`, `Upstream maintainers`: finds the line's beginning before words that may precede a label. */
function isQualifiedAt(bytes: Uint8Array, start: number): boolean {
  const from = Math.max(0, start - LABEL_REACH);
  const before = Buffer.from(bytes.buffer, bytes.byteOffset + from, start - from).toString('latin1');
  const words =
    before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1).match(/[A-Za-z-]{2,}/g) ?? [];
  return words.every((word) => isQualifier(word) || /^(?:dnl|rem|item|head)$/i.test(word));
}

/** Whether a year, a name or the word `copyright` may follow the sign. */
function opensStatement(bytes: Uint8Array, from: number): boolean {
  let at = from;
  const limit = Math.min(bytes.length, from + 8);
  while (
    at < limit &&
    (byteAt(bytes, at) === 0x20 ||
      byteAt(bytes, at) === 0x09 ||
      byteAt(bytes, at) === 0x2c ||
      byteAt(bytes, at) === 0x3a)
  )
    at++;
  const byte = bytes[at];
  if (byte === undefined) return false;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isCapital = byte >= 0x41 && byte <= 0x5a;
  if (isDigit || isCapital || byte >= 0x80 || byte === 0x3c || byte === 0x26) return true;
  // `[Ann Oak](https://…)`, `'99`
  const next = byteAt(bytes, at + 1);
  if (byte === 0x5b) return next >= 0x80 || (next >= 0x41 && next <= 0x5a);
  if (byte === 0x27) return next >= 0x30 && next <= 0x39;
  return (
    isWord(bytes, at, 'by ') ||
    isWord(bytes, at, 'the ') ||
    isWord(bytes, at, 'copyright') ||
    isWord(bytes, at, 'opyright')
  );
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Whether the text at the offset equals the lower-case ASCII text, ignoring case. */
function isWord(bytes: Uint8Array, start: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    const byte = byteAt(bytes, start + index);
    const folded = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
    if (folded !== word.charCodeAt(index)) return false;
  }
  return true;
}
