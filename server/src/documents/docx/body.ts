// The body of a Word document, block by block.
import { cellText } from '../cells.ts';
import { type Block, type Cell, isMarked, type ReportDocument, type Section, type Table } from '../document.ts';
import { escapeMarkup, printable, printableLine, webAddress } from '../printable.ts';
import { shownColumns, shownRows } from '../shown-rows.ts';
import { chartRun, chartXml } from './chart.ts';
import { columnWidths, orientationOf, type Paper, sectionProperties, shares, widthOf } from './page.ts';

export interface Written {
  /** Linked web addresses, in order; the first is rIdLink0. */
  links: string[];
  bookmarks: number;
  /** Charts, in order; the first is chart1. */
  charts: string[];
  paper: Paper;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Text that stays on one page with the table below it when the orientation changes. */
const MOST_AHEAD = 4;
/** In characters. */
const LONGEST_WHOLE = 600;

export async function* bodyXml(document: ReportDocument, written: Written): AsyncGenerator<string> {
  const { title, subtitle, facts, sections } = document;
  yield `${HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>`;
  yield `${paragraph(run(printableLine(title)), 'Title')}${paragraph(run(printableLine(subtitle)), 'Subtitle')}`;
  if (facts.length > 0) yield factTable(facts, written);
  yield contents(sections);
  for (const section of sections) yield* sectionXml(section, written);
  yield `${sectionProperties(written.paper)}</w:body></w:document>`;
}

async function* sectionXml(section: Section, written: Written): AsyncGenerator<string> {
  let ahead = [heading(section.title, 1, written, section.id)];
  for await (const block of section.blocks()) {
    if (block.type === 'heading' || block.type === 'paragraph') {
      const next = ahead.length === MOST_AHEAD ? ahead.shift() : undefined;
      if (next !== undefined) yield next;
      ahead.push(plain(block, written));
      continue;
    }
    if (block.type === 'table') yield* tableXml(block, written, ahead);
    else yield `${turned(written, 'upright')}${ahead.join('')}${plain(block, written)}`;
    ahead = [];
  }
  yield ahead.join('');
}

/** Ends the section when the next pages have another orientation. */
function turned(written: Written, orientation: Paper['orientation']): string {
  if (written.paper.orientation === orientation) return '';
  const end = `<w:p><w:pPr>${sectionProperties(written.paper)}</w:pPr></w:p>`;
  written.paper = { ...written.paper, orientation };
  return end;
}

/** A real table of contents: the program that opens the document fills in the pages. */
function contents(sections: ReportDocument['sections']): string {
  const entries = sections.map(({ id, title }) =>
    paragraph(`<w:hyperlink w:anchor="${bookmarkName(id)}">${run(printableLine(title))}</w:hyperlink>`, 'TOC1'),
  );
  const begin = paragraph(
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-2" \\h \\z \\u </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`,
    'TOC1',
  );
  return `${paragraph(run('Contents'), 'TOCHeading')}${begin}${entries.join('')}${paragraph('<w:r><w:fldChar w:fldCharType="end"/></w:r>')}`;
}

function plain(block: Exclude<Block, Table>, written: Written): string {
  switch (block.type) {
    case 'heading':
      return heading(block.text, (block.level ?? 3) - 1, written, block.id);
    case 'paragraph':
      return paragraph(run(block.text));
    case 'facts':
      return factTable(block.rows, written);
    case 'list':
      return block.items.map((item) => paragraph(`${run('•\t')}${cellRuns(item, written)}`, 'ListItem')).join('');
    case 'verbatim':
      return `${block.summary === undefined ? '' : paragraph(run(printableLine(block.summary)), 'Caption')}${verbatim(block.text)}`;
    case 'beside': {
      const cells = [block.left, block.right].map((side) =>
        cell(`${paragraph(run(printableLine(side.title)), 'Caption')}${verbatim(side.text)}`),
      );
      return `${tableStart(shares([1, 1], widthOf(written.paper)))}<w:tr>${cells.join('')}</w:tr></w:tbl>${paragraph('')}`;
    }
    case 'bars': {
      const caption = paragraph(run(printableLine(block.title)), 'Caption');
      if (block.bars.length === 0) return caption;
      written.charts.push(chartXml(block.bars));
      return `${caption}${paragraph(chartRun(written.charts.length, block.title, block.bars))}`;
    }
    case 'graph': {
      const labels = new Map(block.nodes.map(({ id, label }) => [id, label]));
      const lines = block.edges.map(([from, to]) => `${labels.get(from) ?? from} → ${labels.get(to) ?? to}`);
      return `${paragraph(run(printableLine(block.title)), 'Caption')}${lines.map((line) => paragraph(run(`•\t${printableLine(line)}`), 'ListItem')).join('')}`;
    }
    case 'blanks':
      return `${tableStart(shares([2, 3], widthOf(written.paper)))}${block.labels.map((label) => tableRow([label, ''], written)).join('')}</w:tbl>${paragraph('')}`;
  }
}

/** @param ahead text above the table, on the same page */
async function* tableXml(table: Table, written: Written, ahead: readonly string[]): AsyncGenerator<string> {
  const columns = shownColumns(table);
  const rows = shownRows(table);
  let next = await rows.next();
  const isTable = !next.done;
  yield `${turned(written, isTable ? orientationOf(table) : 'upright')}${ahead.join('')}`;
  if (isTable) {
    const widths = columnWidths(columns, widthOf(written.paper));
    yield `${tableStart(widths)}${headRow(columns.map(({ title }) => title))}`;
  }
  for (; !next.done; next = await rows.next()) yield tableRow(next.value, written);
  if (isTable || next.value !== '') yield `${isTable ? '</w:tbl>' : ''}${paragraph(run(next.value))}`;
}

function tableStart(widths: readonly number[]): string {
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  return `<w:tbl><w:tblPr><w:tblStyle w:val="Rows"/><w:tblW w:w="5000" w:type="pct"/><w:tblLayout w:type="fixed"/><w:tblLook w:firstRow="1"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>`;
}

function headRow(titles: readonly string[]): string {
  const cells = titles.map((title) => cell(paragraph(run(printableLine(title)), 'TableHead')));
  return `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${cells.join('')}</w:tr>`;
}

/** A row is not divided between two pages, unless one of its texts is long. */
function tableRow(cells: readonly Cell[], written: Written): string {
  const isShort = cells.every((one) => cellText(one).length <= LONGEST_WHOLE);
  return `<w:tr>${isShort ? '<w:trPr><w:cantSplit/></w:trPr>' : ''}${cells.map((one) => cell(paragraph(cellRuns(one, written), 'TableText'))).join('')}</w:tr>`;
}

function factTable(rows: readonly (readonly [string, Cell])[], written: Written): string {
  const lines = rows.map(
    ([label, value]) =>
      `<w:tr>${cell(paragraph(run(printableLine(label)), 'TableHead'))}${cell(paragraph(cellRuns(value, written), 'TableText'))}</w:tr>`,
  );
  return `${tableStart(shares([3, 7], widthOf(written.paper)))}${lines.join('')}</w:tbl>${paragraph('')}`;
}

const cell = (content: string) => `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${content}</w:tc>`;

function cellRuns(value: Cell, written: Written): string {
  const content = run(cellText(value));
  if (!isMarked(value)) return content;
  const url = webAddress(value.url);
  if (url !== undefined) {
    written.links.push(url);
    return `<w:hyperlink r:id="rIdLink${written.links.length - 1}">${run(value.text, 'Hyperlink')}</w:hyperlink>`;
  }
  if (value.to !== undefined)
    return `<w:hyperlink w:anchor="${bookmarkName(value.to)}">${run(value.text, 'Hyperlink')}</w:hyperlink>`;
  return content;
}

function heading(text: string, level: number, written: Written, id?: string): string {
  const content = run(printableLine(text));
  const style = `Heading${level}`;
  if (id === undefined) return paragraph(content, style);
  const number = written.bookmarks++;
  return paragraph(
    `<w:bookmarkStart w:id="${number}" w:name="${bookmarkName(id)}"/>${content}<w:bookmarkEnd w:id="${number}"/>`,
    style,
  );
}

/** Letters, digits and underscores; at most 40. */
function bookmarkName(id: string): string {
  return `b_${id.replace(/[^A-Za-z0-9]/g, '_')}`.slice(0, 40);
}

/** One paragraph per line, so that a text of megabytes is not a single paragraph. */
function verbatim(text: string): string {
  return printable(text)
    .split('\n')
    .map((line) => paragraph(run(line), 'Verbatim'))
    .join('');
}

function paragraph(content: string, style?: string): string {
  return `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content}</w:p>`;
}

function run(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:rPr><w:rStyle w:val="${style}"/></w:rPr>`;
  const lines = printable(text)
    .split('\n')
    .map((line) =>
      line
        .split('\t')
        .map((part) => `<w:t xml:space="preserve">${escapeMarkup(part)}</w:t>`)
        .join('<w:tab/>'),
    );
  return `<w:r>${properties}${lines.join('<w:br/>')}</w:r>`;
}
