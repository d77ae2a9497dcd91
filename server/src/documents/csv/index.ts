// The tables of a document as CSV (RFC 4180, UTF-8): one file each. Texts that a spreadsheet would take for a formula get an apostrophe in front;
// numbers stay numbers.
import { cellText, looksLikeFormula } from '../cells.ts';
import {
  type Cell,
  type Column,
  type DocumentFormat,
  type FileOut,
  isMarked,
  type ReportDocument,
  type Row,
} from '../document.ts';
import { printable } from '../printable.ts';
import { tablesOf } from '../tables.ts';

export const csv: DocumentFormat = {
  format: 'csv',
  label: 'CSV',
  extension: '.csv',
  mediaType: 'text/csv; charset=utf-8',
  write: csvFiles,
};

/** One file for each table; a file is started after the one before has been read. */
async function* csvFiles(document: ReportDocument, name: string): AsyncGenerator<FileOut> {
  for await (const { sheet, columns, rows } of tablesOf(document)) {
    const file = sheet.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    yield { name: `${name}-csv/${file}.csv`, content: lines(columns, rows) };
  }
}

async function* lines(columns: readonly Column[], rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<string> {
  yield `${columns.map(({ title }) => quoted(title)).join(',')}\r\n`;
  for await (const row of rows) yield `${row.map(field).join(',')}\r\n`;
}

function field(cell: Cell): string {
  if (typeof cell === 'number' || cell === null) return cellText(cell);
  const text = isMarked(cell) && cell.text === '' ? (cell.url ?? '') : cellText(cell);
  // Checked before control characters are made visible, because a tab in front would hide the formula.
  const isFormula = looksLikeFormula(text) || looksLikeFormula(text.trimStart());
  return quoted(`${isFormula ? "'" : ''}${printable(text)}`);
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
