// The part of a table that a page shows: columns, rows, and a sentence about the rows that it leaves out.
import { numberText } from '../domain/count-text.ts';
import type { Column, Row, Table } from './document.ts';

export function shownColumns({ columns }: Table): Column[] {
  return columns.filter(({ isSheetOnly }) => !isSheetOnly);
}

/** A table with more columns is put on landscape pages, because its words would be cut on portrait ones. */
const MOST_UPRIGHT = 7;

export const isWide = (table: Table): boolean => shownColumns(table).length > MOST_UPRIGHT;

/** Returns the rows to show, then the sentence below them; '' if the page shows all rows, or none on purpose. */
export async function* shownRows(table: Table): AsyncGenerator<Row, string> {
  const most = table.mostOnPage ?? Number.POSITIVE_INFINITY;
  let count = 0;
  const isCut = table.columns.some(({ isSheetOnly }) => isSheetOnly);
  for await (const row of table.rows) {
    count++;
    if (count <= most) yield isCut ? row.filter((_, at) => !table.columns[at]?.isSheetOnly) : row;
  }
  if (most === 0) return '';
  if (count === 0) return table.none ?? 'None.';
  if (count <= most) return '';
  return `The first ${numberText(most)} of ${numberText(count)} rows are shown here. The table "${table.sheet}" of the spreadsheet and of the CSV files has all rows.`;
}
