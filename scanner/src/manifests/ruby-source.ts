// Reads Ruby files that only declare (gemspec, Gemfile, podspec, Podfile) as a list of assignments and calls, with their literal values and
// surrounding blocks. Runs nothing: computed values are undefined, but names of assigned literals have the literals' values.
import { itemAt } from '../items.ts';
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

const LOOPS = new Set(['while', 'until', 'for']);

export function readRuby(source: string): RubyStatement[] {
  const parser: RubyParser = {
    tokens: tokenizeRuby(source),
    at: 0,
    assigned: new Map(),
    blocks: [],
    statements: [],
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
  if (isMark(before, '.') || isMark(before, '&.')) return skip(parser, false);
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
  const call = argumentsOf(parser, target, line);
  parser.statements.push(call);
  const behind = parser.tokens[parser.at];
  if (behind?.kind === 'name' && behind.value === 'do') return openBlock(parser, call);
  if (isMark(behind, '{')) {
    pushBlock(parser, call);
    skipParameters(skipOne(parser));
    return true;
  }
  return false;
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
