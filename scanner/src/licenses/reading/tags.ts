// SPDX tags in any text: `SPDX-License-Identifier: …` (and its C++/Java/XML spellings), parsed by a real expression parser. Rules match
// metadata fields such as `License: …`, because they know the many names in use there.
import { parseSpdxExpression } from '../../expressions/index.ts';

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

/** The SPDX tags at these byte offsets, until the deadline. */
export function findTags(bytes: Uint8Array, places: readonly number[], isLate: () => boolean): TagMatch[] {
  const found: TagMatch[] = [];
  for (const start of places) {
    if (isLate()) break;
    const length = Math.min(bytes.length - start, MAX_TAG + MAX_EXPRESSION);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('latin1');
    const tag = TAG.exec(text);
    const match = tag && readExpression(text, tag[0].length);
    if (match) found.push({ expression: match.expression, start, end: start + tag[0].length + match.length });
  }
  return found;
}

/** The longest run of words that parses, without comment ends, quotes and prose after the expression. */
function readExpression(text: string, from: number): { expression: string; length: number } | undefined {
  const rest = text.slice(from, from + MAX_EXPRESSION);
  const end = rest.search(/[\r\n"'`<>*;{}]|\/\/|\\n|-->|#\s/);
  const line = rest.slice(0, end < 0 ? undefined : end).trimEnd();
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
    const parsed = parseSpdxExpression(piece.replace(/\s\|\|?\s/g, ' OR '));
    if (parsed && isPlausible(parsed.unknown, parsed.expression)) return { expression: parsed.expression, length };
  }
  return undefined;
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
