// Turns a CycloneDX document in Protocol Buffers into its JSON form, so that one reader serves both. Every length is checked against the bytes that
// are there, and messages and their depth are limited: a message of two bytes may stand a million times. https://protobuf.dev/programming-guides/encoding/
import { isFields, valueFor } from '../../../items.ts';
import { SbomRefused } from '../model.ts';
import { ENUMERATIONS, MESSAGES, type ProtobufField } from './protobuf-fields.ts';

type Fields = Record<string, unknown>;

export interface ReadProtobuf {
  /** The JSON form. */
  document: Fields;
  /** Fields that are not read: `Component.24 releaseNotes (2)`. */
  leftOut: string[];
}

export const MOST_MESSAGES = 2_000_000;
/** A component in a component in … */
export const MOST_DEPTH = 100;
/** Bytes of a number that is exact without being a bigint. */
const LARGEST_SMALL = 7;
export const MOST_NAMES = 40;

/** The first field is the version of the specification, as a text of three or four characters. */
export function isCycloneDxProtobuf(bytes: Uint8Array): boolean {
  return /^\x0a[\x03\x04]\d\.\d\d?/.test(Buffer.from(bytes.subarray(0, 8)).toString('latin1'));
}

/** Throws SbomRefused if the bytes are no complete messages. */
export function cycloneDxOfProtobuf(bytes: Uint8Array): ReadProtobuf {
  const reading = new Reading(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const members = reading.message('Bom', 0, bytes.length, 0);
  return { document: { bomFormat: 'CycloneDX', ...members }, leftOut: reading.leftOut() };
}

class Reading {
  readonly #bytes: Buffer;
  #at = 0;
  #messages = 0;
  readonly #skipped = new Map<string, number>();

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  leftOut(): string[] {
    return [...this.#skipped].map(([name, count]) => `${name} (${count})`).sort();
  }

  message(name: string, from: number, end: number, depth: number): Fields {
    if (depth > MOST_DEPTH) throw this.#refused(`messages are nested deeper than ${MOST_DEPTH}`);
    if (++this.#messages > MOST_MESSAGES) throw this.#refused(`it has more than ${MOST_MESSAGES} messages`);
    const fields = valueFor(MESSAGES, name);
    // Names come from the table of fields.
    const members: Fields = {};
    this.#at = from;
    while (this.#at < end) {
      const key = this.#varint(end);
      const [number, wire] = [Math.floor(key / 8), key % 8];
      if (number <= 0) throw this.#refused(`a field has the number ${number}`);
      const field = fields.get(number);
      const isRead = field !== undefined && field.type !== '-' && wire === wireOf(field.type);
      // Numbers that are repeated may be packed into one value.
      if (field?.type === 'int' && field.isRepeated && wire === 2) this.#packed(members, field, end);
      else if (isRead) put(members, field, this.#value(field, end, depth));
      else this.#skip(wire, end, `${name}.${number}${field === undefined ? '' : ` ${field.name}`}`);
    }
    return jsonOf(name, members);
  }

  #value({ type }: ProtobufField, end: number, depth: number): unknown {
    const words = ENUMERATIONS[type];
    if (words !== undefined) return wordOf(words, this.#varint(end));
    if (type === 'int') return this.#varint(end) | 0;
    if (type === 'flag') return this.#varint(end) !== 0;
    if (type === 'double') return this.#take(8, end).readDoubleLE();
    const length = this.#length(end);
    const from = this.#at;
    const inner = from + length;
    const value =
      type === 'text'
        ? this.#bytes.toString('utf8', from, inner)
        : type === 'time'
          ? this.#time(inner)
          : this.message(type, from, inner, depth + 1);
    this.#at = inner;
    return value;
  }

  #time(end: number): string {
    let [seconds, nanos] = [0, 0];
    while (this.#at < end) {
      const key = this.#varint(end);
      if (key % 8 !== 0) throw this.#refused('a time has something other than numbers');
      const value = this.#varint(end);
      if (key === 8) seconds = value;
      else if (key === 16) nanos = value;
    }
    return timeOf(seconds, nanos);
  }

  #packed(members: Fields, field: ProtobufField, end: number): void {
    const length = this.#length(end);
    const inner = this.#at + length;
    while (this.#at < inner) {
      put(members, field, this.#varint(inner) | 0);
    }
  }

  #skip(wire: number, end: number, name: string): void {
    if (this.#skipped.has(name) || this.#skipped.size < MOST_NAMES)
      this.#skipped.set(name, (this.#skipped.get(name) ?? 0) + 1);
    if (wire === 0) this.#varint(end);
    else if (wire === 1) this.#take(8, end);
    else if (wire === 5) this.#take(4, end);
    else if (wire === 2) this.#take(this.#length(end), end);
    else throw this.#refused(`the field ${name} has the wire type ${wire}, which is not used any more`);
  }

  /** Of at most ten bytes. Numbers with the highest bit are negative. */
  #varint(end: number): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < LARGEST_SMALL; count++) {
      const byte = this.#byte(end);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    let large = BigInt(value);
    for (let shift = BigInt(7 * LARGEST_SMALL); shift < 70n; shift += 7n) {
      const byte = this.#byte(end);
      large |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(BigInt.asIntN(64, large));
    }
    throw this.#refused('a number has more than ten bytes');
  }

  #byte(end: number): number {
    const byte = this.#at < end ? this.#bytes[this.#at++] : undefined;
    if (byte === undefined) throw this.#refused('a number is cut off');
    return byte;
  }

  #length(end: number): number {
    const length = this.#varint(end);
    if (length < 0 || length > end - this.#at)
      throw this.#refused(`a value says that it has ${length} bytes, and ${end - this.#at} are there`);
    return length;
  }

  #take(length: number, end: number): Buffer {
    if (length > end - this.#at) throw this.#refused('a value is cut off');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #refused(why: string): SbomRefused {
    return new SbomRefused(
      `The document is CycloneDX in Protocol Buffers that cannot be read: ${why} (before byte ${this.#at}).`,
    );
  }
}

const wireOf = (type: string): number =>
  type === 'int' || type === 'flag' || type in ENUMERATIONS ? 0 : type === 'double' ? 1 : 2;

/** Of seconds since 1970 and billionths of a second. '' if there is no such day. */
export function timeOf(seconds: number, nanos: number): string {
  const time = new Date(seconds * 1000 + Math.floor(nanos / 1e6));
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().replace('.000Z', 'Z');
}

export function put(members: Fields, { name, isRepeated }: ProtobufField, value: unknown): void {
  // An enumeration that says nothing is as good as absent.
  if (value === undefined) return;
  const before = members[name];
  if (!isRepeated) members[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else members[name] = [value];
}

/** A number without a word is told as it is, so that readers report it. */
export function wordOf(words: readonly string[], number: number): string | undefined {
  const word = words[number] ?? String(number);
  return word === '-' ? undefined : word;
}

/** Where JSON has another form. */
export function jsonOf(message: string, members: Fields): Fields {
  if (message === 'Dependency' && Array.isArray(members.dependsOn))
    return { ...members, dependsOn: members.dependsOn.map(({ ref = '' }: Fields) => ref) };
  // Since 1.7, an expression with details is a message of its own, whose members JSON has beside the others.
  if (message === 'LicenseChoice' && isFields(members.expressionDetailed)) {
    const { expressionDetailed, ...others } = members;
    return { ...others, ...expressionDetailed };
  }
  if (message === 'Metadata' && Array.isArray(members.tools)) return { ...members, tools: toolsOf(members.tools) };
  return members;
}

/** Since 1.5, tools are components and services; before, there was a message for each tool. */
function toolsOf(tools: readonly Fields[]): unknown {
  const [only, more] = tools;
  return more === undefined && only !== undefined && ('components' in only || 'services' in only) ? only : tools;
}
