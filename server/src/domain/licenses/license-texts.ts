// The license text that an item's files contain: which file holds one, and from which line to which line. Pure.
//
//   File                                   | what is its text
//   ---------------------------------------+----------------------------------------------------------------------------
//   license file, NOTICE, file with the    | the whole file, whatever was recognised in it
//   licenses of third parties              |
//   README                                 | the section that states the license, with its title
//   source file                            | the whole comment that states the license, and the one before it if it has the copyright line
//   other text                             | the paragraphs that state the license, and the ones before them if they have the copyright line
//
// No text is cut: where the end of a comment or section cannot be found, the lines of the match count, to the end of its paragraph.
import type { LicenseMatch } from '@assay/scanner';

/** `main`: the license of the item itself. `bundled`: of a part that comes with it. `notice`: a NOTICE file. */
export const foundTextRoles = ['main', 'bundled', 'notice'] as const;
export type FoundTextRole = (typeof foundTextRoles)[number];

const textFileKinds = ['license', 'third-parties', 'notice', 'readme', 'source', 'prose'] as const;
export type TextFileKind = (typeof textFileKinds)[number];

/** The part of a file that is a license text. */
export interface TextPiece {
  text: string;
  /** Undefined for a whole file. */
  lines?: { start: number; end: number };
  /** False if it only names its license or refers to it. */
  isComplete: boolean;
  expressions: string[];
}

export type PlacedMatch = Pick<LicenseMatch, 'expression' | 'startLine' | 'endLine' | 'kind'>;

const WHOLE: ReadonlySet<TextFileKind> = new Set(['license', 'third-parties', 'notice']);
export const isWholeFile = (kind: TextFileKind): boolean => WHOLE.has(kind);

/** Kinds of matches that hold words of a license, and not only its name. */
const HOLDS_WORDS: ReadonlySet<string> = new Set(['text', 'notice']);

export function piecesOf(kind: TextFileKind, text: string, all: readonly PlacedMatch[]): TextPiece[] {
  const matches = all.filter((match) => match.kind !== 'mention');
  if (isWholeFile(kind)) {
    if (text.trim() === '') return [];
    return [{ text: trimmed(text), isComplete: isCompleteText(matches), expressions: expressionsOf(matches) }];
  }
  // A README that says "MIT" below "License" states a license; a source that names one in a tag does not hold its words.
  const wanted = matches.filter((match) => kind === 'readme' || HOLDS_WORDS.has(match.kind));
  const lines = text.split(/\r\n|\r|\n/);
  const spans = joined(wanted.map((match) => ({ ...spanOf(kind, lines, match), matches: [match] })));
  return spans.flatMap(({ start, end, matches: inside }) => {
    const part = lines.slice(start, end + 1);
    const words = trimmed((kind === 'source' ? withoutMarks(part) : part).join('\n'));
    if (words.trim() === '') return [];
    const isComplete = inside.some((match) => match.kind === 'text');
    return [{ text: words, lines: { start: start + 1, end: end + 1 }, isComplete, expressions: expressionsOf(inside) }];
  });
}

/** A license file without any known license is complete: it may have words of its own. One with references alone is not. */
const isCompleteText = (matches: readonly PlacedMatch[]) =>
  matches.length === 0 || matches.some(({ kind }) => kind === 'text');

const expressionsOf = (matches: readonly PlacedMatch[]) => [...new Set(matches.map(({ expression }) => expression))];

const trimmed = (text: string) => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();

/** Lines from 0, both included. */
interface Span {
  start: number;
  end: number;
}

function spanOf(kind: TextFileKind, lines: readonly string[], match: PlacedMatch): Span {
  const start = Math.min(Math.max(match.startLine - 1, 0), lines.length - 1);
  const own = { start, end: Math.max(start, Math.min(match.endLine - 1, lines.length - 1)) };
  if (kind === 'readme') return sectionAround(lines, own) ?? paragraphsAround(lines, own);
  if (kind === 'source') return commentAround(lines, own) ?? paragraphsAround(lines, own);
  return paragraphsAround(lines, own);
}

function joined<T extends Span & { matches: PlacedMatch[] }>(spans: readonly T[]): T[] {
  const result: T[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start > last.end) result.push({ ...span, matches: [...span.matches] });
    else {
      last.end = Math.max(last.end, span.end);
      last.matches.push(...span.matches);
    }
  }
  return result;
}

const COPYRIGHT = /copyright\b|\(c\)\s*\d|©|&copy;/i;
const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';

/** The paragraphs of the lines, and up to three before them that have a copyright line. */
function paragraphsAround(lines: readonly string[], { start, end }: Span): Span {
  let [first, last] = [start, end];
  while (first > 0 && !isBlank(lines[first - 1])) first--;
  while (last + 1 < lines.length && !isBlank(lines[last + 1])) last++;
  for (let looked = 0, at = first; looked < 3 && at > 0; looked++) {
    let above = at - 1;
    while (above > 0 && isBlank(lines[above])) above--;
    let top = above;
    while (top > 0 && !isBlank(lines[top - 1])) top--;
    if (lines.slice(top, above + 1).some((line) => COPYRIGHT.test(line))) first = top;
    at = top;
  }
  return { start: first, end: last };
}

const ATX = /^\s{0,3}(#{1,6}|={1,6}|\*{1,6}|!{1,6})\s+\S/;
const UNDERLINE = /^\s*([=\-~^"'`*+#:.<>_])\1{2,}\s*$/;

/** The level of a title on this line, by the order of marks in the file; 0 for none. */
function titleLevel(lines: readonly string[], at: number, marks: Map<string, number>): number {
  const line = lines[at] ?? '';
  const atx = ATX.exec(line)?.[1];
  if (atx !== undefined) return atx.length;
  const html = /^\s*<h([1-6])\b/i.exec(line)?.[1];
  if (html !== undefined) return Number(html);
  const mark = UNDERLINE.exec(lines[at + 1] ?? '')?.[1];
  if (mark === undefined || isBlank(line) || UNDERLINE.test(line) || line.length > 120) return 0;
  if (mark === '=') return 1;
  if (mark === '-') return 2;
  const level = marks.get(mark) ?? marks.size + 3;
  marks.set(mark, level);
  return level;
}

/** Computed once for each file, because a file may have thousands of matches. */
const levelsKept = new WeakMap<readonly string[], number[]>();

function levelsOf(lines: readonly string[]): number[] {
  const marks = new Map<string, number>();
  const levels = levelsKept.get(lines) ?? lines.map((_, at) => titleLevel(lines, at, marks));
  levelsKept.set(lines, levels);
  return levels;
}

function sectionAround(lines: readonly string[], own: Span): Span | undefined {
  const levels = levelsOf(lines);
  let start = own.start;
  // The underline of a title may be the first line of the match.
  while (start >= 0 && levels[start] === 0) start--;
  if (start < 0) return undefined;
  const level = levels[start] ?? 1;
  let end = Math.max(own.end, start);
  while (end + 1 < lines.length && (levels[end + 1] === 0 || (levels[end + 1] ?? 0) > level)) end++;
  return { start, end };
}

/** Marks that open and close a comment of several lines. */
const BLOCKS: readonly (readonly [string, string])[] = [
  ['/*', '*/'],
  ['<!--', '-->'],
  ['"""', '"""'],
  ["'''", "'''"],
  ['{-', '-}'],
  ['(*', '*)'],
  ['--[[', ']]'],
  ['=begin', '=end'],
  ['=pod', '=cut'],
  ['#|', '|#'],
  ['<#', '#>'],
  ['%{', '%}'],
];
const LINE_MARK = /^\s*(\/\/+!?|#+|--+|;+|%+|'+|!+|\*+|"|dnl\b|rem\b|@c\b|\.\\"|\\)/i;
/** A comment without end within so many lines is none. */
const LONGEST_COMMENT = 2000;

function commentAround(lines: readonly string[], own: Span): Span | undefined {
  const block = blockAround(lines, own);
  if (block !== undefined) return withCopyrightAbove(lines, block);
  const mark = LINE_MARK.exec(lines[own.start] ?? '')?.[1]?.charAt(0);
  if (mark === undefined) return undefined;
  const has = (at: number) => LINE_MARK.exec(lines[at] ?? '')?.[1]?.charAt(0) === mark;
  let { start, end } = own;
  while (start > 0 && has(start - 1)) start--;
  while (end + 1 < lines.length && has(end + 1)) end++;
  return withCopyrightAbove(lines, { start, end });
}

function blockAround(lines: readonly string[], { start, end }: Span): Span | undefined {
  for (const [opener, closer] of BLOCKS) {
    const first = openedBefore(lines, start, opener, closer);
    if (first === undefined) continue;
    const last = closedAfter(lines, Math.max(end, first), closer, first === end ? opener : undefined);
    if (last !== undefined) return { start: first, end: last };
  }
  return undefined;
}

const marksKept = new WeakMap<readonly string[], Map<string, number[]>>();

/** For each line, how many of these marks stand on it and above. */
function marksUntil(lines: readonly string[], mark: string): number[] {
  const kept = marksKept.get(lines) ?? new Map<string, number[]>();
  marksKept.set(lines, kept);
  let sum = 0;
  const counts = kept.get(mark) ?? lines.map((line) => (sum += line.split(mark).length - 1));
  kept.set(mark, counts);
  return counts;
}

function openedBefore(lines: readonly string[], from: number, opener: string, closer: string): number | undefined {
  for (let at = from; at >= 0 && from - at < LONGEST_COMMENT; at--) {
    const line = lines[at] ?? '';
    const opens = line.lastIndexOf(opener);
    if (opener === closer) {
      // The same mark opens and closes: it is open here if an odd number of them stands above.
      if (opens < 0) continue;
      const marks = marksUntil(lines, opener)[at] ?? 0;
      return marks % 2 === 1 || (at === from && marks > 1) ? at : undefined;
    }
    if (opens >= 0 && (at === from || line.indexOf(closer, opens + opener.length) < 0)) return at;
    if (at < from && line.includes(closer)) return undefined;
  }
  return undefined;
}

function closedAfter(lines: readonly string[], from: number, closer: string, opener?: string): number | undefined {
  for (let at = from; at < lines.length && at - from < LONGEST_COMMENT; at++) {
    const line = lines[at] ?? '';
    const after = at === from && opener !== undefined ? line.lastIndexOf(opener) + opener.length : 0;
    if (line.indexOf(closer, after) >= 0) return at;
  }
  return undefined;
}

/** A comment of its own often holds the copyright lines above that of the license. */
function withCopyrightAbove(lines: readonly string[], span: Span): Span {
  let above = span.start - 1;
  while (above >= 0 && isBlank(lines[above])) above--;
  const line = lines[above];
  if (above < 0 || line === undefined || span.start - above > 3) return span;
  if (!LINE_MARK.test(line) && !/\*\/\s*$/.test(line)) return span;
  const isClosed = /\*\/\s*$/.test(line);
  let top = above;
  if (isClosed) while (top > 0 && !(lines[top] ?? '').includes('/*')) top--;
  else while (top > 0 && LINE_MARK.test(lines[top - 1] ?? '')) top--;
  return lines.slice(top, above + 1).some((one) => COPYRIGHT.test(one)) ? { start: top, end: span.end } : span;
}

/** Leaves out the marks of comments at the ends of lines; the words stay as they are. */
function withoutMarks(lines: readonly string[]): string[] {
  return lines.map((line) =>
    line
      .replace(/^\s*(?:\/\*+!?|\*+\/|\*(?=\s|$)|\/\/+!?|#+!?|--(?:\[\[)?|;+|%+|<!--+|"""|'''|dnl\b|rem\b)[^\S\n]?/i, '')
      .replace(/[^\S\n]*(?:\*+\/|--+>)\s*$/, '')
      .replace(/[^\S\n]+\*\s*$/, '')
      .trimEnd(),
  );
}

/** The text of a file as it is printed and stored: without a mark of its encoding, without characters that no database stores. */
export function printable(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .toWellFormed();
}

/** A text of an item with its place. */
export interface PlacedText {
  path: string;
  kind: TextFileKind;
  /** Whether the file stands where a package keeps its own license. */
  isOwnPlace: boolean;
  piece: Pick<TextPiece, 'lines' | 'isComplete'>;
}

/** The first group that has a text is the license of the item itself; all other texts are bundled. */
const MAIN_GROUPS: readonly ((text: PlacedText) => boolean)[] = [
  ({ kind, isOwnPlace }) => kind === 'license' && isOwnPlace,
  ({ kind }) => kind === 'license',
  ({ kind, piece }) => kind === 'readme' && piece.isComplete,
  ({ kind, piece }) => (kind === 'source' || kind === 'prose') && piece.isComplete,
  ({ kind }) => kind === 'readme',
  ({ kind }) => kind === 'source' || kind === 'prose',
];

/** The roles of the texts of one item. A text below its folders is its own only if there is none in the folder itself. */
export function rolesOf(texts: readonly PlacedText[]): FoundTextRole[] {
  const isMain = MAIN_GROUPS.find((is) => texts.some(is));
  return texts.map((text) => (text.kind === 'notice' ? 'notice' : isMain?.(text) ? 'main' : 'bundled'));
}

/** A README that names the license is no license of a part: beside a license file, it only repeats what that file says. */
export function withoutRepeats<T extends PlacedText>(texts: readonly T[]): T[] {
  const hasLicenseFile = texts.some(({ kind }) => kind === 'license');
  return texts.filter(({ kind, piece }) => !hasLicenseFile || kind !== 'readme' || piece.isComplete);
}
