// The files in a report's archive: the document in each requested format, the data as JSON, and the extra files of the kind.
import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../app.ts';
import type { FileOut, ReportDocument } from '../documents/document.ts';
import { docx } from '../documents/docx/index.ts';
import { FORMATS } from '../documents/formats.ts';
import { html } from '../documents/html/index.ts';
import { jsonDocument } from '../documents/json.ts';
import { findBrowser, printPdf } from '../documents/pdf.ts';
import { bytesOfFile } from '../file-streams.ts';
import { wordsOf } from '../reports/options.ts';
import type { ReportSource, ReportWriter } from '../reports/report.ts';

/** Printing needs a browser, which takes many times the memory of the page. */
const LARGEST_PRINTED_BYTES = 30 * 1024 * 1024;

export interface MadeReport {
  files: AsyncGenerator<FileOut>;
  /** The page for display; undefined if the kind has no document. */
  view?: string;
  /** One sentence for each part that was left out, with the reason. */
  left: string[];
}

/** @param folder an empty folder for intermediate files */
export async function reportFiles(
  app: App,
  writer: ReportWriter,
  source: ReportSource,
  name: string,
  folder: string,
  signal: AbortSignal,
): Promise<MadeReport> {
  const wanted = wordsOf(source.options.formats);
  const isWanted = (format: string) => wanted.length === 0 || wanted.includes(format);
  const document = writer.document?.(source);
  const left: string[] = [];
  const view = document && (await writePage(document, name, join(folder, 'view.html')));
  const short = source.options.form === 'short' ? writer.short?.(source) : undefined;
  const shortName = `${name}-short`;
  const page = short ? await writePage(short, shortName, join(folder, 'short.html')) : view;
  const pdf = page && wanted.includes('pdf') ? await print(app, page, folder, source.at, left, signal) : undefined;
  const files = async function* (): AsyncGenerator<FileOut> {
    if (view && isWanted('html')) yield { name: `${name}.html`, content: bytesOfFile(view) };
    if (pdf) yield { name: `${short ? shortName : name}.pdf`, content: bytesOfFile(pdf), isPacked: true };
    for (const format of FORMATS) {
      if (format === html || !document || !isWanted(format.format)) continue;
      yield* short && format === docx ? format.write(short, shortName) : format.write(document, name);
    }
    if (writer.data && isWanted('json')) yield { name: `${name}.json`, content: dataOf(writer, source) };
    if (writer.files) yield* writer.files(source);
  };
  return { files: files(), view, left };
}

async function writePage(document: ReportDocument, name: string, path: string): Promise<string> {
  for await (const { content } of html.write(document, name))
    await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(path, { mode: 0o600 }));
  return path;
}

async function print(
  app: App,
  view: string,
  folder: string,
  at: Date,
  left: string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const browser = await findBrowser(app.config.chromium);
  if (browser === undefined) {
    left.push('No PDF: Chromium is not installed on the server (ASSAY_CHROMIUM names it where it lies elsewhere).');
    return undefined;
  }
  const { size } = await stat(view);
  if (size > LARGEST_PRINTED_BYTES) {
    left.push(`No PDF: the page of ${size} bytes is too large to be printed by the server; print the HTML file.`);
    return undefined;
  }
  const pdf = join(folder, 'printed.pdf');
  const profile = join(folder, 'browser');
  await mkdir(profile, { recursive: true, mode: 0o700 });
  try {
    await printPdf(browser, view, pdf, profile, at, signal);
    return pdf;
  } catch (error) {
    signal.throwIfAborted();
    app.log.warn({ error }, 'A report could not be printed as PDF');
    left.push('No PDF: the browser of the server could not print the page; its log says why.');
    return undefined;
  }
}

function dataOf(writer: ReportWriter, source: ReportSource): AsyncGenerator<string> {
  const { other } = source;
  const lists = (writer.data ?? []).map((list) => [list, source.list(list)] as const);
  return jsonDocument(other ? { ...source.head, otherProject: other.head.project } : source.head, [
    ...lists,
    ...(other ? [['otherInventoryItems', other.list('inventoryItems')] as const] : []),
  ]);
}
