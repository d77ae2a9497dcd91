// Reads TOML with one long list whose tables are a line each: `packages = [`, `{ … },`, `]`. Parses each line separately, because the parser keeps
// several times the text in memory until it has finished, and because a broken line should not lose the others.

import { parse } from 'smol-toml';
import { isFields, own } from '../../../items.ts';
import { type Problems, reasonOf } from '../problems.ts';
import { createLineCursor, linesOf } from './lines.ts';
import { readToml } from './toml-tables.ts';

type Fields = Record<string, unknown>;

export interface LinedTable {
  fields: unknown;
  line: number | undefined;
}

export interface TomlRows {
  /** Everything except the list. */
  rest: Fields;
  rows: LinedTable[];
}

/** A longer text is only parsed in pieces. */
const MAX_WHOLE_CHARS = 1 << 24;
const ROW = /^[^\S\n]*(\{.*\}),?[^\S\n]*\r?$/;

/** The tables of a list. A broken one is left out with a problem that names its line. Throws the parser's error if nothing can be read. */
export function readTomlRows(text: string, name: string, problems: Problems): TomlRows {
  const found = rowsOf(text, name);
  const isSound = found.faults.length === 0 && found.rows.length > 0;
  const whole = isSound ? undefined : parsedWhole(text, name);
  if (whole !== undefined) return whole;
  // The line that begins the list may be the broken one.
  const { rest, rows, faults } = isSound ? found : rowsOf(text, undefined);
  for (const fault of faults) problems.add(fault);
  const { rest: others, rows: unlined } = withListed(readToml(rest, problems), name, rest);
  return { rest: others, rows: [...unlined, ...rows] };
}

interface FoundRows {
  /** The text without them. */
  rest: string;
  rows: LinedTable[];
  faults: string[];
}

/** The lines of a list that are tables; without a name, those of all lists. */
function rowsOf(text: string, name: string | undefined): FoundRows {
  const found: FoundRows = { rest: '', rows: [], faults: [] };
  const rest: string[] = [];
  let isInside = name === undefined;
  let line = 0;
  for (const raw of linesOf(text)) {
    line += 1;
    if (name !== undefined) isInside = isInside ? raw.trim() !== ']' : beginsList(raw, name);
    const row = isInside ? ROW.exec(raw)?.[1] : undefined;
    rest.push(row === undefined ? raw : '');
    if (row !== undefined) addRow(found, row, line);
  }
  return { ...found, rest: rest.join('\n') };
}

function beginsList(line: string, name: string): boolean {
  return line.startsWith(name) && /^\s*=\s*\[\s*$/.test(line.slice(name.length));
}

function addRow({ rows, faults }: FoundRows, row: string, line: number): void {
  try {
    rows.push({ fields: plain(own(parse(`row = ${row}`) as Fields, 'row')), line });
  } catch (error) {
    const reason = reasonOf(error).replace('Invalid TOML document: ', '');
    faults.push(`Line ${line} breaks the TOML: ${reason}; the package was left out.`);
  }
}

/** Rows may have another form than a line each. Undefined for a broken text. */
function parsedWhole(text: string, name: string): TomlRows | undefined {
  if (text.length > MAX_WHOLE_CHARS) return undefined;
  try {
    return withListed(parse(text) as Fields, name, text);
  } catch {
    return undefined;
  }
}

function withListed(found: Fields, name: string, text: string): TomlRows {
  const { [name]: list, ...rest } = found;
  if (!Array.isArray(list)) return { rest: found, rows: [] };
  const lineOf = createLineCursor(text);
  const rows = list.map((fields: unknown): LinedTable => {
    const title = isFields(fields) ? own(fields, 'name') : undefined;
    return { fields, line: typeof title === 'string' ? lineOf(`name = "${title}"`) : undefined };
  });
  return { rest, rows };
}

/** The objects of the parser have no prototype and take three times the memory of others. */
function plain(value: unknown): unknown {
  return isFields(value) ? { ...value } : value;
}
