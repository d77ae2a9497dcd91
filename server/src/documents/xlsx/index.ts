// The tables of a document as an Excel workbook, written as a stream, so that memory does not grow with the rows. The sheet "About" is the first and
// is written last, because only then the number of sheets is known.
import type { DocumentFormat, FileOut, ReportDocument } from '../document.ts';
import { tablesOf } from '../tables.ts';
import { zipOf } from '../zip.ts';
import {
  aboutSheet,
  contentTypes,
  coreProperties,
  RELS,
  STYLES,
  type WrittenSheet,
  workbook,
  workbookRelations,
} from './parts.ts';
import { linkRelations, MOST_ROWS, rowSource, type SheetResult, sheetXml } from './sheet.ts';

export const xlsx: DocumentFormat = {
  format: 'xlsx',
  label: 'Excel',
  extension: '.xlsx',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  write: (document, name) => [
    { name: `${name}.xlsx`, content: zipOf(workbookFiles(document), document.at), isPacked: true },
  ],
};

/** @param mostRows largest number of rows per sheet; smaller in tests */
export async function* workbookFiles(document: ReportDocument, mostRows = MOST_ROWS): AsyncGenerator<FileOut> {
  const sheets: WrittenSheet[] = [];
  for await (const table of tablesOf(document)) {
    const rows = rowSource(table.rows);
    for (let part = 1, isOver = false; !isOver; part++) {
      const name = part === 1 ? table.sheet : `${table.sheet} (${part})`;
      const next = `${table.sheet} (${part + 1})`;
      const result: SheetResult = { rows: 0, links: [], isContinued: false };
      const number = sheets.length + 2;
      yield {
        name: `xl/worksheets/sheet${number}.xml`,
        content: sheetXml(table.columns, rows, next, result, document.brand.paper, mostRows),
      };
      if (result.links.length > 0)
        yield { name: `xl/worksheets/_rels/sheet${number}.xml.rels`, content: whole(linkRelations(result.links)) };
      const rowCount = table.isWithoutRows() ? undefined : result.rows;
      sheets.push({ name, rows: rowCount, next: result.isContinued ? next : '' });
      isOver = !result.isContinued;
    }
  }
  yield { name: 'xl/worksheets/sheet1.xml', content: whole(aboutSheet(document, sheets)) };
  yield { name: 'xl/styles.xml', content: whole(STYLES) };
  yield { name: 'xl/workbook.xml', content: whole(workbook(sheets)) };
  yield { name: 'xl/_rels/workbook.xml.rels', content: whole(workbookRelations(sheets)) };
  yield { name: 'docProps/core.xml', content: whole(coreProperties(document)) };
  yield { name: '_rels/.rels', content: whole(RELS) };
  yield { name: '[Content_Types].xml', content: whole(contentTypes(sheets)) };
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}
