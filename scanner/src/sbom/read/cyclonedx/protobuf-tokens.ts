// The words, texts and signs of a document in the text form of Protocol Buffers. Works on bytes: a text with escapes is never longer than what it is
// written with, so that one buffer of that size holds it. https://protobuf.dev/reference/protobuf/textformat-spec/
import { SbomRefused } from '../model.ts';

export interface TextToken {
  kind: 'word' | 'string' | 'sign';
  /** '' as a sign is the end of the document. */
  text: string;
}

/** One text may be written as several, one after another. */
const MOST_ADJACENT = 100_000;
const MOST_WORD_BYTES = 10_000;
const [NEWLINE, HASH, BACKSLASH, CLOSE_BRACKET] = [0x0a, 0x23, 0x5c, 0x5d];
const QUOTES: ReadonlySet<number | undefined> = new Set([0x22, 0x27]);
const SIGNS = '{}<>[]:,;-';
const ESCAPES: Readonly<Record<string, number>> = {
  ...{ a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 0x22, "'": 0x27, '\\': 0x5c, '?': 0x3f },
};

export class TokenReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    if (bytes.subarray(0, 3).toString('hex') === 'efbbbf') this.#at = 3;
  }

  next(): TextToken {
    this.#skipSpace();
    const byte = this.#bytes[this.#at];
    if (byte === undefined) return { kind: 'sign', text: '' };
    if (QUOTES.has(byte)) return { kind: 'string', text: this.#string(byte) };
    const sign = String.fromCharCode(byte);
    if (SIGNS.includes(sign)) {
      this.#at++;
      return { kind: 'sign', text: sign };
    }
    if (!isWordByte(byte)) throw this.refused('a character stands outside of a text that has no meaning there');
    return { kind: 'word', text: this.#word() };
  }

  /** A text and those that follow it. */
  withAdjacent(first: string): string {
    const parts = [first];
    for (this.#skipSpace(); QUOTES.has(this.#bytes[this.#at]); this.#skipSpace()) {
      if (parts.length >= MOST_ADJACENT) throw this.refused(`one text is written as more than ${MOST_ADJACENT}`);
      parts.push(this.#string(this.#bytes[this.#at] ?? 0));
    }
    return parts.length === 1 ? first : parts.join('');
  }

  /** What stands up to the next `]`. */
  untilBracket(): string {
    const end = this.#bytes.indexOf(CLOSE_BRACKET, this.#at);
    if (end === -1 || end - this.#at > MOST_WORD_BYTES) throw this.refused('a name in brackets has no end');
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return `[${text}]`;
  }

  /** Lines are counted only here: most documents have no fault. */
  refused(why: string): SbomRefused {
    let line = 1;
    for (let at = this.#bytes.indexOf(NEWLINE); at !== -1 && at < this.#at; at = this.#bytes.indexOf(NEWLINE, at + 1))
      line++;
    return new SbomRefused(
      `The document is CycloneDX in the text form of Protocol Buffers that cannot be read: ${why} (line ${line}).`,
    );
  }

  #skipSpace(): void {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === HASH) {
        const end = this.#bytes.indexOf(NEWLINE, this.#at);
        this.#at = end === -1 ? this.#bytes.length : end + 1;
      } else if (byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13)) this.#at++;
      else return;
    }
  }

  /** Numbers too: `1.5e-3` is one word. */
  #word(): string {
    const from = this.#at;
    const isNumber = isDigit(this.#bytes[from]) || this.#bytes[from] === 0x2e;
    while (isWordByte(this.#bytes[this.#at]) || (isNumber && this.#isSignOfExponent())) this.#at++;
    if (this.#at - from > MOST_WORD_BYTES) throw this.refused(`a word has more than ${MOST_WORD_BYTES} characters`);
    return this.#bytes.toString('latin1', from, this.#at);
  }

  #isSignOfExponent(): boolean {
    const [before, byte] = [this.#bytes[this.#at - 1], this.#bytes[this.#at]];
    return (byte === 0x2b || byte === 0x2d) && (before === 0x65 || before === 0x45);
  }

  #string(quote: number): string {
    const from = this.#at + 1;
    let hasEscape = false;
    for (this.#at = from; this.#bytes[this.#at] !== quote; this.#at++) {
      const byte = this.#bytes[this.#at];
      if (byte === BACKSLASH) {
        hasEscape = true;
        this.#at++;
      }
      if (byte === undefined || byte === NEWLINE) throw this.refused('a text has no end in its line');
    }
    const end = this.#at++;
    return hasEscape ? this.#unescaped(from, end) : this.#bytes.toString('utf8', from, end);
  }

  #unescaped(from: number, end: number): string {
    const to = Buffer.alloc(end - from);
    let length = 0;
    for (let at = from; at < end; ) {
      const byte = this.#bytes[at] ?? 0;
      if (byte !== BACKSLASH) {
        to[length++] = byte;
        at++;
        continue;
      }
      // The longest escape has ten characters.
      const { value, size, isCharacter } = this.#escape(this.#bytes.toString('latin1', at + 1, Math.min(at + 10, end)));
      if (isCharacter) length += to.write(String.fromCodePoint(value), length, 'utf8');
      else to[length++] = value;
      at += 1 + size;
    }
    return to.toString('utf8', 0, length);
  }

  /** Escapes in octal and hexadecimal numbers are bytes, of which several may be one character. */
  #escape(text: string): { value: number; size: number; isCharacter: boolean } {
    const simple = ESCAPES[text.charAt(0)];
    if (simple !== undefined) return { value: simple, size: 1, isCharacter: false };
    const octal = /^[0-7]{1,3}/.exec(text)?.[0];
    if (octal !== undefined) return { value: Number.parseInt(octal, 8) & 0xff, size: octal.length, isCharacter: false };
    const digits = /^(?:[xX][0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/.exec(text)?.[0];
    const value = Number.parseInt(digits?.slice(1) ?? '', 16);
    if (digits === undefined || value > 0x10ffff) throw this.refused('a text has an escape that does not exist');
    return { value, size: digits.length, isCharacter: /^[uU]/.test(digits) };
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Letters, digits, `_` and `.`. */
function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    isDigit(byte) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f || byte === 0x2e
  );
}

export const isNumeric = (text: string): boolean => /^[\d.]/.test(text);
