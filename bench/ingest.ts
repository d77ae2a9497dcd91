// Benchmark: how fast an archive is stored, digests included, compared in the same run with the program that unpacks such an archive to disk (`tar x`, `unzip`,
// `7zz x`), alone and together with MD5, SHA-1 and SHA-256 of its files.
// Usage: node bench/ingest.ts ARCHIVE [--rounds N] [--folder WHERE-TO-WRITE]. Prints JSON. Memory stands in for the caller's database.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';
import { firstOf, itemAt } from '@assay/scanner/items';
import type { IngestResult } from '../server/src/store/ingest.ts';
import { ingestInto } from './ingesting.ts';

/** `tar x` leaves its files unwritten for some time; "durable" includes a sync, as the ingest does. */
interface TarRun {
  seconds: number;
  /** With the three digests, as the ingest makes them. */
  withDigestsSeconds: number;
  durableSeconds: number;
}

interface Run {
  seconds: number;
  result: IngestResult;
  storedBytes: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, folder: { type: 'string', default: '.' } },
});
const [archive] = positionals;
if (!archive) {
  console.error('Usage: node bench/ingest.ts ARCHIVE [--rounds N] [--folder WHERE-TO-WRITE]');
  process.exit(2);
}
console.log(JSON.stringify(await benchmark(resolve(archive), Number(values.rounds), resolve(values.folder)), null, 2));

async function benchmark(file: string, rounds: number, folder: string) {
  const root = mkdtempSync(join(folder, 'bench-ingest-'));
  try {
    const runs: Run[] = [];
    const tarRuns: TarRun[] = [];
    // Alternating, so that other load on the machine affects both.
    for (let round = 0; round < rounds; round++) {
      tarRuns.push(runTar(file, join(root, `tar-${round}`)));
      runs.push(await runIngest(file, join(root, `store-${round}`)));
    }
    return report(file, runs, tarRuns);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function report(file: string, runs: Run[], tarRuns: TarRun[]) {
  const seconds = median(runs.map((run) => run.seconds));
  const { result, storedBytes } = firstOf(runs);
  const tar = median(tarRuns.map((run) => run.seconds));
  const tarDurable = median(tarRuns.map((run) => run.durableSeconds));
  return {
    archiveBytes: statSync(file).size,
    rounds: runs.length,
    ingest: {
      ...result,
      seconds: round(seconds),
      allSeconds: runs.map((run) => round(run.seconds)),
      filesPerSecond: Math.round(result.files / seconds),
      megabytesPerSecond: round(result.bytes / seconds / 1e6),
      storedBytes,
      compression: round(result.bytes / storedBytes),
      compressionOfNewBytes: round(result.newBytes / storedBytes),
      peakRssMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    },
    tar: {
      seconds: round(tar),
      durableSeconds: round(tarDurable),
      allSeconds: tarRuns.map((run) => round(run.seconds)),
      filesPerSecond: Math.round(result.files / tar),
    },
    timesFasterThanTar: round(tar / seconds),
    timesFasterThanTarAndDigests: round(median(tarRuns.map((run) => run.withDigestsSeconds)) / seconds),
    // `tar x` varies more: its best run depends on the file system's cache.
    timesFasterBestAgainstBest: round(
      Math.min(...tarRuns.map((run) => run.seconds)) / Math.min(...runs.map((run) => run.seconds)),
    ),
    timesFasterThanTarAndSync: round(tarDurable / seconds),
  };
}

async function runIngest(file: string, folder: string): Promise<Run> {
  mkdirSync(folder);
  settle(folder);
  const start = performance.now();
  const items = readArchive(file, {
    limits: DEFAULT_ARCHIVE_LIMITS,
    expansion: 'none',
    archiveDirSuffix: '',
    deleteArchiveAfterExpand: false,
    temporaryFolder: folder,
  });
  const ingested = await ingestInto(folder, items);
  return { seconds: (performance.now() - start) / 1000, ...ingested };
}

function runTar(file: string, folder: string): TarRun {
  mkdirSync(folder, { recursive: true });
  settle(folder);
  const start = performance.now();
  const [program, ...args] = unpacking(file, folder);
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  const seconds = (performance.now() - start) / 1000;
  const digests =
    'for digest in md5sum sha1sum sha256sum; do find . -type f -exec "$digest" {} + > /dev/null || exit 1; done';
  if (spawnSync('sh', ['-c', digests], { cwd: folder }).status !== 0) throw new Error('the digests failed');
  const withDigestsSeconds = (performance.now() - start) / 1000;
  settle(folder);
  // The time of the digests is none of the sync.
  return {
    seconds,
    withDigestsSeconds,
    durableSeconds: (performance.now() - start) / 1000 - (withDigestsSeconds - seconds),
  };
}

function unpacking(file: string, folder: string): [string, ...string[]] {
  if (/\.zip$/i.test(file)) return ['unzip', '-q', file, '-d', folder];
  if (/\.7z$/i.test(file)) return ['7zz', 'x', '-y', `-o${folder}`, file];
  return ['tar', 'xf', file, '-C', folder];
}

/** Writes the dirty pages of `tar` to disk first; otherwise the sync of the ingest would wait for these files too. */
function settle(folder: string): void {
  spawnSync('sync', ['-f', folder]);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return itemAt(sorted, Math.floor((sorted.length - 1) / 2));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
