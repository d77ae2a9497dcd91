// The small parts of a workbook: the list of its parts, styles, and the sheet "About", which is the first and lists the others.
import { cellText } from '../cells.ts';
import type { Cell, ReportDocument } from '../document.ts';
import { escapeMarkup, printableLine } from '../printable.ts';
import { cellMarkup, type Link, STYLE, textCell } from './cells.ts';
import { linksXml, PAPER_NUMBERS } from './sheet.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface WrittenSheet {
  name: string;
  /** Undefined if the sheet has a sentence instead of rows: a 0 would be taken for an answer. */
  rows: number | undefined;
  /** The next sheet of the table; '' if it ends here. */
  next: string;
}

export const RELS = `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

/** In the order of STYLE: text, head, number, date, link, text that looks like a formula, title. */
export const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="4"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0B5CAD"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF2"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf applyAlignment="1"><alignment vertical="top"/></xf><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="0" applyAlignment="1"><alignment vertical="top"/></xf><xf numFmtId="164" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" horizontal="left"/></xf><xf fontId="2" applyFont="1" applyAlignment="1"><alignment vertical="top"/></xf><xf quotePrefix="1" applyAlignment="1"><alignment vertical="top"/></xf><xf fontId="3" applyFont="1"/></cellXfs></styleSheet>`;

export function contentTypes(sheets: readonly WrittenSheet[]): string {
  const parts = sheets.map(
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 2}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  );
  return `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>${parts.join('')}</Types>`;
}

export function workbook(sheets: readonly WrittenSheet[]): string {
  const names = ['About', ...sheets.map(({ name }) => name)];
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${names
    .map((name, at) => `<sheet name="${escapeMarkup(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;
}

export function workbookRelations(sheets: readonly WrittenSheet[]): string {
  const parts = ['', ...sheets].map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return `${HEAD}<Relationships xmlns="${RELATIONS}">${parts.join('')}<Relationship Id="rId${parts.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

export function coreProperties({ title, brand, at }: ReportDocument): string {
  const time = at.toISOString().replace(/\.\d+Z$/, 'Z');
  return `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeMarkup(printableLine(title))}</dc:title><dc:creator>${escapeMarkup(printableLine(brand.name))}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`;
}

/** Title, facts, and a line with a link for each sheet. */
export function aboutSheet({ title, subtitle, brand, facts }: ReportDocument, sheets: readonly WrittenSheet[]): string {
  const links: Link[] = [];
  const lines: Cell[][] = [
    [brand.name],
    [title],
    [subtitle],
    [],
    ...facts.map(([label, value]) => [label, typeof value === 'number' ? value : cellText(value)]),
    [],
  ];
  if (sheets.length > 0) lines.push(['Sheet', 'Rows', 'Remarks']);
  for (const { name, rows, next } of sheets) {
    const remark =
      next === ''
        ? rows === undefined
          ? 'The sheet says why it has no rows.'
          : ''
        : `The table has more rows than a sheet can hold. It continues in the sheet "${next}".`;
    lines.push([name, rows ?? '–', remark]);
    links.push({ cell: `A${lines.length}`, place: `'${name}'!A1` });
  }
  const rows = lines.map((cells, at) => {
    const style = at === 1 ? STYLE.title : cells[0] === 'Sheet' && cells[1] === 'Rows' ? STYLE.head : STYLE.text;
    const isLink = links.some(({ cell }) => cell === `A${at + 1}`);
    const written = cells.map((cell, column) =>
      typeof cell === 'number'
        ? cellMarkup(cell, 'ABC'.charAt(column), at + 1, links)
        : textCell(`${'ABC'[column]}${at + 1}`, cellText(cell), isLink && column === 0 ? STYLE.link : style),
    );
    return `<row r="${at + 1}">${written.join('')}</row>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><cols><col min="1" max="1" width="34" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/><col min="3" max="3" width="70" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData>${linksXml(links)}<pageSetup paperSize="${PAPER_NUMBERS[brand.paper]}"/></worksheet>`;
}
