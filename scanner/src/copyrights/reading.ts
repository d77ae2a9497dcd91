// The state of reading one statement, and how to look at the tokens around it. Shared by statements.ts, phrases.ts and belief.ts.
import { itemAt } from '../items.ts';
import type { Token } from './tokens.ts';

/** Tokens of a line and, on demand, of those after it. */
export interface TokenSource {
  /** Tokens read so far; `extend` adds to them. */
  tokens: Token[];
  /** Reads one more line; false at the end, at a line without words, or at the limit of lines. */
  extend: () => boolean;
  /**
   * Skips a few lines without words, as below headings, and reads the next line. If an item is wanted, reads only an
   * item of a list.
   */
  extendPast: (isItemWanted: boolean) => boolean;
  /** The words of the line before the first one, in lower case. */
  wordsOfLineBefore: () => string[];
}

export interface Reading {
  source: TokenSource;
  /** The tokens of the statement so far, in order. */
  taken: Token[];
  /** Index of the next token. */
  index: number;
  /** Index of the mark. */
  at: number;
  /** Whether each line is a statement of its own, as in a field of a package description. */
  isField: boolean;
  hasWord: boolean;
  hasSign: boolean;
  /** How many of each kind were taken. */
  years: number;
  names: number;
  groups: number;
}

/** Most tokens that are examined in a parenthesis, or in the names at the beginning of a line. */
export const LOOK_AHEAD = 10;

export function beginReading(source: TokenSource, at: number): Reading {
  const { isLabel, isFirst } = itemAt(source.tokens, at);
  return {
    source,
    taken: [],
    index: at,
    at,
    isField: isLabel === true && isFirst,
    hasWord: false,
    hasSign: false,
    years: 0,
    names: 0,
    groups: 0,
  };
}

export function isMark(token: Token | undefined): boolean {
  return token !== undefined && (token.kind === 'copyright' || token.kind === 'sign');
}

export function take(reading: Reading, count = 1): true {
  for (let taken = 0; taken < count; taken++) reading.taken.push(itemAt(reading.source.tokens, reading.index++));
  return true;
}

/** The token `ahead` places further. Reads more lines if needed. */
export function peek({ source, index }: Reading, ahead: number): Token | undefined {
  while (source.tokens[index + ahead] === undefined) if (!source.extend()) return undefined;
  return source.tokens[index + ahead];
}

/** The token `ahead` places further, if it is on the same line as the token before it. */
export function peekInLine({ source, index }: Reading, ahead: number): Token | undefined {
  return source.tokens[index + ahead - 1]?.isLast ? undefined : source.tokens[index + ahead];
}

/** Abbreviations with more than three letters: `Univ. of Oak`. */
const shortened = /^(?:univ|dept|inst|prof|assoc)$/i;

/** Whether the token ends a sentence. The full stop of an abbreviation does not. */
export function endsSentence(token: Token): boolean {
  if (/[;|!]['")]?$/.test(token.text)) return true;
  if (!/\.['")]?$/.test(token.text) || token.kind === 'company') return false;
  const lastPart = token.core.slice(token.core.lastIndexOf('-') + 1);
  return lastPart.length > 3 && !shortened.test(lastPart) && !/^(?:\p{L}\.)+\p{L}$/u.test(token.core);
}
