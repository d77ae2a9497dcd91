// Authors: `@author X`, `Author: X`, lists below `Authors:`, `written by X`, `fixed by X <x@y>`. Names are read as those of holders are; what
// differs is what must stand before them and what makes them believable. The words that give credit are in credits.yaml.
import type { TextAtLine } from '../findings.ts';
import { givesCredit, isCreditHeading, isPlaceholder, isPlaceholderName, mayBePlaceholder } from './credits.ts';
import { beginsDate, trimText } from './holders.ts';
import { beginReading, type Reading, type TokenSource, take } from './reading.ts';
import { takeBody } from './statements.ts';
import type { Token, TokenKind } from './tokens.ts';
import { organisationNouns } from './words.ts';

const tag = /^[\\@:*]?_{0,2}(?:authors?|author\(s\))_{0,2}$|^SPDX-FileContributor$/i;

/** What is left over at the end when the names are over. */
const trailing: ReadonlySet<TokenKind> = new Set(['year', 'number', 'and', 'link', 'dash', 'by']);

/** What DocBook writes into a manual page without an author, and who is left when all are named elsewhere. */
const nobody = /^\[FIXME\b|^others$/i;

export interface Authors {
  authors: TextAtLine[];
  /** Index of the first token after the names. */
  next: number;
}

/** The authors whose introduction (`Author:`, `written by`) begins at the index; undefined when none does or it names nobody. */
export function readAuthors(source: TokenSource, at: number): Authors | undefined {
  const { tokens } = source;
  const token = tokens[at];
  if (token.kind === 'by') return readCredit(source, at);
  const written = token.text.replace(/[:;.,]+$/, '');
  if (!tag.test(written)) return undefined;
  if (token.isLast && isCreditHeading(token.text)) {
    const listed = readList(source, at + 1);
    if (listed) return listed;
  }
  let index = at + 1;
  const isSeparated = /^[:=-]$/.test(tokens[index]?.text ?? '');
  if (isSeparated) index++;
  // `authors = ["Ann Oak <ann@oak.org>"]`
  if (tokens[index]?.text === '[' && isSeparated) index++;
  const isMarked = isSeparated || /:$/.test(token.text) || /^[\\@_]/.test(written);
  // Without a mark `Author` is prose, unless it begins the line and a name follows.
  if (
    !isMarked &&
    (!token.isFirst || token.core === 'AUTHORS' || token.core === 'AUTHOR' || tokens[index]?.kind !== 'name')
  )
    return undefined;
  return readNames(source, index, index < tokens.length, isNamed);
}

/** `put together by X`, `By X` on a line of its own, and whatever was done by someone with an address. */
function readCredit(source: TokenSource, at: number): Authors | undefined {
  const { tokens } = source;
  const before: string[] = [];
  for (let index = at - 1; index >= Math.max(0, at - MOST_CREDIT_WORDS) && !tokens[index + 1].isFirst; index--)
    before.unshift(tokens[index].core.toLowerCase());
  if (givesCredit(before))
    return readNames(source, at + 1, true, isMaker) ?? readNames(source, at + 1, true, isContributor);
  const isAlone = tokens[at].isFirst && !tokens[at].isLast;
  return (isAlone && readNames(source, at + 1, true, isSigner)) || readNames(source, at + 1, true, isContributor);
}

const MOST_CREDIT_WORDS = 3;
/** Lines of a list of authors; what goes on longer is prose or data. */
const MOST_LISTED = 200;

/** The lines below a heading, one author each, up to the first that names nobody. */
function readList(source: TokenSource, from: number): Authors | undefined {
  const { tokens } = source;
  const authors: TextAtLine[] = [];
  let next = from;
  while (authors.length < MOST_LISTED && (tokens[next] !== undefined || source.extend())) {
    let start = next;
    while (isBullet(tokens[start]) && !tokens[start].isLast) start++;
    const read = readNames(source, start, true, isListed, 'line');
    if (!read || (authors.length > 0 && tokens[start].text.endsWith(':'))) break;
    authors.push(...read.authors);
    const { line } = tokens[start];
    next = read.next;
    while (tokens[next]?.line === line) next++;
  }
  return authors.length > 0 ? { authors, next } : undefined;
}

const isBullet = ({ kind, text }: Token): boolean =>
  kind === 'dash' || kind === 'number' || (kind === 'junk' && text.length < 4);

/** Reads the names at the index, the tokens' lines going on as those of statements do. */
function readNames(
  source: TokenSource,
  at: number,
  isOnSameLine: boolean,
  isBelievable: (reading: Reading) => boolean,
  scope: 'line' | 'lines' = 'lines',
): Authors | undefined {
  const { tokens } = source;
  if (tokens[at] === undefined && !source.extend()) return undefined;
  const first = tokens[at];
  if (mayBePlaceholder(first.text) && isPlaceholder(first.text)) return undefined;
  if (!['name', 'company', 'email', 'link'].includes(first.kind) || (!isOnSameLine && first.kind === 'link'))
    return undefined;
  const reading = beginReading(source, at);
  // In a list the line is read for itself.
  const introduction = scope === 'line' ? { ...tokens[at - 1], line: first.line } : tokens[at - 1];
  if (first.kind === 'email') {
    take(reading);
    reading.names++;
  } else {
    // The reading wants something before it to go on from: the introduction itself, dropped again below.
    reading.taken.push(introduction);
  }
  takeBody(reading, scope);
  const read = reading.taken[0] === introduction ? reading.taken.slice(1) : reading.taken;
  // `tested by Ann <ann@oak.org> 3rd July`: whatever was done, who did it ends with the address.
  const address = isBelievable === isContributor ? read.findIndex(({ kind }) => kind === 'email') + 1 : 0;
  const taken = read.slice(0, address > 0 ? address : endOfNames(read));
  while (taken.length > 0 && trailing.has(taken[taken.length - 1].kind)) taken.pop();
  reading.taken = taken;
  if (taken.length === 0 || !isBelievable(reading)) return undefined;
  const authors = splitByLine(taken).map((tokens) => ({
    value: joinNames(tokens.slice(0, endBehindAddress(tokens))),
    line: tokens[0].line,
  }));
  return {
    authors: authors.filter(
      ({ value }) => value !== '' && !nobody.test(value) && !isPlaceholderName(withoutAddress(value)),
    ),
    next: Math.max(reading.index, at + 1),
  };
}

/** A list of authors gives each a line, ended by an address or by a whole name; else a name may go on in the next line. */
function splitByLine(tokens: Token[]): Token[][] {
  const parts: Token[][] = [];
  tokens.forEach((token, index) => {
    const isNext = token.isFirst && (tokens[index - 1]?.kind === 'email' || beginsNextPerson(tokens, index));
    if (index === 0 || isNext) parts.push([]);
    parts[parts.length - 1].push(token);
  });
  return parts;
}

/** Whether the line and the one before it hold a person's name each, and nothing that would join them. */
function beginsNextPerson(tokens: Token[], index: number): boolean {
  const previous = tokens[index - 1];
  if (previous === undefined || previous.line === tokens[index].line) return false;
  const isPerson = (line: Token[]): boolean =>
    line.length > 1 &&
    line.every(({ kind, core }) => (kind === 'name' && !organisationNouns.has(core)) || kind === 'email') &&
    line.filter(({ kind, core }) => kind === 'name' && /^\p{Lu}(?:[\p{Ll}'-]|\.|$)/u.test(core)).length > 1;
  const on = (line: number) => tokens.filter((token) => token.line === line);
  return isPerson(on(previous.line)) && isPerson(on(tokens[index].line));
}

const withoutAddress = (value: string): string => value.replace(/[<(]?\S+@\S+[>)]?/g, '').trim();

/** What stands behind the last address is a remark or a date (`Ann Oak <ann@oak.org>, June`), unless another name or the employer. */
function endBehindAddress(tokens: Token[]): number {
  const last = tokens.findLastIndex(({ kind }) => kind === 'email');
  if (last <= 0 || last === tokens.length - 1) return tokens.length;
  const next = tokens[last + 1];
  const isJoined = tokens[last].text.endsWith(',') || next.text === ',';
  const name = next.kind === 'and' || next.text === ',' ? tokens[last + 2] : next;
  const isNamed = name?.kind === 'name' && /^\p{Lu}/u.test(name.text) && !beginsDate(name);
  return isNamed && (isJoined || next.kind === 'and') ? tokens.length : last + 1;
}

function joinNames(tokens: Token[]): string {
  const text = tokens.map(({ text }) => text).join(' ');
  // BibTeX puts a name into braces.
  return trimText(
    text
      .replace(/[{}]/g, '')
      .replace(/ ,/g, ',')
      .replace(/^(?:and|&) /, ''),
  );
}

/** `Ann Oak for the Acorn project`, `Ann Oak in https://…`: the purpose is no part of the name, unless an organisation's. */
function endOfNames(tokens: Token[]): number {
  for (let index = 1; index < tokens.length; index++) {
    if (organisationNouns.has(tokens[index - 1].core)) return tokens.length;
    if (
      /^(?:for|in)$/i.test(tokens[index].core) ||
      (tokens[index].kind === 'dash' && tokens[index + 1]?.kind === 'url')
    )
      return index;
  }
  return tokens.length;
}

/** After a tag or label one word is enough, if it is written as names are, not as identifiers. */
function isNamed({ taken }: Reading): boolean {
  if (taken.some(({ kind }) => kind === 'email' || kind === 'company')) return true;
  const names = taken.filter(({ kind, core }) => kind === 'name' && /^\P{Ll}/u.test(core));
  return (
    names.length > 1 ||
    (names.length === 1 && (taken.length > 1 || /^(?:\P{ASCII}+|\p{Lu}[\p{Ll}'-]+)$/u.test(names[0].core)))
  );
}

/** `written by` in prose is as often about code: two proper names in one line, an address or an organisation are wanted. */
function isMaker({ taken }: Reading): boolean {
  if (taken.some(isAddressOrOrganisation)) return true;
  const [first, second] = taken.filter(({ kind }) => kind === 'name');
  if (taken[0].kind !== 'name' || second === undefined || second.line !== first.line) return false;
  return [first, second].every(({ core }) => /^\p{Lu}(?:\p{Ll}|\.|$)/u.test(core));
}

function isAddressOrOrganisation({ kind, core }: Token): boolean {
  return kind === 'email' || kind === 'company' || organisationNouns.has(core) || core === 'contributors';
}

/** `By Ann Oak` and no more, but for an address, a date or the end of the sentence. */
function isSigner(reading: Reading): boolean {
  const last = reading.taken[reading.taken.length - 1];
  return isMaker(reading) && last !== undefined && (last.isLast || last.kind === 'email' || /[.,;]$/.test(last.text));
}

/** In a list a line that begins with two proper names, an organisation or an address is an author. */
function isListed(reading: Reading): boolean {
  return isMaker(reading) && !reading.taken[0].text.endsWith(':');
}

/** `by X <x@y>`: whatever was done, a name with an address did it. */
function isContributor({ taken, names }: Reading): boolean {
  return names > 0 && taken[0].kind !== 'link' && taken.length < 8 && taken[taken.length - 1].kind === 'email';
}
