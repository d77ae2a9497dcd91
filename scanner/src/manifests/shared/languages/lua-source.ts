// Reads literals that rockspecs in Lua assign: texts, tables, and texts joined by `..`. Runs nothing: computed values are undefined.
// Grammar: https://www.lua.org/manual/5.4/manual.html#9
import { isMark } from './source-tokens.ts';

export interface LuaTable {
  /** Values without a key, in order. */
  items: { value: LuaValue; line: number }[];
  fields: Map<string, LuaValue>;
}

export type LuaValue = string | LuaTable;

interface Token {
  kind: 'text' | 'name' | 'mark' | 'number';
  value: string;
  line: number;
}

interface Parser {
  /** The next tokens, as many as were looked at. All tokens of a long text take ten times its memory. */
  ahead: Token[];
  source: Iterator<Token, void, undefined>;
  known: Map<string, LuaValue>;
}

/** An unclosed text or comment reaches to the end of the file, so that no part of the file is read twice. */
const TOKEN =
  /--\[(=*)\[[\s\S]*?(?:\]\1\]|$)|--[^\n]*|\[(=*)\[([\s\S]*?)(?:\]\2\]|$)|"((?:[^"\\\n]|\\[\s\S])*)"?|'((?:[^'\\\n]|\\[\s\S])*)'?|([A-Za-z_]\w*)|(\d[\w.]*)|(\.\.\.?|==|~=|<=|>=|\n|[^\s])/g;
const MAX_DEPTH = 32;
const MAX_TEXT = 10_000;

/** The global and local names with their assigned literals. */
export function readLua(source: string): Map<string, LuaValue> {
  const parser: Parser = { ahead: [], source: eachToken(source), known: new Map() };
  for (let name = peek(parser); name !== undefined; name = peek(parser)) {
    const isAssigned = name.kind === 'name' && isMark(peek(parser, 1), '=');
    skip(parser, isAssigned ? 2 : 1);
    if (!isAssigned) continue;
    const value = expression(parser, 0);
    if (value !== undefined) parser.known.set(name.value, value);
  }
  return parser.known;
}

export function isLuaTable(value: LuaValue | undefined): value is LuaTable {
  return typeof value === 'object';
}

export function luaText(value: LuaValue | undefined): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
}

export function luaField(value: LuaValue | undefined, name: string): LuaValue | undefined {
  return isLuaTable(value) ? value.fields.get(name) : undefined;
}

function peek(parser: Parser, distance = 0): Token | undefined {
  while (parser.ahead.length <= distance) {
    const next = parser.source.next();
    if (next.done === true) return undefined;
    parser.ahead.push(next.value);
  }
  return parser.ahead[distance];
}

function skip(parser: Parser, count = 1): void {
  peek(parser, count - 1);
  parser.ahead.splice(0, count);
}

function* eachToken(source: string): Generator<Token, void, undefined> {
  let line = 1;
  for (const [whole, , , long, double, single, name, number, mark] of source.matchAll(TOKEN)) {
    const text = long ?? double ?? single;
    if (text !== undefined)
      yield { kind: 'text', value: long === undefined ? text.replace(/\\([\s\S])/g, '$1') : text, line };
    else if (name !== undefined) yield { kind: 'name', value: name, line };
    else if (number !== undefined) yield { kind: 'number', value: number, line };
    else if (mark !== undefined && mark !== '\n') yield { kind: 'mark', value: mark, line };
    if (whole.includes('\n')) line += whole.split('\n').length - 1;
  }
}

function expression(parser: Parser, depth: number): LuaValue | undefined {
  let value = primary(parser, depth);
  while (isMark(peek(parser), '..')) {
    skip(parser);
    const right = primary(parser, depth + 1);
    const isText = typeof value === 'string' && typeof right === 'string' && value.length + right.length < MAX_TEXT;
    value = isText ? `${String(value)}${String(right)}` : undefined;
  }
  return value;
}

function primary(parser: Parser, depth: number): LuaValue | undefined {
  const token = peek(parser);
  if (token === undefined || depth > MAX_DEPTH) return undefined;
  if (token.kind === 'mark') return token.value === '{' ? table(parser, depth) : undefined;
  skip(parser);
  if (token.kind !== 'name') return token.value;
  // A part of a table, or a call.
  const isPart = ['.', '(', ':'].some((mark) => isMark(peek(parser), mark));
  return isPart ? undefined : parser.known.get(token.value);
}

function table(parser: Parser, depth: number): LuaTable {
  const made: LuaTable = { items: [], fields: new Map() };
  skip(parser);
  for (let token = peek(parser); token !== undefined && !isMark(token, '}'); token = peek(parser)) {
    if (isMark(token, ',') || isMark(token, ';')) {
      skip(parser);
      continue;
    }
    const { line } = token;
    const key = keyOf(parser);
    const value = expression(parser, depth + 1);
    const isWhole = [',', ';', '}'].some((mark) => isMark(peek(parser), mark));
    if (isWhole && value !== undefined && key !== undefined) made.fields.set(key, value);
    else if (isWhole && value !== undefined) made.items.push({ value, line });
    if (!isWhole) skipComputed(parser);
  }
  skip(parser);
  return made;
}

/** `key =` or `["key"] =` */
function keyOf(parser: Parser): string | undefined {
  const [first, second] = [peek(parser), peek(parser, 1)];
  if (first?.kind === 'name' && isMark(second, '=')) {
    skip(parser, 2);
    return first.value;
  }
  if (
    first?.value === '[' &&
    second?.kind === 'text' &&
    peek(parser, 2)?.value === ']' &&
    peek(parser, 3)?.value === '='
  ) {
    skip(parser, 4);
    return second.value;
  }
  return undefined;
}

function skipComputed(parser: Parser): void {
  let depth = 0;
  for (let token = peek(parser); token !== undefined; token = peek(parser)) {
    if (token.kind === 'mark') {
      const { value } = token;
      if (depth === 0 && /^[,;}]$/.test(value)) return;
      if ('([{'.includes(value)) depth += 1;
      if (')]}'.includes(value)) depth -= 1;
    }
    skip(parser);
  }
}
