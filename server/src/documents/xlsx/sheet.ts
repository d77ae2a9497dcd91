// One sheet as a stream of XML, with a fixed head, a filter and links. A table that is too long for a sheet continues in the next one.
import { itemAt } from '@assay/scanner/items';
import type { PaperSize } from '../../domain/inventories/paper.ts';
import type { Column, Row } from '../document.ts';
import { escapeMarkup } from '../printable.ts';
import { cellMarkup, columnName, type Link, STYLE, textCell } from './cells.ts';

/** Numbers of paper sizes in SpreadsheetML (ECMA-376 part 1, 18.3.1.63). */
export const PAPER_NUMBERS: Record<PaperSize, number> = { Letter: 1, A4: 9 };

/** Rows of a sheet, including its head. */
export const MOST_ROWS = 1_048_576;

/** The rows of a table, read once for all its sheets. */
export interface RowSource {
  next(): Promise<Row | undefined>;
}

export function rowSource(rows: AsyncIterable<Row> | Iterable<Row>): RowSource & { isEmpty(): Promise<boolean> } {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let ahead: Row | undefined;
  const read = async () => {
    const { value, done } = await iterator.next();
    return done ? undefined : (value as Row);
  };
  return {
    async next() {
      const row = ahead ?? (await read());
      ahead = undefined;
      return row;
    },
    async isEmpty() {
      ahead ??= await read();
      return ahead === undefined;
    },
  };
}

export interface SheetResult {
  rows: number;
  links: Link[];
  isContinued: boolean;
}

/** Writes as many rows as fit on the sheet; `result` then has the outcome. */
export async function* sheetXml(
  columns: readonly Column[],
  rows: RowSource & { isEmpty(): Promise<boolean> },
  next: string,
  result: SheetResult,
  paper: PaperSize,
  mostRows = MOST_ROWS,
): AsyncGenerator<string> {
  const names = columns.map((_, at) => columnName(at));
  const last = names.at(-1) ?? 'A';
  yield sheetHead(columns.map(({ width, type }) => width ?? WIDTHS[type ?? 'text']));
  yield `<row r="1">${columns.map(({ title }, at) => textCell(`${names[at]}1`, title, STYLE.head)).join('')}</row>`;
  let at = 1;
  // The last row stays free for the name of the next sheet of the table.
  while (at < mostRows - 1) {
    const row = await rows.next();
    if (row === undefined) break;
    at++;
    let cells = '';
    for (let column = 0; column < row.length; column++)
      cells += cellMarkup(itemAt(row, column), names[column] ?? 'A', at, result.links);
    yield `<row r="${at}">${cells}</row>`;
  }
  result.rows = at - 1;
  result.isContinued = !(await rows.isEmpty());
  if (result.isContinued)
    yield `<row r="${at + 1}">${textCell(`A${at + 1}`, `The table continues in the sheet "${next}".`, STYLE.title)}</row>`;
  yield `</sheetData><autoFilter ref="A1:${last}${at}"/>${linksXml(result.links)}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="${PAPER_NUMBERS[paper]}" orientation="landscape" fitToHeight="0"/></worksheet>`;
}

const WIDTHS = { text: 28, number: 12, boolean: 10, date: 19 };

function sheetHead(widths: readonly number[]): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`;
}

export function linksXml(links: readonly Link[]): string {
  if (links.length === 0) return '';
  const parts = links.map(({ cell, place }, at) =>
    place === undefined
      ? `<hyperlink ref="${cell}" r:id="rId${at + 1}"/>`
      : `<hyperlink ref="${cell}" location="${escapeMarkup(place)}"/>`,
  );
  return `<hyperlinks>${parts.join('')}</hyperlinks>`;
}

/** The relationships of a sheet: the targets of its links. */
export function linkRelations(links: readonly Link[]): string {
  const parts = links.flatMap(({ url }, at) =>
    url === undefined
      ? []
      : [
          `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${escapeMarkup(url)}" TargetMode="External"/>`,
        ],
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts.join('')}</Relationships>`;
}
