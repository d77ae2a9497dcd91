// The grammar of copyright statements, over the tokens of one line and of the lines in which it continues. Each step
// takes tokens or ends the statement. It looks ahead a limited number of tokens, so the time is linear.
import { itemAt, lastOf } from '../items.ts';
import { isBelievable, isTemplate, portionsBefore, readHolderBefore } from './belief.ts';
import {
  beginsCompany,
  opensGroup,
  takeConnector,
  takeLowerCaseName,
  takeName,
  takeNumber,
  takeParenthesis,
} from './phrases.ts';
import {
  beginReading,
  endsSentence,
  isMark,
  LOOK_AHEAD,
  peek,
  peekInLine,
  type Reading,
  type TokenSource,
  take,
} from './reading.ts';
import type { Token, TokenKind } from './tokens.ts';
import { isDocumentationTag, noticeWords, openingWords, organisationNouns, peopleWords } from './words.ts';

export interface Statement {
  /** The tokens of the statement, in order. */
  tokens: Token[];
  /** How many of the first tokens only introduce it: `Portions created by …`, `holder is`. */
  opening: number;
  /** Index of the first token after it. */
  next: number;
  /** Whether the lines after it may be statements of the same field. */
  isField: boolean;
}

const spdxTag = /^spdx-(?:file|snippet)copyrighttext$/i;

type Scope = 'lines' | 'line' | 'years' | 'people';

/** Most tokens in one statement. Longer ones are prose whose end was not recognised. */
const MOST_TOKENS = 200;
const fillers = new Set([
  'is',
  'are',
  'held',
  'owned',
  'assigned',
  'belongs',
  'belong',
  'to',
  'by',
  'of',
  'hereby',
  'works',
  'property',
]);
const listed: ReadonlySet<TokenKind> = new Set(['name', 'company', 'group', 'email', 'url']);
const connecting: ReadonlySet<TokenKind> = new Set(['and', 'link', 'by', 'dash']);

/**
 * Reads the statement with its first mark (word or sign) at the index. If there is no statement, returns the index
 * where the search continues.
 */
export function readStatement(source: TokenSource, at: number): Statement | number {
  const reading = beginReading(source, at);
  takeMarks(reading);
  // Several marks in a row are examined only once.
  const afterMarks = reading.index;
  if (spdxTag.test(itemAt(source.tokens, at).core)) return readTagged(reading) ?? afterMarks;
  if (speaksOfNotices(reading)) return afterMarks;
  takeFillers(reading);
  const before = readHolderBefore(reading);
  takeBody(reading, before.length > 0 ? 'years' : 'lines');
  while (reading.taken.length > 0 && connecting.has(lastOf(reading.taken).kind)) reading.taken.pop();
  if (before.length === 0 && !isBelievable(reading)) return afterMarks;
  const portions = before.length > 0 ? [] : portionsBefore(reading);
  const tokens = [...portions, ...before, ...reading.taken];
  return { tokens, opening: portions.length, next: Math.max(reading.index, at + 1), isField: reading.isField };
}

/** `SPDX-FileCopyrightText: 2019 the oak team`: the rest of the line is the statement, in any form. */
function readTagged(reading: Reading): Statement | undefined {
  const { source, at } = reading;
  const { line } = itemAt(source.tokens, at);
  const isOnLine = ({ line: other, text }: Token) => other === line && text !== '\u0001';
  for (let token = source.tokens[reading.index]; token !== undefined; token = source.tokens[reading.index]) {
    if (!isOnLine(token) || reading.taken.length >= MOST_TOKENS) break;
    take(reading);
  }
  const isNamed = reading.taken.some((token) => !isMark(token) && token.core !== '');
  if (!isNamed || isTemplate(reading)) return undefined;
  return { tokens: reading.taken, opening: 0, next: reading.index, isField: false };
}

/** `the holder is Tim Hudson`: a form that OpenSSL uses. */
export function readHolderIs(source: TokenSource, at: number): Statement | undefined {
  const { tokens } = source;
  if (itemAt(tokens, at).core !== 'holder' || tokens[at + 1]?.core !== 'is' || tokens[at + 2]?.kind !== 'name')
    return undefined;
  const reading = beginReading(source, at);
  take(reading, 2);
  takeBody(reading, 'line');
  return { tokens: reading.taken, opening: 2, next: reading.index, isField: false };
}

/** Takes the tokens after the marks: over lines, within the line, or only the years. */
export function takeBody(reading: Reading, scope: Scope): void {
  while (reading.taken.length < MOST_TOKENS && step(reading, scope)) {
    // `step` does the work.
  }
}

function takeMarks(reading: Reading): void {
  const { tokens } = reading.source;
  for (let token = tokens[reading.index]; token !== undefined && isMark(token); token = tokens[reading.index]) {
    if (token.kind === 'copyright') {
      reading.hasWord = true;
      // `Copyright: Copyright (c)`: the first is a label.
      if (reading.taken.at(-1)?.kind === 'copyright') reading.taken.pop();
    } else reading.hasSign = true;
    take(reading);
    // `Copyright or Copr.`, `Copyright : (c)`
    if (/^(?:or|:+|-)$/i.test(tokens[reading.index]?.text ?? '') && isMark(tokens[reading.index + 1])) {
      if (/^or$/i.test(itemAt(tokens, reading.index).text)) take(reading);
      else reading.index++;
    }
  }
  // Separators, and the year of a template.
  while (
    reading.hasWord &&
    /^(?:[.:|=-]+|[<[{](?:year|years|yyyy|date)[>\]}],?)$/i.test(tokens[reading.index]?.text ?? '')
  )
    reading.index++;
}

/** `copyright notice`, `COPYRIGHT HOLDERS`: the words claim no copyright. */
function speaksOfNotices(reading: Reading): boolean {
  // Tables of characters: `© COPYRIGHT SIGN`.
  if (reading.hasSign) return reading.hasWord && /^(?:sign|symbol|character)s?$/i.test(peek(reading, 0)?.core ?? '');
  const mark = itemAt(reading.source.tokens, reading.index - 1);
  const next = peek(reading, 0);
  if (next === undefined) return false;
  const isProse = /[,.]$/.test(mark.text) && mark.core.length > 4 && next.kind !== 'year';
  return noticeWords.has(next.core.toLowerCase()) || isProse;
}

/**
 * `is held by`, `assigned to`, `by`: words between the mark and the holder. They count only if a name or year follows.
 */
function takeFillers(reading: Reading): void {
  const { tokens } = reading.source;
  let ahead = reading.index;
  if (tokens[ahead] === undefined && !reading.source.extend()) return;
  while (ahead < reading.index + 4 && fillers.has(tokens[ahead]?.core.toLowerCase() ?? '')) ahead++;
  if (ahead === reading.index) return;
  if (tokens[ahead] === undefined && !reading.source.extend()) return;
  const follower = tokens[ahead];
  const isHolder =
    follower !== undefined && (follower.kind === 'link' || follower.kind === 'year' || listed.has(follower.kind));
  const isNickname =
    ahead === reading.index + 1 && itemAt(tokens, reading.index).kind === 'by' && follower?.isLast === true;
  if (isHolder || isNickname) take(reading, ahead - reading.index);
}

/** Takes the next token or phrase; false when the statement has ended. */
function step(reading: Reading, scope: Scope): boolean {
  const token = peek(reading, 0);
  if (token === undefined) return false;
  const previous = lastOf(reading.taken);
  const isEnd =
    token.line === previous.line ? endsInside(reading, token, previous) : !mayGoOn(scope, reading, previous, token);
  if (isEnd || isDocumentationTag(token.text)) return false;
  if (scope === 'years' && !ofYears.has(token.kind)) return false;
  if (token.text.startsWith('(') && token.kind !== 'sign') return takeParenthesis(reading);
  return STEPS[token.kind]?.(reading, token, previous) ?? false;
}

const ofYears: ReadonlySet<TokenKind> = new Set(['year', 'number', 'dash']);

type Step = (reading: Reading, token: Token, previous: Token) => boolean;

/** How a token of each kind is taken; others end the statement. */
const STEPS: Partial<Record<TokenKind, Step>> = {
  year: takeYear,
  name: takeName,
  company: takeName,
  email: takeAddress,
  url: takeAddress,
  group: takeGroup,
  number: takeNumber,
  and: takeConnector,
  link: takeConnector,
  by: takeConnector,
  dash: takeConnector,
  sign: takeSign,
  word: takeLowerCaseName,
  stop: (reading, token) => token.core === 'All' && beginsCompany(reading) && takeName(reading, token),
};

/** After a name, a full date belongs to an entry of a log, and a full stop ends the statement. */
function takeYear(reading: Reading, token: Token): boolean {
  reading.years++;
  take(reading);
  return reading.names === 0 || !(/^\d{4}-\d\d-\d\d$/.test(token.core) || /\d\.$/.test(token.text));
}

function takeAddress(reading: Reading, token: Token): boolean {
  if (reading.years === 0 && reading.names === 0 && !reading.hasSign) return false;
  return take(reading) && !/[.;]$/.test(token.text);
}

function takeGroup(reading: Reading, token: Token, previous: Token): boolean {
  if (!opensGroup(reading, previous)) return false;
  reading.groups++;
  return take(reading) && !endsSentence(token);
}

/** `Copyright 2004 (c) Foo`, `Copyright:` / `(c) 2004 Foo` */
function takeSign(reading: Reading): boolean {
  reading.hasSign = true;
  return reading.names === 0 && take(reading);
}

/** `Acorn Inc. Licensed under`, `Acorn Inc. Acorn hereby grants`: a sentence that begins inside the line. */
function endsInside(reading: Reading, token: Token, previous: Token): boolean {
  const isAfterStop = previous.kind === 'company' && previous.text.endsWith('.');
  if (isAfterStop && token.core === 'The') return true;
  if (token.kind !== 'name') return false;
  const next = peekInLine(reading, 1);
  if (openingWords.has(token.core))
    return isAfterStop || (next !== undefined && !listed.has(next.kind) && next.kind !== 'and');
  if (!isAfterStop) return false;
  const { tokens } = reading.source;
  for (let index = reading.index; index < Math.min(tokens.length, reading.index + LOOK_AHEAD); index++) {
    const { kind, core, isLast } = itemAt(tokens, index);
    if (kind === 'word' || kind === 'stop' || core === 'for') return true;
    if (isLast || kind === 'email') return false;
  }
  return false;
}

function mayGoOn(scope: Scope, reading: Reading, previous: Token, first: Token): boolean {
  if (scope === 'people') return peopleGoOn(reading, previous, first);
  return scope === 'lines' && goesOn(reading, previous, first);
}

/**
 * Whether names of people continue in the line of the token: after a comma or `and`, with an address, or with one more
 * person.
 */
function peopleGoOn(reading: Reading, previous: Token, first: Token): boolean {
  if (!goesOn(reading, previous, first) || opensField(reading)) return false;
  if (reading.names === 0 || /[,&]$/.test(previous.text) || connecting.has(previous.kind) || first.kind !== 'name')
    return true;
  return previous.kind === 'email' || first.kind !== 'name' || !endsSentence(previous);
}

/** `Former Maintainers: …`: another label within the first words. */
function opensField(reading: Reading): boolean {
  for (let ahead = 0; ahead < 3; ahead++) if (/:$/.test(peekInLine(reading, ahead)?.text ?? '')) return true;
  return false;
}

/** Whether the statement continues in the line that begins with the token. */
function goesOn(reading: Reading, previous: Token, first: Token): boolean {
  // `@author`, `\author`: a tag begins something else.
  if (/^[@\\]\p{L}/u.test(first.text)) return false;
  if (first.kind === 'sign') return reading.taken.every(({ kind }) => kind === 'copyright');
  if (['stop', 'junk', 'copyright', 'word', 'dash'].includes(first.kind)) return false;
  if (first.kind === 'name' && openingWords.has(first.core)) return false;
  // A label of another field, or another variable.
  if (/:$/.test(first.text) || /^[:=]$/.test(peekInLine(reading, 1)?.text ?? '')) return false;
  if (peopleWords.has(first.core) && (first.isLast || isHeadOfName(reading))) return false;
  if (reading.names + reading.groups === 0) return true;
  if (/[,&]$/.test(previous.text) || connecting.has(previous.kind)) return true;
  if (first.kind === 'email' || first.kind === 'url') return true;
  if (endsSentence(previous)) return false;
  switch (first.kind) {
    case 'and':
    case 'company':
      return true;
    case 'link':
      return first.core.toLowerCase() !== 'the';
    case 'group':
      return reading.names > 0;
    case 'year':
      return !reading.isField && beginsWithYearsAndName(reading);
    case 'name':
      if (reading.isField && isWholeEntry(reading) && !organisationNouns.has(first.core)) return false;
      return beginsWithHolder(reading, previous);
    default:
      return false;
  }
}

/**
 * `Author Ann Oak`: here the word introduces a person. In `The Acorn` / `Authors and others` it belongs to the holder.
 */
function isHeadOfName(reading: Reading): boolean {
  const next = peekInLine(reading, 1)?.kind;
  return next === 'name' || next === 'email';
}

/**
 * Whether the entry is complete: it has two names, or a name with people (`Acorn contributors`), or years, or an
 * address.
 */
function isWholeEntry({ years, names, groups, taken }: Reading): boolean {
  return years > 0 || names > 1 || (names > 0 && groups > 0) || taken.some(({ kind }) => kind === 'email');
}

function beginsWithYearsAndName(reading: Reading): boolean {
  let ahead = 1;
  while (ahead < LOOK_AHEAD && peekInLine(reading, ahead)?.kind === 'year') ahead++;
  const next = peekInLine(reading, ahead);
  return next?.kind === 'name' || next?.kind === 'by' || next?.kind === 'company';
}

/** Whether the line begins with names that end like a holder: a legal form, an address, the end of a short line or sentence. */
function beginsWithHolder(reading: Reading, previous: Token): boolean {
  const { tokens } = reading.source;
  const isList = reading.taken.some(({ kind, text }) => kind === 'name' && text.endsWith(','));
  for (let index = reading.index; index < Math.min(tokens.length, reading.index + LOOK_AHEAD); index++) {
    const token = itemAt(tokens, index);
    const { kind, core, text, isLast } = token;
    if (openingWords.has(core)) return false;
    if (kind === 'company' || kind === 'email' || organisationNouns.has(core)) return true;
    // After the name of a company a title follows, and not more of the name: `Definitions for …`.
    if (core === 'for' || (isLast && previous.kind === 'company')) return false;
    const length = index - reading.index + 1;
    if (length > 1 && text.startsWith('(') && `${text}${tokens[index + 1]?.text}`.includes('@')) return true;
    if (kind !== 'name' && kind !== 'link' && kind !== 'and') return false;
    // A list with a line break inside a name: `…, Ann Oak, Bea` / `Elm, Cy Fir`.
    if (length < 4 && text.endsWith(',') && isList) return true;
    if (endsSentence(token)) return text.endsWith('.') && length > 1 && length < 6;
    if (isLast) return length < 4;
  }
  return false;
}
