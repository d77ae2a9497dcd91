// Reads Ruby files that only declare (gemspec, Gemfile, podspec, Podfile) as a list of assignments and calls, with their literal values and
// surrounding blocks. Runs nothing: computed values are undefined, but names of assigned literals have the literals' values.
import { itemAt } from '../../../items.ts';
import { tokenizeRuby } from './ruby-tokens.ts';
import {
  argumentsOf,
  around,
  element,
  endsValue,
  KEYWORDS,
  MAX_DEPTH,
  OPENS_AT_START,
  path,
  type RubyParser,
  type RubyStatement,
  value,
} from './ruby-values.ts';
import { isMark } from './source-tokens.ts';

/** A file with more statements is no manifest that people wrote; its loops stay as they are. */
const MAX_STATEMENTS_OF_LOOPS = 20_000;
const MAX_ITEMS_OF_LOOP = 2000;
const LOOPS = new Set(['while', 'until', 'for']);

export function readRuby(source: string): RubyStatement[] {
  const parser: RubyParser = {
    tokens: tokenizeRuby(source),
    at: 0,
    assigned: new Map(),
    blocks: [],
    statements: [],
    loops: new Map(),
  };
  let isStart = true;
  while (parser.at < parser.tokens.length) isStart = advance(parser, isStart);
  return parser.statements;
}

/** Reads one statement or skips one token. Returns whether the next token begins a statement. */
function advance(parser: RubyParser, isStart: boolean): boolean {
  const token = itemAt(parser.tokens, parser.at);
  const before = parser.tokens[parser.at - 1];
  if (token.kind === 'line' || isMark(token, ';')) return skip(parser, true);
  if (token.kind === 'mark' && token.value === '{') {
    pushBlock(parser, undefined);
    skipParameters(skipOne(parser));
    return true;
  }
  if (isMark(token, '}')) {
    parser.blocks.pop();
    return skip(parser, false);
  }
  if (token.kind !== 'name') return skip(parser, false);
  if (isMark(before, '.') || isMark(before, '&.')) {
    if (token.value === 'each') noteLoop(parser, literalBefore(parser));
    return skip(parser, false);
  }
  if (token.value === 'end') {
    parser.blocks.pop();
    return skip(parser, false);
  }
  if (token.value === 'do') return openBlock(parser, undefined);
  if (OPENS_AT_START.has(token.value) && (isStart || isMark(before, '=') || token.value === 'begin')) {
    pushBlock(parser, undefined);
    if (LOOPS.has(token.value)) skipLoopHead(parser);
    return skip(parser, token.value === 'begin');
  }
  if (KEYWORDS.has(token.value)) return skip(parser, token.value === 'else' || token.value === 'then');
  return isStart ? statement(parser) : skip(parser, false);
}

function skip(parser: RubyParser, isStart: boolean): boolean {
  parser.at += 1;
  return isStart;
}

function skipOne(parser: RubyParser): RubyParser {
  parser.at += 1;
  return parser;
}

/** The `do` in the head of a loop does not open a block of its own. */
function skipLoopHead(parser: RubyParser): void {
  for (let at = parser.at + 1; at < parser.at + 60; at++) {
    const token = parser.tokens[at];
    if (token === undefined || token.kind === 'line') return;
    if (token.kind === 'name' && token.value === 'do') {
      parser.at = at;
      return;
    }
  }
}

function openBlock(parser: RubyParser, call: RubyStatement | undefined): boolean {
  pushBlock(parser, call);
  parser.at += 1;
  skipParameters(parser);
  return true;
}

/** `|spec|` after the start of a block. */
function skipParameters(parser: RubyParser): void {
  if (!isMark(parser.tokens[parser.at], '|')) return;
  for (let at = parser.at + 1; at < parser.at + 30; at++) {
    if (isMark(parser.tokens[at], '|')) {
      parser.at = at + 1;
      return;
    }
  }
}

function statement(parser: RubyParser): boolean {
  const { line } = itemAt(parser.tokens, parser.at);
  let target = path(parser);
  const next = parser.tokens[parser.at];
  if (isMark(next, '[') && next?.isSpaced === false) {
    const key = element(parser);
    if (key === undefined) return false;
    target = `${target}[${key}]`;
  }
  const sign = parser.tokens[parser.at];
  if (sign?.kind === 'mark' && /^(=|\|\|=|\+=|<<)$/.test(sign.value))
    return assignment(parser, target, sign.value, line);
  const items = parser.loops.get(loopVariable(parser) ?? '');
  const call = argumentsOf(parser, target, line);
  addCall(parser, call, items);
  if (target.endsWith('.each')) {
    const list = parser.assigned.get(target.slice(0, -'.each'.length));
    // `each` itself ends here, before the block.
    if (Array.isArray(list)) noteLoop(parser, list, parser.at);
  }
  const behind = parser.tokens[parser.at];
  if (behind?.kind === 'name' && behind.value === 'do') return openBlock(parser, call);
  if (isMark(behind, '{')) {
    pushBlock(parser, call);
    skipParameters(skipOne(parser));
    return true;
  }
  return false;
}

/** A call whose first argument is the variable of a loop is made once for each item. */
function addCall(parser: RubyParser, call: RubyStatement, items: readonly string[] | undefined): void {
  if (items === undefined || parser.statements.length + items.length > MAX_STATEMENTS_OF_LOOPS) {
    parser.statements.push(call);
    return;
  }
  for (const item of items) parser.statements.push({ ...call, args: [item, ...call.args.slice(1)] });
}

/** The name that is the first argument of a call, if it is one. */
function loopVariable({ tokens, at }: RubyParser): string | undefined {
  const argument = isMark(tokens[at], '(') ? tokens[at + 1] : tokens[at];
  return argument?.kind === 'name' ? argument.value : undefined;
}

/** The texts of `%w[a b]` or `['a', 'b']` before `.each`. */
function literalBefore({ tokens, at }: RubyParser): string[] | undefined {
  const last = tokens[at - 2];
  if (last?.kind === 'words') return last.value.split(/\s+/).filter((word) => word !== '');
  if (!isMark(last, ']')) return undefined;
  const texts: string[] = [];
  for (let back = at - 3; back >= 0 && at - back < MAX_ITEMS_OF_LOOP; back--) {
    const token = itemAt(tokens, back);
    // `Dir['*']` is no list.
    if (isMark(token, '[')) return token.isSpaced || tokens[back - 1]?.kind !== 'name' ? texts.reverse() : undefined;
    if (token.kind === 'text') texts.push(token.value);
    else if (!isMark(token, ',') && token.kind !== 'line') return undefined;
  }
  return undefined;
}

/** Notes the variable of the block that follows: `do |x|`, `{ |x|`. */
function noteLoop({ tokens, loops, at }: RubyParser, items: readonly unknown[] | undefined, start = at + 1): void {
  const open = tokens[start];
  const name = tokens[start + 2];
  const opensBlock = isMark(open, '{') || (open?.kind === 'name' && open.value === 'do');
  if (!opensBlock || !isMark(tokens[start + 1], '|') || name?.kind !== 'name' || !isMark(tokens[start + 3], '|'))
    return;
  const texts = items?.filter((item) => typeof item === 'string');
  if (texts === undefined || texts.length !== items?.length) loops.delete(name.value);
  else loops.set(name.value, texts);
}

function assignment(parser: RubyParser, target: string, sign: string, line: number): boolean {
  parser.at += 1;
  const start = parser.at;
  const found = value(parser, 0);
  const isWhole = found !== undefined && endsValue(parser.tokens[parser.at]);
  // A computed value may contain blocks and calls, so continue right after the sign.
  if (!isWhole) parser.at = start;
  const kind = sign === '=' || sign === '||=' ? 'assign' : 'append';
  const args = isWhole ? [found] : [undefined];
  if (kind === 'assign' && isWhole) parser.assigned.set(target, found);
  if (kind === 'assign' && !isWhole) parser.assigned.delete(target);
  parser.statements.push({ kind, target, args, options: new Map(), blocks: around(parser), line });
  return false;
}

function pushBlock(parser: RubyParser, call: RubyStatement | undefined): void {
  const outer = around(parser);
  parser.blocks.push(call === undefined || outer.length >= MAX_DEPTH ? outer : [...outer, call]);
}
