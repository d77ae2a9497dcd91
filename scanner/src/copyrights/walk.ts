// Visits the places in a text that may contain a copyright or an author, reads each once, and collects the findings of
// the grammar. Limits the work: lines per place, places and findings per file.

import type { CopyrightStatement, TextAtLine } from '../findings.ts';
import { firstOf, itemAt, lastOf } from '../items.ts';
import { readAuthors } from './authors.ts';
import { endsHereDocument } from './ends.ts';
import { statementHolder, statementText, statementYears } from './holders.ts';
import { isItem, readLine, readLineBefore, readTriggerLine, type SourceLine } from './lines.ts';
import { isMark, type TokenSource } from './reading.ts';
import { partHolders } from './several.ts';
import { readHolderIs, readStatement, type Statement } from './statements.ts';
import { createLabel, type Token, tokenize } from './tokens.ts';
import { createTriggerReader, type Trigger } from './triggers.ts';
import { openingWords } from './words.ts';

/** Most lines of one statement or one list of authors. */
const MOST_LINES = 240;
/** Most statements, and most authors, per file. More of them are data, not notices. */
const MOST_FINDINGS = 20_000;
/** Most places that are read per file: twenty times as many as in the largest collections of notices. */
const MOST_PLACES = 200_000;
/** Places between two checks of the time. */
const PLACES_PER_CHECK = 256;

export interface CopyrightWalk {
  copyrights: CopyrightStatement[];
  authors: TextAtLine[];
  isTruncated: boolean;
  isOutOfTime: boolean;
  /** Number of decoded lines and of tokens, for the tests that prove that the work is linear. */
  lineCount: number;
  tokenCount: number;
}

/** Reads the places of the triggers in order, until the end, a limit, or until `isOver` returns true. */
export function walkTriggers(bytes: Uint8Array, isOver: () => boolean): CopyrightWalk {
  const walk: CopyrightWalk = {
    copyrights: [],
    authors: [],
    isTruncated: false,
    isOutOfTime: false,
    lineCount: 0,
    tokenCount: 0,
  };
  const reader = createTriggerReader(bytes);
  const openPlace = () => createPlace(bytes, reader.isCrOnly, walk);
  let done = 0;
  let places = 0;
  /** Counts a place. If there may be no more of them, returns false and marks the walk as truncated. */
  const mayRead = (): boolean => {
    walk.isOutOfTime = places > 0 && places % PLACES_PER_CHECK === 0 && isOver();
    const isFull = walk.copyrights.length >= MOST_FINDINGS || walk.authors.length >= MOST_FINDINGS;
    walk.isTruncated = walk.isOutOfTime || isFull || places === MOST_PLACES;
    places++;
    return !walk.isTruncated;
  };
  for (let trigger = reader.next(); trigger !== undefined; trigger = reader.next()) {
    if (trigger.offset < done) continue;
    if (!mayRead()) break;
    let end = readPlace(openPlace(), trigger, done);
    while (end.fieldLine !== undefined && mayRead()) {
      done = end.done;
      end = readFieldLine(openPlace(), end.fieldLine) ?? { done, fieldLine: undefined };
    }
    if (walk.isTruncated) break;
    done = end.done;
  }
  return walk;
}

interface PlaceEnd {
  /** The text before this offset is finished. */
  done: number;
  /** The line in which a field of statements may continue. */
  fieldLine: SourceLine | undefined;
}

/** One place, with its lines and tokens. */
interface OpenPlace extends TokenSource {
  bytes: Uint8Array;
  isCrOnly: boolean;
  walk: CopyrightWalk;
  lines: SourceLine[];
  add: (line: SourceLine, text: string) => void;
}

function createPlace(bytes: Uint8Array, isCrOnly: boolean, walk: CopyrightWalk): OpenPlace {
  const lines: SourceLine[] = [];
  const tokens: Token[] = [];
  const add = (line: SourceLine, text: string): void => {
    const added = tokenize(text, line.number);
    walk.lineCount++;
    walk.tokenCount += added.length;
    const previous = tokens.at(-1);
    if (added.length > 0 && previous?.line === line.number) previous.isLast = firstOf(added).isFirst = false;
    for (const token of added) tokens.push(token);
  };
  const extend = (): boolean => {
    if (lines.length >= MOST_LINES) return false;
    let line = readNextLine(bytes, isCrOnly, lastOf(lines));
    // Skips troff's line break between the years and the name, and its paragraph between `.SH AUTHOR` and the names.
    if (line !== undefined && /^(?:br|\u0001)$/.test(line.text) && isOpenEnd(tokens.at(-1)))
      line = readNextLine(bytes, isCrOnly, line);
    if (line === undefined || endsHereDocument(bytes, line)) return false;
    lines.push(line);
    add(line, line.text);
    return true;
  };
  const extendPast = (isItemWanted: boolean): boolean => {
    if (lines.length >= MOST_LINES) return false;
    const line = readPastEmpty(bytes, isCrOnly, lastOf(lines));
    if (line === undefined || (isItemWanted && !isItem(bytes, line))) return false;
    lines.push(line);
    add(line, line.text);
    return true;
  };
  const wordsOfLineBefore = () => wordsOf(readLineBefore(bytes, firstOf(lines), isCrOnly));
  return { bytes, isCrOnly, walk, lines, tokens, add, extend, extendPast, wordsOfLineBefore };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}/-]+/gu) ?? [];

/** Whether something must follow the token: a holder after years or a mark, or names after a label. */
function isOpenEnd(token: Token | undefined): boolean {
  return token !== undefined && (token.kind === 'year' || isMark(token) || /[,:]$/.test(token.text));
}

/** Most lines without words between a heading and the text below it. */
const MOST_EMPTY_LINES = 4;

function readPastEmpty(bytes: Uint8Array, isCrOnly: boolean, before: SourceLine): SourceLine | undefined {
  let { next, number } = before;
  for (let empty = 0; empty < MOST_EMPTY_LINES && next !== -1 && next < bytes.length; empty++) {
    const line = readLine(bytes, { lineStart: next, line: number + 1, isCrOnly });
    if (line.text !== '') return line;
    ({ next, number } = line);
  }
  return undefined;
}

/** The next line. Undefined at the end, after a cut line, and if the line has no words. */
function readNextLine(bytes: Uint8Array, isCrOnly: boolean, { next, number }: SourceLine): SourceLine | undefined {
  if (next === -1 || next >= bytes.length) return undefined;
  const line = readLine(bytes, { lineStart: next, line: number + 1, isCrOnly });
  return line.text === '' ? undefined : line;
}

/** Reads the findings in the line of the trigger. */
function readPlace(place: OpenPlace, trigger: Trigger, done: number): PlaceEnd {
  const first = readTriggerLine(place.bytes, { ...trigger, isCrOnly: place.isCrOnly }, trigger.offset, done);
  place.lines.push(first);
  place.add(first, first.before);
  const start = place.tokens.length;
  place.add(first, first.text);
  // OpenSSL's "covered by the same copyright terms except that the holder is …" names the holder in the next line.
  if (/copyright terms$/i.test(first.text)) place.extend();
  return readFindings(place, start, Math.max(first.end, trigger.offset + 1));
}

/** Reads a line as a statement of the field in the lines before it. Undefined if it is not a statement. */
function readFieldLine(place: OpenPlace, line: SourceLine): PlaceEnd | undefined {
  place.lines.push(line);
  place.tokens.push(createLabel(line.number));
  place.add(line, line.text);
  const [, first, second] = place.tokens;
  if (first === undefined || !opensEntry(first) || second?.text === ':') return undefined;
  const found = place.walk.copyrights.length;
  const end = readFindings(place, 0, line.end);
  return place.walk.copyrights.length > found ? end : undefined;
}

/** Whether a line of a field that begins with the token is a statement, not another field or a remark. */
function opensEntry({ kind, text, core }: Token): boolean {
  return (kind === 'year' || kind === 'name' || kind === 'company') && !text.endsWith(':') && !openingWords.has(core);
}

/** Reads the findings that begin in the lines read so far, or in the lines where one of them ends. */
function readFindings(place: OpenPlace, start: number, least: number): PlaceEnd {
  const { tokens, lines, walk } = place;
  let limit = tokens.length;
  let lastLine = lastOf(lines).number;
  let isField = false;
  for (let index = start; index < limit; ) {
    const read = readFinding(place, index, walk);
    isField = read.isField || (isField && read.next === index + 1);
    index = read.next;
    // The rest of the line where a statement ended may begin another statement.
    lastLine = Math.max(lastLine, itemAt(tokens, index - 1).line);
    while (limit < tokens.length && itemAt(tokens, limit).line <= lastLine) limit++;
  }
  const last = lines.find(({ number }) => number === lastLine) ?? firstOf(lines);
  const fieldLine = isField ? readNextLine(place.bytes, place.isCrOnly, last) : undefined;
  return { done: Math.max(last.end, least), fieldLine };
}

/** Reads the statement or author at the index, if there is one. Returns where to continue. */
function readFinding(source: TokenSource, index: number, walk: CopyrightWalk): { next: number; isField: boolean } {
  const token = itemAt(source.tokens, index);
  if (isMark(token)) {
    const read = readStatement(source, index);
    if (typeof read === 'number') return { next: read, isField: false };
    for (const [part, tokens] of partHolders(read.tokens).entries())
      walk.copyrights.push(toCopyright({ ...read, tokens, opening: part === 0 ? read.opening : 0 }));
    return read;
  }
  if (token.core === 'holder') {
    const read = readHolderIs(source, index);
    if (read === undefined) return { next: index + 1, isField: false };
    walk.copyrights.push(toCopyright(read));
    return read;
  }
  const read = readAuthors(source, index);
  if (read === undefined) return { next: index + 1, isField: false };
  walk.authors.push(...read.authors);
  return { next: read.next, isField: false };
}

function toCopyright({ tokens, opening }: Statement): CopyrightStatement {
  return {
    statement: statementText(tokens),
    holder: statementHolder(tokens.slice(opening)),
    years: statementYears(tokens),
    startLine: firstOf(tokens).line,
    endLine: lastOf(tokens).line,
  };
}
