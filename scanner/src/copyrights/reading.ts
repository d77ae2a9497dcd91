// The state of reading one statement, and how to look at the tokens around it. Shared by statements.ts, phrases.ts and belief.ts.
import { itemAt } from '../items.ts';
import type { Token } from './tokens.ts';

/** Tokens of a line and, on demand, of those after it. */
export interface TokenSource {
  /** Tokens read so far; `extend` adds to them. */
  tokens: Token[];
  /** Reads one more line; false at the end, at a line without words, or at the limit of lines. */
  extend: () => boolean;
  /** Reads the line behind a few without words, as they stand below headings; only an item of a list when items are wanted. */
  extendPast: (isItemWanted: boolean) => boolean;
  /** The words of the line before the first, in lower case. */
  wordsOfLineBefore: () => string[];
}

export interface Reading {
  source: TokenSource;
  /** What the statement is made of so far, in order. */
  taken: Token[];
  /** Index of the next token. */
  index: number;
  /** Index of the mark. */
  at: number;
  /** Whether each line is a statement of its own, as in a field of a package description. */
  isField: boolean;
  hasWord: boolean;
  hasSign: boolean;
  /** How many of each were taken. */
  years: number;
  names: number;
  groups: number;
}

/** Tokens looked at in a parenthesis, and in the names with which a line begins. */
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

/** The token `ahead` places further, reading another line when the tokens run out. */
export function peek({ source, index }: Reading, ahead: number): Token | undefined {
  while (source.tokens[index + ahead] === undefined) if (!source.extend()) return undefined;
  return source.tokens[index + ahead];
}

/** The token `ahead` places further, if it stands on the same line as the one before it. */
export function peekInLine({ source, index }: Reading, ahead: number): Token | undefined {
  return source.tokens[index + ahead - 1]?.isLast ? undefined : source.tokens[index + ahead];
}

/** Words written short that are longer than other abbreviations: `Univ. of Oak`. */
const shortened = /^(?:univ|dept|inst|prof|assoc)$/i;

/** Whether the token ends in a full stop that is not an abbreviation's. */
export function endsSentence(token: Token): boolean {
  if (/[;|!]['")]?$/.test(token.text)) return true;
  if (!/\.['")]?$/.test(token.text) || token.kind === 'company') return false;
  const lastPart = token.core.slice(token.core.lastIndexOf('-') + 1);
  return lastPart.length > 3 && !shortened.test(lastPart) && !/^(?:\p{L}\.)+\p{L}$/u.test(token.core);
}
