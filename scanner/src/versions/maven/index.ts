// Versions of Maven artifacts. https://maven.apache.org/pom.html#version-order-specification

import { readBrackets } from '../brackets.ts';
import { intervalOf } from '../intervals.ts';
import { type Order, versionScheme } from '../scheme.ts';
import { compareLists, compareNumbers, compareTexts, compareValues, isDigit, runEnd } from '../text.ts';

export const maven = versionScheme<Token[]>({
  name: 'maven',
  aliases: ['clojars', 'gradle'],
  isPrerelease: (version) => /[.-](alpha|beta|rc|cr|m|snapshot|milestone|ea|preview)[.-]?\d*/i.test(version),
  parse: tokensOf,
  compare: (a, b) => compareLists(a, b, compareTokens, END),
  // A version alone is what is asked for, and what is taken unless something nearer says otherwise.
  readRange: (range) => readBrackets(range, (version) => ({ intervals: [intervalOf({ comparator: '=', version })] })),
});

interface Token {
  /** What stands before it. A change between digits and letters counts as a hyphen. */
  mark: '.' | '-';
  /** A number, a qualifier in small letters, or '' for a qualifier that says nothing. */
  value: string;
}

/** Stands for the end of a version: a number that is zero, or a qualifier that says nothing. */
const END: Token = { mark: '-', value: '' };

/** The qualifiers in their order; others come after them. */
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['cr', 'rc'],
  ['ga', ''],
  ['final', ''],
  ['release', ''],
]);
const SHORT: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

function tokensOf(version: string): Token[] {
  const source = version.trim().toLowerCase();
  const tokens: Token[] = [];
  let mark: Token['mark'] = '.';
  for (let at = 0; at <= source.length; ) {
    const isNumber = isDigit(source.charCodeAt(at));
    const end = runEnd(source, at, isNumber ? isDigit : isOfWord);
    push(tokens, { mark, value: isNumber ? source.slice(at, end) : qualifierOf(source, at, end) });
    const next = source[end];
    mark = next === '.' ? '.' : '-';
    at = next === '.' || next === '-' || next === undefined ? end + 1 : end;
  }
  return withoutNulls(tokens);
}

/** An empty token is a zero; a letter right before a number is short for a qualifier. */
function qualifierOf(source: string, from: number, to: number): string {
  const word = source.slice(from, to);
  if (word === '') return '0';
  const isBeforeNumber = isDigit(source.charCodeAt(to));
  return (isBeforeNumber ? SHORT.get(word) : undefined) ?? SPELLINGS.get(word) ?? word;
}

/**
 * Tokens that say nothing (0, final) are dropped at the end, before each hyphen, and before each qualifier that announces a release:
 * otherwise 1.0.alpha would come before 1, but after 1-1, which comes after 1.
 */
function push(tokens: Token[], token: Token): void {
  if (token.mark === '-' || (!isNumeric(token) && compareQualifiers(token.value, '') < 0)) withoutNulls(tokens);
  tokens.push(token);
}

/** The first token stays. */
function withoutNulls(tokens: Token[]): Token[] {
  while (tokens.length > 1 && isNull(tokens.at(-1) as Token)) tokens.pop();
  return tokens;
}

function isNull(token: Token): boolean {
  return token.value === '' || (isNumeric(token) && compareNumbers(token.value, '0') === 0);
}

function isNumeric(token: Token): boolean {
  return isDigit(token.value.charCodeAt(0));
}

/** A qualifier before a number behind a hyphen, this before a number behind a dot. */
function compareTokens(a: Token, b: Token): Order {
  if (a === END || b === END) return a === END ? (-compareWithEnd(b) as Order) : compareWithEnd(a);
  return (
    compareValues(kindOf(a), kindOf(b)) ||
    (isNumeric(a) ? compareNumbers(a.value, b.value) : compareQualifiers(a.value, b.value))
  );
}

function compareWithEnd(token: Token): Order {
  return isNumeric(token) ? compareNumbers(token.value, '0') : compareQualifiers(token.value, '');
}

function kindOf(token: Token): number {
  return !isNumeric(token) ? 0 : token.mark === '-' ? 1 : 2;
}

function compareQualifiers(a: string, b: string): Order {
  const [left, right] = [rankOf(a), rankOf(b)];
  if (left === QUALIFIERS.length && right === left) return compareTexts(a, b);
  return compareValues(left, right);
}

function rankOf(qualifier: string): number {
  const rank = QUALIFIERS.indexOf(qualifier);
  return rank === -1 ? QUALIFIERS.length : rank;
}

function isOfWord(code: number): boolean {
  return !isDigit(code) && code !== 45 && code !== 46;
}
