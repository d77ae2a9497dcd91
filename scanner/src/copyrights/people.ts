// Reads the names of people after a label or `by`, in one line and in following lines that continue the names. Reads single names like those of
// holders; differs in how names continue, where they end, and which are plausible. Independent of labels and actions.

import type { TextAtLine } from '../findings.ts';
import { firstOf, itemAt, lastOf } from '../items.ts';
import {
  isLabelWord,
  isPlaceholder,
  isPlaceholderName,
  isQualifier,
  mayBePlaceholder,
  nobody,
  remarks,
} from './credits.ts';
import { beginsDate, trimText } from './holders.ts';
import { beginReading, type Reading, type TokenSource, take } from './reading.ts';
import { takeBody } from './statements.ts';
import type { Token, TokenKind } from './tokens.ts';
import { isDocumentationTag, organisationNouns } from './words.ts';

export interface Authors {
  authors: TextAtLine[];
  /** Index of the first token after the names. */
  next: number;
}

/** The words left at the end, after the names. */
const trailing: ReadonlySet<TokenKind> = new Set(['year', 'number', 'and', 'link', 'dash', 'by']);
const opening: ReadonlySet<TokenKind> = new Set(['name', 'company', 'email', 'link']);
/** `@annoak`: a person on a code-sharing site, except for documentation tags. */
const handle = /^[([*`]{0,2}@[a-z\d][a-z\d-]{1,38}\W?$/i;
const isHandle = (text: string): boolean => handle.test(text) && !isDocumentationTag(text);

/** How far names may continue. */
type Reach = 'line' | 'people';

export interface Wanted {
  isBelievable: (reading: Reading) => boolean;
  reach: Reach;
  /** Whether the names end with their first address, whatever follows. */
  endsWithAddress?: boolean;
}

/** Reads the names at the index; undefined if none is plausible. */
export function readPeople(source: TokenSource, at: number, wanted: Wanted): Authors | undefined {
  const { tokens } = source;
  const isOnSameLine = tokens[at] !== undefined;
  if (!isOnSameLine && !source.extend()) return undefined;
  const first = itemAt(tokens, at);
  if (mayBePlaceholder(first.text) && isPlaceholder(first.text)) return undefined;
  const reading = beginReading(source, at);
  // The parser needs preceding words to continue from: an introduction is added here and removed below.
  const introduction = { ...itemAt(tokens, at - 1), line: first.line };
  if (!takeFirst(reading, introduction, isOnSameLine || wanted.reach === 'line')) return undefined;
  takeBody(reading, wanted.reach);
  const read = reading.taken[0] === introduction ? reading.taken.slice(1) : reading.taken;
  const address = wanted.endsWithAddress === true ? read.findIndex(({ kind }) => kind === 'email') + 1 : 0;
  const taken = read.slice(0, address > 0 ? address : endOfNames(read));
  while (taken.length > 0 && trailing.has(lastOf(taken).kind)) taken.pop();
  reading.taken = taken;
  if (taken.length === 0 || nobody.has(firstOf(taken).core.toLowerCase()) || !wanted.isBelievable(reading))
    return undefined;
  const authors = splitByLine(taken).map(toAuthor);
  return { authors: authors.filter(({ value }) => isSomebody(value)), next: Math.max(reading.index, at + 1) };
}

/** Takes unusual beginnings of names: an address, a lower-case name before one, a handle. */
function takeFirst(reading: Reading, introduction: Token, isOnSameLine: boolean): boolean {
  const { tokens } = reading.source;
  const first = itemAt(tokens, reading.index);
  if (first.kind === 'email') {
    reading.names++;
    return take(reading);
  }
  const count = isHandle(first.text) ? 1 : wordsBeforeAddress(tokens, reading.index);
  if (count > 0) {
    for (let index = 0; index < count; index++)
      reading.taken.push({ ...itemAt(tokens, reading.index++), kind: 'name' });
    reading.names += count;
    return true;
  }
  if (!opening.has(first.kind) || (!isOnSameLine && first.kind === 'link')) return false;
  reading.taken.push(introduction);
  return true;
}

/** Words of a name written in lower case. */
const MOST_WORDS = 3;

/** The number of lower-case words before an address: `brian d foy <brian@oak.org>`. */
function wordsBeforeAddress(tokens: Token[], from: number): number {
  if (itemAt(tokens, from).kind !== 'word') return 0;
  for (let index = from; index < from + MOST_WORDS; index++) {
    const next = itemAt(tokens, index).isLast ? undefined : tokens[index + 1];
    if (!/^\p{L}[\p{L}\d_.-]*$/u.test(itemAt(tokens, index).text) || next === undefined) return 0;
    if (next.kind === 'email') return /[<(@]/.test(next.text.charAt(0)) || index > from ? index - from + 1 : 1;
    if (next.kind !== 'word' && next.kind !== 'name') return 0;
  }
  return 0;
}

/** In a list each author has a line, which ends after an address or a whole name; otherwise a name may continue in the next line. */
function splitByLine(tokens: Token[]): Token[][] {
  const parts: Token[][] = [];
  tokens.forEach((token, index) => {
    const isNext = token.isFirst && (tokens[index - 1]?.kind === 'email' || beginsNextPerson(tokens, index));
    if (index === 0 || isNext) parts.push([]);
    lastOf(parts).push(token);
  });
  return parts;
}

/** Whether this line and the previous one each contain the name of a person. */
function beginsNextPerson(tokens: Token[], index: number): boolean {
  const previous = tokens[index - 1];
  if (previous === undefined || previous.line === itemAt(tokens, index).line) return false;
  const isPerson = (line: Token[]): boolean =>
    line.length > 1 &&
    line.every(
      ({ kind, core }) => ((kind === 'name' || kind === 'and') && !organisationNouns.has(core)) || kind === 'email',
    ) &&
    line.filter(({ kind, core }) => kind === 'name' && /^\p{Lu}(?:[\p{Ll}'-]|\.|$)/u.test(core)).length > 1;
  const on = (line: number) => tokens.filter((token) => token.line === line);
  return isPerson(on(previous.line)) && isPerson(on(itemAt(tokens, index).line));
}

function toAuthor(tokens: Token[]): TextAtLine {
  return { value: joinNames(tokens.slice(0, endBehindAddress(tokens))), line: firstOf(tokens).line };
}

function isSomebody(value: string): boolean {
  const name = value.replace(/[<(]?\S+@\S+[>)]?/g, '').trim();
  if (value === '' || nobody.has(value.toLowerCase()) || isPlaceholderName(name)) return false;
  const words = name.match(/[\p{L}-]+/gu) ?? [];
  return !/'s$/.test(name) && !(words.length > 0 && words.every((word) => isQualifier(word) || isLabelWord(word)));
}

/** Text after the last address is a remark or a date (`Ann Oak <ann@oak.org>, June`), unless it is another name or the employer. */
function endBehindAddress(tokens: Token[]): number {
  const last = tokens.findLastIndex(({ kind }) => kind === 'email');
  if (last <= 0 || last === tokens.length - 1) return tokens.length;
  const next = itemAt(tokens, last + 1);
  const isJoined = itemAt(tokens, last).text.endsWith(',') || next.text === ',';
  const name = next.kind === 'and' || next.text === ',' ? tokens[last + 2] : next;
  const isNamed = name?.kind === 'name' && /^\p{Lu}/u.test(name.text) && !beginsDate(name);
  return isNamed && (isJoined || next.kind === 'and') ? tokens.length : last + 1;
}

function joinNames(tokens: Token[]): string {
  const text = tokens.map(({ text }) => text).join(' ');
  // BibTeX puts names in braces, gemspecs put them in brackets.
  return trimText(
    text
      .replace(/[{}]/g, '')
      .replace(/\]$/, '')
      .replace(/ ,/g, ',')
      .replace(/^(?:and|&) /, ''),
  );
}

/** `Ann Oak for the Acorn project`, `Ann Oak in https://…`: the purpose is not part of the name, unless it is an organisation's. */
function endOfNames(tokens: Token[]): number {
  for (let index = 1; index < tokens.length; index++) {
    if (organisationNouns.has(itemAt(tokens, index - 1).core)) return tokens.length;
    const token = itemAt(tokens, index);
    const { core, kind, text } = token;
    if (remarks.has(core) || /^(?:for|in|at)\b/i.test(core) || /^\[(?!\p{Lu})/u.test(text)) return index;
    if (kind === 'dash' && tokens[index + 1]?.kind === 'url') return index;
    // `Ann Oak - Swedish`: what the person did.
    if (text === '-' && index > 1 && tokens.slice(0, index).every((one) => one.kind === 'name')) return index;
    // `Ann Oak, March-June 1998`
    if (isDate(tokens, index) || (kind === 'name' && core.includes('-') && isSpanOfMonths(core, token))) return index;
  }
  return tokens.length;
}

/** A month or day, unless the letters name an organisation: `Ann Oak, DEC`. */
function isDate(tokens: Token[], index: number): boolean {
  const token = itemAt(tokens, index);
  const { core } = token;
  const next = tokens[index + 1]?.kind;
  // `Ann Oak, May 1999`: a May without a comma is a name.
  if (
    core === 'May' &&
    /,$/.test(tokens[index - 1]?.text ?? '') &&
    (next === undefined || next === 'year' || next === 'number')
  )
    return true;
  return beginsDate(token) && (core !== core.toUpperCase() || next === 'year' || next === 'number');
}

function isSpanOfMonths(core: string, token: Token): boolean {
  return core.split('-').every((part) => beginsDate({ ...token, core: part }));
}

/** After a tag or label one word is enough, if it looks like a name and not like an identifier. */
export function isNamed({ taken }: Reading): boolean {
  if (taken.some(({ kind }) => kind === 'email' || kind === 'company')) return true;
  if (taken.every(({ kind }) => kind === 'url' || kind === 'link')) return false;
  if (isHandle(firstOf(taken).text)) return true;
  const names = taken.filter(({ kind, core }) => kind === 'name' && /^\P{Ll}/u.test(core));
  return (
    names.length > 1 ||
    (names.length === 1 && (taken.length > 1 || /^(?:\P{ASCII}+|\p{Lu}[\p{Ll}'-]+)$/u.test(firstOf(names).core)))
  );
}

/** In prose an action is as often about code, so this requires two proper names in one line, an address or an organisation. */
export function isMaker({ taken }: Reading): boolean {
  if (taken.some(isAddressOrOrganisation) || isHandle(firstOf(taken).text)) return true;
  const [first, second] = taken.filter(({ kind }) => kind === 'name');
  if (firstOf(taken).kind !== 'name' || first === undefined || second?.line !== first.line) return false;
  return isProper(first) && isProper(second);
}

/** `Ann`, `A.`; `Tk_Init` is no name. */
const isProper = ({ core }: Token): boolean => /^\p{Lu}(?:\p{Ll}|\.|$)/u.test(core) && !core.includes('_');

function isAddressOrOrganisation({ kind, core }: Token): boolean {
  return kind === 'email' || kind === 'company' || organisationNouns.has(core) || core === 'contributors';
}

/** `By Ann Oak` alone, or followed only by an address, a date or the end of the sentence. */
export function isSigner(reading: Reading): boolean {
  const last = lastOf(reading.taken);
  return isMaker(reading) && (last.isLast || last.kind === 'email' || /[.,;]$/.test(last.text));
}

/** Most words in the names of people who share a work. */
const MOST_SHARING = 12;

/** `the acorn parser by Ann Oak.`: people of two or three proper names and the end of the line or sentence, or an address. */
export function isSignedWork(reading: Reading): boolean {
  const { taken } = reading;
  if (taken.at(-1)?.kind === 'email') return isContributor(reading);
  const last = lastOf(taken);
  const isWhole = last.isLast || /[.;)]$/.test(last.text);
  return isWhole && taken.length <= MOST_SHARING && personsIn(taken).every(isPlainPerson);
}

/** The names between commas and conjunctions. */
function personsIn(tokens: Token[]): Token[][] {
  const persons: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'and' && lastOf(persons).length > 0) persons.push([]);
    if (token.kind !== 'and') lastOf(persons).push(token);
    if (token.text.endsWith(',')) persons.push([]);
  }
  return persons.filter((person, index) => person.length > 0 || index === 0);
}

const isPlainPerson = (person: Token[]): boolean =>
  (person.length === 2 || person.length === 3) &&
  person.every((token) => token.kind === 'name' && isProper(token) && !organisationNouns.has(token.core));

/** `by X <x@y>`: a name with an address is a person, whatever the action. */
export function isContributor({ taken, names }: Reading): boolean {
  const last = lastOf(taken);
  return (
    names > 0 && firstOf(taken).kind !== 'link' && taken.length < 8 && last.kind === 'email' && !/:\/\//.test(last.text)
  );
}
