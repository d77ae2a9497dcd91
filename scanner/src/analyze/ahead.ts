// What a mark begins when that shows only from what stands around it: regular expressions, digits in groups, strings that end at a
// name. Each question answers the offset of the end, -1 when nothing begins. What was searched in vain is not searched again, so that
// the counter stays linear; and as an end was seen before anything is passed over, a misreading never runs to the end of the file.
import { Buffer } from 'node:buffer';
import { BACKSLASH, isBlank, isWordByte, NEWLINE } from './marks.ts';

const QUOTE = 39;
const GREATER = 62;
const EQUALS = 61;
const SLASH = 47;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
/** After these comes a value, and a slash divides nothing. */
const expectingValue = Buffer.from('(,=:[!&|?{};', 'latin1');
const wordBeforeValue = /(?:^|[^\w$.])(?:return|typeof|case|in|of)$/;
const LONGEST_WORD = 7;
/** Bytes looked at on the left of an apostrophe. Longer numbers are data. */
const LONGEST_NUMBER = 64;
const namedString = /^"([^\s()\\"]{0,16})\(/;
const hereDocument = /^<<(?!<)(-?)[ \t]*(?:\\?([A-Za-z_]\w*)|"([A-Za-z_]\w*)"|'([A-Za-z_]\w*)')/;
/** Bytes in which the name of a string stands. */
const LONGEST_OPENING = 80;
/** Names that end no string: after so many the text is another language, and no more are searched for. */
const MOST_MISSING = 8;

/** The text of one pass, and what was not found in it. */
export class Lookahead {
  readonly bytes: Buffer;
  readonly missing = new Set<string>();
  /** Up to here no regular expression ends. */
  noRegexUntil = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** After a regular expression whose first slash is at the offset. */
  endOfRegex(at: number, lineStart: number): number {
    const { bytes } = this;
    if (at < this.noRegexUntil || !this.expectsValue(at, lineStart)) return -1;
    let isInClass = false;
    let end = at + 1;
    for (; end < bytes.length && bytes[end] !== NEWLINE; end++) {
      const byte = bytes[end];
      if (byte === BACKSLASH && bytes[end + 1] !== NEWLINE) end++;
      else if (byte === OPENING_BRACKET) isInClass = true;
      else if (byte === CLOSING_BRACKET) isInClass = false;
      else if (byte === SLASH && !isInClass) return end + 1;
    }
    this.noRegexUntil = end;
    return -1;
  }

  /** Whether the program expects a value at the offset rather than an operator. */
  expectsValue(at: number, lineStart: number): boolean {
    const { bytes } = this;
    let before = at - 1;
    while (before >= lineStart && isBlank(bytes[before])) before--;
    const byte = bytes[before];
    // `/>` ends an element of JSX, alone on its line or behind `{x}`.
    if (before < lineStart || byte === 0x7d) return bytes[at + 1] !== GREATER;
    if (byte === GREATER) return bytes[before - 1] === EQUALS;
    if (expectingValue.includes(byte)) return true;
    if (!isWordByte(byte)) return false;
    return wordBeforeValue.test(bytes.toString('latin1', Math.max(lineStart, before - LONGEST_WORD), before + 1));
  }

  /** After the apostrophe of `1'000`. */
  endOfSeparator(at: number): number {
    const { bytes } = this;
    if (!isWordByte(bytes[at + 1]) || !isWordByte(bytes[at - 1])) return -1;
    let start = at;
    const limit = Math.max(0, at - LONGEST_NUMBER);
    while (start > limit && (isWordByte(bytes[start - 1]) || bytes[start - 1] === QUOTE)) start--;
    return bytes[start] >= 48 && bytes[start] <= 57 ? at + 1 : -1;
  }

  /** After C++'s `R"name(…)name"` whose first quote is at the offset. */
  endOfNamedString(at: number): number {
    const opening = namedString.exec(this.bytes.toString('latin1', at, at + LONGEST_OPENING));
    if (opening === null) return -1;
    const ending = `)${opening[1]}"`;
    const end = this.search(ending, () => this.bytes.indexOf(ending, at + opening[0].length, 'latin1'));
    return end === -1 ? -1 : end + ending.length;
  }

  /** After the name at which the here-document ends that is opened at the offset. */
  endOfHereDocument(at: number): number {
    if (this.bytes[at - 1] === this.bytes[at]) return -1;
    const opening = hereDocument.exec(this.bytes.toString('latin1', at, at + LONGEST_OPENING));
    if (opening === null) return -1;
    const name = opening[2] ?? opening[3] ?? opening[4];
    return this.search(opening[1] + name, () => this.endOfLineThatIs(name, at, opening[1] === '-'));
  }

  /** After the name where it first begins a line behind the offset, behind tabs where these may stand. */
  endOfLineThatIs(name: string, from: number, mayBeIndented: boolean): number {
    const { bytes } = this;
    for (let at = bytes.indexOf(name, bytes.indexOf(NEWLINE, from), 'latin1'); at > 0; ) {
      const end = at + name.length;
      let before = at - 1;
      while (mayBeIndented && bytes[before] === 9) before--;
      // Behind it may stand what ends the command: `)` or a backquote.
      if (bytes[before] === NEWLINE && !isWordByte(bytes[end])) return end;
      at = bytes.indexOf(name, end, 'latin1');
    }
    return -1;
  }

  /** What the search finds; what it did not find before is not there now either. */
  search(what: string, find: () => number): number {
    if (this.missing.size === MOST_MISSING || this.missing.has(what)) return -1;
    const found = find();
    if (found === -1) this.missing.add(what);
    return found;
  }
}
