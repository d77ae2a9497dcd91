// Cells of a sheet as SpreadsheetML (ECMA-376 part 1, 18.3). Texts are in the cell itself and are never a formula.
import { cellText, looksLikeFormula } from '../cells.ts';
import { type Cell, isMarked } from '../document.ts';
import { escapeMarkup, printable, webAddress } from '../printable.ts';

/** Styles by their place in styles.xml (parts.ts). */
export const STYLE = { text: 0, head: 1, number: 2, date: 3, link: 4, quoted: 5, title: 6 } as const;

/** Excel does not open a file with more characters in a cell. */
const LONGEST = 32_767;

export interface Link {
  cell: string;
  url?: string;
  /** A place in the workbook: `'Sheet'!A1`. */
  place?: string;
}

/** @param links gets the link of the cell, if it has one */
export function cellMarkup(value: Cell, column: string, row: number, links: Link[]): string {
  const at = `${column}${row}`;
  if (value === null || value === '') return '';
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? `<c r="${at}" s="${STYLE.number}"><v>${value}</v></c>`
      : textCell(at, String(value), STYLE.text);
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (value instanceof Date) return `<c r="${at}" s="${STYLE.date}"><v>${serial(value)}</v></c>`;
  const url = isMarked(value) ? webAddress(value.url) : undefined;
  // Further links stay text, because Excel opens no sheet with more of them.
  if (url !== undefined && url.length <= 2079 && links.length < 65_000) {
    links.push({ cell: at, url });
    return textCell(at, cellText(value), STYLE.link);
  }
  const text = cellText(value);
  return textCell(at, text, looksLikeFormula(text) ? STYLE.quoted : STYLE.text);
}

export function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeMarkup(fitting(printable(text)))}</t></is></c>`;
}

/** Text that does not fit into a cell is cut, and the cell says so. */
function fitting(text: string): string {
  // `_x0041_` means a character by its number, so in a text with such a sequence the underscore is written by number.
  const literal = text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  if (literal.length <= LONGEST) return literal;
  const note = ` [cut: this cell has the beginning of a text of ${text.length} characters; the JSON file has the whole text]`;
  return `${literal.slice(0, LONGEST - note.length).replace(/[\uD800-\uDBFF]$/, '')}${note}`;
}

/** Days since the end of 1899, as spreadsheets count; UTC. */
function serial(date: Date): number {
  return Math.round((date.getTime() / 86_400_000 + 25_569) * 1e8) / 1e8;
}

/** 0 is A, 26 is AA. */
export function columnName(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : `${columnName(Math.floor(index / 26) - 1)}${columnName(index % 26)}`;
}
