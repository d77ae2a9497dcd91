// Reads TOML that consists mostly of one long list of tables, such as lockfiles. Parses each table separately, because the parser keeps several
// times the text in memory until it has finished, and because a broken table should not lose the others.

import { parse, TomlError } from 'smol-toml';
import { firstOf, isFields } from '../../../items.ts';
import type { Problems } from '../problems.ts';
import { tomlLines } from './line-index.ts';
import {
  endOfOpenText,
  hasLongText,
  type IsList,
  type TomlPiece,
  tomlPieces,
  withoutConflictMarkers,
} from './toml-pieces.ts';

type Fields = Record<string, unknown>;

/** A table of a list: `package`, `deps.JSON`. */
export interface TomlTable {
  list: string;
  fields: Fields;
  line: number;
}

export interface TomlTables {
  /** Everything except the tables of the lists. */
  rest: Fields;
  tables: TomlTable[];
}

interface Lists {
  isList: IsList;
  /** For messages; undefined if there are no lists. */
  words: string | undefined;
}

interface Fault {
  line: number;
  sentence: string;
}

interface Reading extends TomlTables {
  faults: Fault[];
}

/** A longer text is only parsed in pieces. */
const MAX_WHOLE_CHARS = 1 << 24;
/** A text with more broken tables is no TOML. */
const MAX_FAULTS = 1000;
const MAX_HEADING = 100;

/** A whole text, without the tables that are broken; each is told in a problem. Throws the parser's error if nothing can be read. */
export function readToml(text: string, problems: Problems): Fields {
  return readLists(text, { isList: () => false, words: undefined }, problems).rest;
}

/**
 * The `[[name]]` tables of a text, including their inner tables (`[name.dependencies]`). Each has the line of its `name`, or else of its heading.
 * A broken table is left out with a problem that names its line. Throws the parser's error if nothing can be read.
 */
export function readTomlTables(text: string, name: string, problems: Problems): TomlTables {
  return readLists(text, { isList: (list) => list === name, words: `"[[${name}]]"` }, problems);
}

/** The same for several lists: each package has one of its own. */
export function readTomlLists(text: string, isList: IsList, problems: Problems): TomlTables {
  return readLists(text, { isList, words: 'the packages' }, problems);
}

function readLists(text: string, lists: Lists, problems: Problems): TomlTables {
  const apart = readApart(text, lists);
  // Headings such as `[[ name ]]` and lists in brackets were not found.
  if (apart.faults.length === 0 && listsIn(apart.rest, lists.isList).length === 0) return apart;
  let reason: unknown;
  try {
    // Lines of a text over several lines may look like headings, so the parser's result for the whole text counts.
    if (text.length <= MAX_WHOLE_CHARS) return withListed(parse(text) as Fields, [], lists, text);
  } catch (error) {
    reason = error;
  }
  const { rest, tables, faults } = withoutConflicts(text, apart, lists);
  if (tables.length === 0 && Object.keys(rest).length === 0) throw reason ?? new Error('it has no tables');
  for (const { sentence } of faults.toSorted((one, other) => one.line - other.line)) problems.add(sentence);
  return withListed(rest, tables, lists, '');
}

/** Reads the tables of both sides of a merge conflict. */
function withoutConflicts(text: string, apart: Reading, lists: Lists): Reading {
  const { text: unmarked, lines } = withoutConflictMarkers(text);
  if (lines.length === 0) return apart;
  const reading = readApart(unmarked, lists);
  const conflicts = lines.map((line) => ({
    line,
    sentence: `Line ${line} should be TOML but is an unresolved merge conflict; it was left out.`,
  }));
  return { ...reading, faults: [...conflicts, ...reading.faults] };
}

/** Takes lists in other notations out of the rest. `text` is that of the rest, if it gives lines. */
function withListed(found: Fields, tables: TomlTable[], { isList }: Lists, text: string): TomlTables {
  const others = listsIn(found, isList);
  if (others.length === 0) return { rest: found, tables };
  const lineOf = tomlLines(text);
  const listed = others.flatMap(({ keys, list }) =>
    list.map((fields, i): TomlTable => {
      const line = lineOf(...keys, i, 'name') ?? lineOf(...keys, i) ?? 1;
      return { list: keys.join('.'), fields: fields as Fields, line };
    }),
  );
  return { rest: withoutLists(found, others), tables: [...tables, ...listed] };
}

interface FoundList {
  keys: [string] | [string, string];
  list: unknown[];
}

/** The lists of a text that was read as a whole: those on top, and those in a table on top. */
function listsIn(fields: Fields, isList: IsList): FoundList[] {
  return Object.entries(fields).flatMap(([key, value]): FoundList[] => {
    if (Array.isArray(value)) return isList(key) ? [{ keys: [key], list: value }] : [];
    if (!isFields(value)) return [];
    return Object.entries(value).flatMap(([inner, list]): FoundList[] =>
      Array.isArray(list) && isList(`${key}.${inner}`) ? [{ keys: [key, inner], list }] : [],
    );
  });
}

function withoutLists(fields: Fields, lists: readonly FoundList[]): Fields {
  const isTaken = new Set(lists.map(({ keys }) => keys.join('\n')));
  const kept = Object.entries(fields).filter(([key]) => !isTaken.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      isFields(value)
        ? Object.fromEntries(Object.entries(value).filter(([inner]) => !isTaken.has(`${key}\n${inner}`)))
        : value,
    ]),
  );
}

function readApart(text: string, lists: Lists): Reading {
  const tables: TomlTable[] = [];
  const faults: Fault[] = [];
  const rest: TomlPiece[] = [];
  let end = 0;
  for (const piece of tomlPieces(text, lists.isList)) {
    // The piece is inside a text of an earlier one.
    if (piece.start < end) continue;
    const { list, nameLine } = piece;
    try {
      if (list !== undefined || hasLongText(text.slice(piece.start, piece.end))) {
        const read = parsePiece(text, piece);
        end = read.end;
        if (list !== undefined) tables.push({ list, fields: onlyTable(read.fields, list), line: nameLine });
      } else end = piece.end;
      if (list === undefined) addRest(rest, { ...piece, end });
    } catch (error) {
      end = piece.end;
      if (!addFault(faults, error, text, piece)) break;
    }
  }
  return { tables, faults, rest: readRest(text, rest, lists, faults) };
}

/** Joins pieces without a table between them. */
function addRest(rest: TomlPiece[], piece: TomlPiece): void {
  const last = rest.at(-1);
  if (last?.end === piece.start) last.end = piece.end;
  else rest.push(piece);
}

function readRest(text: string, rest: readonly TomlPiece[], lists: Lists, faults: Fault[]): Fields {
  const texts = rest.map(({ start, end }) => text.slice(start, end));
  try {
    return parse(texts.join('')) as Fields;
  } catch {
    const sound = rest.flatMap(({ line }, i) => soundPieces(texts[i] ?? '', line - 1, lists, faults));
    try {
      return parse(sound.map((piece) => piece.text).join('')) as Fields;
    } catch (error) {
      const line = lineIn(sound, error instanceof TomlError ? error.line : 1);
      const { words } = lists;
      const what = words === undefined ? 'nothing was read' : `what stands besides ${words} was left out`;
      faults.push({ line, sentence: `Line ${line} breaks the TOML: ${reasonOf(error)}; ${what}.` });
      return {};
    }
  }
}

interface SoundPiece {
  text: string;
  line: number;
}

/** The pieces that are TOML alone. Inner tables of a broken `[[table]]` are left out with it, as they would count for the one before. */
function soundPieces(text: string, linesBefore: number, { isList }: Lists, faults: Fault[]): SoundPiece[] {
  const sound: SoundPiece[] = [];
  let end = 0;
  let broken: string | undefined;
  for (const piece of tomlPieces(text, isList)) {
    if (piece.start < end) continue;
    end = piece.end;
    const heading = headingOf(text, piece);
    if (broken !== undefined && heading.path.startsWith(`${broken}.`)) continue;
    broken = undefined;
    const line = piece.line + linesBefore;
    try {
      end = parsePiece(text, piece).end;
      sound.push({ text: text.slice(piece.start, end), line });
    } catch (error) {
      if (heading.isListed) broken = heading.path;
      if (!addFault(faults, error, text, { ...piece, line })) break;
    }
  }
  return sound;
}

function headingOf(text: string, { start, end }: TomlPiece): { path: string; isListed: boolean } {
  const [, brackets = '', path = ''] = /^\s*(\[{1,2})([^[\]\n]{1,1000})\]/.exec(text.slice(start, end)) ?? [];
  return { path: path.trim(), isListed: brackets === '[[' };
}

/** The line in the file of a line of the pieces' joined texts. */
function lineIn(pieces: readonly SoundPiece[], wanted: number): number {
  let before = 0;
  for (const { text, line } of pieces) {
    const lines = text.split('\n').length - 1;
    if (wanted <= before + lines) return line + wanted - before - 1;
    before += lines;
  }
  return pieces.at(-1)?.line ?? 1;
}

function parsePiece(text: string, piece: TomlPiece): { fields: Fields; end: number } {
  try {
    return { fields: parse(text.slice(piece.start, piece.end)) as Fields, end: piece.end };
  } catch (error) {
    const end = endOfOpenText(text, piece);
    if (end === undefined) throw error;
    try {
      return { fields: parse(text.slice(piece.start, end)) as Fields, end };
    } catch {
      throw error;
    }
  }
}

/** Whether reading should go on. */
function addFault(faults: Fault[], error: unknown, text: string, { start, end, line }: TomlPiece): boolean {
  const broken = text.slice(start, end).trimEnd();
  const lines = broken.split('\n');
  // The parser misses the end of a list behind the last line.
  const at = line + (error instanceof TomlError ? Math.min(error.line, lines.length) - 1 : 0);
  const heading = firstOf(lines).trim();
  const what = heading.startsWith('[')
    ? `the table "${heading.slice(0, MAX_HEADING)}" of line ${line}`
    : 'what stands before the first table';
  if (faults.length < MAX_FAULTS) {
    faults.push({ line: at, sentence: `Line ${at} breaks the TOML: ${reasonOf(error)}; ${what} was left out.` });
    return true;
  }
  const sentence = `More than ${MAX_FAULTS} tables break the TOML; what stands after line ${line} was left out.`;
  faults.push({ line: at, sentence });
  return false;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof TomlError)) return 'it is nested too deep';
  return firstOf(error.message.split('\n')).replace('Invalid TOML document: ', '');
}

function onlyTable(found: Fields, list: string): Fields {
  const tables = list.split('.').reduce<unknown>((inner, key) => (inner as Fields)[key], found);
  return compact(firstOf(tables as Fields[])) as Fields;
}

/** The objects of the parser have no prototype and take three times the memory of others. The parser limits how deep they are. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compact(inner)]));
}
