// Makes input for an operation from its schemas: one call that should pass, and the same call with one hostile member.
// It knows only JSON Schema. A sampler says what the members of operations mean.
import { firstOf } from '@assay/scanner/items';
import type { TSchema } from 'typebox';

export interface Schema {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  default?: unknown;
}

export const schemaOf = (schema: TSchema | undefined): Schema | undefined => schema as Schema | undefined;

/** A value that is written into the JSON text unchanged: numbers that JavaScript cannot write, and nesting that is too deep for JSON.stringify. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Says what a member's value should be by its path; undefined leaves it to the schema. */
export type Sampler = (path: string[]) => unknown;

/** A minimal value that matches the schema. */
export function sample(schema: Schema, sampler: Sampler, path: string[] = []): unknown {
  const given = sampler(path);
  if (given !== undefined) return given;
  if (schema.anyOf) return sample(firstOf(schema.anyOf), sampler, path);
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name, member]) => schema.required?.includes(name) && member.default === undefined,
    );
    return Object.fromEntries(members.map(([name, member]) => [name, sample(member, sampler, [...path, name])]));
  }
  if (schema.type === 'array') return schema.items ? [sample(schema.items, sampler, path)] : [];
  if (schema.enum) return schema.default ?? schema.enum[0];
  if (schema.type === 'boolean') return schema.default ?? false;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  return 'text';
}

export interface Member {
  /** Elements of lists are named '0'. */
  path: string[];
  schema: Schema;
}

/** Every member at any depth, elements of lists included. */
export function membersOf(schema: Schema, path: string[] = []): Member[] {
  const shape = schema.anyOf?.find((one) => one.type === 'object' || one.type === 'array') ?? schema;
  const below = Object.entries(shape.properties ?? {}).flatMap(([name, member]) => membersOf(member, [...path, name]));
  const elements = shape.items ? membersOf(shape.items, [...path, '0']) : [];
  return [...(path.length > 0 ? [{ path, schema: schema.anyOf?.[0] ?? schema }] : []), ...below, ...elements];
}

/** A copy of the value in which the member has another value. Missing parents are created by the schema. */
export function withMember(
  schema: Schema,
  value: unknown,
  path: string[],
  member: unknown,
  sampler: Sampler,
  passed: string[] = [],
): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return member;
  const shape = schema.anyOf?.find((one) => one.type === 'object' || one.type === 'array') ?? schema;
  if (shape.type === 'array') {
    const element = shape.items ?? {};
    const first = Array.isArray(value) && value.length > 0 ? value[0] : sample(element, sampler, passed);
    return [withMember(element, first, rest, member, sampler, passed)];
  }
  const own = shape.properties?.[name] ?? {};
  const old = (value ?? sample(shape, sampler, passed)) as Record<string, unknown>;
  const inner = withMember(own, old[name], rest, member, sampler, [...passed, name]);
  const copy = { ...old };
  if (inner === MISSING) delete copy[name];
  else copy[name] = inner;
  return copy;
}

export const MISSING = Symbol('missing');

/** Integers at the limits of common number types. */
const NUMBERS: unknown[] = [-1, 0, 2 ** 31, 2 ** 53, '9223372036854775808', -(2 ** 63), 1.5, new RawJson('1e400')];

/** Texts that are stored and returned unchanged. They are harmless unless code interprets them. */
const ODDITIES = [
  '👩‍👩‍👧‍👦',
  '\u202Eevil\u202C العربية עברית',
  `'; drop table projects; --" or 1=1 /*`,
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '%_\\%',
  '../../../etc/passwd',
  'line\r\nSet-Cookie: owned=1',
  '\ufeffbom',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text that is wanted.
  '${7*7}{{7*7}}$(id)`id`',
  '(((((a+)+)+)+)+)$',
];

const TEXTS: string[] = [
  '',
  ' ',
  'a\0b',
  'lone \ud800 high',
  '__proto__',
  'constructor',
  "'",
  '../../../etc/passwd',
  '(((((a+)+)+)+)+)$',
  '9223372036854775808',
  '2026-02-31',
  'ß ſ İ ı K Å',
];

const DEPTH = 5000;
export const DEEP_LIST = new RawJson(`${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`);
export const DEEP_OBJECT = new RawJson(`${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`);
const POISON = new RawJson('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}');

/** Longer texts would test nothing more, but take longer. */
const LONGEST_TRIED = 70_000;
const MOST_ELEMENTS_TRIED = 2000;

/** The hostile values for a member. Members of a path or query are always texts: then `isText` is true. */
export function hostileValues(schema: Schema, isText: boolean): unknown[] {
  return [...reachingValues(schema, isText), ...refusedValues(schema, isText)];
}

/** Values that the code of an operation may get to see. */
export function reachingValues(schema: Schema, isText: boolean): unknown[] {
  const values: unknown[] = [MISSING];
  if (schema.type === 'string' && !schema.enum) {
    const most = schema.maxLength ?? LONGEST_TRIED + 1;
    values.push(...TEXTS, ODDITIES.join(' ').slice(0, most).toWellFormed());
    // Some count code units, some characters, some bytes.
    if (most <= 5000) values.push('💥'.repeat(most));
  } else if (schema.type === 'integer' || schema.type === 'number') values.push(...NUMBERS);
  else if (schema.type === 'array') values.push('', 'a,b', ',,,', '9223372036854775808');
  return isText ? values.filter((value) => !(value instanceof RawJson)) : values;
}

/** Values that the schema refuses, by the same code for all operations. */
export function refusedValues(schema: Schema, isText: boolean): unknown[] {
  const wrong = isText ? [] : wrongTypes(schema);
  if (schema.enum) return [...wrong, '', '__proto__', 'constructor', 'a\0b'];
  if (schema.type === 'string')
    return (schema.maxLength ?? LONGEST_TRIED + 1) <= LONGEST_TRIED
      ? [...wrong, 'x'.repeat(Number(schema.maxLength) + 1)]
      : wrong;
  if (schema.type === 'integer' || schema.type === 'number') return [...wrong, '', 'text', 'a\0b', '0x10'];
  if (schema.type === 'boolean') return [...wrong, '', 'yes', 'a\0b'];
  const isShort = schema.type === 'array' && (schema.maxItems ?? MOST_ELEMENTS_TRIED + 1) <= MOST_ELEMENTS_TRIED;
  return isShort && !isText ? [...wrong, new Array(Number(schema.maxItems) + 1).fill('1')] : wrong;
}

function wrongTypes({ type }: Schema): unknown[] {
  if (type === 'object') return [null, [], 'text', DEEP_OBJECT, POISON];
  if (type === 'array') return [null, {}, 3, DEEP_LIST, [null], [[]], [{}]];
  return [null, [], {}, type === 'string' ? 3 : true, DEEP_LIST];
}

/** The JSON text to send, with raw values in their places. */
export function jsonText(value: unknown): string {
  const raw: string[] = [];
  const text = JSON.stringify(value, (_name, member) => {
    if (!(member instanceof RawJson)) return member;
    raw.push(member.text);
    return `raw-json-${raw.length - 1}-`;
  });
  return raw.reduce((all, part, index) => all.replace(`"raw-json-${index}-"`, () => part), text);
}

/** Percent-encoded as a careless client does it: lone surrogates become bytes that are invalid in UTF-8. */
export function percentEncoded(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) as number;
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
      const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
      return bytes.map((byte) => `%${byte.toString(16)}`).join('');
    })
    .join('');
}

/** Random numbers in [0, 1) that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
