// Finds marks that only their surroundings can settle: regular expressions, digit separators, strings that end at a name. Each question
// answers the offset of the mark's end, or -1 when no mark begins. Failed searches are remembered, so counting stays linear. Nothing is
// passed over before its end was found, so a misreading never runs to the end of the file.
import { Buffer } from 'node:buffer';
import { byteAt } from '../items.ts';
import { BACKSLASH, isBlank, isWordByte, NEWLINE } from './marks.ts';

const QUOTE = 39;
const GREATER = 62;
const EQUALS = 61;
const SLASH = 47;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
/** A value follows these bytes, so a slash after them is not a division. */
const expectingValue = Buffer.from('(,=:[!&|?{};', 'latin1');
const wordBeforeValue = /(?:^|[^\w$.])(?:return|typeof|case|in|of)$/;
const LONGEST_WORD = 7;
/** How many bytes to the left of an apostrophe are checked. Longer numbers are data. */
const LONGEST_NUMBER = 64;
const namedString = /^"([^\s()\\"]{0,16})\(/;
const hereDocument = /^<<(?!<)(-?)[ \t]*(?:\\?([A-Za-z_]\w*)|"([A-Za-z_]\w*)"|'([A-Za-z_]\w*)')/;
/** The opening of a named string is searched in this number of bytes. */
const LONGEST_OPENING = 80;
/** After this many names without a string end, the text is in another language, and the search stops. */
const MOST_MISSING = 8;

/** The text of one pass, and the searches that failed in it. */
export class Lookahead {
  readonly bytes: Buffer;
  readonly missing = new Set<string>();
  /** No regular expression ends before this offset. */
  noRegexUntil = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The end of the regular expression whose first slash is at the offset. */
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
    while (before >= lineStart && isBlank(byteAt(bytes, before))) before--;
    const byte = byteAt(bytes, before);
    // `/>` ends a JSX element, alone on its line or after `{x}`.
    if (before < lineStart || byte === 0x7d) return bytes[at + 1] !== GREATER;
    if (byte === GREATER) return bytes[before - 1] === EQUALS;
    if (expectingValue.includes(byte)) return true;
    if (!isWordByte(byte)) return false;
    return wordBeforeValue.test(bytes.toString('latin1', Math.max(lineStart, before - LONGEST_WORD), before + 1));
  }

  /** The offset after the apostrophe of `1'000`. */
  endOfSeparator(at: number): number {
    const { bytes } = this;
    if (!isWordByte(bytes[at + 1]) || !isWordByte(bytes[at - 1])) return -1;
    let start = at;
    const limit = Math.max(0, at - LONGEST_NUMBER);
    while (start > limit && (isWordByte(bytes[start - 1]) || bytes[start - 1] === QUOTE)) start--;
    const first = byteAt(bytes, start);
    return first >= 48 && first <= 57 ? at + 1 : -1;
  }

  /** The end of C++'s `R"name(…)name"` whose first quote is at the offset. */
  endOfNamedString(at: number): number {
    const opening = namedString.exec(this.bytes.toString('latin1', at, at + LONGEST_OPENING));
    if (opening === null) return -1;
    const ending = `)${opening[1]}"`;
    const end = this.search(ending, () => this.bytes.indexOf(ending, at + opening[0].length, 'latin1'));
    return end === -1 ? -1 : end + ending.length;
  }

  /** The end of the here-document that is opened at the offset. */
  endOfHereDocument(at: number): number {
    if (this.bytes[at - 1] === this.bytes[at]) return -1;
    const opening = hereDocument.exec(this.bytes.toString('latin1', at, at + LONGEST_OPENING));
    if (opening === null) return -1;
    const [, dash = '', doubleQuoted, singleQuoted, bare] = opening;
    const name = doubleQuoted ?? singleQuoted ?? bare;
    if (name === undefined) return -1;
    return this.search(dash + name, () => this.endOfLineThatIs(name, at, dash === '-'));
  }

  /** The offset after the first line behind `from` that begins with the name, after tabs if they are allowed. */
  endOfLineThatIs(name: string, from: number, mayBeIndented: boolean): number {
    const { bytes } = this;
    for (let at = bytes.indexOf(name, bytes.indexOf(NEWLINE, from), 'latin1'); at > 0; ) {
      const end = at + name.length;
      let before = at - 1;
      while (mayBeIndented && bytes[before] === 9) before--;
      // `)` or a backquote may follow the end of the command.
      if (bytes[before] === NEWLINE && !isWordByte(bytes[end])) return end;
      at = bytes.indexOf(name, end, 'latin1');
    }
    return -1;
  }

  /** Runs the search unless the same one failed before. */
  search(what: string, find: () => number): number {
    if (this.missing.size === MOST_MISSING || this.missing.has(what)) return -1;
    const found = find();
    if (found === -1) this.missing.add(what);
    return found;
  }
}
