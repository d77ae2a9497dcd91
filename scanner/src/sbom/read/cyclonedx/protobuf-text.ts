// Turns a CycloneDX document in the text form of Protocol Buffers into its JSON form, by the table of fields that the binary form has. Reads bytes once,
// from the first to the last; messages and their depth are limited. https://protobuf.dev/reference/protobuf/textformat-spec/
import type { SbomRefused } from '../model.ts';
import { jsonOf, MOST_DEPTH, MOST_MESSAGES, MOST_NAMES, put, type ReadProtobuf, timeOf, wordOf } from './protobuf.ts';
import { ENUMERATIONS, fieldInText, type ProtobufField, wordInText } from './protobuf-fields.ts';
import { isNumeric, type TextToken, TokenReader } from './protobuf-tokens.ts';

type Fields = Record<string, unknown>;

const VERSION = /(?:^|[\s;,])spec_version[ \t]{0,20}:[ \t]{0,20}["']\d\.\d{1,2}["']/;
const MESSAGE =
  /(?:^|[\s;,])(?:metadata|components|services|dependencies|vulnerabilities|compositions)[ \t]{0,20}:?\s{0,20}[{<[]/;
const SERIAL_NUMBER = /(?:^|[\s;,])serial_number[ \t]{0,20}:[ \t]{0,20}["']urn:uuid:/;
/** The comments of which editors learn what is in the file. */
const HEADER = /^#[ \t]{0,20}proto-message:[ \t]{0,20}(?:[\w.]{1,100}\.)?Bom\s/m;
const SCHEMA = /^#[ \t]{0,20}proto-file:[ \t]{0,20}(?:[\w./-]{1,200}\/)?bom-(\d\.\d{1,2})\.proto\s/m;
const HEAD_BYTES = 65_536;

/** Of the beginning of a text. YAML may have a `spec_version` too, so that one more thing must say it. */
export function isCycloneDxProtobufText(head: string): boolean {
  if (HEADER.test(head)) return VERSION.test(head) || SCHEMA.test(head);
  return VERSION.test(head) && (SERIAL_NUMBER.test(head) || MESSAGE.test(head));
}

/** Of UTF-8. Throws SbomRefused with the line where the text breaks the rules of the form. */
export function cycloneDxOfProtobufText(bytes: Uint8Array): ReadProtobuf {
  const reading = new Reading(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const members = reading.message('Bom', '', 0);
  // Protocol Buffers require no field. A document without a version has that of the schema which it names.
  const specVersion =
    members.specVersion ?? SCHEMA.exec(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1'))?.[1];
  return { document: { bomFormat: 'CycloneDX', ...members, specVersion }, leftOut: reading.leftOut() };
}

class Reading {
  readonly #tokens: TokenReader;
  #messages = 0;
  readonly #skipped = new Map<string, number>();

  constructor(bytes: Buffer) {
    this.#tokens = new TokenReader(bytes);
  }

  leftOut(): string[] {
    return [...this.#skipped].map(([name, count]) => `${name} (${count})`).sort();
  }

  /** Up to the sign that closes it, '' for the end of the document. */
  message(name: string, end: string, depth: number): Fields {
    this.#count(depth);
    const members: Fields = {};
    for (let key = this.#key(end); key !== undefined; key = this.#key(end)) {
      const field = fieldInText(name, key);
      if (field === undefined || field.type === '-') this.#skipField(`${name}.${field?.name ?? key}`, depth);
      else this.#field(members, field, key, depth);
    }
    return jsonOf(name, members);
  }

  #count(depth: number): void {
    if (depth > MOST_DEPTH) throw this.#refused(`messages are nested deeper than ${MOST_DEPTH}`);
    if (++this.#messages > MOST_MESSAGES) throw this.#refused(`it has more than ${MOST_MESSAGES} messages`);
  }

  /** The name of the next field; undefined at the end of the message. */
  #key(end: string): string | undefined {
    const token = this.#afterSeparator();
    if (token.text === end && token.kind !== 'string') return undefined;
    if (token.kind === 'word') return token.text;
    // The name of an extension, or of the type of a message of any type.
    if (token.text === '[' && token.kind === 'sign') return this.#tokens.untilBracket();
    throw this.#unexpected(token, end === '' ? 'the name of a field' : `the name of a field or "${end}"`);
  }

  /** One comma or semicolon may stand after each field. */
  #afterSeparator(): TextToken {
    const token = this.#tokens.next();
    return token.kind === 'sign' && (token.text === ',' || token.text === ';') ? this.#tokens.next() : token;
  }

  #field(members: Fields, field: ProtobufField, key: string, depth: number): void {
    if (!field.isRepeated && Object.hasOwn(members, field.name))
      throw this.#refused(`the field ${key} stands twice in one message`);
    const first = this.#firstOfValue(key);
    const take = (token: TextToken) => put(members, field, this.#value(field, key, token, depth));
    if (!isSign(first, '[')) take(first);
    else if (field.isRepeated) this.#list(take);
    else throw this.#refused(`the field ${key} has one value, and a list is there`);
  }

  /** Only a message may do without a colon. */
  #firstOfValue(key: string): TextToken {
    const token = this.#tokens.next();
    if (isSign(token, ':')) return this.#tokens.next();
    if (isSign(token, '{') || isSign(token, '<') || isSign(token, '[')) return token;
    throw this.#unexpected(token, `":" after ${key}`);
  }

  #list(take: (first: TextToken) => void): void {
    let token = this.#tokens.next();
    if (isSign(token, ']')) return;
    for (;;) {
      take(token);
      token = this.#tokens.next();
      if (isSign(token, ']')) return;
      if (!isSign(token, ',')) throw this.#unexpected(token, '"," or "]" in a list');
      token = this.#tokens.next();
    }
  }

  #value({ type }: ProtobufField, key: string, first: TextToken, depth: number): unknown {
    const words = ENUMERATIONS[type];
    if (type === 'text') return this.#text(first, key);
    if (words !== undefined) return this.#word(type, words, first, key);
    if (type === 'int') return this.#whole(first, key, 2 ** 31);
    if (type === 'double') return this.#double(first, key);
    if (type === 'flag') return this.#flag(first, key);
    const end = isSign(first, '{') ? '}' : '>';
    if (end === '>' && !isSign(first, '<')) throw this.#unexpected(first, `a message for ${key}`);
    return type === 'time' ? this.#time(end, depth + 1) : this.message(type, end, depth + 1);
  }

  #text(first: TextToken, key: string): string {
    if (first.kind !== 'string') throw this.#unexpected(first, `a text for ${key}`);
    return this.#tokens.withAdjacent(first.text);
  }

  #word(type: string, words: readonly string[], first: TextToken, key: string): string | undefined {
    if (first.kind === 'word' && !isNumeric(first.text)) return wordInText(type, first.text);
    return wordOf(words, this.#whole(first, key, 2 ** 31));
  }

  #whole(first: TextToken, key: string, beyond: number): number {
    const value = this.#signed(first, key, /^(?:0|[1-9]\d{0,18}|0[xX][0-9a-fA-F]{1,16}|0[0-7]{1,22})$/, (text) =>
      /^0\d/.test(text) ? Number.parseInt(text, 8) : Number(text),
    );
    if (value >= beyond || value < -beyond) throw this.#refused(`the number of ${key} is too large`);
    return value;
  }

  #double(first: TextToken, key: string): number {
    const value = this.#signed(first, key, /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?f?$/i, (text) =>
      Number(text.replace(/f$/i, '')),
    );
    if (!Number.isFinite(value)) throw this.#refused(`the number of ${key} is too large`);
    return value;
  }

  #signed(first: TextToken, key: string, form: RegExp, read: (text: string) => number): number {
    const isNegative = isSign(first, '-');
    const token = isNegative ? this.#tokens.next() : first;
    // No number has more characters, and no name that is told.
    if (token.kind !== 'word' || token.text.length > 400 || !form.test(token.text))
      throw this.#unexpected(token, `a number for ${key}`);
    return isNegative ? -read(token.text) : read(token.text);
  }

  #flag(first: TextToken, key: string): boolean {
    const isTrue = /^(?:true|True|t|1)$/.test(first.text);
    if (first.kind !== 'word' || !(isTrue || /^(?:false|False|f|0)$/.test(first.text)))
      throw this.#unexpected(first, `true or false for ${key}`);
    return isTrue;
  }

  #time(end: string, depth: number): string {
    this.#count(depth);
    let [seconds, nanos] = [0, 0];
    for (let key = this.#key(end); key !== undefined; key = this.#key(end)) {
      if (key !== 'seconds' && key !== 'nanos') throw this.#refused(`a time has the field ${told(key)}`);
      const value = this.#whole(this.#firstOfValue(key), key, 2 ** 63);
      if (key === 'seconds') seconds = value;
      else nanos = value;
    }
    return timeOf(seconds, nanos);
  }

  #skipField(name: string, depth: number): void {
    const known = told(name);
    if (this.#skipped.has(known) || this.#skipped.size < MOST_NAMES)
      this.#skipped.set(known, (this.#skipped.get(known) ?? 0) + 1);
    this.#skipValue(this.#firstOfValue(name), depth, name);
  }

  #skipValue(first: TextToken, depth: number, name: string): void {
    if (isSign(first, '[')) {
      this.#count(depth + 1);
      this.#list((token) => this.#skipValue(token, depth + 1, name));
    } else if (isSign(first, '{') || isSign(first, '<')) {
      this.#count(depth + 1);
      const end = first.text === '{' ? '}' : '>';
      for (let key = this.#key(end); key !== undefined; key = this.#key(end))
        this.#skipValue(this.#firstOfValue(key), depth + 1, name);
    } else if (first.kind === 'string') this.#tokens.withAdjacent(first.text);
    else {
      const token = isSign(first, '-') ? this.#tokens.next() : first;
      if (token.kind !== 'word') throw this.#unexpected(token, `a value for ${told(name)}`);
    }
  }

  #unexpected({ kind, text }: TextToken, wanted: string): SbomRefused {
    const what = kind === 'string' ? 'a text' : text === '' ? 'the end of the document' : `"${told(text)}"`;
    return this.#refused(`${wanted} is missing, and ${what} is there`);
  }

  #refused(why: string): SbomRefused {
    return this.#tokens.refused(why);
  }
}

const isSign = ({ kind, text }: TextToken, sign: string): boolean => kind === 'sign' && text === sign;

/** As much of a name of the document as a sentence has room for. */
const told = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
