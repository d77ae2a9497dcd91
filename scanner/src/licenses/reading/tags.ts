// SPDX tags in any text: `SPDX-License-Identifier: …` (and its C++/Java/XML spellings), parsed by a real expression parser. Rules match
// metadata fields such as `License: …`, because they know the many names in use there.
import { expressionFault, isSpdxId, parseSpdxExpression } from '../../expressions/index.ts';

export interface TagMatch {
  expression: string;
  /** Byte range of the tag, from `SPDX-` to the last word of the expression. */
  start: number;
  end: number;
}

const TAG = /^SPDX-Licen[cs]e-Identifiers?(?:\s*[:=]|\s*["']\s*:)?[ \t]*["'`]?/i;
/** Length of a tag before its expression, with white space. */
const MAX_TAG = 100;
const MAX_EXPRESSION = 600;
/** Number of possible ends that are tried; prose after a tag is short. */
const MAX_TRIES = 40;

/** A tag whose expression cannot be read, or only in part. */
export interface BrokenTag {
  start: number;
  /** The expression as written. */
  written: string;
  /** The end of a sentence: "is not complete". */
  fault: string;
  /** Whether a part of it could be read. */
  isRead: boolean;
}

/** The SPDX tags at these byte offsets, until the deadline. */
export function findTags(
  bytes: Uint8Array,
  places: readonly number[],
  isLate: () => boolean,
): { tags: TagMatch[]; broken: BrokenTag[] } {
  const found: TagMatch[] = [];
  const broken: BrokenTag[] = [];
  for (const start of places) {
    if (isLate()) break;
    const length = Math.min(bytes.length - start, MAX_TAG + MAX_EXPRESSION);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('latin1');
    const tag = TAG.exec(text);
    const match = tag ? readExpression(text, tag[0].length) : undefined;
    if (tag && match) found.push({ expression: match.expression, start, end: start + tag[0].length + match.length });
    const written = tag ? lineOf(text.slice(tag[0].length)) : '';
    const isEmpty = tag !== null && written === '' && isEmptyTag(bytes, start, tag[0], text);
    const fault = isEmpty ? 'is empty' : faultOf(written, match);
    if (fault !== undefined) broken.push({ start, written, fault, isRead: match !== undefined });
  }
  return { tags: found, broken };
}

// Nothing but closing quotes and the end of a comment.
const NO_EXPRESSION = /^["'`]?[ \t]*(?:\*+\/|--+>|-\}|#\}|\]\]|"{3}|'{3})?[ \t]*(?:[\r\n]|$)/;
/** Longer beginnings of a line are code or prose. */
const LONGEST_LEADER = 20;

/** A tag that begins its line, except for the sign of a comment, and has no license. Elsewhere the words may be code or prose about tags. */
function isEmptyTag(bytes: Uint8Array, start: number, tag: string, text: string): boolean {
  if (!/[:=]/.test(tag) || !NO_EXPRESSION.test(text.slice(tag.length))) return false;
  const from = Math.max(0, start - LONGEST_LEADER);
  const before = Buffer.from(bytes.buffer, bytes.byteOffset + from, start - from).toString('latin1');
  const leader = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  return (leader.length < before.length || from === 0) && /^[\s/*#;%!<>{}().|@-]*$/.test(leader);
}

/** What is wrong with an expression of which `length` characters could be read. Prose may follow an id of the list. */
function faultOf(written: string, match: Read | undefined): string | undefined {
  const { length = 0, isListed = true, isBehindStray = false } = match ?? {};
  if (isBehindStray) return expressionFault(written);
  const rest = written.slice(length).replace(/^[\s.,:]+/, '');
  if (rest === '') return undefined;
  const fault = expressionFault(written);
  if (fault !== undefined || length === 0) return fault;
  const [first = ''] = rest.split(/\s+/, 1);
  const isIdBehind = isSpdxId(first.replace(/[.,;:]$/, ''));
  if (/^(?:AND|OR|WITH)$/.test(first)) return `could be read only before "${rest}"`;
  return /^\d/.test(first) || isIdBehind || !isListed ? `has no operator before "${first}"` : undefined;
}

interface Read {
  expression: string;
  length: number;
  /** Whether the SPDX list has all of its ids. */
  isListed: boolean;
  /** Whether something before it was left out. */
  isBehindStray?: true;
}

/** What stands before an expression by mistake: a parenthesis that nothing closes, an operator without a license before it. */
const STRAY = /^(?:\(\s*|(?:AND|OR|WITH)\s+)+/i;

/** The expression behind a tag. One that cannot be read as a whole is read behind its stray beginning. */
function readExpression(text: string, from: number): Read | undefined {
  const whole = readRun(text, from);
  const [stray = ''] = (whole === undefined ? STRAY.exec(text.slice(from)) : null) ?? [];
  const behind = stray === '' ? undefined : readRun(text, from + stray.length);
  return behind === undefined ? whole : { ...behind, length: behind.length + stray.length, isBehindStray: true };
}

/** The longest run of words that parses, without comment ends, quotes and prose after the expression. */
function readRun(text: string, from: number): Read | undefined {
  const rest = text.slice(from, from + MAX_EXPRESSION);
  const line = lineOf(rest);
  const isOpen = line.split('(').length > line.split(')').length;
  // An expression in parentheses may continue in the next lines of a comment.
  const source = isOpen ? rest.replace(/[\r\n]+[ \t]*(?:\*|#|\/\/|;|--)?/g, (gap) => ' '.repeat(gap.length)) : line;
  let tries = 0;
  for (const length of possibleEnds(source)) {
    if (++tries > MAX_TRIES) break;
    const piece = source
      .slice(0, length)
      .replace(/[.,:]+$/, '')
      .replace(/,/g, ' ');
    const parsed = parseSpdxExpression(piece.replace(/\s\|\|?\s|(?<=[\w+.)])\s?\/\s?(?=[\w(])/g, ' OR '));
    if (parsed && isPlausible(parsed.unknown, parsed.expression))
      return { expression: parsed.expression, length, isListed: parsed.unknown.length === 0 };
  }
  return undefined;
}

/** The rest of the line, without comment ends, quotes and what else cannot be part of an expression. */
function lineOf(rest: string): string {
  const end = rest.search(/[\r\n"'`<>*;{}]|\/\/|\\n|--+>|-\}|#\s|#\}|\]\]|"{3}/);
  return rest.slice(0, end < 0 ? MAX_EXPRESSION : end).trimEnd();
}

/** Word ends without an open parenthesis or a pending operator, last first. */
function possibleEnds(source: string): number[] {
  const ends: number[] = [];
  let depth = 0;
  for (const word of source.matchAll(/[()]|[^\s(),]+/g)) {
    if (word[0] === '(') depth++;
    else if (word[0] === ')') depth--;
    if (depth < 0) break;
    if (depth === 0 && !/^(and|or|with)$/i.test(word[0])) ends.push(word.index + word[0].length);
  }
  return ends.reverse();
}

/**
 * Prose after a bare tag ("SPDX-License-Identifier tags are …") parses as a license named by its first word; a real unknown id has a
 * typical shape.
 */
function isPlausible(unknown: string[], expression: string): boolean {
  return unknown.every((id) => /\d|[A-Z].*-|^[A-Z]{2,}$/.test(id)) || /^LicenseRef-[A-Z]/.test(expression);
}
