// A reporter of Vitest: which test files the time goes to. `npm run test:times [-- FILES…]` prints the slowest files and the share of each folder,
// and writes all files to test-artifacts/test-times.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = path.join(ROOT, 'test-artifacts/test-times.md');
const SLOWEST = 25;
/** `server/src/features`: deep enough to name a room, flat enough to be read. */
const DEPTH = 3;

/** Wall-clock seconds. Files that run at the same time share the processors, so the sum is more than the length of the run. */
export interface FileTime {
  /** Relative to the root of the repository. */
  file: string;
  tests: number;
  /** The tests and their hooks. */
  testing: number;
  /** The environment, the modules and the collection of tests. */
  loading: number;
}

export default class TestTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map(timeOf);
    mkdirSync(path.dirname(OUT), { recursive: true });
    writeFileSync(OUT, timesText(times, times.length));
    console.log(`\n${timesText(times, SLOWEST)}\nAll files: ${path.relative(ROOT, OUT)}`);
  }
}

function timeOf(module: TestModule): FileTime {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    file: path.relative(ROOT, module.moduleId),
    tests: [...module.children.allTests()].length,
    testing: duration / 1000,
    loading: (environmentSetupDuration + prepareDuration + collectDuration + setupDuration) / 1000,
  };
}

/** Two tables in Markdown: this many of the slowest files, and all folders. */
export function timesText(times: readonly FileTime[], slowest: number): string {
  const whole = sum(times.map(wholeOf));
  const files = [...times].sort((a, b) => wholeOf(b) - wholeOf(a)).slice(0, slowest);
  const folders = Object.entries(Object.groupBy(times, ({ file }) => folderOf(file)))
    .map(([folder, inside = []]) => ({ folder, files: inside.length, seconds: sum(inside.map(wholeOf)) }))
    .sort((a, b) => b.seconds - a.seconds);
  return [
    '| Seconds | Loading | Tests | File |',
    '|---:|---:|---:|---|',
    ...files.map((time) => row([wholeOf(time).toFixed(1), time.loading.toFixed(1), time.tests, time.file])),
    '',
    '| Seconds | Share | Files | Folder |',
    '|---:|---:|---:|---|',
    ...folders.map(({ folder, files, seconds }) =>
      row([seconds.toFixed(1), `${Math.round((100 * seconds) / (whole || 1))} %`, files, folder]),
    ),
    '',
    `${times.length} files, ${sum(times.map(({ tests }) => tests))} tests, ${whole.toFixed(1)} s in all workers together`,
    '',
  ].join('\n');
}

const wholeOf = ({ testing, loading }: FileTime): number => testing + loading;
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function folderOf(file: string): string {
  return path.posix.dirname(file).split('/').slice(0, DEPTH).join('/');
}
