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
  // A version alone is a recommendation. Maven uses it unless a nearer dependency asks for another version.
  readRange: (range) => readBrackets(range, (version) => ({ intervals: [intervalOf({ comparator: '=', version })] })),
});

interface Token {
  /** The separator before the token. A change between digits and letters counts as a hyphen. */
  mark: '.' | '-';
  /** A number, a lower-case qualifier, or '' for a neutral qualifier. */
  value: string;
}

/** Represents the end of a version: the number zero, or a neutral qualifier. */
const END: Token = { mark: '-', value: '' };

/** The qualifiers in order; unknown ones come after them. */
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
    const next = source[end];
    const token: Token = { mark, value: isNumber ? source.slice(at, end) : qualifierOf(source, at, end) };
    if (mark === '-' || isLikeHyphen(token, next)) withoutNulls(tokens);
    tokens.push(token);
    mark = next === '.' ? '.' : '-';
    at = next === '.' || next === '-' || next === undefined ? end + 1 : end;
  }
  return withoutNulls(tokens);
}

/** An empty token is a zero; a letter right before a number abbreviates a qualifier. */
function qualifierOf(source: string, from: number, to: number): string {
  const word = source.slice(from, to);
  if (word === '') return '0';
  const isBeforeNumber = isDigit(source.charCodeAt(to));
  return (isBeforeNumber ? SHORT.get(word) : undefined) ?? SPELLINGS.get(word) ?? word;
}

/**
 * Neutral tokens (0, final) are dropped at the end and before each hyphen. A dot is like a hyphen before a qualifier that a digit follows, so that
 * 1.0.0.x2 comes before 1-x3; and before a pre-release, because 1.0.alpha would otherwise come before 1, but after 1-1, which comes after 1.
 */
function isLikeHyphen(token: Token, next: string | undefined): boolean {
  if (isNumeric(token)) return false;
  return compareQualifiers(token.value, '') < 0 || (next !== undefined && isDigit(next.charCodeAt(0)));
}

/** Keeps the first token. */
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

/** Order: a qualifier, then a number after a hyphen, then a number after a dot. */
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
