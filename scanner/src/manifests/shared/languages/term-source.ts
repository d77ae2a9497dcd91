// Reads the literals of Erlang and Elixir: tuples, lists, maps, texts, atoms and keywords. Runs nothing: computed values are undefined.
// Grammar: https://www.erlang.org/doc/system/data_types, https://hexdocs.pm/elixir/syntax-reference.html
import { createLineCounter } from '../formats/lines.ts';

export interface TermGroup {
  kind: 'tuple' | 'list' | 'map';
  items: (Term | undefined)[];
  line: number;
}

/** Texts, atoms and numbers become texts. A keyword `key: value` becomes a tuple of two. */
export type Term = string | TermGroup;

interface Reader {
  text: string;
  at: number;
  /** The line of an offset; offsets must not go back. */
  lineAt: (offset: number) => number;
  isElixir: boolean;
  /** Module attributes: `@version`. */
  attributes: ReadonlyMap<string, string>;
}

const MAX_DEPTH = 64;
const NAME = /[A-Za-z_@][\w@]*[?!]?/y;
const NUMBER = /[+-]?\d[\w#.]*\d|\d/y;
const CLOSING: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '<': '>',
  '/': '/',
  '|': '|',
  '"': '"',
};

/** All terms of an Erlang file, each of which ends with a dot. Throws an `Error` if a bracket is not closed. */
export function readErlang(text: string): Term[] {
  const reader: Reader = { text, at: 0, lineAt: createLineCounter(text), isElixir: false, attributes: new Map() };
  const terms: Term[] = [];
  for (skipBlank(reader); reader.at < text.length; skipBlank(reader)) {
    const before = reader.at;
    const found = term(reader, 0);
    if (found !== undefined) terms.push(found);
    skipBlank(reader);
    if (text[reader.at] === '.' || reader.at === before) reader.at += 1;
  }
  return terms;
}

/** The term that begins at an offset of an Elixir file. Its lines are not counted. */
export function readElixir(
  text: string,
  at: number,
  attributes: ReadonlyMap<string, string> = new Map(),
): Term | undefined {
  return term({ text, at, lineAt: () => 1, isElixir: true, attributes }, 0);
}

/**
 * Yields the entries of the map that makes up an Elixir file; all of them at once take ten times the memory of the text. Throws if the map is not
 * closed.
 */
export function* readElixirEntries(
  text: string,
): Generator<[key: string, value: Term | undefined, line: number], void> {
  const reader: Reader = { text, at: 0, lineAt: createLineCounter(text), isElixir: true, attributes: new Map() };
  skipBlank(reader);
  reader.at += '%{'.length;
  const line = reader.lineAt(reader.at);
  for (let item = nextItem(reader, 'map', '}', line, 0); item !== 'end'; item = nextItem(reader, 'map', '}', line, 0))
    yield* entriesOf({ kind: 'list', items: [item.term], line });
}

export function isGroup(value: Term | undefined, kind?: TermGroup['kind']): value is TermGroup {
  return typeof value === 'object' && (kind === undefined || value.kind === kind);
}

/** '' if the value is not a text. */
export function termText(value: Term | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function termTexts(value: Term | undefined): string[] {
  if (!isGroup(value)) return typeof value === 'string' ? [value] : [];
  return value.items.filter((item) => typeof item === 'string');
}

/** The value of `{key, value}` in a list or map. */
export function fieldOf(group: Term | undefined, key: string): Term | undefined {
  return entriesOf(group).find(([name]) => name === key)?.[1];
}

/** The pairs in a list or map. */
export function entriesOf(group: Term | undefined): [key: string, value: Term | undefined, line: number][] {
  if (!isGroup(group)) return [];
  return group.items.flatMap((item): [string, Term | undefined, number][] =>
    isGroup(item, 'tuple') && typeof item.items[0] === 'string' ? [[item.items[0], item.items[1], item.line]] : [],
  );
}

function term(reader: Reader, depth: number): Term | undefined {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deep');
  skipBlank(reader);
  const { text, at, isElixir } = reader;
  const sign = text[at] ?? '';
  if (sign === '{') return group(reader, 'tuple', '}', 1, depth);
  if (sign === '[') return group(reader, 'list', ']', 1, depth);
  if (text.startsWith('%{', at) && isElixir) return group(reader, 'map', '}', 2, depth);
  if (text.startsWith('#{', at) && !isElixir) return group(reader, 'map', '}', 2, depth);
  if (text.startsWith('<<', at)) return binary(reader, depth);
  if (sign === '"' || sign === "'") return keyed(quoted(reader), reader, depth);
  if (sign === '~' && isElixir) return sigil(reader);
  if (sign === ':' && isElixir) return atom(reader, depth);
  const name = matched(NAME, reader);
  if (name !== '') return named(name, reader, depth);
  const number = matched(NUMBER, reader);
  return number === '' ? undefined : number;
}

function group(reader: Reader, kind: TermGroup['kind'], close: string, length: number, depth: number): TermGroup {
  const made: TermGroup = { kind, items: [], line: reader.lineAt(reader.at) };
  reader.at += length;
  for (
    let item = nextItem(reader, kind, close, made.line, depth);
    item !== 'end';
    item = nextItem(reader, kind, close, made.line, depth)
  )
    made.items.push(item.term);
  reader.at += 1;
  // The copy has exactly the needed length, while a list that grew has unused memory at its end.
  made.items = made.items.slice();
  return made;
}

/** The next item of an open group; `end` before the group's closing bracket. */
function nextItem(
  reader: Reader,
  kind: TermGroup['kind'],
  close: string,
  line: number,
  depth: number,
): { term: Term | undefined } | 'end' {
  for (skipBlank(reader); reader.text[reader.at] === ','; skipBlank(reader)) reader.at += 1;
  const sign = reader.text[reader.at];
  if (sign === undefined) throw new Error(`the "${kind}" at line ${line} is not closed`);
  if (sign === close) return 'end';
  const item = term(reader, depth + 1);
  skipBlank(reader);
  const ends = reader.text[reader.at];
  if (ends === ',' || ends === close) return { term: item };
  skipComputed(reader);
  return { term: undefined };
}

/** Skips a computed value, up to its comma or bracket. */
function skipComputed(reader: Reader): void {
  const open: string[] = [];
  for (const start = reader.at; reader.at < reader.text.length; ) {
    skipBlank(reader);
    const sign = reader.text[reader.at] ?? '';
    if (open.length === 0 && (sign === ',' || ')]}'.includes(sign))) {
      // A bracket of another kind would stop the reader here.
      if (reader.at === start && sign !== ',') reader.at += 1;
      return;
    }
    if (sign === '"' || sign === "'") {
      quoted(reader);
      continue;
    }
    if ('([{'.includes(sign)) open.push(sign);
    if (')]}'.includes(sign)) open.pop();
    reader.at += 1;
  }
}

/** `key: value`, `"key": value`, `"key" => value`. */
function keyed(key: string, reader: Reader, depth: number): Term | undefined {
  const { text } = reader;
  if (!reader.isElixir) return erlangPair(key, reader, depth);
  if (text[reader.at] === ':' && /\s/.test(text[reader.at + 1] ?? '')) return pair(key, reader, 1, depth);
  skipBlank(reader);
  return text.startsWith('=>', reader.at) ? pair(key, reader, 2, depth) : key;
}

function erlangPair(key: string, reader: Reader, depth: number): Term {
  skipBlank(reader);
  return reader.text.startsWith('=>', reader.at) ? pair(key, reader, 2, depth) : key;
}

function pair(key: string, reader: Reader, length: number, depth: number): TermGroup {
  const line = reader.lineAt(reader.at);
  reader.at += length;
  return { kind: 'tuple', items: [key, term(reader, depth + 1)], line };
}

function binary(reader: Reader, depth: number): Term | undefined {
  reader.at += 2;
  const inner = term(reader, depth + 1);
  const end = reader.text.indexOf('>>', reader.at);
  reader.at = end < 0 ? reader.text.length : end + 2;
  return inner;
}

function quoted(reader: Reader): string {
  const { text, at } = reader;
  const mark = text.startsWith('"""', at) ? '"""' : text.charAt(at);
  let value = '';
  let from = at + mark.length;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\') {
      const next = text[i + 1] ?? '';
      value += text.slice(from, i) + (next === 'n' ? '\n' : next === 't' ? '\t' : next);
      i += 1;
      from = i + 1;
    } else if (text.startsWith(mark, i)) {
      reader.at = i + mark.length;
      return value + text.slice(from, i);
    }
  }
  reader.at = text.length;
  return value + text.slice(from);
}

/** `~w(a b)` is a list of texts, `~s(a)` a text; others are computed. */
function sigil(reader: Reader): Term | undefined {
  const [, kind = '', open = ''] = /^~([a-zA-Z])([([{<|/"])/.exec(reader.text.slice(reader.at, reader.at + 3)) ?? [];
  if (open === '') {
    reader.at += 1;
    return undefined;
  }
  const line = reader.lineAt(reader.at);
  const end = reader.text.indexOf(CLOSING[open] ?? open, reader.at + 3);
  const inside = reader.text.slice(reader.at + 3, end < 0 ? reader.text.length : end);
  reader.at = end < 0 ? reader.text.length : end + 1;
  if (/[a-z]/.test(reader.text[reader.at] ?? '')) reader.at += 1;
  if (kind.toLowerCase() === 'w')
    return { kind: 'list', items: inside.split(/\s+/).filter((word) => word !== ''), line };
  return kind.toLowerCase() === 's' ? inside : undefined;
}

function atom(reader: Reader, depth: number): Term | undefined {
  reader.at += 1;
  const name = reader.text[reader.at] === '"' ? quoted(reader) : matched(NAME, reader);
  return name === '' ? undefined : keyed(name, reader, depth);
}

function named(name: string, reader: Reader, depth: number): Term | undefined {
  const { text, isElixir, attributes } = reader;
  const next = text[reader.at];
  if (isElixir && next === ':' && /\s/.test(text[reader.at + 1] ?? '')) return pair(name, reader, 1, depth);
  // A call or a part of a module is computed; the reader of the group skips it.
  if (next === '(' || next === '.') return isElixir || next === '(' ? undefined : name;
  if (!isElixir) return erlangPair(name, reader, depth);
  if (name.startsWith('@')) return attributes.get(name.slice(1));
  return /^(true|false|nil)$/.test(name) ? name : undefined;
}

function matched(expression: RegExp, reader: Reader): string {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.text)?.[0] ?? '';
  reader.at += found.length;
  return found;
}

function skipBlank(reader: Reader): void {
  const { text, isElixir } = reader;
  for (; reader.at < text.length; ) {
    const sign = text.charAt(reader.at);
    const isComment = isElixir ? sign === '#' : sign === '%';
    if (isComment) {
      const end = text.indexOf('\n', reader.at);
      reader.at = end < 0 ? text.length : end;
    } else if (/\s/.test(sign)) reader.at += 1;
    else return;
  }
}
