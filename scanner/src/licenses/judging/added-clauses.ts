// Clauses that somebody added to the text of a permissive license and that take back rights: "not for commercial use",
// "the logo must not be removed". The text is still found as that license, so the clause is reported as an unknown license
// beside it. The sentences are data: rules/added-clauses.yaml. Pure, except for reading them once.

import { readData } from '../../data-files.ts';
import type { LicenseMatch } from '../../findings.ts';
import { firstOf } from '../../items.ts';
import { createWordSearch } from '../../search-terms/places.ts';
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
  /** Whether all words of a sentence stand in the bytes, in any order. Most texts have no such clause. */
  mayHold: (bytes: Uint8Array) => boolean;
}

export const ADDED_CLAUSE_RULE = 'unknown/added-clause';

/** Words between the two halves of a sentence. */
const MOST_WORDS_BETWEEN = 8;
const BETWEEN_WORDS = String.raw`[^\w.;]+`;

export const readAddedClauses = (): AddedClauses =>
  (
    readData(new URL('../../../rules/added-clauses.yaml', import.meta.url)) as {
      addedClauses: AddedClauses;
    }
  ).addedClauses;

let known: Clauses | undefined;

function clauses(): Clauses {
  known ??= compiled(readAddedClauses());
  return known;
}

function compiled({ licenses, behind, sentences }: AddedClauses): Clauses {
  const all = sentences.flatMap(({ words }) => expandPattern(words));
  const sentence = new RegExp(`\\b(?:${all.map(patternOf).join('|')})\\b`, 'gi');
  return { licenses: new Set(licenses), behind, sentence, mayHold: wordGate(all.map(wordsOf)) };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\w+/g) ?? [];

/** Looks for the longest word of each sentence first, because it is the rarest as a rule. */
function wordGate(sentences: readonly string[][]): Clauses['mayHold'] {
  const longestOf = (words: readonly string[]) => firstOf(words.toSorted((a, b) => b.length - a.length));
  const holdsLongest = createWordSearch([...new Set(sentences.map(longestOf))]);
  return (bytes) => {
    if (!holdsLongest(bytes)) return false;
    const held = new Set(wordsOf(stretchOf(bytes, 0, bytes.length)));
    return sentences.some((words) => words.every((word) => held.has(word)));
  };
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
  const { licenses, behind, mayHold } = clauses();
  const texts = matches.filter(({ kind, expression }) => SAYS_IT.has(kind) && licenses.has(expression));
  if (texts.length === 0) return [];
  const starts = lineStarts(bytes, Math.max(...texts.map(({ endLine }) => endLine)) + 1);
  const startOf = (line: number) => starts[line - 1] ?? bytes.length;
  // Data of one line have thousands of texts that end in it.
  const ends = new Map<number, number>();
  const endOf = (line: number) => {
    const end = ends.get(line) ?? endOfComment(bytes, startOf(line), behindLines(bytes, startOf(line + 1), behind));
    ends.set(line, end);
    return end;
  };
  const ranges = joinedRanges(texts.map(({ startLine, endLine }) => [startOf(startLine), endOf(endLine)]));
  const speaking = ranges.filter(([from, to]) => mayHold(bytes.subarray(from, to)));
  return speaking.length === 0 ? [] : clausesIn(bytes, speaking, matches, texts);
}

/** One clause for each line of the ranges at which a sentence begins and no other match is. */
function clausesIn(
  bytes: Uint8Array,
  ranges: readonly Range[],
  matches: readonly LicenseMatch[],
  texts: readonly LicenseMatch[],
): LicenseMatch[] {
  const lineOf = lineCounter(bytes);
  const isOfOthers = lineMarks(matches, new Set(texts), lineOf(bytes.length));
  const found = new Map<number, LicenseMatch>();
  for (const [from, to] of ranges)
    for (const { index, 0: words } of stretchOf(bytes, from, to).matchAll(clauses().sentence)) {
      const [first, last] = [lineOf(from + index), lineOf(from + index + words.length)];
      if (!isOfOthers(first, last) && !found.has(first)) found.set(first, clauseAt(first, last));
    }
  return [...found.values()];
}

/** The bytes of a text and of the lines behind it. */
type Range = readonly [from: number, to: number];

/** Texts stand close to each other; no byte is read twice. */
function joinedRanges(ranges: readonly Range[]): Range[] {
  const joined: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Where the first lines begin, at most as many as asked for. */
function lineStarts(bytes: Uint8Array, lines: number): number[] {
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0 && starts.length < lines; at = bytes.indexOf(10, at + 1))
    starts.push(at + 1);
  return starts;
}

/** The end of so many lines. Blank lines that follow each other are one, so that a clause far below the text belongs to it as one right behind it does. */
function behindLines(bytes: Uint8Array, from: number, lines: number): number {
  let at = from;
  let wasBlank = false;
  for (let left = lines; left > 0 && at < bytes.length; ) {
    const feed = bytes.indexOf(10, at);
    const end = feed < 0 ? bytes.length : feed + 1;
    const isBlank = stretchOf(bytes, at, end).trim() === '';
    if (!(isBlank && wasBlank)) left--;
    wasBlank = isBlank;
    at = end;
  }
  return at;
}

/** Tells whether a match other than these and than mentions is on one of the lines. */
function lineMarks(
  matches: readonly LicenseMatch[],
  but: ReadonlySet<LicenseMatch>,
  lines: number,
): (first: number, last: number) => boolean {
  const opened = new Int32Array(lines + 3);
  const add = (line: number, by: number) => {
    const at = Math.min(line, lines + 1);
    opened[at] = (opened[at] ?? 0) + by;
  };
  for (const one of matches) {
    if (one.kind === 'mention' || but.has(one)) continue;
    add(one.startLine, 1);
    add(one.endLine + 1, -1);
  }
  // How many of the lines up to each one are marked.
  const marked = new Int32Array(lines + 3);
  let open = 0;
  let sum = 0;
  for (const [line, change] of opened.entries()) {
    open += change;
    if (open > 0) sum++;
    marked[line] = sum;
  }
  const upTo = (line: number) => marked[Math.min(line, lines)] ?? 0;
  return (first, last) => upTo(last) > upTo(first - 1);
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
