// Reads TOML that consists mostly of one long list of tables, such as lockfiles. Parses each table separately, because the parser keeps several
// times the text in memory until it has finished.

import { parse } from 'smol-toml';
import { firstOf, isFields } from '../items.ts';
import { linesOf } from './lines.ts';

type Fields = Record<string, unknown>;

export interface TomlTables {
  /** Everything except the tables of this name. */
  rest: Fields;
  tables: { fields: Fields; line: number }[];
}

/**
 * The `[[name]]` tables of a text, including their inner tables (`[name.dependencies]`). Each has the line of its `name`, or else of its heading.
 * Throws the parser's errors for the whole text.
 */
export function readTomlTables(text: string, name: string): TomlTables {
  try {
    return readApart(text, name);
  } catch {
    // A text over several lines may look like a heading, so the parser's result for the whole text counts.
    const { [name]: list, ...rest } = parse(text) as Fields;
    const tables = Array.isArray(list) ? list : [];
    if (list !== undefined && !Array.isArray(list)) rest[name] = list;
    return { rest, tables: tables.map((fields) => ({ fields: fields as Fields, line: 1 })) };
  }
}

function readApart(text: string, name: string): TomlTables {
  const tables: TomlTables['tables'] = [];
  const rest: string[] = [];
  /** Where the current table begins; -1 outside tables. */
  let tableAt = -1;
  let restAt = 0;
  let tableLine = 0;
  const endTable = (end: number): void => {
    if (tableAt < 0) rest.push(text.slice(restAt, end));
    else tables.push({ fields: onlyTable(text.slice(tableAt, end), name), line: tableLine });
    tableAt = -1;
    restAt = end;
  };
  let at = 0;
  let number = 0;
  let isInner = false;
  for (const raw of linesOf(text)) {
    number += 1;
    const start = at;
    at += raw.length + 1;
    const line = raw.trimStart();
    if (line[0] !== '[') {
      if (tableAt >= 0 && !isInner && /^name\s*=/.test(line)) tableLine = number;
      continue;
    }
    if (line.startsWith(`[[${name}]]`)) {
      endTable(start);
      tableAt = start;
      tableLine = number;
      isInner = false;
    } else if (tableAt >= 0 && (line.startsWith(`[${name}.`) || line.startsWith(`[[${name}.`))) isInner = true;
    else if (tableAt >= 0) endTable(start);
  }
  endTable(text.length);
  return { rest: parse(rest.join('')) as Fields, tables };
}

function onlyTable(text: string, name: string): Fields {
  const found = (parse(text) as Fields)[name];
  return compact(firstOf(found as Fields[])) as Fields;
}

/** The objects of the parser have no prototype and take three times the memory of others. The parser limits how deep they are. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compact(inner)]));
}
