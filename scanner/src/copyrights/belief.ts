// Decides whether a finished reading is a statement, and reads the holder or the portion before its mark. Takes no
// tokens.
import { firstOf, itemAt, lastOf } from '../items.ts';
import { isPlaceholder, isPlaceholderName, mayBePlaceholder } from './credits.ts';
import { isMark, LOOK_AHEAD, peekInLine, type Reading } from './reading.ts';
import type { Token, TokenKind } from './tokens.ts';
import { licenseNames, openingWords, organisationNouns } from './words.ts';

const portion = /^(?:portions?|parts?)$/i;
/** Words of a template that nobody filled in. */
const placeholder = /^(?:your|yyyy|(?:19|20)(?:xx|yy))$/i;
const openYear = /^[<[{](?:year|years|yyyy|date)[>\]}],?$/i;
const fileName = /^[\w-]+\.(?:md|txt|rst|html?|adoc)$/i;
const nameKinds: ReadonlySet<TokenKind> = new Set(['name', 'company', 'email', 'and', 'link']);

/** Whether a reading without a holder before its mark claims a copyright. */
export function isBelievable(reading: Reading): boolean {
  const { taken, hasWord, hasSign, years, names, groups, at } = reading;
  if (isTemplate(reading)) return false;
  if (hasWord) {
    // `change copyrights to '92`: a year of two digits alone is not enough.
    if (years > 0) return names + groups > 0 || taken.some(({ kind, core }) => kind === 'year' && core[0] !== "'");
    if (names === 0) return hasSign && groups > 0;
    return hasSign || isClaim(reading);
  }
  if (years > 0) return names + groups > 0 || at === 0;
  return taken.some(({ kind }) => kind === 'name') && isSignedHolder(reading);
}

/** Whether there are words of a template in place of the years and names. */
export function isTemplate(reading: Reading): boolean {
  return reading.taken.some(({ core }) => placeholder.test(core)) || isUnnamed(reading) || hasPlaceholder(reading);
}

/** Whether a placeholder for a name follows the marks and years: `2019 <name of author>`, `2020 @@AUTHOR@@`. */
function hasPlaceholder({ source: { tokens }, at }: Reading): boolean {
  const { line } = itemAt(tokens, at);
  let start = at;
  while (
    tokens[start]?.line === line &&
    ['copyright', 'sign', 'year', 'by', 'dash'].includes(itemAt(tokens, start).kind)
  )
    start++;
  // Only the year may be a placeholder; the name after it decides.
  while (tokens[start]?.line === line && openYear.test(itemAt(tokens, start).text)) start++;
  if (tokens[start]?.core === 'The' || tokens[start]?.core === 'the') start++;
  const first = tokens[start];
  if (first === undefined || first.line !== line || !mayBePlaceholder(first.text)) return false;
  let end = start;
  while (end < start + LOOK_AHEAD && tokens[end]?.line === line && !/[>\]})]\W*$/.test(itemAt(tokens, end).text)) end++;
  const phrase = tokens.slice(start, end + 1).filter((token) => token.line === line);
  if (isPlaceholder(first.text) || isPlaceholder(phrase.map(({ text }) => text).join(' '))) return true;
  const names = tokens.slice(start, start + 4).filter((token) => token.line === line && token.kind !== 'email');
  return names.some(
    (_, count) =>
      isPlaceholderName(
        names
          .slice(0, count + 1)
          .map(({ text }) => text)
          .join(' '),
      ) && names.length === count + 1,
  );
}

/** gettext's `YEAR THE PACKAGE'S COPYRIGHT HOLDER`. People often fill in only the year and the package. */
function isUnnamed({ source: { tokens }, at }: Reading): boolean {
  let start = at;
  while (['copyright', 'sign', 'year'].includes(tokens[start]?.kind ?? '') || tokens[start]?.core === 'YEAR') start++;
  if (tokens[start]?.core !== 'THE') return false;
  const words = tokens.slice(start, start + LOOK_AHEAD).map(({ text }) => text);
  return /^THE (?:.{1,80}'S |\S+ )?COPYRIGHT HOLDER\b/.test(words.join(' '));
}

/**
 * A `(c)` without a word or year may also be a list item or a call. It needs a company, an address, `by` or two proper
 * names, and nothing after them.
 */
function isSignedHolder({ source, taken, index }: Reading): boolean {
  const names = taken.filter(({ kind }) => kind === 'name');
  const isHolder =
    taken.some(({ kind, core }) => ['company', 'email', 'by', 'group'].includes(kind) || organisationNouns.has(core)) ||
    (names.length > 1 && names.every(({ core }) => /^\p{Lu}(?:\p{Ll}+|\.)$/u.test(core)));
  if (firstOf(taken).text.endsWith(',') || openingWords.has(names[0]?.core ?? '')) return false;
  const follower = source.tokens[index];
  return (
    isHolder &&
    (taken.at(-1)?.isLast === true ||
      follower === undefined ||
      follower.kind === 'stop' ||
      follower.text === '|' ||
      follower.text === '\u0001' ||
      isMark(follower))
  );
}

/** A statement with neither year nor sign: `Copyright Acorn Inc.`, `copyrighted by Ann Oak`. */
function isClaim(reading: Reading): boolean {
  const mark = itemAt(reading.source.tokens, reading.at).core;
  const names = reading.taken.filter(({ kind }) => kind === 'name' || kind === 'company');
  if (/^copyleft/i.test(mark)) return false;
  const isShouted = mark === mark.toUpperCase() && names.every(({ core }) => core === core.toUpperCase());
  if (isShouted && !names.some(({ kind, core }) => kind === 'company' && core !== 'AS')) return false;
  const isProse = peekInLine(reading, 0)?.kind === 'word' && names.length < 2;
  // `Copyright: Apache` names a license, `Copyright: Apache Software Foundation` a holder.
  const isOrganisation = names.length > 1 && organisationNouns.has(lastOf(names).core);
  if (isProse || (licenseNames.has(firstOf(names).core.toLowerCase()) && !isOrganisation)) return false;
  // Lists of changes: `Rename COPYRIGHT to LICENSE.md`, `update Copyright [Ann Oak]`.
  if (firstOf(names).text.startsWith('[') || fileName.test(firstOf(names).core)) return false;
  const isHeading =
    names.length === 1 &&
    firstOf(names).kind === 'name' &&
    reading.taken.every(({ kind }) => kind === 'name' || kind === 'copyright');
  if (isHeading) return false;
  const isProper = names.length > 1 && names.every(({ core }) => /^\p{Lu}(?:[\p{Ll}.]|$)/u.test(core));
  const hasCompany = names.some(({ kind }) => kind === 'company');
  return (
    /^C/.test(mark) || /ed$/i.test(mark) || isProper || hasCompany || reading.taken.some(({ kind }) => kind === 'by')
  );
}

/** The holder before the mark, if the years end the line or the phrase: `Rusty Russell (C) 2000`. */
export function readHolderBefore({ source, at, index, hasWord }: Reading): Token[] {
  const { tokens } = source;
  const { line } = itemAt(tokens, at);
  let end = index;
  while (tokens[end]?.line === line && isPartOfYears(tokens, end)) end++;
  if (!tokens.slice(index, end).some(({ kind }) => kind === 'year')) return [];
  const follower = itemAt(tokens, end - 1).isLast ? undefined : tokens[end];
  const isBeforeStop = follower?.kind === 'dash' && tokens[end + 1]?.kind === 'stop';
  if (follower !== undefined && !isBeforeStop && !isUnrelated(follower, hasWord)) return [];
  // The next line begins with `by`, so the holder is there.
  if (follower === undefined && (tokens[end] !== undefined || source.extend()) && itemAt(tokens, end).kind === 'by')
    return [];
  let start = at;
  while (start > 0 && itemAt(tokens, start - 1).line === line && nameKinds.has(itemAt(tokens, start - 1).kind)) start--;
  while (start < at && (itemAt(tokens, start).kind !== 'name' || portion.test(itemAt(tokens, start).core))) start++;
  const holder = tokens.slice(start, at);
  const last = holder.at(-1);
  const isOtherSentence = last?.text.endsWith('.') === true && last.kind !== 'company';
  return isOtherSentence || holder.some(({ text }) => text.endsWith(':')) ? [] : holder;
}

function isPartOfYears(tokens: Token[], index: number): boolean {
  const { kind, text } = itemAt(tokens, index);
  return kind === 'year' || kind === 'number' || (text === '-' && tokens[index + 1]?.kind === 'year');
}

/** Whether the token after the years cannot begin a holder. */
function isUnrelated(token: Token, hasWord: boolean): boolean {
  if (token.kind === 'word') return !(hasWord && token.isLast);
  return token.kind === 'stop' || /^(?:to|for|in|--)$/.test(token.text);
}

/** Reads `Portions`, or `Portions created by the Initial Developer are`, before the mark. */
export function portionsBefore({ source: { tokens }, at }: Reading): Token[] {
  const previous = tokens[at - 1];
  if (previous === undefined || previous.line !== itemAt(tokens, at).line) return [];
  if (portion.test(previous.core)) return [previous];
  const phrase = tokens.slice(Math.max(0, at - 7), at);
  const isInitialDeveloper = /^portions created by the initial developer are$/i.test(
    phrase.map(({ core }) => core).join(' '),
  );
  return isInitialDeveloper ? phrase : [];
}
