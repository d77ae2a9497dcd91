// The rows of a table that a page shows, and a sentence on those that it does not.
import { numberText } from '../domain/count-text.ts';
import type { Row, Table } from './document.ts';

/** Gives the rows to show, then what is to be said below them; '' when the page shows all, or is to show nothing. */
export async function* shownRows(table: Table): AsyncGenerator<Row, string> {
  const most = table.mostOnPage ?? Number.POSITIVE_INFINITY;
  let count = 0;
  for await (const row of table.rows) {
    count++;
    if (count <= most) yield row;
  }
  if (most === 0) return '';
  if (count === 0) return table.none ?? 'None.';
  if (count <= most) return '';
  return `The first ${numberText(most)} of ${numberText(count)} rows are shown here; the table "${table.sheet}" of the spreadsheet and of the CSV files has all of them.`;
}
