// Scores the copyright finder against a corpus of expected statements, and measures its speed. Prints one JSON object.
//   node bench/copyrights.ts [--corpus <folder>] [--misses <N>] [--files]
// The folder holds `expected.jsonl` and `files/`. `--misses N` lists on standard error the N most frequent misses (-) and excesses (+)
// of each level; `--files` lists all of them by file. Authors are scored as the corpus says, and by person: persons joined in one text count each,
// and where copyright-author-slips.yaml says that the corpus reads a file wrongly, what the file says counts.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { CopyrightStatement } from '@assay/scanner';
import { parse } from 'yaml';
import { findCopyrights } from '../scanner/src/copyrights/index.ts';

interface Expected {
  path: string;
  copyrights?: string[];
  holders?: string[];
  authors?: string[];
}

/** The authors of a file according to the corpus, and according to the file. */
interface Slip {
  file: string;
  says?: string;
  names: string[];
}

interface Score {
  correct: number;
  found: number;
  expected: number;
  /** `- text` and `+ text`, with their frequency. */
  differences: Map<string, number>;
}

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: join(tmpdir(), 'corpus', 'copyright') },
    misses: { type: 'string', default: '0' },
    files: { type: 'boolean', default: false },
  },
});
/** Separators between names: an address, a comma before a name, `and`, a slash. */
const betweenPersons =
  /(?<=@\S+)\s+(?:and |, )?|,?\s+and (?=\p{Lu})|,\s+(?=\p{Lu}\p{Ll}+\.? \p{Lu})|\s*\/\s*(?=\p{Lu})/u;
/** Number of letters that locate a statement's first line. */
const LONGEST_BEGINNING = 40;
const scores = {
  line: createScore(),
  statement: createScore(),
  holder: createScore(),
  author: createScore(),
  person: createScore(),
};
const slips = parse(readFileSync(new URL('./copyright-author-slips.yaml', import.meta.url), 'utf8')) as Slip[];
let elapsedMs = 0;
let sizeBytes = 0;

const expectations = readFileSync(join(options.corpus, 'expected.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Expected);
for (const expected of expectations) scoreFile(expected, readFileSync(join(options.corpus, 'files', expected.path)));
console.log(
  JSON.stringify(
    {
      files: expectations.length,
      sizeBytes,
      filesPerSecond: Math.round(expectations.length / (elapsedMs / 1000)),
      megabytesPerSecond: Math.round(sizeBytes / 1000 / elapsedMs),
      ...Object.fromEntries(Object.entries(scores).map(([level, score]) => [level, summarize(score)])),
    },
    null,
    1,
  ),
);
for (const [level, { differences }] of Object.entries(scores)) {
  const most = [...differences].sort((a, b) => b[1] - a[1]).slice(0, Number(options.misses));
  for (const [text, count] of most) console.error(`${level}\t${count}\t${text}`);
}

function scoreFile(expected: Expected, bytes: Buffer): void {
  const started = performance.now();
  const { copyrights, authors } = findCopyrights(bytes);
  elapsedMs += performance.now() - started;
  sizeBytes += bytes.length;
  const differences: string[] = [];
  if (expected.copyrights !== undefined) {
    const statements = copyrights.map(({ statement }) => statement);
    differences.push(...compare(scores.statement, expected.copyrights, statements));
    compare(scores.line, linesOfExpected(decode(bytes), expected.copyrights), linesOfFound(copyrights));
  }
  if (expected.holders !== undefined) {
    const holders = copyrights.map(({ holder }) => holder).filter((holder) => holder !== '');
    differences.push(...compare(scores.holder, expected.holders, holders).map((text) => `  holder ${text}`));
  }
  if (expected.authors !== undefined) {
    const names = authors.map(({ value }) => value);
    differences.push(...compare(scores.author, expected.authors, names).map((text) => `  author ${text}`));
    const persons = mended(expected.path, expected.authors).flatMap(personsOf);
    differences.push(...compare(scores.person, persons, names.flatMap(personsOf)).map((text) => `  person ${text}`));
  }
  if (options.files && differences.length > 0) console.error([expected.path, ...differences].join('\n    '));
}

/** The corpus' authors of a file, with its mistakes corrected. */
function mended(path: string, authors: string[]): string[] {
  const ofFile = slips.filter(({ file }) => file === path);
  const bySaying = new Map(ofFile.flatMap(({ says, names }) => (says === undefined ? [] : [[normalize(says), names]])));
  const missed = ofFile.flatMap(({ says, names }) => (says === undefined ? names : []));
  return [...authors.flatMap((author) => bySaying.get(normalize(author)) ?? [author]), ...missed];
}

/** The names in a text, without their addresses; an address without a name counts as the person. */
function personsOf(author: string): string[] {
  return author.split(betweenPersons).flatMap((part) => {
    const name = part
      .replace(/[(<]?[^\s(<]+@[^\s)>]+[)>]?|\(?<?https?:\S+/g, ' ')
      .replace(/[\s,.;]+$/, '')
      .trim();
    return name === '' ? [part] : [name];
  });
}

/** Compares as multisets; returns the differences. */
function compare(score: Score, expected: string[], found: string[]): string[] {
  const left = new Map<string, number>();
  for (const text of expected) left.set(normalize(text), (left.get(normalize(text)) ?? 0) + 1);
  const differences: string[] = [];
  for (const text of found.map(normalize)) {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    if (count > 0) score.correct++;
    else differences.push(`+ ${text}`);
  }
  for (const [text, count] of left) for (let missed = 0; missed < count; missed++) differences.push(`- ${text}`);
  for (const text of differences) score.differences.set(text, (score.differences.get(text) ?? 0) + 1);
  score.expected += expected.length;
  score.found += found.length;
  return differences;
}

/** White space, case and accents are ignored: the corpus writes accented letters without accents. */
function normalize(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return plain.replace(/ß/g, 'ss').replace(/[øØ]/g, 'o').replace(/ı/g, 'i').replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Lines of the expected statements. Only their letters and digits are compared, because signs and markup may be in
 * between.
 */
function linesOfExpected(text: string, statements: string[]): string[] {
  let letters = '';
  const lineAt: number[] = [];
  text.split('\n').forEach((line, index) => {
    const kept = lettersOf(line.replace(/©|&copy;|\\\(co/g, '(c)').replace(/<\/?[a-z]{1,10}>/gi, ''));
    letters += kept;
    for (let count = 0; count < kept.length; count++) lineAt.push(index + 1);
  });
  const lines = new Set<number>();
  let from = 0;
  for (const statement of statements) {
    const wanted = lettersOf(statement);
    const beginning = wanted.slice(0, LONGEST_BEGINNING);
    const later = letters.indexOf(beginning, from);
    const at = later === -1 ? letters.indexOf(beginning) : later;
    if (at === -1) continue;
    from = followText(letters, at, wanted);
    for (const line of lineAt.slice(at, from)) lines.add(line);
  }
  return [...lines].map(String);
}

/** The end of the wanted letters in the text; comment words (`dnl`, `rem`) may be in between. */
function followText(letters: string, start: number, wanted: string): number {
  let at = start;
  let index = 0;
  while (index < wanted.length && at < letters.length) {
    if (letters[at] !== wanted[index]) {
      const rest = wanted.slice(index, index + 6);
      const skip = [1, 2, 3, 4].find((count) => letters.startsWith(rest, at + count));
      if (skip === undefined) break;
      at += skip;
    }
    at++;
    index++;
  }
  return at;
}

function lettersOf(text: string): string {
  return normalize(text).replace(/[^\p{L}\p{N}]/gu, '');
}

function linesOfFound(copyrights: CopyrightStatement[]): string[] {
  const lines = new Set<number>();
  for (const { startLine, endLine } of copyrights) for (let line = startLine; line <= endLine; line++) lines.add(line);
  return [...lines].map(String);
}

function decode(bytes: Buffer): string {
  const utf8 = bytes.toString('utf8');
  return utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8;
}

function createScore(): Score {
  return { correct: 0, found: 0, expected: 0, differences: new Map() };
}

function summarize({ correct, found, expected }: Score) {
  return { precision: percent(correct, found), recall: percent(correct, expected), found, expected };
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}
