// The writers: golden files of one document with all kinds of blocks (updated by `npx vitest run --project server
// server/src/documents -u`), and what other programs read in the result.
import mammoth from 'mammoth';
import readExcel from 'read-excel-file/node';
import { describe, expect, it, vi } from 'vitest';
import yauzl from 'yauzl';
import { csv } from './csv/index.ts';
import type { ReportDocument, Row } from './document.ts';
import { docx } from './docx/index.ts';
import { FORMATS, findFormat } from './formats.ts';
import { html, PAGE_POLICY } from './html/index.ts';
import { markdown } from './markdown/index.ts';
import { datedAt } from './pdf.ts';
import { HOSTILE_TEXTS, sampleDocument } from './sample.ts';
import { text } from './text/index.ts';
import { workbookFiles, xlsx } from './xlsx/index.ts';
import { zipOf } from './zip.ts';

async function bytesOf(content: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  return Buffer.concat((await Array.fromAsync(content)).map((part) => Buffer.from(part)));
}

async function written(format: (typeof FORMATS)[number], document = sampleDocument()): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const { name, content } of format.write(document, 'sample')) files.set(name, await bytesOf(content));
  return files;
}

async function parts(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const found = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, (await bytesOf(await zip.openReadStreamPromise(entry))).toString());
  return found;
}

const tableOf = (rows: Row[]): ReportDocument =>
  sampleDocument({
    sections: [
      { id: 's', title: 'S', blocks: () => [{ type: 'table', sheet: 'Rows', columns: [{ title: 'A' }], rows }] },
    ],
  });

describe('golden files', () => {
  it.each([
    ['sample.html', html],
    ['sample.txt', text],
    ['sample.md', markdown],
    ['sample-csv/values-all.csv', csv],
  ])('%s', async (name, format) => {
    const content = (await written(format)).get(name)!.toString();
    await expect(content).toMatchFileSnapshot(`golden/${name.replace('/', '-')}.golden`);
  });

  it.each([
    [
      'sample.xlsx',
      xlsx,
      [
        'xl/worksheets/sheet1.xml',
        'xl/worksheets/sheet2.xml',
        'xl/worksheets/_rels/sheet2.xml.rels',
        'xl/workbook.xml',
      ],
    ],
    [
      'sample.docx',
      docx,
      ['word/document.xml', 'word/header1.xml', 'word/charts/chart1.xml', 'word/_rels/document.xml.rels'],
    ],
  ])('parts of %s', async (name, format, wanted) => {
    const found = await parts((await written(format)).get(name)!);
    const content = wanted.map((part) => `${part}\n${found.get(part)!.replaceAll('><', '>\n<')}`).join('\n\n');
    await expect(content).toMatchFileSnapshot(`golden/${name}.golden`);
  });
});

it.each<[name: string, rows: Row[], cells: unknown, about: unknown[]]>([
  [
    'a sentence instead of rows is no row',
    [],
    ['Nothing is known.'],
    ['Rows', '–', 'The sheet says why it has no rows.'],
  ],
  ['rows are counted', [['a'], ['b']], ['a'], ['Rows', 2, null]],
])('xlsx and csv: %s', async (_, rows, cells, about) => {
  const block = { type: 'table', sheet: 'Rows', columns: [{ title: 'A' }], rows, none: 'Nothing is known.' } as const;
  const document = sampleDocument({
    facts: [['Files', 2078]],
    sections: [{ id: 's', title: 'S', blocks: () => [{ ...block, isNoneInSheets: true }] }],
  });
  const [first, second] = await readExcel((await written(xlsx, document)).get('sample.xlsx')!);
  expect(second!.data[1]).toEqual(cells);
  expect(first!.data).toContainEqual(['Files', 2078, null]);
  expect(first!.data.at(-1)).toEqual(about);
  const lines = (await written(csv, document)).get('sample-csv/rows.csv')!.toString().split('\r\n');
  expect(lines[1]).toBe((cells as string[])[0]);
});

describe('every format', () => {
  it.each(FORMATS.map((format) => [format.format, format] as const))(
    '%s gives the same bytes twice, also in another time zone',
    async (name, format) => {
      expect(findFormat(name)).toBe(format);
      const first = [...(await written(format)).values()];
      vi.stubEnv('TZ', 'Asia/Tokyo');
      const second = [...(await written(format)).values()];
      vi.unstubAllEnvs();
      expect(second).toEqual(first);
    },
  );

  it.each(FORMATS.map((format) => [format.format, format] as const))('%s accepts a text of 5 MB', async (_, format) => {
    const long = 'A license text. '.repeat(330_000);
    const block = { type: 'verbatim', text: long } as const;
    const document = sampleDocument({ sections: [{ id: 's', title: 'S', blocks: () => [block] }] });
    for (const content of (await written(format, document)).values()) expect(content.length).toBeGreaterThan(1000);
  });

  it.each(FORMATS.map((format) => [format.format, format] as const))(
    '%s shows no control character',
    async (_, format) => {
      for (const [name, content] of await written(format)) {
        const texts = /\.(?:xlsx|docx)$/.test(name) ? [...(await parts(content)).values()] : [content.toString()];
        for (const one of texts.filter((part) => !part.startsWith('\uFFFDPNG'))) {
          expect(one).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e]/);
          expect(Buffer.from(one).toString()).toBe(one);
        }
      }
    },
  );
});

describe('HTML', () => {
  it('runs only its own script, and links only web addresses', async () => {
    const page = (await written(html)).get('sample.html')!.toString();
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/href="(?!#|https:)/);
    expect(PAGE_POLICY).toContain("default-src 'none'");
    expect(page).not.toMatch(/(?:src|href)="(?:http|\/\/)[^"]*\.(?:js|css|png)/);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'https://example.org/logo.png',
    'data:image/png;base64,"onerror="x',
  ])('does not accept %s as a logo', async (logo) => {
    const page = (await written(html, sampleDocument({ brand: { name: 'X', logo, footer: '', paper: 'A4' } }))).get(
      'sample.html',
    )!;
    expect(page.toString()).not.toContain('<img');
  });
});

describe('Excel', () => {
  it('has real types, and texts that look like formulas are texts', async () => {
    const sheets = await readExcel((await written(xlsx)).get('sample.xlsx')!);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['About', 'Values  all', 'Nothing']);
    const [head, first] = sheets[1]!.data;
    expect(head).toEqual(['Text', 'Number', 'Yes', 'When', 'Link', 'List', 'Unknown']);
    expect(first!.slice(0, 4)).toEqual(['=1+1', -2.5, true, new Date('2026-01-01T00:00:00Z')]);
    expect(sheets[1]!.data).toHaveLength(HOSTILE_TEXTS.length + 1);
  });

  it('gives no table a name that Excel or the first sheet has', async () => {
    const blocks = ['History', 'About', 'history'].map((sheet) => ({
      ...{ type: 'table' as const, sheet, columns: [{ title: 'A' }], rows: [['x']] },
    }));
    const document = sampleDocument({ sections: [{ id: 's', title: 'S', blocks: () => blocks }] });
    const sheets = await readExcel((await written(xlsx, document)).get('sample.xlsx')!);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['About', 'History 2', 'About 2', 'history 3']);
  });

  it('continues on another sheet if the rows do not fit, and says so on the first one and on "About"', async () => {
    const rows = Array.from({ length: 8 }, (_, at): Row => [`row ${at}`]);
    const document = tableOf(rows);
    const zip = await bytesOf(zipOf(workbookFiles(document, 5), document.at));
    const sheets = await readExcel(zip);
    expect(sheets.map(({ sheet, data }) => [sheet, data.map(([cell]) => cell)]).slice(1)).toEqual([
      ['Rows', ['A', 'row 0', 'row 1', 'row 2', 'The table continues in the sheet "Rows (2)".']],
      ['Rows (2)', ['A', 'row 3', 'row 4', 'row 5', 'The table continues in the sheet "Rows (3)".']],
      ['Rows (3)', ['A', 'row 6', 'row 7']],
    ]);
    expect(JSON.stringify(sheets[0]!.data)).toContain('It continues in the sheet \\"Rows (2)\\"');
  });

  it('cuts a cell of 40,000 characters and says so in the cell', async () => {
    const [, sheet] = await readExcel((await written(xlsx, tableOf([['x'.repeat(40_000)]]))).get('sample.xlsx')!);
    const cell = String(sheet!.data[1]![0]);
    expect(cell).toHaveLength(32_767);
    expect(cell).toMatch(
      /\[cut: this cell has the beginning of a text of 40000 characters; the JSON file has the whole text\]$/,
    );
  });

  it('freezes the header, filters, and links only web addresses', async () => {
    const found = await parts((await written(xlsx)).get('sample.xlsx')!);
    const sheet = found.get('xl/worksheets/sheet2.xml')!;
    expect(sheet).toContain('state="frozen"');
    expect(sheet).toContain(`<autoFilter ref="A1:G${HOSTILE_TEXTS.length + 1}"/>`);
    const targets = [...found.get('xl/worksheets/_rels/sheet2.xml.rels')!.matchAll(/Target="([^"]*)"/g)];
    expect(targets.length).toBe(Math.floor(HOSTILE_TEXTS.length / 2));
    expect(targets.every(([, target]) => target!.startsWith('https://example.org/'))).toBe(true);
  });
});

describe('Word', () => {
  it('opens in other programs with headings, tables and links', async () => {
    const { value, messages } = await mammoth.convertToHtml({ buffer: (await written(docx)).get('sample.docx')! });
    expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
    expect(value).toMatch(/<h1>(?:<a id="[^"]*"><\/a>)?Blocks<\/h1>/);
    expect(value).toContain('<table>');
    expect(value).toContain('href="https://example.org/"');
    expect(value).not.toContain('href="javascript:');
    expect(value).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('prints tables with many columns in landscape, with the text above them', async () => {
    const columns = Array.from({ length: 9 }, (_, at) => ({ title: `Column ${at}` }));
    const wide = { type: 'table', columns, rows: [columns.map(({ title }) => title)] } as const;
    const blocks = [{ type: 'paragraph', text: 'Above' } as const, wide, { type: 'list', items: ['Below'] } as const];
    const document = sampleDocument({ sections: [{ id: 's', title: 'Wide', blocks: () => blocks }] });
    const body = (await parts((await written(docx, document)).get('sample.docx')!)).get('word/document.xml')!;
    const order = [...body.matchAll(/>Wide<|>Above<|>Column 8<|>Below<|w:h="16838"|w:orient="landscape"/g)];
    expect(order.map(([text]) => text).slice(1)).toEqual([
      'w:h="16838"',
      '>Wide<',
      '>Above<',
      '>Column 8<',
      '>Column 8<',
      'w:orient="landscape"',
      '>Below<',
      'w:h="16838"',
    ]);
  });

  it.each([
    [
      'a JPEG',
      'jpeg',
      'ffd8ffe000104a46494600010100000100010000ffc0000b080020004001011100ffd9',
      'word/media/logo.jpeg',
    ],
    ['a truncated JPEG', 'jpeg', 'ffd8ffe000104a46', undefined],
    ['a JPEG of filler bytes only', 'jpeg', `ffd8${'ff'.repeat(5000)}`, undefined],
    ['a GIF', 'gif', '47494638396101000100', undefined],
  ])('the logo: %s', async (_what, kind, hex, part) => {
    const logo = `data:image/${kind};base64,${Buffer.from(hex, 'hex').toString('base64')}`;
    const found = await parts(
      (await written(docx, sampleDocument({ brand: { name: 'B', logo, footer: '', paper: 'A4' } }))).get(
        'sample.docx',
      )!,
    );
    expect([...found.keys()].find((name) => name.startsWith('word/media/'))).toBe(part);
    expect(found.get('word/header1.xml')!.includes('<a:blip')).toBe(part !== undefined);
  });
});

describe('CSV', () => {
  it('puts an apostrophe before what spreadsheets would calculate, and quotes where necessary', async () => {
    const lines = (await written(csv)).get('sample-csv/values-all.csv')!.toString().split('\r\n');
    expect(lines.slice(1, 5).map((line) => line.split(',')[0])).toEqual(["'=1+1", "'+1", "'-1", "'@SUM(A1)"]);
    expect(lines[1]).toContain(',-2.5,yes,2026-01-01 00:00:00,');
    expect(lines.join('\n')).toContain('"""quoted"", and\nlines"');
  });
});

it.each([
  ['A4', 'w:w="11906" w:h="16838"', 'paperSize="9"'],
  ['Letter', 'w:w="12240" w:h="15840"', 'paperSize="1"'],
] as const)('paper of the site: %s', async (paper, word, excel) => {
  const document = sampleDocument({ brand: { name: 'B', logo: '', footer: '', paper } });
  const page = (await written(html, document)).get('sample.html')!.toString();
  expect(page.match(/size: \w+ \w+/g)).toEqual([`size: ${paper} portrait`, `size: ${paper} landscape`]);
  const body = (await parts((await written(docx, document)).get('sample.docx')!)).get('word/document.xml')!;
  expect(body).toContain(word);
  const sheets = await parts((await written(xlsx, document)).get('sample.xlsx')!);
  for (const [name, sheet] of sheets) if (name.startsWith('xl/worksheets/sheet')) expect(sheet).toContain(excel);
});

it('a PDF has the time of the document', () => {
  const pdf = Buffer.from(
    "/CreationDate (D:20261124101112+00'00') /ModDate (D:20261124101112+01'00') D:20261124101112+00'00'",
  );
  const dated = datedAt(pdf, new Date('2026-01-06T12:00:00Z')).toString();
  expect(dated).toBe(
    "/CreationDate (D:20260106120000+00'00') /ModDate (D:20260106120000+00'00') D:20261124101112+00'00'",
  );
  expect(dated).toHaveLength(pdf.length);
});
