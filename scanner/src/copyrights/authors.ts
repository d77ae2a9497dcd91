// Authors: `@author X`, `Author: X`, `written by X`, `fixed by X <x@y>`. Names are read as those of holders are; what differs is what
// must stand before them and what makes them believable.
import type { TextAtLine } from '../findings.ts';
import { beginsDate, trimText } from './holders.ts';
import { beginReading, type Reading, type TokenSource, take } from './reading.ts';
import { takeBody } from './statements.ts';
import type { Token, TokenKind } from './tokens.ts';
import { organisationNouns } from './words.ts';

const tag = /^[\\@:*]?_{0,2}(?:authors?|author\(s\))_{0,2}$|^SPDX-FileContributor$/i;
const verb = /^(?:written|developed|created|contributed|implemented|coded|programmed|authored)$/i;

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
  if (token.kind === 'by') return readNames(source, at + 1, true, isContributor);
  if (verb.test(token.core)) {
    return tokens[at + 1]?.kind === 'by' ? readNames(source, at + 2, true, isMaker) : undefined;
  }
  const written = token.text.replace(/[:;.,]+$/, '');
  if (!tag.test(written)) return undefined;
  let index = at + 1;
  const isSeparated = /^[:=-]$/.test(tokens[index]?.text ?? '');
  if (isSeparated) index++;
  const isMarked = isSeparated || /:$/.test(token.text) || /^[\\@_]/.test(written);
  // Without a mark `Author` is prose, unless it begins the line and a name follows.
  if (
    !isMarked &&
    (!token.isFirst || token.core === 'AUTHORS' || token.core === 'AUTHOR' || tokens[index]?.kind !== 'name')
  )
    return undefined;
  return readNames(source, index, index < tokens.length, isNamed);
}

/** Reads the names at the index, the tokens' lines going on as those of statements do. */
function readNames(
  source: TokenSource,
  at: number,
  isOnSameLine: boolean,
  isBelievable: (reading: Reading) => boolean,
): Authors | undefined {
  const { tokens } = source;
  if (tokens[at] === undefined && !source.extend()) return undefined;
  const first = tokens[at];
  if (!['name', 'company', 'email', 'link'].includes(first.kind) || (!isOnSameLine && first.kind === 'link'))
    return undefined;
  const reading = beginReading(source, at);
  if (first.kind === 'email') {
    take(reading);
    reading.names++;
  } else {
    // The reading wants something before it to go on from: the introduction itself, dropped again below.
    reading.taken.push(tokens[at - 1]);
  }
  takeBody(reading, 'lines');
  const read = reading.taken[0] === tokens[at - 1] ? reading.taken.slice(1) : reading.taken;
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
    authors: authors.filter(({ value }) => value !== '' && !nobody.test(value)),
    next: Math.max(reading.index, at + 1),
  };
}

/** A list of authors gives each a line, ended by an address; a name without one may go on in the next line. */
function splitByLine(tokens: Token[]): Token[][] {
  const parts: Token[][] = [];
  tokens.forEach((token, index) => {
    if (index === 0 || (token.isFirst && tokens[index - 1].kind === 'email')) parts.push([]);
    parts[parts.length - 1].push(token);
  });
  return parts;
}

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

/** `by X <x@y>`: whatever was done, a name with an address did it. */
function isContributor({ taken, names }: Reading): boolean {
  return names > 0 && taken[0].kind !== 'link' && taken.length < 8 && taken[taken.length - 1].kind === 'email';
}
