// Prints pages with the browser of this machine, and looks at the pages of the PDF.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaperSize } from '../domain/inventories/paper.ts';
import type { Block, Row } from './document.ts';
import { html } from './html/index.ts';
import { findBrowser, printPdf } from './pdf.ts';
import { sampleDocument } from './sample.ts';

const browser = await findBrowser('');
if (!browser) console.warn('No browser is installed: pages are not printed.');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-pdf-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The orientation of the pages: `upright` (portrait) or `lying` (landscape). */
async function pagesOf(...sections: Block[][]): Promise<string[]> {
  const sizes = await sizesOf('A4', sections);
  return sizes.map(([width, height]) => (width > height ? 'lying' : 'upright'));
}

/** Width and height of each page in points. */
async function sizesOf(paper: PaperSize, sections: readonly Block[][]): Promise<[number, number][]> {
  const document = sampleDocument({
    brand: { name: 'B', logo: '', footer: '', paper },
    sections: sections.map((blocks, at) => ({ id: `s${at}`, title: `Section ${at}`, blocks: () => blocks })),
  });
  const [page, pdf] = [join(folder, 'page.html'), join(folder, 'page.pdf')];
  const parts: Buffer[] = [];
  for await (const { content } of html.write(document, 'page'))
    for await (const part of content) parts.push(Buffer.from(part));
  writeFileSync(page, Buffer.concat(parts));
  await printPdf(browser!, page, pdf, join(folder, 'profile'), document.at, new AbortController().signal);
  const boxes = readFileSync(pdf, 'latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);
}

const table = (columns: number, rows: number): Block => ({
  type: 'table',
  sheet: 'T',
  columns: Array.from({ length: columns }, (_, at) => ({ title: `Column ${at}` })),
  rows: Array.from({ length: rows }, (): Row => Array.from({ length: columns }, () => 'value')),
});
const words: Block = { type: 'paragraph', text: 'Words about the table.' };

describe.skipIf(!browser)('pages', () => {
  it.each<[string, Block[][], string[]]>([
    ['a wide table begins on the first page', [[table(12, 3)]], ['lying']],
    ['also after text', [[words, words, table(12, 3)]], ['lying']],
    ['also if the page gets a field for filtering', [[words, table(12, 9)]], ['lying']],
    ['a narrow table stays on portrait pages', [[words, table(3, 3)]], ['upright']],
    ['a heading stays with its wide table', [[table(3, 3)], [words, table(12, 3)]], ['upright', 'lying']],
    ['a sentence below a wide table stays with it', [[{ ...table(12, 3), mostOnPage: 2 } as Block]], ['lying']],
    ['after a wide table, pages are portrait again', [[table(12, 3)], [words]], ['lying', 'upright']],
  ])('%s', async (_what, sections, pages) => {
    expect(await pagesOf(...sections)).toEqual(pages);
  });

  it.each<[PaperSize, number, number]>([
    ['A4', 595, 842],
    ['Letter', 612, 792],
  ])('have the size of the site: %s', async (paper, short, long) => {
    expect(await sizesOf(paper, [[table(3, 3)], [table(12, 3)]])).toEqual([
      [short, long],
      [long, short],
    ]);
  });
});
