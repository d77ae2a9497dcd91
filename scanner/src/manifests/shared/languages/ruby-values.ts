// Reads values from a Ruby file that only declares: literals, names of assigned literals, and arguments of calls. Computed values are undefined.
import { itemAt } from '../../../items.ts';
import type { RubyToken } from './ruby-tokens.ts';
import { isMark } from './source-tokens.ts';

/** Symbols, numbers and `true` become texts. */
export type RubyValue = string | RubyValue[] | ReadonlyMap<string, RubyValue>;

export interface RubyStatement {
  /** The kind: `s.name = …`, `s.files += …`, or `gem '…'`. */
  kind: 'assign' | 'append' | 'call';
  /** The dotted name as written: `s.name`, `Gem::Specification.new`; `s.metadata[key]` for an element. */
  target: string;
  /** Arguments without a known value are undefined and keep their places. */
  args: (RubyValue | undefined)[];
  /** Named arguments: `key: value` and `:key => value`. */
  options: ReadonlyMap<string, RubyValue>;
  /** The calls whose `do` blocks surround this one, outermost first. */
  blocks: readonly RubyStatement[];
  line: number;
}

export interface RubyParser {
  tokens: readonly RubyToken[];
  at: number;
  assigned: Map<string, RubyValue>;
  /** For each open `do`, `if` and the like: the calls around its contents. */
  blocks: (readonly RubyStatement[])[];
  statements: RubyStatement[];
  /** The items that the variable of a loop over a literal list has: `%w[a b].each do |x|`. */
  loops: Map<string, readonly string[]>;
}

export const MAX_DEPTH = 32;
/** A value that grows by repeated joining counts as computed. */
const MAX_TEXT = 100_000;
const MAX_LIST = 10_000;
export const OPENS_AT_START = new Set([
  'if',
  'unless',
  'while',
  'until',
  'case',
  'for',
  'begin',
  'def',
  'class',
  'module',
]);
export const KEYWORDS = new Set([
  ...OPENS_AT_START,
  'end',
  'else',
  'elsif',
  'when',
  'then',
  'do',
  'rescue',
  'ensure',
  'return',
]);
/** Methods that return a text or list with the same meaning for us. */
const KEEPING = new Set([
  'freeze',
  'to_s',
  'to_str',
  'to_sym',
  'dup',
  'strip',
  'chomp',
  'to_a',
  'flatten',
  'uniq',
  'compact',
  'sort',
]);
const WRAPPERS = /^(Gem::(Version|Requirement)|Gem::Dependency)\.(new|create)$/;

/** The text stored under a name; '' if it is not a text. */
export function rubyText(value: RubyValue | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** A list of texts; one text counts as a list of one. */
export function rubyTexts(value: RubyValue | undefined): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === 'string').map((text) => text.trim());
}

export function isRubyHash(value: RubyValue | undefined): value is ReadonlyMap<string, RubyValue> {
  return value instanceof Map;
}

/** `a.b.c`; leaves the parser after it. */
export function path(parser: RubyParser): string {
  const { tokens } = parser;
  const parts = [itemAt(tokens, parser.at).value];
  parser.at += 1;
  while (/^&?\.$/.test(markAt(parser)) && tokens[parser.at + 1]?.kind === 'name' && parts.length < 16) {
    parts.push(itemAt(tokens, parser.at + 1).value);
    parser.at += 2;
  }
  return parts.join('.');
}

export function element(parser: RubyParser): string | undefined {
  parser.at += 1;
  const key = value(parser, 0);
  if (!isMark(parser.tokens[parser.at], ']')) return undefined;
  parser.at += 1;
  return rubyText(key);
}

export function around(parser: RubyParser): readonly RubyStatement[] {
  return parser.blocks.at(-1) ?? [];
}

export function argumentsOf(parser: RubyParser, target: string, line: number): RubyStatement {
  const args: (RubyValue | undefined)[] = [];
  const options = new Map<string, RubyValue>();
  const call: RubyStatement = { kind: 'call', target, args, options, blocks: around(parser), line };
  const open = parser.tokens[parser.at];
  const hasBrackets = isMark(open, '(') && open?.isSpaced === false;
  if (!hasBrackets && !beginsArgument(open)) return call;
  if (hasBrackets) parser.at += 1;
  while (parser.at < parser.tokens.length) {
    if (hasBrackets && isMark(parser.tokens[parser.at], ')')) break;
    readArgument(parser, args, options);
    skipComputed(parser);
    if (!isMark(parser.tokens[parser.at], ',')) break;
    parser.at += 1;
  }
  if (hasBrackets && isMark(parser.tokens[parser.at], ')')) parser.at += 1;
  return call;
}

function readArgument(parser: RubyParser, args: (RubyValue | undefined)[], options: Map<string, RubyValue>): void {
  const token = parser.tokens[parser.at];
  if (token?.kind === 'label') {
    parser.at += 1;
    const given = value(parser, 0);
    if (given !== undefined && endsValue(parser.tokens[parser.at])) options.set(token.value, given);
    return;
  }
  const given = value(parser, 0);
  if (isMark(parser.tokens[parser.at], '=>')) {
    parser.at += 1;
    const right = value(parser, 0);
    if (typeof given === 'string' && right !== undefined && endsValue(parser.tokens[parser.at]))
      options.set(given, right);
    return;
  }
  args.push(endsValue(parser.tokens[parser.at]) ? given : undefined);
}

/** Skips to the next comma or the end of the arguments. */
function skipComputed(parser: RubyParser): void {
  let depth = 0;
  for (; parser.at < parser.tokens.length; parser.at++) {
    const token = itemAt(parser.tokens, parser.at);
    if (depth === 0 && endsValue(token)) return;
    if (token.kind !== 'mark') continue;
    if ('([{'.includes(token.value)) depth += 1;
    if (')]}'.includes(token.value)) depth -= 1;
  }
}

function beginsArgument(token: RubyToken | undefined): boolean {
  if (token === undefined || token.kind === 'line') return false;
  if (token.kind === 'mark')
    return (token.value === '[' || token.value === '(' || token.value === '*') && token.isSpaced;
  return !(token.kind === 'name' && (KEYWORDS.has(token.value) || /^(and|or|in|if|unless)$/.test(token.value)));
}

/** Whether this token may follow a complete value. */
export function endsValue(token: RubyToken | undefined): boolean {
  if (token === undefined || token.kind === 'line') return true;
  if (token.kind === 'name') return /^(if|unless|do|then|rescue|and|or|end|while)$/.test(token.value);
  return token.kind === 'mark' && /^[,)\]};]$/.test(token.value);
}

export function value(parser: RubyParser, depth: number): RubyValue | undefined {
  if (depth > MAX_DEPTH) return undefined;
  let found = primary(parser, depth);
  for (;;) {
    const sign = markAt(parser);
    const behind = parser.tokens[parser.at + 1];
    if ((sign === '.' || sign === '&.') && behind?.kind === 'name' && KEEPING.has(behind.value)) {
      parser.at += 2;
      if (isMark(parser.tokens[parser.at], '(') && isMark(parser.tokens[parser.at + 1], ')')) parser.at += 2;
    } else if (sign === '+' && found !== undefined) {
      parser.at += 1;
      const right = primary(parser, depth + 1);
      found = joined(found, right);
    } else return found;
  }
}

function joined(left: RubyValue, right: RubyValue | undefined): RubyValue | undefined {
  if (typeof left === 'string' && typeof right === 'string')
    return left.length + right.length > MAX_TEXT ? undefined : left + right;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length + right.length > MAX_LIST ? undefined : [...left, ...right];
  return undefined;
}

function primary(parser: RubyParser, depth: number): RubyValue | undefined {
  const token = parser.tokens[parser.at];
  if (token === undefined) return undefined;
  if (token.kind === 'text') return joinedTexts(parser);
  if (isMark(token, '[')) return list(parser, depth);
  if (isMark(token, '{')) return hash(parser, depth);
  if (isMark(token, '(')) {
    parser.at += 1;
    const inner = value(parser, depth + 1);
    if (!isMark(parser.tokens[parser.at], ')')) return undefined;
    parser.at += 1;
    return inner;
  }
  if (token.kind === 'name' && !KEYWORDS.has(token.value)) return named(parser, depth);
  if (token.kind !== 'symbol' && token.kind !== 'number' && token.kind !== 'words') return undefined;
  parser.at += 1;
  return token.kind === 'words' ? token.value.split(/\s+/).filter((word) => word !== '') : token.value;
}

/** Joins adjacent texts; fills in `#{name}` when the name is known. */
function joinedTexts(parser: RubyParser): string | undefined {
  let text: string | undefined = '';
  for (let token = parser.tokens[parser.at]; token?.kind === 'text'; token = parser.tokens[parser.at]) {
    const piece: string | undefined = token.isFilled === true ? filled(token.value, parser) : token.value;
    text = text === undefined || piece === undefined ? undefined : text + piece;
    parser.at += 1;
  }
  return text;
}

function filled(text: string, parser: RubyParser): string | undefined {
  if (!text.includes('#{')) return text;
  let isKnown = text.length < MAX_TEXT;
  if (!isKnown) return undefined;
  const result = text.replace(/#\{([^{}]*)\}/g, (_, expression: string) => {
    const found = parser.assigned.get(expression.trim().replace(/\.to_s$/, ''));
    if (typeof found !== 'string' || found.length > 1000) isKnown = false;
    return typeof found === 'string' ? found : '';
  });
  return isKnown && !result.includes('#{') ? result : undefined;
}

/** `true`, an assigned name, or a version inside a call of its class. */
function named(parser: RubyParser, depth: number): RubyValue | undefined {
  const start = parser.at;
  const name = path(parser);
  if (WRAPPERS.test(name)) {
    const { args } = argumentsOf(parser, name, 0);
    const known = args.filter((one) => one !== undefined);
    return depth > MAX_DEPTH || known.length < args.length ? undefined : known.length === 1 ? known[0] : known;
  }
  if (name === 'true' || name === 'false') return name;
  const known = parser.assigned.get(name);
  if (known !== undefined) return known;
  // `VERSION.dup`: reading the path has consumed the method.
  const dot = name.lastIndexOf('.');
  const owner = dot < 0 || !KEEPING.has(name.slice(dot + 1)) ? undefined : parser.assigned.get(name.slice(0, dot));
  if (owner === undefined) parser.at = start + 1;
  return owner;
}

function list(parser: RubyParser, depth: number): RubyValue[] | undefined {
  const items: RubyValue[] = [];
  let isWhole = true;
  for (parser.at += 1; parser.at < parser.tokens.length; ) {
    const token = parser.tokens[parser.at];
    if (isMark(token, ']')) break;
    if (isMark(token, ',') || token?.kind === 'line') {
      parser.at += 1;
      continue;
    }
    const item = value(parser, depth + 1);
    const isValue = item !== undefined && /^[,\]]$/.test(markAt(parser));
    if (isValue) items.push(item);
    else if (parser.tokens[parser.at] !== undefined && !/^[,\]]$/.test(markAt(parser))) {
      isWhole = false;
      parser.at += 1;
    }
  }
  parser.at += 1;
  return isWhole ? items : undefined;
}

function hash(parser: RubyParser, depth: number): ReadonlyMap<string, RubyValue> | undefined {
  const pairs = new Map<string, RubyValue>();
  for (parser.at += 1; parser.at < parser.tokens.length && !isMark(parser.tokens[parser.at], '}'); ) {
    const token = itemAt(parser.tokens, parser.at);
    if (token.kind === 'line' || isMark(token, ',')) {
      parser.at += 1;
      continue;
    }
    const before = parser.at;
    const key = token.kind === 'label' ? token.value : value(parser, depth + 1);
    if (token.kind === 'label' || isMark(parser.tokens[parser.at], '=>')) parser.at += 1;
    else return undefined;
    while (parser.tokens[parser.at]?.kind === 'line') parser.at += 1;
    const given = value(parser, depth + 1);
    if (typeof key === 'string' && given !== undefined) pairs.set(key, given);
    const behind = parser.tokens[parser.at];
    if (behind !== undefined && behind.kind !== 'line' && !/^[,}]$/.test(markAt(parser))) skipComputed(parser);
    if (parser.at === before) parser.at += 1;
  }
  parser.at += 1;
  return pairs;
}

function markAt(parser: RubyParser): string {
  const token = parser.tokens[parser.at];
  return token?.kind === 'mark' ? token.value : '';
}
