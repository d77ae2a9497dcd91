// Reads TOML that consists mostly of one long list of tables, such as lockfiles. Parses each table separately, because the parser keeps several
// times the text in memory until it has finished, and because a broken table should not lose the others.

import { parse, TomlError } from 'smol-toml';
import { firstOf, isFields, own } from '../items.ts';
import type { Problems } from './problems.ts';
import { endOfOpenText, hasLongText, type TomlPiece, tomlPieces, withoutConflictMarkers } from './toml-pieces.ts';

type Fields = Record<string, unknown>;

export interface TomlTables {
  /** Everything except the tables of this name. */
  rest: Fields;
  tables: { fields: Fields; line: number }[];
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
  return readTomlTables(text, undefined, problems).rest;
}

/**
 * The `[[name]]` tables of a text, including their inner tables (`[name.dependencies]`). Each has the line of its `name`, or else of its heading.
 * A broken table is left out with a problem that names its line. Throws the parser's error if nothing can be read.
 */
export function readTomlTables(text: string, name: string | undefined, problems: Problems): TomlTables {
  const apart = readApart(text, name);
  // Headings such as `[[ name ]]` and lists in brackets were not found.
  if (apart.faults.length === 0 && (name === undefined || own(apart.rest, name) === undefined)) return apart;
  let reason: unknown;
  try {
    // Lines of a text over several lines may look like headings, so the parser's result for the whole text counts.
    if (text.length <= MAX_WHOLE_CHARS) return withListed(parse(text) as Fields, [], name);
  } catch (error) {
    reason = error;
  }
  const { rest, tables, faults } = withoutConflicts(text, apart, name);
  if (tables.length === 0 && Object.keys(rest).length === 0) throw reason ?? new Error('it has no tables');
  for (const { sentence } of faults.toSorted((one, other) => one.line - other.line)) problems.add(sentence);
  return withListed(rest, tables, name);
}

/** Reads the tables of both sides of a merge conflict. */
function withoutConflicts(text: string, apart: Reading, name: string | undefined): Reading {
  const { text: unmarked, lines } = withoutConflictMarkers(text);
  if (lines.length === 0) return apart;
  const reading = readApart(unmarked, name);
  const conflicts = lines.map((line) => ({
    line,
    sentence: `Line ${line} should be TOML but is an unresolved merge conflict; it was left out.`,
  }));
  return { ...reading, faults: [...conflicts, ...reading.faults] };
}

/** Takes the list in other notations out of the rest. The lines of its tables are unknown. */
function withListed(found: Fields, tables: TomlTables['tables'], name: string | undefined): TomlTables {
  if (name === undefined) return { rest: found, tables };
  const { [name]: list, ...rest } = found;
  if (list !== undefined && !Array.isArray(list)) rest[name] = list;
  const others = Array.isArray(list) ? list.map((fields) => ({ fields: fields as Fields, line: 1 })) : [];
  return { rest, tables: [...tables, ...others] };
}

function readApart(text: string, name: string | undefined): Reading {
  const tables: TomlTables['tables'] = [];
  const faults: Fault[] = [];
  const rest: TomlPiece[] = [];
  let end = 0;
  for (const piece of tomlPieces(text, name)) {
    // The piece is inside a text of an earlier one.
    if (piece.start < end) continue;
    try {
      if (piece.isListed || hasLongText(text.slice(piece.start, piece.end))) {
        const read = parsePiece(text, piece);
        end = read.end;
        if (piece.isListed) tables.push({ fields: onlyTable(read.fields, name ?? ''), line: piece.nameLine });
      } else end = piece.end;
      if (!piece.isListed) addRest(rest, { ...piece, end });
    } catch (error) {
      end = piece.end;
      if (!addFault(faults, error, text, piece)) break;
    }
  }
  return { tables, faults, rest: readRest(text, rest, name, faults) };
}

/** Joins pieces without a table between them. */
function addRest(rest: TomlPiece[], piece: TomlPiece): void {
  const last = rest.at(-1);
  if (last?.end === piece.start) last.end = piece.end;
  else rest.push(piece);
}

function readRest(text: string, rest: readonly TomlPiece[], name: string | undefined, faults: Fault[]): Fields {
  const texts = rest.map(({ start, end }) => text.slice(start, end));
  try {
    return parse(texts.join('')) as Fields;
  } catch {
    const sound = rest.flatMap(({ line }, i) => soundPieces(texts[i] ?? '', line - 1, name, faults));
    try {
      return parse(sound.map((piece) => piece.text).join('')) as Fields;
    } catch (error) {
      const line = lineIn(sound, error instanceof TomlError ? error.line : 1);
      const what = name === undefined ? 'nothing was read' : `what stands besides "[[${name}]]" was left out`;
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
function soundPieces(text: string, linesBefore: number, name: string | undefined, faults: Fault[]): SoundPiece[] {
  const sound: SoundPiece[] = [];
  let end = 0;
  let broken: string | undefined;
  for (const piece of tomlPieces(text, name)) {
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

function onlyTable(found: Fields, name: string): Fields {
  return compact(firstOf(found[name] as Fields[])) as Fields;
}

/** The objects of the parser have no prototype and take three times the memory of others. The parser limits how deep they are. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compact(inner)]));
}
