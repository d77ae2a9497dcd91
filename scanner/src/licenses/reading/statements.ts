// Decides whether the short name of a license is a statement (the file's license) or only a mention. The words are data:
// rules/statements.yaml. Considers only the text around the name. Pure, except for reading the words once.

import { readData } from '../../data-files.ts';
import { firstOf } from '../../items.ts';
import { stretchOf } from './stretch.ts';

interface StatementWords {
  grants: string[];
  fillers: string[];
  fields: string[];
  fieldFillers: string[];
  openings: string[];
  endings: string[];
  stating: string[];
  comparisons: string[];
  names: string[];
  unnamed: string[];
}

interface Grammar {
  grant: RegExp;
  alternative: RegExp;
  field: RegExp;
  heading: RegExp;
  opening: RegExp;
  ending: RegExp;
  stating: RegExp;
  comparison: RegExp;
  between: RegExp;
  unnamed: ReadonlySet<string>;
}

let known: Grammar | undefined;

function grammarOfLicensing(): Grammar {
  known ??= readGrammar();
  return known;
}

function readGrammar(): Grammar {
  const file = new URL('../../../rules/statements.yaml', import.meta.url);
  const { statements } = readData(file) as { statements: StatementWords };
  // Bytes are read as latin1, so words of other scripts are compared in that form.
  const pattern = (word: string) =>
    Buffer.from(word).toString('latin1').replaceAll('.', '\\.').replaceAll(' ', '[\\W_]+');
  const any = (words: string[]) => `(?:${[...new Set(words)].map(pattern).join('|')})`;
  const run = (words: string[]) => `(?:[\\W_]+${any(words)}(?![A-Za-z]))*`;
  return {
    grant: new RegExp(
      `(?:^|[\\W_])${any(statements.grants)}(?![A-Za-z])${run(statements.fillers)}(?:[\\W_]+\\w+${run(statements.fillers)})?[\\W_]*$`,
      'i',
    ),
    field: new RegExp(
      `(?:^|[^A-Za-z]|[a-z](?=L))${any(statements.fields)}(?![a-z])${run(statements.fieldFillers)}[\\W_]*$`,
      'i',
    ),
    alternative: new RegExp(
      `\\b(?:either\\b[^.;]{0,160}\\bor|under both\\b[^.;]{0,160}\\band)${run(statements.fillers)}[\\W_]*$`,
      'i',
    ),
    heading: new RegExp(
      `^[\\W_\\d]*${any(statements.fields)}${run([...statements.fieldFillers, ...statements.fields])}[\\W_]*$`,
      'i',
    ),
    opening: new RegExp(`^${run(statements.openings)}[\\W_]*$`, 'i'),
    ending: new RegExp(
      `^[\\W_]*(?:$|${any(statements.endings)}(?![A-Za-z]))|^["'\`*_]*\\s?[.,;:()\\[\\]<>|/&+*!–—-]`,
      'i',
    ),
    stating: new RegExp(`(?:^|\\W)${any(statements.stating)}(?!\\w)|^licen[cs]e`, 'i'),
    comparison: new RegExp(
      `(?:^|\\W)${any(statements.comparisons)}${run(['the', 'a', 'an', 'any', 'gnu', 'other', 'original', 'old', 'new', 'to', 'your', ...statements.names])}[\\W_]*$`,
      'i',
    ),
    between: new RegExp(`^\\w*${run(statements.fillers)}[\\W_]*$`, 'i'),
    unnamed: new Set(statements.unnamed.map((key) => `LicenseRef-scancode-${key}`.toLowerCase())),
  };
}

const REACH_BYTES = 240;
const BEHIND_BYTES = 80;

/** The end of a sentence, except in "v. 2", "ver. 2", "e.g. ", "Inc. "; the end of a paragraph; the end of a statement of code. */
const STATEMENT_END =
  /(?<!\b(?:v|ver|vers|rev|e\.g|i\.e|inc|lic|no|st|etc))[.!?]["')\]*_]*\s|;\s*\n|\n[^A-Za-z0-9\n]*\n/gi;
/** Line breaks with surrounding signs of comments and lists. */
const BREAK = /\s*\n[\s*#/;!%|"'>.-]*/g;
/** Control words of RTF. */
const RTF_WORD = /\\[a-z]+-?\d*/g;
const COPYRIGHT = /\bcopyright|\(c\)|©|\xa9|&copy;/i;

/**
 * The role of a short name: a statement; a mention, which a neighbour may turn into a statement ("MIT or BSD"); a comparison with another
 * license.
 */
export type Standing = 'stated' | 'mentioned' | 'compared';

/** The role of the name at [startByte, endByte). Its last word begins before `endByte`. */
export function standingOf(bytes: Uint8Array, startByte: number, endByte: number): Standing {
  const grammar = grammarOfLicensing();
  const before = stretchOf(bytes, startByte - REACH_BYTES, startByte);
  const own = stretchOf(bytes, startByte, endByte) + (/^\w+/.exec(stretchOf(bytes, endByte, endByte + 40))?.[0] ?? '');
  const behind = stretchOf(bytes, startByte + own.length, startByte + own.length + BEHIND_BYTES);
  const statement = lastStatement(before);
  const prose = statement.replace(BREAK, ' ');
  if (grammar.comparison.test(prose)) return 'compared';
  if (grammar.stating.test(own) || isInAddress(before)) return 'stated';
  const granting = FILE_NAME.test(before) ? withoutFileNames(prose) : prose;
  if (grammar.grant.test(granting) || grammar.alternative.test(granting)) return 'stated';
  const line = before.slice(before.lastIndexOf('\n') + 1).replace(RTF_WORD, '');
  if (FILE_NAME.test(before)) return grammar.field.test(withoutFileNames(line)) ? 'stated' : 'mentioned';
  const lineBehind = firstOf(behind.split('\n', 1));
  if (grammar.field.test(line)) return 'stated';
  if (COPYRIGHT.test(line) || /^\W*(?:copyright|\(c\)|\xa9|\xc2\xa9)/i.test(lineBehind)) return 'stated';
  // A heading over the name.
  if (/^[\W_]*(?:(?:the|a|an)[\W_]+)?$/i.test(line) && grammar.heading.test(lineAbove(before))) return 'stated';
  if (grammar.opening.test(` ${lastEntry(lastStatement(line))}`) && grammar.ending.test(lineBehind)) return 'stated';
  if (PATH_ENTRY.test(line)) return 'stated';
  if (/[(["'<]$/.test(line) && /^[^\w]*[)\]"'>]/.test(behind)) return 'stated';
  return /^[\W_]*(?:licen[cs]ed?|applies)\b/i.test(behind) ? 'stated' : 'mentioned';
}

/** `src/   GNU General Public License`, `www/ (the handbook): …`: the overview of a tree. */
const PATH_ENTRY =
  /^[\s#*;/-]*["'\x60]?[\w.*-]*\/[\w.*/-]*["'\x60]?(?:\s*\([^()]{1,40}\))?(?:\s*:\s*|\s{2,}|\t+|\s+[-–]+\s+)(?:the )?$/i;

/** The name is the ending of a file name: `EXTRA_DIST = COPYING.GPL COPYING.ISC` licenses nothing, but `see COPYING.LGPL` does. */
const FILE_NAME = /(?:^|[^\w.-])(?:(?:copying|COPYING|licen[cs]e|LICEN[CS]E)\.|COPYING-|LICEN[CS]E-)$/;
const withoutFileNames = (text: string): string => text.replace(/\b(?:copying|licen[cs]e)[.-](?:\w[\w.]*)?/gi, ' ');

/** Separators between entries on one line: `Modernizr | MIT`, `jQuery UI - MIT`, `CSS: MIT License`. Bytes of UTF-8 as latin1: · • – — */
const SEPARATOR = /[|:([\t]|,(?!\s)|\s-+\s|\xc2\xb7|\xe2\x80[\x93\x94\xa2]/g;

const lastEntry = (line: string): string => line.slice(endOfLast(SEPARATOR, line));

/** The end of the last match; 0 without one. */
function endOfLast(pattern: RegExp, text: string): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

/** Whether the name is inside a web address of the license. */
const isInAddress = (before: string): boolean => /(?:https?:\/\/|www\.)[^\s"'<>()]*$/i.test(before);

/**
 * Whether two names belong to one list or choice: only "and", "or" and such words are between them. `endByte` is in the
 * last word of the first name.
 */
export function areBeside(bytes: Uint8Array, endByte: number, startByte: number): boolean {
  if (startByte - endByte > MOST_BETWEEN_BYTES) return false;
  // In the address of a badge.
  const between = stretchOf(bytes, endByte, startByte).replace(/%(?:20|2F)/gi, ' ');
  return (
    !/[.!?;]\s|\n[^A-Za-z0-9\n]*\n/.test(between) && grammarOfLicensing().between.test(between.replace(BREAK, ' '))
  );
}

const MOST_BETWEEN_BYTES = 100;

/** Whether an imported rule names no license, but only a kind of license. */
export const isUnnamed = (expression: string): boolean => grammarOfLicensing().unnamed.has(expression.toLowerCase());

const lastStatement = (before: string): string => before.slice(endOfLast(STATEMENT_END, before));

/** The last line with a word above the final line of the text. */
function lineAbove(before: string): string {
  const lines = before.split('\n').slice(0, -1);
  return lines.findLast((line) => /\w/.test(line)) ?? '';
}
