// Reads literals that rockspecs in Lua assign: texts, tables, and texts joined by `..`. Runs nothing: computed values are undefined.
// Grammar: https://www.lua.org/manual/5.4/manual.html#9
import { itemAt } from '../items.ts';
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
  tokens: Token[];
  at: number;
  known: Map<string, LuaValue>;
}

/** An unclosed text or comment reaches to the end of the file, so that no part of the file is read twice. */
const TOKEN =
  /--\[(=*)\[[\s\S]*?(?:\]\1\]|$)|--[^\n]*|\[(=*)\[([\s\S]*?)(?:\]\2\]|$)|"((?:[^"\\\n]|\\[\s\S])*)"?|'((?:[^'\\\n]|\\[\s\S])*)'?|([A-Za-z_]\w*)|(\d[\w.]*)|(\.\.\.?|==|~=|<=|>=|\n|[^\s])/g;
const MAX_DEPTH = 32;
const MAX_TOKENS = 500_000;
const MAX_TEXT = 10_000;

/** The global and local names with their assigned literals. */
export function readLua(source: string): Map<string, LuaValue> {
  const parser: Parser = { tokens: tokenize(source), at: 0, known: new Map() };
  while (parser.at + 1 < parser.tokens.length) {
    const [name, sign] = [itemAt(parser.tokens, parser.at), itemAt(parser.tokens, parser.at + 1)];
    if (name.kind === 'name' && sign.kind === 'mark' && sign.value === '=') {
      parser.at += 2;
      const value = expression(parser, 0);
      if (value !== undefined) parser.known.set(name.value, value);
    } else parser.at += 1;
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

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const [whole, , , long, double, single, name, number, mark] of source.matchAll(TOKEN)) {
    if (tokens.length >= MAX_TOKENS) break;
    const text = long ?? double ?? single;
    if (text !== undefined)
      tokens.push({ kind: 'text', value: long === undefined ? text.replace(/\\([\s\S])/g, '$1') : text, line });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name, line });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number, line });
    else if (mark !== undefined && mark !== '\n') tokens.push({ kind: 'mark', value: mark, line });
    if (whole.includes('\n')) line += whole.split('\n').length - 1;
  }
  return tokens;
}

function expression(parser: Parser, depth: number): LuaValue | undefined {
  let value = primary(parser, depth);
  while (isMark(parser.tokens[parser.at], '..')) {
    parser.at += 1;
    const right = primary(parser, depth + 1);
    const isText = typeof value === 'string' && typeof right === 'string' && value.length + right.length < MAX_TEXT;
    value = isText ? `${String(value)}${String(right)}` : undefined;
  }
  return value;
}

function primary(parser: Parser, depth: number): LuaValue | undefined {
  const token = parser.tokens[parser.at];
  if (token === undefined || depth > MAX_DEPTH) return undefined;
  if (token.kind === 'mark') return token.value === '{' ? table(parser, depth) : undefined;
  parser.at += 1;
  if (token.kind === 'name') {
    const known = parser.known.get(token.value);
    // A part of a table, or a call.
    return isMark(parser.tokens[parser.at], '.') ||
      isMark(parser.tokens[parser.at], '(') ||
      isMark(parser.tokens[parser.at], ':')
      ? undefined
      : known;
  }
  return token.value;
}

function table(parser: Parser, depth: number): LuaTable {
  const made: LuaTable = { items: [], fields: new Map() };
  for (parser.at += 1; parser.at < parser.tokens.length && !isMark(parser.tokens[parser.at], '}'); ) {
    if (isMark(parser.tokens[parser.at], ',') || isMark(parser.tokens[parser.at], ';')) {
      parser.at += 1;
      continue;
    }
    const { line } = itemAt(parser.tokens, parser.at);
    const key = keyOf(parser);
    const value = expression(parser, depth + 1);
    const isWhole =
      isMark(parser.tokens[parser.at], ',') ||
      isMark(parser.tokens[parser.at], ';') ||
      isMark(parser.tokens[parser.at], '}');
    if (isWhole && value !== undefined && key !== undefined) made.fields.set(key, value);
    else if (isWhole && value !== undefined) made.items.push({ value, line });
    if (!isWhole) skipComputed(parser);
  }
  parser.at += 1;
  return made;
}

/** `key =` or `["key"] =` */
function keyOf(parser: Parser): string | undefined {
  const [first, second, third, fourth] = parser.tokens.slice(parser.at, parser.at + 4);
  if (first?.kind === 'name' && second?.value === '=' && second.kind === 'mark') {
    parser.at += 2;
    return first.value;
  }
  if (first?.value === '[' && second?.kind === 'text' && third?.value === ']' && fourth?.value === '=') {
    parser.at += 4;
    return second.value;
  }
  return undefined;
}

function skipComputed(parser: Parser): void {
  let depth = 0;
  for (; parser.at < parser.tokens.length; parser.at++) {
    const { kind, value } = itemAt(parser.tokens, parser.at);
    if (kind !== 'mark') continue;
    if (depth === 0 && /^[,;}]$/.test(value)) return;
    if ('([{'.includes(value)) depth += 1;
    if (')]}'.includes(value)) depth -= 1;
  }
}
