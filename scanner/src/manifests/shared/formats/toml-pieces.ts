// Cuts a TOML text at its headings, so that each table can be parsed alone. Knows lines and quotes, but no values: the parser decides whether a
// piece is a table.

import { detachedText } from '../../../detached-text.ts';
import { createLineCounter, linesOf } from './lines.ts';

export interface TomlPiece {
  start: number;
  end: number;
  /** The line where it begins. */
  line: number;
  /** The list (`package`, `deps.JSON`) of which it is a table, with its inner tables; undefined for others. */
  list: string | undefined;
  /** The line of the table's own `name`, or else of its heading. */
  nameLine: number;
}

const LONG_QUOTES = ['"""', "'''"] as const;
/** As Git writes them, with the version from which the lines below are. */
const CONFLICT_MARKER = /^(?:[<|>]{7}(?: [^\r\n]*)?|={7})(?=\r?$)/gm;

const LIST_HEADING = /^\[\[([\w-]{1,500}(?:\.[\w-]{1,500}){0,3})\]\]/;

/** Whether the tables of a list are read one by one. */
export type IsList = (name: string) => boolean;

/** The pieces of a text in order, without gaps. `[[name]]` begins a table of a list. */
export function* tomlPieces(text: string, isList: IsList): Generator<TomlPiece, void> {
  let piece: TomlPiece = { start: 0, end: 0, line: 1, list: undefined, nameLine: 1 };
  let at = 0;
  let number = 0;
  let isInner = false;
  for (const raw of linesOf(text)) {
    number += 1;
    const start = at;
    at += raw.length + 1;
    const line = raw.trimStart();
    // A line in a list of lists ends with a comma, and is no heading.
    if (line[0] !== '[' || /,\s*$/.test(line.slice(-100))) {
      if (piece.list !== undefined && !isInner && /^name\s*=/.test(line)) piece.nameLine = number;
      continue;
    }
    if (piece.list !== undefined && (line.startsWith(`[${piece.list}.`) || line.startsWith(`[[${piece.list}.`))) {
      isInner = true;
      continue;
    }
    if (start > piece.start) yield { ...piece, end: start };
    const name = LIST_HEADING.exec(line)?.[1];
    const list = name === piece.list || name === undefined ? name : isList(name) ? detachedText(name) : undefined;
    piece = { start, end: 0, line: number, list, nameLine: number };
    isInner = false;
  }
  if (text.length > piece.start) yield { ...piece, end: text.length };
}

export function hasLongText(text: string): boolean {
  return LONG_QUOTES.some((quotes) => text.includes(quotes));
}

/**
 * Where a piece really ends whose last text goes on over several lines, so that lines of the text look like headings:
 * the next heading after the closing quotes. undefined if the piece has no such text, or if nothing closes it.
 */
export function endOfOpenText(text: string, { start, end }: TomlPiece): number | undefined {
  const piece = text.slice(start, end);
  const quotes = LONG_QUOTES.find((one) => piece.split(one).length % 2 === 0);
  const closing = quotes === undefined ? -1 : text.indexOf(quotes, end);
  if (closing < 0) return undefined;
  const heading = /\n[^\S\n]*\[/g;
  heading.lastIndex = closing;
  const found = heading.exec(text);
  return found === null ? text.length : found.index + 1;
}

/** Empties the lines by which Git marks a merge conflict. */
export function withoutConflictMarkers(text: string): { text: string; lines: number[] } {
  const lineAt = createLineCounter(text);
  const lines: number[] = [];
  const unmarked = text.replace(CONFLICT_MARKER, (_, offset: number) => {
    lines.push(lineAt(offset));
    return '';
  });
  return { text: unmarked, lines };
}
