// Prints a page as PDF with a browser of this machine, if there is one. The page is Assay's own and loads nothing.
import { execFile } from 'node:child_process';
import { access, constants, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const LONGEST_MS = 180_000;

/** The browser for printing; undefined if there is none. */
export async function findBrowser(configured: string): Promise<string | undefined> {
  for (const path of configured === '' ? USUAL_PLACES : [configured])
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  return undefined;
}

/** @param folder its own folder for the browser's temporary files */
export async function printPdf(
  browser: string,
  page: string,
  pdf: string,
  folder: string,
  at: Date,
  signal: AbortSignal,
): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  await run(
    browser,
    [
      '--headless',
      '--disable-gpu',
      '--disable-extensions',
      '--no-first-run',
      `--user-data-dir=${folder}`,
      ...(isRoot ? ['--no-sandbox'] : []),
      '--no-pdf-header-footer',
      `--print-to-pdf=${pdf}`,
      pathToFileURL(page).href,
    ],
    {
      timeout: LONGEST_MS,
      signal,
      env: { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8' },
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  await writeFile(pdf, datedAt(await readFile(pdf), at));
}

/** Replaces the time of the browser's clock by that of the document, so that the same data give the same bytes. */
export function datedAt(pdf: Buffer, at: Date): Buffer {
  const time = `D:${at.toISOString().replace(/\D/g, '').slice(0, 14)}+00'00'`;
  const text = pdf.toString('latin1');
  return Buffer.from(text.replace(/(?<=\/(?:CreationDate|ModDate) \()D:\d{14}[+-]\d\d'\d\d'(?=\))/g, time), 'latin1');
}
