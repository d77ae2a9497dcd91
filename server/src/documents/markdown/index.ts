// A document as Markdown (CommonMark with tables). Foreign texts cannot become markup: special characters are escaped, and long texts are in fences
// longer than any fence inside them.
import { cellText } from '../cells.ts';
import { type Block, type Cell, type DocumentFormat, isMarked, type ReportDocument, type Table } from '../document.ts';
import { printable, printableLine, webAddress } from '../printable.ts';
import { shownColumns, shownRows } from '../shown-rows.ts';

export const markdown: DocumentFormat = {
  format: 'markdown',
  label: 'Markdown',
  extension: '.md',
  mediaType: 'text/markdown; charset=utf-8',
  write: (document, name) => [{ name: `${name}.md`, content: pages(document) }],
};

async function* pages({ title, subtitle, brand, facts, sections }: ReportDocument): AsyncGenerator<string> {
  yield `# ${line(title)}\n\n${line(subtitle)}\n\n${brand.name === '' ? '' : `${line(brand.name)}\n\n`}${factList(facts)}\n`;
  yield `## Contents\n\n${sections.map((one) => `- [${line(one.title)}](#${one.id})\n`).join('')}\n`;
  for (const section of sections) {
    yield `<a id="${section.id}"></a>\n\n## ${line(section.title)}\n\n`;
    for await (const block of section.blocks()) {
      if (block.type === 'table') yield* tableOf(block);
      else yield `${plain(block)}\n`;
    }
  }
  if (brand.footer !== '') yield `---\n\n${line(brand.footer)}\n`;
}

function plain(block: Exclude<Block, Table>): string {
  switch (block.type) {
    case 'heading':
      return `${block.id === undefined ? '' : `<a id="${block.id}"></a>\n\n`}${'#'.repeat(block.level ?? 3)} ${line(block.text)}\n`;
    case 'paragraph':
      return `${escaped(printable(block.text))}\n`;
    case 'facts':
      return factList(block.rows);
    case 'list':
      return block.items.map((item) => `- ${cell(item)}\n`).join('');
    case 'verbatim':
      return `${block.summary === undefined ? '' : `${line(block.summary)}:\n\n`}${fenced(block.text)}`;
    case 'beside':
      return [block.left, block.right].map((side) => `**${line(side.title)}**\n\n${fenced(side.text)}`).join('\n');
    case 'bars':
      return `**${line(block.title)}**\n\n| | |\n|---|---:|\n${block.bars.map(({ label, value }) => `| ${line(label)} | ${value} |\n`).join('')}`;
    case 'graph': {
      const labels = new Map(block.nodes.map(({ id, label }) => [id, label]));
      const edges = block.edges.map(
        ([from, to]) => `- ${line(labels.get(from) ?? from)} → ${line(labels.get(to) ?? to)}\n`,
      );
      return `**${line(block.title)}**\n\n${edges.join('')}`;
    }
    case 'blanks':
      return block.labels.map((label) => `${line(label)}: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\n\n`).join('');
  }
}

async function* tableOf(table: Table): AsyncGenerator<string> {
  const columns = shownColumns(table);
  const rows = shownRows(table);
  let next = await rows.next();
  if (!next.done) {
    yield `| ${columns.map(({ title }) => line(title)).join(' | ')} |\n`;
    yield `|${columns.map(({ type }) => (type === 'number' ? '---:' : '---')).join('|')}|\n`;
  }
  for (; !next.done; next = await rows.next()) yield `| ${next.value.map(cell).join(' | ')} |\n`;
  yield next.value === '' ? '\n' : `\n${line(next.value)}\n\n`;
}

function factList(rows: readonly (readonly [string, Cell])[]): string {
  return rows.map(([label, value]) => `- ${line(label)}: ${cell(value)}\n`).join('');
}

function cell(value: Cell): string {
  const words = escaped(printable(cellText(value)).trim()).replaceAll('\n', '<br>');
  if (!isMarked(value)) return words;
  const url = webAddress(value.url);
  if (url !== undefined) return `[${words}](<${url.replace(/[<>]/g, encodeURIComponent)}>)`;
  return value.to === undefined ? words : `[${words}](#${value.to})`;
}

function fenced(text: string): string {
  const content = printable(text);
  const longest = (content.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${content}${content.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Not every reader of Markdown knows `\\<`: some would show the backslash and run the tag. All know the entity. */
const escaped = (text: string) =>
  text
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\\`*_{}[\]#|~!]/g, '\\$&')
    .replace(/^(\s*)([-+=]|\d+[.)])/gm, '$1\\$2');
const line = (text: string) => escaped(printableLine(text));
