// Finds authors: `Author: X`, `@author X`, `authors = [...]`, lists below `Authors:`, `written by X`, `fixed by X <x@y>`. This file finds the
// introductions of names; people.ts reads the names. The words are in credits.yaml.

import type { TextAtLine } from '../findings.ts';
import { firstOf, itemAt, lastOf } from '../items.ts';
import {
  creditOf,
  helped,
  isLabelWord,
  isPassive,
  isQualifier,
  isReport,
  isRoleWord,
  isSource,
  purposes,
  things,
} from './credits.ts';
import { type Authors, isContributor, isMaker, isNamed, isSignedWork, isSigner, readPeople } from './people.ts';
import type { Reading, TokenSource } from './reading.ts';
import type { Token } from './tokens.ts';

export type { Authors } from './people.ts';

/**
 * The authors with an introduction (`Author:`, `written by`) at the index; undefined if there is no introduction or no
 * name.
 */
export function readAuthors(source: TokenSource, at: number): Authors | undefined {
  const token = itemAt(source.tokens, at);
  if (token.kind === 'by') return readCredit(source, at);
  if (isLabelWord(token.text)) return readLabelled(source, at);
  return at > 0 && !token.isFirst ? readSource(source, at) : undefined;
}

/** The text between a label and the names: `: [`, `= {`, `: { "name":`. */
const isSeparator = (text: string): boolean => /^(?:[:=>-]{1,2}|:*[[({]+)$/.test(text);

function readLabelled(source: TokenSource, at: number): Authors | undefined {
  const { tokens } = source;
  const { line, text, core } = itemAt(tokens, at);
  let index = at + 1;
  while (tokens[index]?.line === line && isSeparator(itemAt(tokens, index).text)) index++;
  const isObject = tokens[index]?.line === line && isField(tokens, index);
  if (isObject) index = behindField(tokens, index);
  const isMarked = index > at + 1 || /[:=]$/.test(text) || /^\W*[\\@_]/.test(text);
  const isHeading = opensLine(tokens, at);
  if (tokens[index]?.line !== line) {
    // `ABOUT THE AUTHOR:` before prose is not a list; `s.authors = [` is one.
    const isOpened = index > at + 1 && /[=[{(]$/.test(itemAt(tokens, index - 1).text);
    return isHeading || isOpened ? readList(source, index, isOpened) : undefined;
  }
  // `The original author is Ann Oak`.
  const isSentence = /^(?:is|are|was|were)$/.test(itemAt(tokens, index).core) && tokens[index + 1]?.line === line;
  if (isSentence && isHeading && !isMarked)
    return readPeople(source, index + 1, {
      isBelievable: (reading) => reading.names > 1 && isMaker(reading),
      reach: 'people',
    });
  // `Author` without a mark is prose, unless it begins the line and a name follows.
  if (
    !isMarked &&
    (!itemAt(tokens, at).isFirst || core === core.toUpperCase() || itemAt(tokens, index).kind !== 'name')
  )
    return undefined;
  // `Editor: Vim`, `the author - Oak`: one word is not enough.
  const isWeak = isRoleWord(text) || (!isHeading && itemAt(tokens, index - 1).kind === 'dash');
  if (isRoleWord(text) && (!isMarked || !isHeading)) return undefined;
  const isBelievable = isMarked && !isWeak ? isNamed : isMaker;
  const people = readPeople(source, behindRole(tokens, index), { isBelievable, reach: 'people' });
  return people && isHeading && isMarked && /s(?:\))?$/i.test(core) ? withLinesBelow(source, people) : people;
}

/** `Authors: Ann Oak <ann@oak.org> (trees)` and the lines below it, if each names a person with an address. */
function withLinesBelow(source: TokenSource, { authors, next }: Authors): Authors {
  const { tokens } = source;
  const all = [...authors];
  let end = next;
  for (let count = 0; count < MOST_LISTED; count++) {
    let start = end;
    const line = tokens[start - 1]?.line;
    while (tokens[start] !== undefined && itemAt(tokens, start).line === line) start++;
    if (tokens[start] === undefined && !source.extend()) break;
    const read = readPeople(source, start, { isBelievable: isContributor, reach: 'line', endsWithAddress: true });
    if (read === undefined) break;
    all.push(...read.authors);
    end = read.next;
  }
  return { authors: all, next: end };
}

/** After `Original maintainer is`, if the label's value adds to the role. */
function behindRole(tokens: Token[], from: number): number {
  let index = from;
  while (index < from + MOST_QUALIFIERS && tokens[index + 1] !== undefined && isQualifier(itemAt(tokens, index).core))
    index++;
  if (!isLabelWord(itemAt(tokens, index).text)) return from;
  const next = tokens[index + 1];
  if (next?.core === 'is') return index + 2;
  return index > from && next?.kind === 'name' && !itemAt(tokens, index).text.endsWith(':') ? index + 1 : from;
}

/** Whether only words like `Original` and `Upstream` precede the label in the line. */
function opensLine(tokens: Token[], at: number): boolean {
  let index = at;
  while (!itemAt(tokens, index).isFirst && at - index < MOST_QUALIFIERS && isQualifier(tokens[index - 1]?.core ?? ''))
    index--;
  return itemAt(tokens, index).isFirst;
}

const MOST_QUALIFIERS = 4;
/** Most lines in a list of authors; longer lists are prose or data. */
const MOST_LISTED = 200;
/** Most lines in one list that only name a role. */
const MOST_ROLES = 4;
const isEndOfList = (text: string): boolean => /^[\])]/.test(text);

/** The lines below a heading, one author each, up to the first line without a name. */
function readList(source: TokenSource, from: number, isValue: boolean): Authors | undefined {
  const { tokens } = source;
  const authors: TextAtLine[] = [];
  let next = from;
  let hasFields = false;
  let roles = 0;
  for (let count = 0; count < MOST_LISTED; count++) {
    if (tokens[next] === undefined && !source.extend() && !source.extendPast(authors.length > 0 && !hasFields)) break;
    let start = next;
    while (isBullet(itemAt(tokens, start)) && !itemAt(tokens, start).isLast) start++;
    const { line } = itemAt(tokens, start);
    next = start;
    while (tokens[next]?.line === line) next++;
    const field = isField(tokens, start);
    if (field && !isNameField(itemAt(tokens, start))) {
      if (!hasFields) break;
      continue;
    }
    hasFields ||= field;
    if (isRole(tokens, start) && roles++ < MOST_ROLES) continue;
    const read = readListed(source, field ? behindField(tokens, start) : start, field || isValue);
    if (read === undefined) {
      next = start;
      break;
    }
    authors.push(...read.authors);
    next = Math.max(next, read.next);
    while (tokens[next]?.line === line) next++;
    // `author: {`, `name: Ann Oak`: the value is one person.
    if (isEndOfList(itemAt(tokens, next - 1).text)) break;
  }
  return authors.length > 0 ? { authors, next } : undefined;
}

/** `Primary Maintainer`: a line that only gives the role of the people below it. */
function isRole(tokens: Token[], start: number): boolean {
  let index = start;
  while (isQualifier(itemAt(tokens, index).core) && !itemAt(tokens, index).isLast) index++;
  return itemAt(tokens, index).isLast && isLabelWord(itemAt(tokens, index).text);
}

function readListed(source: TokenSource, at: number, isValue: boolean): Authors | undefined {
  const { tokens } = source;
  if (tokens[at] === undefined) return undefined;
  // `Original author: Ann Oak`, in a list of them.
  for (let index = at; index <= at + 2 && tokens[index]?.line === tokens[at].line; index++)
    if (isLabelWord(itemAt(tokens, index).text) && itemAt(tokens, index).text.endsWith(':'))
      return itemAt(tokens, index).isLast ? undefined : readLabelled(source, index);
  return readPeople(source, at, { isBelievable: isValue ? isNamed : isListed, reach: 'line' });
}

const isBullet = ({ kind, text }: Token): boolean =>
  kind === 'dash' || kind === 'number' || (kind === 'junk' && text.length < 4 && !isEndOfList(text));

/** `name: Ann Oak`, `email: …`: a field of an author in JSON, YAML or TOML. */
function isField(tokens: Token[], at: number): boolean {
  const { text, line, core } = itemAt(tokens, at);
  if (!/^[a-z]{2,12}$/.test(core)) return false;
  return /[:=]$/.test(text) || (tokens[at + 1]?.line === line && /^[:=]$/.test(itemAt(tokens, at + 1).text));
}

const isNameField = ({ core }: Token): boolean => core === 'name';
const behindField = (tokens: Token[], at: number): number => at + (/[:=]$/.test(itemAt(tokens, at).text) ? 1 : 2);

/** A line of a list that begins with two proper names, an organisation or an address is an author, unless it begins a sentence. */
function isListed(reading: Reading): boolean {
  const { taken, source } = reading;
  if (!isMaker(reading) || firstOf(taken).text.endsWith(':')) return false;
  if (taken.some(({ core }) => things.has(core))) return false;
  const last = lastOf(taken);
  const isLast = ({ text, line }: Token) => text === last.text && line === last.line;
  const follower = last.isLast ? undefined : source.tokens[source.tokens.findLastIndex(isLast) + 1];
  const isWord = follower?.kind === 'word' || follower?.kind === 'stop';
  const isSentence = isWord && last.core === last.text && /^\p{L}/u.test(follower.text);
  return !isSentence || helped.has(follower.core.toLowerCase());
}

/** The number of words before `by` that are examined. */
const MOST_CREDIT_WORDS = 10;

/** `put together by X`, `By X` on a line of its own, and any action by someone with an address. */
function readCredit(source: TokenSource, at: number): Authors | undefined {
  const { tokens } = source;
  const words = wordsBefore(tokens, at);
  const isAlone = words.length === 0;
  const isContinued = words.length < 2;
  if (isReport(words)) return undefined;
  const before = isContinued ? source.wordsOfLineBefore() : [];
  const credit = creditOf(isContinued ? [...before, ...words] : words);
  const read = (isBelievable: (reading: Reading) => boolean, endsWithAddress = false) =>
    readPeople(source, at + 1, { isBelievable, reach: 'people', endsWithAddress });
  if (credit === 'given') return read(isMaker) ?? read(isContributor, true);
  if (isAlone && !itemAt(tokens, at).isLast)
    return (isPassive(before) ? undefined : read(isSigner)) ?? read(isContributor, true);
  return (credit === 'perhaps' && read(isSignedWork)) || read(isContributor, true);
}

/** Most words between a name and what its bearer did: `for his very first patch`. */
const MOST_PURPOSE_WORDS = 5;

/** `Patch from Ann Oak.`, `from an idea of Ann Oak.`, `Thanks to Ann Oak for the patch`. */
function readSource(source: TokenSource, at: number): Authors | undefined {
  const { tokens } = source;
  const before = itemAt(tokens, at - 1).core.toLowerCase();
  const word = itemAt(tokens, at).core;
  const read = (isBelievable: (reading: Reading) => boolean) =>
    readPeople(source, at + 1, { isBelievable, reach: 'people' });
  if (word === 'to' && before === 'thanks') {
    const people = read(isMaker);
    return people !== undefined && isForWork(source, at + 1) ? people : undefined;
  }
  if ((word !== 'from' && word !== 'of') || !isSource(before) || (before === 'idea') !== (word === 'of'))
    return undefined;
  return (
    read(isSignedWork) ??
    readPeople(source, at + 1, { isBelievable: isContributor, reach: 'people', endsWithAddress: true })
  );
}

/** Whether `for` and something made follows the names, perhaps in the next line. */
function isForWork({ tokens, extend }: TokenSource, from: number): boolean {
  for (let index = from; index < from + MOST_CREDIT_WORDS; index++) {
    if (tokens[index] === undefined && !extend()) return false;
    const { core, text } = itemAt(tokens, index);
    if (core === 'for') return isMade(tokens, index, extend);
    if (/[.;!]$/.test(text) && core.length > 3) return false;
  }
  return false;
}

function isMade(tokens: Token[], at: number, extend: () => boolean): boolean {
  for (let index = at + 1; index <= at + MOST_PURPOSE_WORDS; index++) {
    if (tokens[index] === undefined && !extend()) return false;
    const { core, text } = itemAt(tokens, index);
    if (purposes.has(core.toLowerCase())) return true;
    if (/[.;!]$/.test(text)) return false;
  }
  return false;
}

/** The words of the line before the index, in lower case; leaves out earlier sentences. */
function wordsBefore(tokens: Token[], at: number): string[] {
  const words: string[] = [];
  for (let index = at; words.length < MOST_CREDIT_WORDS && !itemAt(tokens, index).isFirst; index--) {
    const { core, text } = itemAt(tokens, index - 1);
    if (words.length > 0 && /[.;!?]$/.test(text) && core.length > 3) break;
    words.unshift(core.toLowerCase());
  }
  return words;
}
