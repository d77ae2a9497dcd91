// Clauses that somebody added to the text of a permissive license and that take back rights: "not for commercial use",
// "the logo must not be removed". The text is still found as that license, so the clause is reported as an unknown license
// beside it. The sentences are data: rules/added-clauses.yaml. Pure, except for reading them once.

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { LicenseMatch } from '../../findings.ts';
import { ANY_WORDS } from '../engine/compile-index.ts';
import { lineCounter } from '../engine/line-counter.ts';
import { stretchOf } from '../reading/stretch.ts';
import { expandPattern } from '../rules/patterns.ts';
import { UNKNOWN_LICENSE, UNKNOWN_SCORE } from './unknown.ts';

export interface AddedClauses {
  licenses: string[];
  behind: number;
  sentences: { words: string; test: string }[];
}

interface Clauses {
  licenses: ReadonlySet<string>;
  behind: number;
  sentence: RegExp;
}

export const ADDED_CLAUSE_RULE = 'unknown/added-clause';

/** Words between the two halves of a sentence. */
const MOST_WORDS_BETWEEN = 8;
const BETWEEN_WORDS = String.raw`[^\w.;]+`;

export const readAddedClauses = (): AddedClauses =>
  (
    parse(readFileSync(new URL('../../../rules/added-clauses.yaml', import.meta.url), 'utf8')) as {
      addedClauses: AddedClauses;
    }
  ).addedClauses;

let known: Clauses | undefined;

function clauses(): Clauses {
  known ??= compiled(readAddedClauses());
  return known;
}

function compiled({ licenses, behind, sentences }: AddedClauses): Clauses {
  const all = sentences.flatMap(({ words }) => expandPattern(words).map(patternOf));
  return { licenses: new Set(licenses), behind, sentence: new RegExp(`\\b(?:${all.join('|')})\\b`, 'gi') };
}

function patternOf(text: string): string {
  const halves = text.split(ANY_WORDS).map((half) => half.trim().replace(/\W+/g, BETWEEN_WORDS));
  return halves.join(`(?:${BETWEEN_WORDS}\\w+){0,${MOST_WORDS_BETWEEN}}${BETWEEN_WORDS}`);
}

/**
 * The added clauses in the texts and notices of permissive licenses among the matches, and behind them where no other match
 * is and no code stands between.
 */
export function addedClauses(bytes: Uint8Array, matches: readonly LicenseMatch[]): LicenseMatch[] {
  const { licenses, behind, sentence } = clauses();
  const texts = matches.filter(({ kind, expression }) => SAYS_IT.has(kind) && licenses.has(expression));
  if (texts.length === 0) return [];
  const others = matches.filter((one) => one.kind !== 'mention' && !texts.includes(one));
  const found = new Map<number, LicenseMatch>();
  for (const { startLine, endLine } of texts) {
    const from = behindLines(bytes, 0, startLine - 1);
    const end = behindLines(bytes, from, endLine - startLine);
    const to = endOfComment(bytes, end, behindLines(bytes, end, 1 + behind));
    const lineOf = lineCounter(bytes);
    for (const { index, 0: words } of stretchOf(bytes, from, to).matchAll(sentence)) {
      const [first, last] = [lineOf(from + index), lineOf(from + index + words.length)];
      const isOther = others.some((one) => one.startLine <= last && one.endLine >= first);
      if (!isOther && !found.has(first)) found.set(first, clauseAt(first, last));
    }
  }
  return [...found.values()];
}

const clauseAt = (startLine: number, endLine: number): LicenseMatch => ({
  ...{ expression: UNKNOWN_LICENSE, startLine, endLine, score: UNKNOWN_SCORE, coverage: 100 },
  ...{ rule: ADDED_CLAUSE_RULE, kind: 'notice' },
});

const SAYS_IT: ReadonlySet<LicenseMatch['kind']> = new Set(['text', 'notice', 'reference', 'tag']);

/** What ends a comment of several lines. */
const COMMENT_END = /\*\/|--+>|"{3}|'{3}|\*\)|-\}|\]\]/;
/** Signs that begin each line of a comment. */
const COMMENT_SIGN = /^[ \t]*(?:\/\/|#|;|--|%|!|'|REM\b|dnl\b|\.\\")/i;

/** The end of the comment whose line begins at `from`, at most `to`. Code behind it does not belong to the license. */
function endOfComment(bytes: Uint8Array, from: number, to: number): number {
  const text = stretchOf(bytes, from, to);
  const closed = COMMENT_END.exec(text);
  if (closed) return from + closed.index;
  if (!COMMENT_SIGN.test(text)) return to;
  let end = from;
  for (const line of text.split('\n')) {
    if (!COMMENT_SIGN.test(line)) break;
    end += line.length + 1;
  }
  return Math.min(end, to);
}

/** The offset behind this many lines, or the end of the bytes. */
function behindLines(bytes: Uint8Array, from: number, count: number): number {
  let at = from;
  for (let line = 0; line < count; line++) {
    const end = bytes.indexOf(10, at);
    if (end < 0) return bytes.length;
    at = end + 1;
  }
  return at;
}
