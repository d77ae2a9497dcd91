// The phrases of a statement: names, connected names, addresses in parentheses, names in lower case. Each function
// takes the phrase at the index of the reading and returns whether the statement may continue after it.
import { itemAt, lastOf } from '../items.ts';
import { endsSentence, isMark, LOOK_AHEAD, peek, peekInLine, type Reading, take } from './reading.ts';
import type { Token, TokenKind } from './tokens.ts';
import { isDocumentationTag, openingWords, organisationNouns } from './words.ts';

/** These words before a holder begin a remark: `Copyright at the end`. */
const remarks = new Set(['at', 'in', 'for', 'a', 'an', 'as', 'to']);
/** Tokens of the longest parenthesis that is read as part of a name. */
const LONGEST_PARENTHESIS = 24;
const longForm: ReadonlySet<TokenKind> = new Set(['name', 'link', 'company', 'and', 'group']);
/** `@jdalton`, but not tags such as `@license`. */
const nickname = /^@(?!copyrights?$)\p{L}[\p{L}\d_-]*[,.]?$/iu;
const plainWord = /^[\p{L}\d][\p{L}\d_.+/-]*,?$/u;

export function takeName(reading: Reading, token: Token): boolean {
  // `Group: Development` is another field.
  if (/:$/.test(token.text) && token.kind === 'name' && reading.names + reading.groups > 0) return false;
  reading.names++;
  take(reading);
  // The end of a parenthesis that contains the whole statement.
  if (/\)\W*$/.test(token.text) && !token.text.includes('(')) return false;
  if (!endsSentence(token)) return true;
  const next = token.isLast ? undefined : reading.source.tokens[reading.index];
  if (next === undefined) return false;
  return ['email', 'url', 'year', 'company', 'number'].includes(next.kind) || /^\((?:19|20)\d\d/.test(next.text);
}

/**
 * `All Things Open LLC`: `All` normally ends a statement (`All rights reserved`). It begins a name if only names are
 * between it and a legal form.
 */
export function beginsCompany(reading: Reading): boolean {
  if (reading.names + reading.groups > 0) return false;
  let ahead = 1;
  while (ahead < LOOK_AHEAD && peekInLine(reading, ahead)?.kind === 'name') ahead++;
  return ahead > 1 && peekInLine(reading, ahead)?.kind === 'company';
}

export function opensGroup(reading: Reading, previous: Token): boolean {
  return (
    reading.names + reading.groups + reading.years > 0 ||
    previous.kind === 'by' ||
    (previous.kind === 'link' && previous.core !== 'of')
  );
}

/** `Signal 11 Software`, `901 San Antonio Road`; `1992, 93, 94`. */
export function takeNumber(reading: Reading, token: Token, previous: Token): boolean {
  if (previous.kind === 'year' && token.core.length === 2 && reading.names === 0) {
    reading.taken.push({ ...token, kind: 'year' });
    reading.index++;
    return true;
  }
  const next = peekInLine(reading, peekInLine(reading, 1)?.kind === 'number' ? 2 : 1);
  return reading.names > 0 && (next?.kind === 'name' || next?.kind === 'company') && take(reading);
}

export function takeConnector(reading: Reading, token: Token, previous: Token): boolean {
  if (previous.kind === 'year' && takeOpenRange(reading, token)) return true;
  const word = token.core.toLowerCase();
  // `Ann Oak et al.`: nobody else is named.
  if (word === 'et' && peekInLine(reading, 1)?.core.toLowerCase() === 'al') return take(reading, 2) && false;
  if (connectsNothing(reading, token, previous)) return false;
  if (word === 'as') return takeRepresentedBy(reading);
  const { ahead, next } = behindConnectors(reading, token);
  if (next === undefined || isMark(next) || (word === 'or' && ahead > 1 && reading.groups === 0)) return false;
  if (beginsHolder(next)) return connectsHolder(reading, token, next, ahead) && take(reading, ahead);
  if (next.kind === 'year' || next.kind === 'number')
    return (token.kind !== 'link' || word === 'to' || token.text === ',') && take(reading, ahead);
  if (isPresent(next)) return take(reading, ahead);
  return connectsLowerCase(reading, token, next, ahead) && take(reading, ahead) && takeWords(reading);
}

/** `by` after the holder, a dash that begins a remark, and a word after an address end the statement. */
function connectsNothing(reading: Reading, token: Token, previous: Token): boolean {
  switch (token.kind) {
    case 'by':
      return reading.names + reading.groups > 0 && previous.kind !== 'year';
    case 'dash':
      return token.isLast || /^(?:-{2,}|\/{2,}|\|)/.test(token.text);
    case 'link':
      return previous.kind === 'email' && token.text !== ',';
    default:
      return false;
  }
}

/** The first token after up to three connectors: `and the`, `and by the`. */
function behindConnectors(reading: Reading, token: Token): { ahead: number; next: Token | undefined } {
  let ahead = 1;
  let next = peek(reading, ahead);
  while (next !== undefined && ahead < 4) {
    const isBy = next.kind === 'by' && ahead === 1 && token.kind !== 'link';
    if (next.kind !== 'link' && next.kind !== 'and' && !isBy) break;
    next = peek(reading, ++ahead);
  }
  return { ahead, next };
}

const holderKinds: ReadonlySet<TokenKind> = new Set(['company', 'group', 'email', 'url']);

const beginsHolder = (next: Token): boolean =>
  holderKinds.has(next.kind) || (next.kind === 'name' && !(next.isFirst && openingWords.has(next.core)));

/** Whether the connector leads to a holder, and not to a remark: `Copyright at the end`, `Copyright of contributors`. */
function connectsHolder(reading: Reading, token: Token, next: Token, ahead: number): boolean {
  if (ahead === 1 && remarks.has(token.core.toLowerCase()) && reading.names === 0) return false;
  if (next.kind !== 'group') return true;
  const isUnmarked = reading.names === 0 && reading.years === 0 && !reading.hasSign;
  return token.kind !== 'dash' && !(token.kind === 'link' && isUnmarked);
}

/** `the native web`, `and suzuki toshiya`: names in lower case continue to the end of the line or sentence. */
function connectsLowerCase(reading: Reading, token: Token, next: Token, ahead: number): boolean {
  if (token.kind === 'by' && reading.years > 0 && next.kind === 'word' && next.isLast) return true;
  const isAfterThe = itemAt(reading.source.tokens, reading.index + ahead - 1).core.toLowerCase() === 'the';
  const mayBeLowerCase = isAfterThe
    ? reading.years > 0 && reading.names === 0
    : token.kind === 'and' && reading.names > 1;
  return mayBeLowerCase && isAllWords(reading, ahead);
}

/** `2016 and later:`: ICU's form of an open range of years. The holder follows, unless `later` belongs to a phrase. */
function takeOpenRange(reading: Reading, token: Token): boolean {
  const next = peekInLine(reading, 1);
  if (token.core !== 'and' || next === undefined || !/^(?:later|onwards?)$/i.test(next.core)) return false;
  if (peekInLine(reading, 2)?.kind === 'word') return false;
  reading.taken.push({ ...next, kind: 'year', text: `and ${next.text}`, core: `and ${next.core}` });
  reading.index += 2;
  return true;
}

/** `the United States Government as represented by the Secretary of the Navy` */
function takeRepresentedBy(reading: Reading): boolean {
  if (peek(reading, 1)?.core !== 'represented' || peek(reading, 2)?.kind !== 'by') return false;
  return take(reading, 3);
}

function isPresent(token: Token): boolean {
  return /^(?:present|now|current|today)$/i.test(token.core);
}

/** Whether the line or sentence has at most four more words, all plain. */
function isAllWords(reading: Reading, from: number): boolean {
  for (let ahead = from; ahead < from + 4; ahead++) {
    const token = reading.source.tokens[reading.index + ahead];
    if (token === undefined) return false;
    if (token.kind === 'group' && ahead > from) return true;
    if (token.kind !== 'word' && token.kind !== 'name') return false;
    if (!plainWord.test(token.text)) return false;
    if (peekInLine(reading, ahead + 1)?.kind === 'email') return true;
    if (token.isLast || endsSentence(token)) return true;
  }
  return false;
}

function takeWords(reading: Reading): boolean {
  for (let isLast = false; !isLast; ) {
    reading.names++;
    const token = itemAt(reading.source.tokens, reading.index);
    isLast = token.isLast || endsSentence(token);
    take(reading);
    const next = isLast ? undefined : itemAt(reading.source.tokens, reading.index).kind;
    if (next === 'email' || next === 'group') return true;
  }
  return false;
}

/** Nicknames and companies in lower case (`hij1nx`, `craigslist, inc.`, `g10 Code GmbH`): after the years, before an address or a legal form. */
export function takeLowerCaseName(reading: Reading, token: Token, previous: Token): boolean {
  if (isPresent(token) && (previous.kind === 'dash' || previous.core.toLowerCase() === 'to')) return take(reading);
  const next = peekInLine(reading, 1);
  if (isInsideName(reading, token, previous)) return take(reading);
  const isNickname = nickname.test(token.text) && !isDocumentationTag(token.text);
  if (!isNickname && !plainWord.test(token.text)) return false;
  const isBeforeCompany =
    next?.kind === 'company' ||
    ((next?.kind === 'word' || next?.kind === 'name') && peekInLine(reading, 2)?.kind === 'company');
  const isBeforeGroup = (next?.kind === 'group' || organisationNouns.has(next?.core ?? '')) && reading.years > 0;
  if (next?.kind === 'email' || ((isBeforeCompany || isBeforeGroup) && (reading.names === 0 || reading.years > 0))) {
    reading.names++;
    return take(reading);
  }
  if (reading.names + reading.groups > 0) return next?.kind === 'year' && take(reading);
  if (reading.years === 0 && previous.kind !== 'by') return false;
  const isAlone =
    next === undefined || next.kind === 'url' || next.kind === 'and' || next.kind === 'stop' || isMark(next);
  if (!isAlone) return !isNickname && isAllWords(reading, 0) && takeWords(reading);
  reading.names++;
  return take(reading);
}

/** `Ideas on Board`: in other places `on` begins a remark, so the line must contain only the name. */
function isInsideName(reading: Reading, { core }: Token, previous: Token): boolean {
  const next = peekInLine(reading, 1);
  const isBetween = core === 'on' && previous.kind === 'name' && reading.names === 1 && next?.kind === 'name';
  return isBetween && reading.years > 0 && (next.isLast || peekInLine(reading, 2)?.kind === 'company');
}

/** Takes an address, or the long or short form of a name. A remark ends the statement. */
export function takeParenthesis(reading: Reading): boolean {
  const { tokens } = reading.source;
  let length = 0;
  while (length < LONGEST_PARENTHESIS && peek(reading, length) !== undefined)
    if (itemAt(tokens, reading.index + length++).text.includes(')')) break;
  const phrase = tokens.slice(reading.index, reading.index + length);
  const last = lastOf(phrase);
  // Control characters end every statement, inside parentheses too.
  if (!last.text.includes(')') || phrase.some(({ text }) => text === '\u0001')) return false;
  if (phrase.every(({ kind }) => kind === 'year' || kind === 'dash')) {
    reading.years++;
    return take(reading, length);
  }
  const next = last.isLast ? undefined : tokens[reading.index + length];
  const isShouted = /^[\p{Lu}\d]+$/u.test(last.core);
  if (reading.names === 0)
    return length === 1 && isShouted && reading.years > 0 && next?.kind === 'name' && take(reading, 1);
  const isAddress =
    phrase.some(({ kind }) => kind === 'email' || kind === 'url') ||
    (length > 2 && /^(?:at|AT|with)$/.test(itemAt(phrase, 1).core));
  if (isAddress) {
    for (const token of phrase) reading.taken.push({ ...token, kind: 'email' });
    reading.index += length;
    return !/\)\.$/.test(last.text);
  }
  const isFollowed =
    next?.kind === 'email' || next?.kind === 'company' || next?.kind === 'name' || next?.text.startsWith('(') === true;
  const isShortForm = length === 1 && (isFollowed || /,$/.test(last.text) || isShouted);
  // `(Massachusetts Institute of Technology, Institut national de recherche, …)`: beside the noun of an organisation,
  // lower-case words belong to the name.
  const hasOrganisation = phrase.some(({ core }) => organisationNouns.has(core));
  const isLongForm =
    length > 1 && phrase.every(({ kind }) => longForm.has(kind) || (hasOrganisation && kind === 'word'));
  return (isShortForm || isLongForm) && take(reading, length) && !/\)\.$/.test(last.text);
}
