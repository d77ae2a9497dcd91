// Source files without a word of licensing have no license. A plain search selects such files in the installed packages.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from './index.ts';

const PACKAGES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const SOURCE = /\.(?:[cm]?[jt]sx?|css|json|html|md|map)$/;
const SPEAKS_OF_LICENSES = /licen[sc]|copyright|spdx|copyleft|public.?domain|\b[al]?gpl|gnu\.org|opensource\.org/i;
const FILES = 5000;
const MOST_BYTES = 200_000;

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.cache') yield* sources(path);
    else if (entry.isFile() && SOURCE.test(entry.name) && statSync(path).size < MOST_BYTES) yield path;
  }
}

it(`no license is found in ${FILES} files without a word of licensing`, { timeout: 120_000 }, () => {
  const index = loadLicenseIndex();
  const found: string[] = [];
  let looked = 0;
  for (const path of sources(PACKAGES)) {
    const bytes = readFileSync(path);
    if (SPEAKS_OF_LICENSES.test(bytes.toString('latin1'))) continue;
    const { matches } = detectLicenses(index, bytes);
    for (const { expression, startLine } of matches) found.push(`${path}:${startLine} ${expression}`);
    if (++looked === FILES) break;
  }
  expect(found).toEqual([]);
  expect(looked).toBe(FILES);
});
