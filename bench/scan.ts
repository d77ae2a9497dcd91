// How fast the scanner is on folders, as ratios to the floor of the same run: `node bench/scan.ts DIR... [--rounds
// N] [--no-peers]` prints JSON. The floor is the minimal work of any scanner: reading every file and computing its
// three digests. All passes are warmed up, then alternate.

import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type FileFacts, type ScanOptions, scanSource } from '@assay/scanner';
import { digestsOf, sniff } from '@assay/scanner/analyze';
import { firstOf, itemAt, present } from '@assay/scanner/items';
import { detectLicenses, loadLicenseIndex } from '@assay/scanner/licenses';
import { type AnalyzerPool, createAnalyzerPool } from '@assay/scanner/pool';
import { type FolderItem, readFolder } from '@assay/scanner/walk';
import { readableText } from '../scanner/src/analyze/text.ts';
import { openGauge } from './gauge.ts';
import { ingestInto } from './ingesting.ts';
import { comparePeers } from './peers.ts';
import {
  type Lap,
  lapsOf,
  leastCpu,
  median,
  type Pass,
  rateOf,
  round,
  type Totals,
  timed,
  timesAsCheap,
  timesAsFast,
} from './rates.ts';

/** Reads all files that fit in memory and processes each. */
function eachFile(folder: string, work: (bytes: Uint8Array, path: string) => void): Totals {
  const totals = { files: 0, bytes: 0 };
  for (const item of readFolder(folder)) {
    if (item.type === 'stream') item.stream.destroy();
    if (item.type !== 'file') continue;
    work(item.bytes, item.path);
    totals.files++;
    totals.bytes += item.sizeBytes;
  }
  return totals;
}

/** Only the digests of all files, with some files at a time in memory; reading time is not counted. */
function digestSeconds(folder: string): Totals & { seconds: number } {
  let seconds = 0;
  const totals = eachFile(folder, (bytes) => {
    const start = performance.now();
    digestsOf(bytes);
    seconds += (performance.now() - start) / 1000;
  });
  return { ...totals, seconds };
}

function licensesOf(bytes: Uint8Array): void {
  const { isText, encoding } = sniff(bytes);
  if (!isText) return;
  detectLicenses(loadLicenseIndex(), readableText(bytes, encoding));
}

/** Reads all files that fit in memory and stores them in a new store, as an upload does. */
async function ingestFolder(folder: string): Promise<Totals> {
  const store = mkdtempSync(join(tmpdir(), 'assay-bench-store-'));
  try {
    const { result } = await ingestInto(store, ownBytes(folder));
    return { files: result.files, bytes: result.bytes };
  } finally {
    rmSync(store, { recursive: true, force: true });
  }
}

/** Copies of the files, because the store takes over their memory. */
async function* ownBytes(folder: string): AsyncGenerator<Exclude<FolderItem, { type: 'known' }>, void> {
  for (const item of readFolder(folder, { allocate: (size) => new Uint8Array(size) })) {
    if (item.type === 'stream') item.stream.destroy();
    else if (item.type === 'file') yield item;
  }
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

/** Two passes: a first scan that remembers, and a second one of the same folder that only compares size and modification time. */
function rememberingScans(folder: string) {
  const states = new Map<string, string>();
  const facts = new Map<string, FileFacts>();
  return {
    first: () =>
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
    second: () =>
      scanAll(folder, {
        threads: 1,
        known: (path, { size, mtimeNs, ino }) =>
          states.get(path) === `${size} ${mtimeNs} ${ino}` ? facts.get(path) : undefined,
      }),
  };
}

/** Runs this file in a new process for a single scan, to measure its memory. */
function inOwnProcess(
  source: string,
  threads: number,
): { peakMb: number; seconds: number; megabytesPerSecond: number } {
  return JSON.parse(
    execFileSync(process.execPath, [import.meta.filename, '--one', source, String(threads)], { encoding: 'utf8' }),
  );
}

async function oneScan(source: string, threads: number): Promise<void> {
  const lap = await timed(() => scanAll(source, { threads }));
  const { seconds, bytes } = lap;
  const peakMb = round(process.resourceUsage().maxRSS / 1024, 0);
  console.log(JSON.stringify({ peakMb, seconds, megabytesPerSecond: round(bytes / 1e6 / seconds, 1) }));
}

/** The speed of two independent processes as a multiple of one: two threads cannot be faster. */
async function twoProcessesToOne(folder: string): Promise<number> {
  const laps = async (): Promise<number> => {
    const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, '--laps', folder]);
    return Number(stdout);
  };
  const alone = await laps();
  const [first, second] = await Promise.all([laps(), laps()]);
  return round((2 * alone) / ((first + second) / 2), 3);
}

/** Prints the median seconds of some scans in this thread alone, when warm. */
async function medianLap(folder: string): Promise<void> {
  const seconds: number[] = [];
  for (let lap = -WARM_UP_LAPS; lap < 5; lap++) {
    const timedLap = await timed(() => scanAll(folder, { threads: 0 }));
    if (lap >= 0) seconds.push(timedLap.seconds);
  }
  console.log(seconds.sort((a, b) => a - b)[2]);
}

/** Peak memory and speed with a text of 10 MB and one of 100 MB: memory is flat when the two peaks are alike. */
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

/** Seconds from the start of a process to the end of an empty scan. */
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

const openPool = (threads: number) =>
  createAnalyzerPool({
    threads,
    licenseIndexBuffer: loadLicenseIndex().buffer,
    // As in the server.
    digestsEvidence: true,
    deadlineMs: 60_000,
    memoryLimitMb: 512,
  });

/**
 * The engine compiles code of a thread during about ten passes over a tree of some thousand files. This takes a tenth
 * of the processor time of two threads in the fourth pass, and a fiftieth after the tenth.
 */
const WARM_UP_LAPS = 10;

/** Each thread handles its share of the files: with two threads, each handles half of them in a pass. */
async function warmUp(folder: string, pools: readonly AnalyzerPool[]): Promise<void> {
  for (let lap = 0; lap < WARM_UP_LAPS; lap++) {
    eachFile(folder, licensesOf);
    await scanAll(folder, { threads: 0 });
    for (const pool of pools) for (let thread = 0; thread < pool.threads; thread++) await scanAll(folder, { pool });
  }
}

/** A lap of one thread, followed by one of two. */
interface Pair {
  one: Lap;
  two: Lap;
  /** The slowest gauge reading before, between and after them, in milliseconds. */
  slowest: number;
}

/** A pair is undisturbed when the gauge read at most this times its minimum of the whole run; half a core reads 1.3 to 1.5. */
const UNDISTURBED = 1.1;
/** At most this many times the requested number of pairs are run to get enough undisturbed ones. */
const MOST_PAIRS = 6;

async function pairsOf(
  one: Pass,
  two: Pass,
  wanted: number,
): Promise<{ pairs: Pair[]; undisturbed: Pair[]; least: number }> {
  const gauge = openGauge();
  const pairs: Pair[] = [];
  let least = Number.POSITIVE_INFINITY;
  let last = 0;
  const read = async (): Promise<number> => {
    last = await gauge.read();
    least = Math.min(least, last);
    return last;
  };
  const undisturbed = (): Pair[] => pairs.filter(({ slowest }) => slowest <= UNDISTURBED * least);
  try {
    await read();
    while (pairs.length < wanted || (undisturbed().length < wanted && pairs.length < MOST_PAIRS * wanted)) {
      const before = last;
      const first = await timed(one);
      const between = await read();
      const second = await timed(two);
      pairs.push({ one: first, two: second, slowest: Math.max(before, between, await read()) });
    }
    return { pairs, undisturbed: undisturbed(), least };
  } finally {
    await gauge.close();
  }
}

const timesOne = (pairs: readonly Pair[]): number =>
  round(median(pairs.map(({ one, two }) => one.seconds / two.seconds)), 3);

async function measureTree(folder: string, rounds: number, hasPeers: boolean): Promise<object> {
  const pools = [openPool(1), openPool(2)];
  const scans = rememberingScans(folder);
  try {
    await warmUp(folder, pools);
    const laps = await lapsOf(
      {
        read: () => eachFile(folder, () => {}),
        floor: () => eachFile(folder, digestsOf),
        licenses: () => eachFile(folder, licensesOf),
        ingest: () => ingestFolder(folder),
        firstScan: scans.first,
        secondScan: scans.second,
      },
      rounds,
    );
    // Separately, and at least twice as often: load of other machines on the same processors affects two threads differently from one.
    const { pairs, undisturbed, least } = await pairsOf(
      () => scanAll(folder, { threads: 0 }),
      () => scanAll(folder, { pool: pools[1] }),
      2 * rounds,
    );
    const byThreads = {
      everything: pairs.map(({ one }) => one),
      threads2: pairs.map(({ two }) => two),
      ...(await lapsOf({ threads1: () => scanAll(folder, { pool: pools[0] }) }, 2 * rounds)),
    };
    const digests = digestSeconds(folder);
    const memory = [0, 1, 2].map((threads) => inOwnProcess(folder, threads).peakMb);
    const { floor, licenses, firstScan, secondScan } = laps;
    const { everything, threads1, threads2 } = byThreads;
    const rates = Object.fromEntries(
      Object.entries({ ...laps, ...byThreads }).map(([name, own]) => [name, rateOf(own)]),
    );
    return {
      folder,
      files: digests.files,
      averageBytes: round(digests.bytes / Math.max(1, digests.files), 0),
      ratios: {
        licensesToFloor: timesAsFast(licenses, floor),
        everythingToFloor: timesAsFast(everything, floor),
        // One thread does everything. With two, the main thread also lists folders and receives the results.
        twoThreadsToOne: timesOne(pairs),
        // The rates while the machine gave both processors fully; null if this never happened.
        twoThreadsToOneUndisturbed: timesOne(undisturbed),
        twoThreadsToOneBesideMain: timesAsFast(threads2, threads1),
        twoProcessesToOne: await twoProcessesToOne(folder),
        secondScanToFirst: round(1 / timesAsFast(secondScan, firstScan), 3),
        // By processor time, which other load on the machine affects less.
        licensesToFloorByCpu: timesAsCheap(licenses, floor),
        everythingToFloorByCpu: timesAsCheap(everything, floor),
        // The estimated speed of two threads with two processors of their own.
        twoThreadsToOneByCpu: round((2 * leastCpu(everything)) / leastCpu(threads2), 2),
        // From the least disturbed laps.
        twoThreadsToOneFastest: round(
          present(rates.threads2, 'rate').filesPerSecond / present(rates.everything, 'rate').filesPerSecond,
          2,
        ),
      },
      pairsOfLaps: {
        all: pairs.length,
        undisturbed: undisturbed.length,
        twoToOneAndSlowestReading: pairs.map((pair) => [timesOne([pair]), round(pair.slowest / least, 2)]),
      },
      digestsOnly: {
        filesPerSecond: round(digests.files / digests.seconds, 0),
        megabytesPerSecond: round(digests.bytes / 1e6 / digests.seconds, 1),
      },
      ...rates,
      peakMb: {
        inOneThread: memory[0],
        threads1: memory[1],
        threads2: memory[2],
        perThread: itemAt(memory, 2) - itemAt(memory, 1),
      },
      ...(hasPeers ? { peers: await comparePeers(pathsOf(folder), licensesOf) } : {}),
    };
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
}

function pathsOf(folder: string): string[] {
  const paths: string[] = [];
  eachFile(folder, (_, path) => paths.push(join(folder, path)));
  return paths;
}

async function main(folders: readonly string[], rounds: number, hasPeers: boolean): Promise<void> {
  const indexStart = performance.now();
  loadLicenseIndex();
  const licenseIndexSeconds = round((performance.now() - indexStart) / 1000, 3);
  const loadBefore = round(firstOf(loadavg()), 1);
  const trees: object[] = [];
  for (const folder of folders) trees.push(await measureTree(folder, rounds, hasPeers));
  const machine = {
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? '',
    node: process.version,
    // If far above the number of processors, the rates are too low; trust the ratios by processor time.
    loadBefore,
    loadAfter: round(firstOf(loadavg()), 1),
  };
  const report = { machine, rounds, licenseIndexSeconds, startUpSeconds: startUp(), ...largeTexts(), trees };
  console.log(JSON.stringify(report, null, 2));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    'no-peers': { type: 'boolean', default: false },
    one: { type: 'boolean', default: false },
    laps: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const [source] = positionals;
if (values.one && source) await oneScan(source, Number(positionals[1]));
else if (values.laps && source) await medianLap(source);
else if (source && Number.isInteger(rounds) && rounds > 0) await main(positionals, rounds, !values['no-peers']);
else {
  console.error('Usage: node bench/scan.ts FOLDER... [--rounds N, at least 1] [--no-peers]');
  process.exitCode = 2;
}
