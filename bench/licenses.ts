// Measures the license engine: accuracy on a corpus of files with expected licenses, and speed against "read + three digests" of a tree.
//   node bench/licenses.ts accuracy CORPUS_FOLDER SCORER [--index FILE] [--out RESULTS.jsonl]
//   node bench/licenses.ts texts [--index FILE]
//   node bench/licenses.ts speed FOLDER [--index FILE]
// Prints one JSON object.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { idsOf } from '@assay/scanner/expressions';
import { itemAt } from '@assay/scanner/items';
import { detectLicenses, type LicenseIndex, licenseLibrary, loadLicenseIndex } from '@assay/scanner/licenses';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { index: { type: 'string' }, out: { type: 'string' } },
});
const started = performance.now();
const index = loadLicenseIndex(values.index);
const loadMs = Math.round(performance.now() - started);
const [command, folder = '', scorer = ''] = positionals;

if (command === 'accuracy') console.log(JSON.stringify(accuracy(index)));
else if (command === 'texts') console.log(JSON.stringify(texts(index)));
else if (command === 'speed') console.log(JSON.stringify(speed(index)));
else {
  console.error('usage: node bench/licenses.ts accuracy CORPUS_FOLDER SCORER | texts | speed FOLDER');
  process.exitCode = 2;
}

function filesBelow(root: string): string[] {
  return (readdirSync(root, { recursive: true }) as string[])
    .map((name) => join(root, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .sort();
}

function accuracy(loaded: LicenseIndex) {
  const files = filesBelow(folder).filter((path) => !path.endsWith('.yml'));
  const lines: string[] = [];
  const began = performance.now();
  for (const path of files) {
    const { spdx } = detectLicenses(loaded, readFileSync(path));
    lines.push(JSON.stringify({ path: relative(folder, path), spdx }));
  }
  const ms = performance.now() - began;
  const out = values.out ?? join(mkdtempSync(join(tmpdir(), 'assay-licenses-')), 'results.jsonl');
  writeFileSync(out, `${lines.join('\n')}\n`);
  const score = JSON.parse(
    execFileSync(process.execPath, [scorer, out, folder, '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 }),
  );
  // Lists of ids and sources of license tools name many licenses without being under them. One of them has its own
  // license, which its .yml expects.
  const licenseTools = files
    .map((path, i) => ({ path, spdx: (JSON.parse(itemAt(lines, i)) as { spdx: string[] }).spdx }))
    .filter(({ path, spdx }) => path.includes('license_tools') && spdx.length > 0);
  const unexpected = licenseTools.filter(
    ({ path }) => !readFileSync(`${path}.yml`, 'utf8').includes('license_expressions:'),
  );
  return {
    loadMs,
    files: files.length,
    filesPerSecond: Math.round((1000 * files.length) / ms),
    licenseToolFilesWithIds: licenseTools.length,
    licenseToolFilesWithUnexpectedIds: unexpected.map(({ path, spdx }) => ({ path: relative(folder, path), spdx })),
    results: out,
    score,
  };
}

/** Every SPDX text must be found as itself; -only and -or-later share a text. */
function texts(loaded: LicenseIndex) {
  const plain = (id: string) => id.replace(/-(only|or-later)$/, '').replace(/-(no-)?invariants/, '');
  const current = new Set(createRequire(import.meta.url)('spdx-license-ids') as string[]);
  const wrong: { id: string; got: string[] }[] = [];
  const records = licenseLibrary().filter(
    (license) => license.text !== '' && !license.isException && current.has(license.id),
  );
  for (const { id, text } of records) {
    const got = detectLicenses(loaded, Buffer.from(text)).spdx.flatMap(idsOf).map(plain);
    if (got.length === 0 || got.some((found) => found !== plain(id))) wrong.push({ id, got });
  }
  return { texts: records.length, exact: (records.length - wrong.length) / records.length, wrong };
}

function speed(loaded: LicenseIndex) {
  const contents = filesBelow(folder).map((path) => [path, readFileSync(path)] as const);
  const megabytes = contents.reduce((sum, [, bytes]) => sum + bytes.length, 0) / 1e6;
  const time = (work: (path: string, bytes: Buffer) => void) => {
    let best = Infinity;
    for (let round = 0; round < 3; round++) {
      // Processor time, so that other work on the machine does not count.
      const began = process.cpuUsage();
      for (const [path, bytes] of contents) work(path, bytes);
      const { user, system } = process.cpuUsage(began);
      best = Math.min(best, (user + system) / 1000);
    }
    return best;
  };
  const digestMs = time((path) => {
    const bytes = readFileSync(path);
    for (const name of ['md5', 'sha1', 'sha256']) createHash(name).update(bytes).digest('hex');
  });
  let licensed = 0;
  const licenseMs = time((_, bytes) => {
    if (detectLicenses(loaded, bytes).spdx.length > 0) licensed++;
  });
  const perSecond = (ms: number) => ({
    filesPerSecond: Math.round((1000 * contents.length) / ms),
    megabytesPerSecond: Math.round((1000 * megabytes) / ms),
  });
  return {
    loadMs,
    files: contents.length,
    megabytes: Math.round(megabytes),
    licensed: licensed / 3,
    digests: perSecond(digestMs),
    licenses: perSecond(licenseMs),
    ratio: digestMs / licenseMs,
  };
}
