// Runs other scanners on a sample of the same files, in the same run: Debian's licensecheck, and the fingerprints of the npm package
// scanoss. A missing peer gives a message instead of figures.

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { sniff } from '@assay/scanner/analyze';
import { wfpOfFile } from '@assay/scanner/fingerprints';
import { itemAt } from '@assay/scanner/items';
import { type Lap, round, type Totals, timed } from './rates.ts';

const SAMPLE_FILES = 150;
const SCANOSS = 'scanoss@0.40.2';

interface PeerRate {
  files: number;
  /** Without the start of the process, which matters little for a larger tree. */
  filesPerSecond: number;
  startUpSeconds: number;
  /** Our own rate for the same files and task, and the ratio. */
  assayFilesPerSecond: number;
  timesFaster: number;
}

type Peer = PeerRate | { absent: string };

/** Compares on text files taken evenly from `paths`. `licensesOf` is our own license detection of one file's bytes. */
export async function comparePeers(
  paths: readonly string[],
  licensesOf: (bytes: Uint8Array) => void,
): Promise<{ sampleBytes: number; licensecheck: Peer; scanossFingerprints: Peer }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-peers-'));
  try {
    const files = copySample(paths, join(folder, 'sample'));
    const empty = copySample([], join(folder, 'empty'));
    writeFileSync(join(folder, 'empty', 'empty.c'), '');
    empty.push(join(folder, 'empty', 'empty.c'));
    const contents = files.map((file) => readFileSync(file));
    const own = async (work: (bytes: Uint8Array, at: number) => void) =>
      filesPerSecond(files.length, await repeated(() => contents.forEach(work), files));
    return {
      sampleBytes: contents.reduce((sum, bytes) => sum + bytes.length, 0),
      licensecheck: measured(licensecheck, folder, files.length, await own(licensesOf)),
      scanossFingerprints: measured(
        scanossProgram,
        folder,
        files.length,
        await own((bytes, at) => wfpOfFile(itemAt(files, at), bytes)),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copySample(paths: readonly string[], folder: string): string[] {
  mkdirSync(folder);
  const sample: string[] = [];
  const step = Math.max(1, paths.length / SAMPLE_FILES);
  for (let at = 0; sample.length < SAMPLE_FILES && Math.floor(at) < paths.length; at += step) {
    const path = itemAt(paths, Math.floor(at));
    if (!sniff(readFileSync(path)).isText) continue;
    const copy = join(folder, `${sample.length}${extname(path)}`);
    copyFileSync(path, copy);
    sample.push(copy);
  }
  return sample;
}

/** The best of ten runs, after a warm-up. */
async function repeated(work: () => void, files: readonly string[]): Promise<Lap> {
  const pass = (): Totals => {
    work();
    return { files: files.length, bytes: 0 };
  };
  let best = await timed(pass);
  for (let lap = 0; lap < 10; lap++) {
    const next = await timed(pass);
    if (next.seconds < best.seconds) best = next;
  }
  return best;
}

const filesPerSecond = (files: number, lap: Lap): number => files / lap.seconds;

/** A program that gets a folder; a string says why it is missing. */
type Program = () => ((folder: string) => void) | string;

function measured(program: Program, folder: string, files: number, assay: number): Peer {
  const run = program();
  if (typeof run === 'string') return { absent: run };
  const seconds = (name: string): number => {
    const start = performance.now();
    run(join(folder, name));
    return (performance.now() - start) / 1000;
  };
  const startUp = Math.min(seconds('empty'), seconds('empty'));
  const rate = files / Math.max(0.001, seconds('sample') - startUp);
  return {
    files,
    filesPerSecond: round(rate, 1),
    startUpSeconds: round(startUp, 2),
    assayFilesPerSecond: round(assay, 0),
    timesFaster: round(assay / rate, 0),
  };
}

const licensecheck: Program = () => {
  if (spawnSync('licensecheck', ['--version']).error)
    return 'licensecheck is not installed (apt-get install licensecheck)';
  // Options for whole files, as in our own detection.
  return (folder) => {
    execFileSync('licensecheck', ['--machine', '--recursive', '--check', '.*', '--lines', '0', folder]);
  };
};

const scanossProgram: Program = () => {
  const found = spawnSync('npx', ['--yes', '--package', SCANOSS, '--', 'sh', '-c', 'command -v scanoss-js'], {
    encoding: 'utf8',
  });
  const program = found.stdout?.trim() ?? '';
  if (found.status !== 0 || program === '') return `npx could not fetch ${SCANOSS}`;
  return (folder) => {
    execFileSync(program, ['wfp', '-o', `${folder}.wfp`, folder]);
    readFileSync(`${folder}.wfp`);
  };
};
