// How fast the scanner is on a folder, as ratios to the floor of the same run: `node bench/scan.ts DIR` prints JSON.
// The floor is what no scanner can do without: reading every file and computing its three digests. Rates are of warm files.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestsOf } from '../scanner/src/analyze/index.ts';
import { sniff } from '../scanner/src/analyze/kind.ts';
import { mayHoldLicense } from '../scanner/src/analyze/legal-gate.ts';
import { readableText } from '../scanner/src/analyze/text.ts';
import type { FileFacts } from '../scanner/src/findings.ts';
import { detectLicenses, loadLicenseIndex } from '../scanner/src/licenses/index.ts';
import { createAnalyzerPool } from '../scanner/src/pool/index.ts';
import { type ScanOptions, scanSource } from '../scanner/src/scan/index.ts';
import { readFolder } from '../scanner/src/walk/index.ts';

interface Rate {
  files: number;
  seconds: number;
  filesPerSecond: number;
  megabytesPerSecond: number;
  /** Of all threads together: what the pass costs, however busy the machine is with other things. */
  cpuSeconds: number;
}

/** Rate of a pass that answers how many files and bytes it has seen. */
async function rateOf(pass: () => Promise<Totals> | Totals): Promise<Rate> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { files, bytes } = await pass();
  const seconds = (performance.now() - start) / 1000;
  return {
    files,
    seconds: round(seconds, 3),
    filesPerSecond: round(files / seconds, 0),
    megabytesPerSecond: round(bytes / 1e6 / seconds, 1),
    cpuSeconds: cpuSecondsSince(cpu),
  };
}

function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return round((user + system) / 1e6, 3);
}

interface Totals {
  files: number;
  bytes: number;
}

/** Reads all files that fit in memory and does something with each. */
function eachFile(folder: string, work: (bytes: Uint8Array) => void): Totals {
  const totals = { files: 0, bytes: 0 };
  for (const item of readFolder(folder)) {
    if (item.type === 'stream') item.stream.destroy();
    if (item.type !== 'file') continue;
    work(item.bytes);
    totals.files++;
    totals.bytes += item.sizeBytes;
  }
  return totals;
}

function licensesOf(bytes: Uint8Array): void {
  const { isText, encoding } = sniff(bytes);
  if (!isText) return;
  const text = readableText(bytes, encoding);
  if (mayHoldLicense(text)) detectLicenses(loadLicenseIndex(), text);
}

async function scanAll(
  source: string,
  options: ScanOptions,
  onFile?: (path: string, facts: FileFacts) => void,
): Promise<Totals> {
  const totals = { files: 0, bytes: 0 };
  for await (const item of scanSource(source, options)) {
    if (item.type !== 'file') continue;
    totals.files++;
    totals.bytes += item.facts.sizeBytes;
    onFile?.(item.path, item.facts);
  }
  return totals;
}

/** Rate of a scan in a pool that has scanned the folder before. */
async function warmPoolRate(folder: string, threads: number): Promise<Rate> {
  const licenseIndexBuffer = loadLicenseIndex().buffer;
  const pool = createAnalyzerPool({ threads, licenseIndexBuffer, deadlineMs: 60_000, memoryLimitMb: 512 });
  try {
    for (let pass = 0; pass < 2; pass++) await scanAll(folder, { pool });
    return await rateOf(() => scanAll(folder, { pool }));
  } finally {
    await pool.close();
  }
}

/** A first scan that remembers, then a second one of the same folder that only compares size and time of change. */
async function secondScan(folder: string): Promise<{ first: Rate; second: Rate }> {
  const states = new Map<string, string>();
  const facts = new Map<string, FileFacts>();
  const first = await rateOf(() =>
    scanAll(
      folder,
      {
        threads: 1,
        known: (path, { size, mtimeNs, ino }) => {
          states.set(path, `${size} ${mtimeNs} ${ino}`);
          return undefined;
        },
      },
      (path, found) => facts.set(path, found),
    ),
  );
  const second = await rateOf(() =>
    scanAll(folder, {
      threads: 1,
      known: (path, { size, mtimeNs, ino }) =>
        states.get(path) === `${size} ${mtimeNs} ${ino}` ? facts.get(path) : undefined,
    }),
  );
  return { first, second };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** Runs this file again for one scan alone, whose memory is then its own. */
function inOwnProcess(
  source: string,
  threads: number,
): { peakMb: number; seconds: number; megabytesPerSecond: number } {
  return JSON.parse(
    execFileSync(process.execPath, [import.meta.filename, '--one', source, String(threads)], { encoding: 'utf8' }),
  );
}

async function oneScan(source: string, threads: number): Promise<void> {
  const rate = await rateOf(() => scanAll(source, { threads }));
  console.log(JSON.stringify({ peakMb: round(process.resourceUsage().maxRSS / 1024, 0), ...rate }));
}

/** Peak memory and speed with one text of 10 MB and one of 100 MB: flat when the two peaks are alike. */
function largeTexts(): object {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const lines = Array.from(
      { length: 2000 },
      (_, index) => `  result_${index} = compute(argument_${(index * 7919) % 2003}, "text"); // see license ${index}\n`,
    );
    const block = lines.join('');
    return Object.fromEntries(
      [10, 100].map((megabytes) => {
        const file = join(folder, `${megabytes}.c`);
        writeFileSync(file, block.repeat(Math.ceil((megabytes * 1e6) / block.length)));
        return [`text${megabytes}Mb`, inOwnProcess(file, 1)];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds from the start of a process to the end of a scan of nothing. */
function startUp(): number {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const start = performance.now();
    inOwnProcess(folder, 1);
    return round((performance.now() - start) / 1000, 3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(folder: string): Promise<void> {
  const indexStart = performance.now();
  loadLicenseIndex();
  const indexSeconds = round((performance.now() - indexStart) / 1000, 3);
  eachFile(folder, digestsOf);
  const read = await rateOf(() => eachFile(folder, () => {}));
  const floor = await rateOf(() => eachFile(folder, digestsOf));
  let digestSeconds = 0;
  const digested = eachFile(folder, (bytes) => {
    const start = performance.now();
    digestsOf(bytes);
    digestSeconds += performance.now() - start;
  });
  eachFile(folder, licensesOf);
  const licenses = await rateOf(() => eachFile(folder, licensesOf));
  await scanAll(folder, { threads: 0 });
  const everything = await rateOf(() => scanAll(folder, { threads: 0 }));
  const threads1 = await warmPoolRate(folder, 1);
  const threads2 = await warmPoolRate(folder, 2);
  const { first, second } = await secondScan(folder);
  const memory = [0, 1, 2].map((threads) => inOwnProcess(folder, threads).peakMb);
  const report = {
    folder: { files: floor.files, averageBytes: round(digested.bytes / Math.max(1, digested.files), 0) },
    read,
    digestsOnlyFilesPerSecond: round((digested.files / digestSeconds) * 1000, 0),
    floor,
    licenses,
    everything,
    threads1,
    threads2,
    secondScan: second,
    ratios: {
      licensesToFloorByCpu: round(floor.cpuSeconds / licenses.cpuSeconds, 3),
      everythingToFloorByCpu: round(floor.cpuSeconds / everything.cpuSeconds, 3),
      // What two threads would reach on two processors of their own.
      twoThreadsToNoneByCpu: round((2 * everything.cpuSeconds) / threads2.cpuSeconds, 2),
      licensesToFloor: round(licenses.filesPerSecond / floor.filesPerSecond, 3),
      everythingToFloor: round(everything.filesPerSecond / floor.filesPerSecond, 3),
      twoThreadsToOne: round(threads2.filesPerSecond / threads1.filesPerSecond, 2),
      twoThreadsToNone: round(threads2.filesPerSecond / everything.filesPerSecond, 2),
      secondScanToFirst: round(second.seconds / first.seconds, 3),
    },
    peakMb: { inOneThread: memory[0], threads1: memory[1], threads2: memory[2], perThread: memory[2]! - memory[1]! },
    ...largeTexts(),
    startUpSeconds: startUp(),
    licenseIndexSeconds: indexSeconds,
  };
  console.log(JSON.stringify(report, null, 2));
}

const [first, source, threads] = process.argv.slice(2);
if (first === '--one' && source) await oneScan(source, Number(threads));
else if (first) await main(first);
else {
  console.error('Usage: node bench/scan.ts <folder>');
  process.exitCode = 2;
}
