// Benchmark: how fast an archive becomes bytes in the store, digests included, against `tar x` of the same archive in the same run.
// Usage: node bench/ingest.ts ARCHIVE [--rounds N] [--folder WHERE-TO-WRITE]. Prints JSON. The caller's database is played by memory.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '../scanner/src/archives/index.ts';
import { openStore, type StoreOptions } from '../server/src/store/index.ts';
import { type IngestResult, ingest } from '../server/src/store/ingest.ts';

/** `tar x` leaves its files to be written some time later; durable is with a sync, as the ingest is. */
interface TarRun {
  seconds: number;
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
    // In turn, so that whatever else the machine does meets both.
    for (let round = 0; round < rounds; round++) {
      tarRuns.push(runTar(file, join(root, `tar-${round}`)));
      runs.push(await runIngest(file, join(root, `store-${round}`), {}));
    }
    return report(file, runs, tarRuns);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function report(file: string, runs: Run[], tarRuns: TarRun[]) {
  const seconds = median(runs.map((run) => run.seconds));
  const { result, storedBytes } = runs[0]!;
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
    // `tar x` is the more uneven of the two: its best run depends on what the file system has at hand.
    timesFasterBestAgainstBest: round(
      Math.min(...tarRuns.map((run) => run.seconds)) / Math.min(...runs.map((run) => run.seconds)),
    ),
    timesFasterThanTarAndSync: round(tarDurable / seconds),
  };
}

async function runIngest(file: string, folder: string, options: StoreOptions): Promise<Run> {
  const store = await openStore(folder, options);
  const known = new Set<string>();
  const ends = new Map<string, number>();
  settle(folder);
  const start = performance.now();
  const items = readArchive(file, {
    limits: DEFAULT_ARCHIVE_LIMITS,
    expansion: 'none',
    archiveDirSuffix: '',
    deleteArchiveAfterExpand: false,
    temporaryFolder: folder,
  });
  const result = await ingest(items, {
    store,
    knownDigests: async (digests) => new Set(digests.filter((sha256) => known.has(sha256))),
    async commit({ blobs }) {
      for (const { sha256, location } of blobs) {
        known.add(sha256);
        ends.set(
          location.segment,
          Math.max(ends.get(location.segment) ?? 0, location.blockOffset + location.blockLength),
        );
      }
    },
  });
  const seconds = (performance.now() - start) / 1000;
  await store.close();
  return { seconds, result, storedBytes: [...ends.values()].reduce((sum, end) => sum + end, 0) };
}

function runTar(file: string, folder: string): TarRun {
  mkdirSync(folder, { recursive: true });
  settle(folder);
  const start = performance.now();
  const { status, stderr } = spawnSync('tar', ['xf', file, '-C', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar x failed: ${stderr}`);
  const seconds = (performance.now() - start) / 1000;
  settle(folder);
  return { seconds, durableSeconds: (performance.now() - start) / 1000 };
}

/** Writes out what others left dirty: the ingest syncs, and would else pay for the files of `tar`. */
function settle(folder: string): void {
  spawnSync('sync', ['-f', folder]);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
