// How fast reports are written, and in how much memory. Prints JSON.
//   node bench/reports.ts sheet [rows]            a workbook of that many rows and 12 columns (1,000,000)
//   node bench/reports.ts notices [items] [texts] the notices in every format (20,000 items, 400 texts)
// The data is made up; the database is not measured here (bench/main-job.ts does).

import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { present } from '@assay/scanner/items';
import type { ReportDocument, Row } from '../server/src/documents/document.ts';
import { FORMATS } from '../server/src/documents/formats.ts';
import { xlsx } from '../server/src/documents/xlsx/index.ts';
import { ReportLists } from '../server/src/report-runs/lists.ts';
import type { ReportItem, ReportRow } from '../server/src/reports/data.ts';
import { notices } from '../server/src/reports/notices/index.ts';
import type { ReportSource } from '../server/src/reports/report.ts';
import { sampleSource } from '../server/src/reports/sample.ts';
import { sampleItem } from '../server/src/reports/sample-items.ts';

const [what = 'sheet', first, second] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));

async function measured(name: string, write: () => Promise<number>): Promise<void> {
  const begun = performance.now();
  const bytes = await write();
  const seconds = Math.round((performance.now() - begun) / 10) / 100;
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(`${JSON.stringify({ name, seconds, megabytes: Math.round(bytes / 1e4) / 100, peakMb })}\n`);
}

async function written(document: ReportDocument, format: (typeof FORMATS)[number]): Promise<number> {
  let bytes = 0;
  for await (const { content } of format.write(document, 'bench')) {
    const out = createWriteStream(join(folder, 'out'));
    await pipeline(Readable.from(content), out);
    bytes += out.bytesWritten;
  }
  return bytes;
}

function* rowsOf(count: number): Generator<Row> {
  const day = new Date('2026-01-01T00:00:00Z');
  for (let at = 0; at < count; at++) {
    const digest = createHash('md5').update(String(at)).digest('hex');
    const url = `https://example.org/${at}`;
    yield [
      ...[at, `src/folder-${at % 997}/file-${at}.js`, 'MIT', at % 2 === 0, new Date(day.getTime() + at * 1000), digest],
      ...[
        at % 1000 === 0 ? { text: url, url } : url,
        'JavaScript',
        at * 3.5,
        'Copyright (c) 2015 Somebody & Co',
        '',
        `=${at}`,
      ],
    ];
  }
}

function sheetDocument(count: number): ReportDocument {
  const titles = [
    'Number',
    'Path',
    'License',
    'Reviewed',
    'When',
    'MD5',
    'URL',
    'Language',
    'Size',
    'Holder',
    'Blank',
    'Formula',
  ];
  const table = {
    type: 'table',
    sheet: 'Files',
    columns: titles.map((title) => ({ title })),
    rows: rowsOf(count),
  } as const;
  const sections = [{ id: 'files', title: 'Files', blocks: () => [table] }];
  const brand = { name: 'Bench', logo: '', footer: '', paper: 'A4' } as const;
  return { title: 'Bench', subtitle: '', brand, at: new Date('2026-01-01T00:00:00Z'), facts: [], sections };
}

const WORDS = Array.from({ length: 600 }, (_, at) => `word${at}`).join(' ');
const textOf = (at: number, texts: number) =>
  `License ${at % texts}\n\nCopyright (c) ${2000 + (at % 25)} Holder ${at}\n\nThe text ${at % texts} says: ${WORDS}\n`;

async function* itemsOf(items: number, texts: number): AsyncGenerator<ReportItem> {
  for (let at = 0; at < items; at++)
    yield sampleItem(at + 1, `package-${at}`, {
      asFoundLicenseText: textOf(at, texts),
      copyrights: Array.from({ length: 5 }, (_, one) => `Copyright (c) ${2000 + one} Author ${at} ${one}`),
    });
}

/** Each package has a license file of its own, with its holder. */
async function* placesOf(items: number): AsyncGenerator<ReportRow<'itemTexts'>> {
  for (let at = 0; at < items; at++)
    yield {
      ...{ itemId: at + 1, place: 0, role: 'main', path: `package-${at}/LICENSE`, startLine: null, endLine: null },
      ...{ isComplete: true, expressions: ['MIT'], sha256: `text-${at}`, problem: '' },
    };
}

async function* foundOf(items: number, texts: number): AsyncGenerator<ReportRow<'foundTexts'>> {
  for (let at = 0; at < items; at++) yield { sha256: `text-${at}`, text: textOf(at, texts) };
}

/** A file stores the items, as on a server. An array of them would take more memory than the notices. */
function noticesSource(items: number, texts: number): ReportSource {
  const lists = new ReportLists(folder);
  const source = sampleSource();
  const list = (name: string) => {
    if (name === 'inventoryItems') return lists.rows(name, () => itemsOf(items, texts));
    if (name === 'itemTexts') return lists.rows(name, () => placesOf(items));
    return name === 'foundTexts' ? lists.rows(name, () => foundOf(items, texts)) : source.list(name as 'licenses');
  };
  return { ...source, list: list as ReportSource['list'] };
}

try {
  if (what === 'sheet') {
    const count = Number(first ?? 1_000_000);
    await measured(`xlsx of ${count} rows`, () => written(sheetDocument(count), xlsx));
  } else {
    const source = noticesSource(Number(first ?? 20_000), Number(second ?? 400));
    const document = present(notices.document, 'document of notices')(source);
    for (const format of FORMATS) await measured(`notices as ${format.format}`, () => written(document, format));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
