// A document as one HTML file that needs no other files: style, charts and logo are inside, nothing is loaded, and the only script filters tables.
// Without the script, everything can still be read and printed.
import { createHash } from 'node:crypto';
import { cellText } from '../cells.ts';
import {
  type Block,
  type Cell,
  type Column,
  type DocumentFormat,
  isMarked,
  type ReportDocument,
  type Table,
} from '../document.ts';
import { escapeMarkup, printable, printableLine, webAddress } from '../printable.ts';
import { isWide, shownColumns, shownRows } from '../shown-rows.ts';
import { bars } from './bars.ts';
import { graph } from './graph.ts';
import { FILTER_SCRIPT } from './script.ts';
import { styleFor } from './style.ts';

export const html: DocumentFormat = {
  format: 'html',
  label: 'HTML',
  extension: '.html',
  mediaType: 'text/html; charset=utf-8',
  write: (document, name) => [{ name: `${name}.html`, content: page(document) }],
};

const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What a browser allows the page, wherever it is opened. */
export const PAGE_POLICY = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src ${digestOf(FILTER_SCRIPT)}; base-uri 'none'; form-action 'none'`;

async function* page(document: ReportDocument): AsyncGenerator<string> {
  yield head(document);
  for (const section of document.sections) {
    yield `<section id="${escapeMarkup(section.id)}"><h2>${line(section.title)}</h2>\n`;
    for await (const block of section.blocks()) yield* written(block);
    yield '</section>\n';
  }
  const footer = document.brand.footer === '' ? '' : `<footer>${line(document.brand.footer)}</footer>`;
  yield `</main>${footer}<script>${FILTER_SCRIPT}</script></body></html>\n`;
}

function head({ title, subtitle, brand, facts, sections }: ReportDocument): string {
  const logo = isImage(brand.logo) ? `<img src="${escapeMarkup(brand.logo)}" alt="">` : '';
  const contents = sections.map(({ id, title: text }) => `<li><a href="#${escapeMarkup(id)}">${line(text)}</a></li>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeMarkup(PAGE_POLICY)}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${line(title)}</title>
<style>${styleFor(brand.paper)}</style></head><body>
<header><div class="brand">${logo}<span>${line(brand.name)}</span></div><h1>${line(title)}</h1><p>${line(subtitle)}</p></header>
<nav aria-label="Contents"><h2>Contents</h2><ol>${contents.join('')}</ol></nav>
<main>${facts.length > 0 ? factList(facts) : ''}
`;
}

/** Only types of pictures that cannot contain a script, as data URLs. */
function isImage(address: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=]+$/.test(address);
}

async function* written(block: Block): AsyncGenerator<string> {
  if (block.type === 'table') yield* tableOf(block);
  else yield `${plain(block)}\n`;
}

function plain(block: Exclude<Block, Table>): string {
  switch (block.type) {
    case 'heading': {
      const tag = `h${block.level ?? 3}`;
      return `<${tag}${block.id === undefined ? '' : ` id="${escapeMarkup(block.id)}"`}>${line(block.text)}</${tag}>`;
    }
    case 'paragraph':
      return `<p${toneClass(block.tone)}>${text(block.text)}</p>`;
    case 'facts':
      return factList(block.rows);
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${cell(item)}</li>`).join('')}</ul>`;
    case 'verbatim':
      return verbatim(block.text, block.summary);
    case 'beside':
      return `<div class="beside">${[block.left, block.right]
        .map((side) => `<div><h4>${line(side.title)}</h4>${verbatim(side.text)}</div>`)
        .join('')}</div>`;
    case 'bars':
      return bars(block.title, block.bars);
    case 'graph':
      return graph(block.title, block.nodes, block.edges);
    case 'blanks':
      return `<dl class="blanks">${block.labels.map((label) => `<dt>${line(label)}</dt><dd></dd>`).join('')}</dl>`;
  }
}

function verbatim(content: string, summary?: string): string {
  const body = `<pre>${escapeMarkup(printable(content))}</pre>`;
  return summary === undefined ? body : `<details open><summary>${line(summary)}</summary>${body}</details>`;
}

async function* tableOf(table: Table): AsyncGenerator<string> {
  const columns = shownColumns(table);
  const classes = columns.map(classOf);
  const heads = columns.map(({ title }, at) => `<th scope="col"${classes[at]}>${line(title)}</th>`).join('');
  const rows = shownRows(table);
  let next = await rows.next();
  if (next.done) {
    if (next.value !== '') yield `<p class="soft">${text(next.value)}</p>\n`;
    return;
  }
  yield `<div class="scroll${isWide(table) ? ' wide' : ''}"><table><thead><tr>${heads}</tr></thead><tbody>\n`;
  for (; !next.done; next = await rows.next())
    yield `<tr>${next.value.map((one, at) => `<td${classes[at] ?? ''}>${cell(one)}</td>`).join('')}</tr>\n`;
  yield `</tbody></table></div>${next.value === '' ? '' : `<p class="soft">${text(next.value)}</p>`}\n`;
}

/** Columns of long words (paths, addresses) break anywhere, others between words. */
function classOf({ type, width = 0 }: Column): string {
  if (type === 'number' || type === 'date') return ` class="${type}"`;
  return width >= 30 ? ' class="long"' : '';
}

function factList(rows: readonly (readonly [string, Cell])[]): string {
  return `<dl class="facts">${rows.map(([label, value]) => `<div><dt>${line(label)}</dt><dd>${cell(value)}</dd></div>`).join('')}</dl>`;
}

function cell(value: Cell): string {
  if (value === null) return '<span class="soft">–</span>';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (!isMarked(value)) return text(cellText(value));
  const url = webAddress(value.url);
  const shown = text(value.text);
  if (url !== undefined) return `<a href="${escapeMarkup(url)}" target="_blank" rel="noopener noreferrer">${shown}</a>`;
  if (value.to !== undefined) return `<a href="#${escapeMarkup(value.to)}">${shown}</a>`;
  return value.tone === undefined ? shown : `<span${toneClass(value.tone)}>${shown}</span>`;
}

const toneClass = (tone: string | undefined) => (tone === undefined ? '' : ` class="${tone}"`);
const line = (content: string) => escapeMarkup(printableLine(content));
const text = (content: string) => escapeMarkup(printable(content)).replaceAll('\n', '<br>');
