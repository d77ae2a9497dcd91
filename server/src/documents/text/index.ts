// A document as plain text of 78 columns. Tables are written row by row, each value after its title, because lines are wrapped.
import { cellText } from '../cells.ts';
import { type Block, type Cell, type DocumentFormat, isMarked, type ReportDocument, type Table } from '../document.ts';
import { printable, printableLine } from '../printable.ts';
import { shownColumns, shownRows } from '../shown-rows.ts';

const WIDTH = 78;

export const text: DocumentFormat = {
  format: 'text',
  label: 'Text',
  extension: '.txt',
  mediaType: 'text/plain; charset=utf-8',
  write: (document, name) => [{ name: `${name}.txt`, content: pages(document) }],
};

async function* pages({ title, subtitle, brand, facts, sections }: ReportDocument): AsyncGenerator<string> {
  yield `${printableLine(brand.name)}\n\n${printableLine(title).toUpperCase()}\n${printableLine(subtitle)}\n\n${factLines(facts)}\n`;
  if (sections.length > 1)
    yield `CONTENTS\n${sections.map((section, at) => `  ${at + 1}. ${printableLine(section.title)}\n`).join('')}\n`;
  for (const [at, section] of sections.entries()) {
    yield `${'='.repeat(WIDTH)}\n${sections.length > 1 ? `${at + 1}. ` : ''}${printableLine(section.title).toUpperCase()}\n${'='.repeat(WIDTH)}\n\n`;
    for await (const block of section.blocks()) {
      if (block.type === 'table') yield* tableLines(block);
      else yield `${plain(block)}\n`;
    }
  }
  if (brand.footer !== '') yield `${'-'.repeat(WIDTH)}\n${printable(brand.footer)}\n`;
}

function plain(block: Exclude<Block, Table>): string {
  switch (block.type) {
    case 'heading': {
      const heading = printableLine(block.text);
      return `${heading}\n${(block.level === 4 ? '.' : '-').repeat(Math.min(WIDTH, Math.max(3, heading.length)))}\n`;
    }
    case 'paragraph':
      return `${wrapped(printable(block.text))}\n`;
    case 'facts':
      return factLines(block.rows);
    case 'list':
      return block.items.map((item) => `  * ${shown(item).replaceAll('\n', '\n    ')}\n`).join('');
    case 'verbatim':
      return `${block.summary === undefined ? '' : `${printableLine(block.summary)}:\n`}${printable(block.text)}\n`;
    case 'beside':
      return [block.left, block.right]
        .map((side) => `${printableLine(side.title)}:\n${printable(side.text)}\n`)
        .join('\n');
    case 'bars':
      return barLines(block.title, block.bars);
    case 'graph':
      return `${printableLine(block.title)}\n${block.edges.map(([from, to]) => `  ${labelOf(block.nodes, from)} -> ${labelOf(block.nodes, to)}\n`).join('')}`;
    case 'blanks':
      return block.labels.map((label) => `${printableLine(label)}: ${'_'.repeat(36)}\n\n`).join('');
  }
}

function barLines(title: string, bars: readonly { label: string; value: number }[]): string {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  const lines = bars.map(
    ({ label, value }) =>
      `  ${printableLine(label).slice(0, 24).padEnd(24)} ${'#'.repeat(Math.round((value / largest) * 36))} ${value}\n`,
  );
  return `${printableLine(title)}\n${lines.join('')}`;
}

function labelOf(nodes: readonly { id: string; label: string }[], id: string): string {
  return printableLine(nodes.find((node) => node.id === id)?.label ?? id);
}

async function* tableLines(table: Table): AsyncGenerator<string> {
  const columns = shownColumns(table);
  const rows = shownRows(table);
  let next = await rows.next();
  for (; !next.done; next = await rows.next()) {
    const [first, ...others] = next.value;
    const rest = others.flatMap((cell, at) => {
      const value = shown(cell);
      return value === '' ? [] : [`    ${columns[at + 1]?.title ?? ''}: ${value.replaceAll('\n', '\n      ')}\n`];
    });
    yield `  ${shown(first ?? null)}\n${rest.join('')}`;
  }
  yield next.value === '' ? '\n' : `  ${next.value}\n\n`;
}

function factLines(rows: readonly (readonly [string, Cell])[]): string {
  const widest = Math.min(30, Math.max(0, ...rows.map(([label]) => label.length)));
  return rows
    .map(
      ([label, value]) =>
        `${`${label}: `.padEnd(widest + 2)}${shown(value).replaceAll('\n', `\n${' '.repeat(widest + 2)}`)}\n`,
    )
    .join('');
}

function shown(cell: Cell): string {
  const words = printable(cellText(cell));
  const url = isMarked(cell) && cell.url !== undefined ? printableLine(cell.url) : '';
  return url === '' || url === words ? words : `${words} <${url}>`;
}

function wrapped(content: string): string {
  return content
    .split('\n')
    .map((line) => {
      const lines: string[] = [];
      let current = '';
      for (const word of line.split(' ')) {
        if (current !== '' && current.length + 1 + word.length > WIDTH) {
          lines.push(current);
          current = word;
        } else current = current === '' ? word : `${current} ${word}`;
      }
      return [...lines, current].join('\n');
    })
    .join('\n');
}
