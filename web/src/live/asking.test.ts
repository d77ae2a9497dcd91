// Nothing in the page asks the server more often than every five seconds: what happens in between is told.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const LEAST_MS = 5_000;
const sources = path.join(import.meta.dirname, '..');

const numberIn = (digits = '') => Number(digits.replaceAll('_', ''));

/** The intervals in lines that say how often something is fetched again. */
function intervalsIn(text: string): number[] {
  const constants = new Map(
    [...text.matchAll(/const (\w+_MS) = ([\d_]+);/g)].map(([, name, ms]) => [name, numberIn(ms)]),
  );
  const lines = text.split('\n').filter((line) => /refetchInterval|refetchMs|usePagedRows\(/.test(line));
  return lines.flatMap((line) => [
    ...[...line.matchAll(/\b\w+_MS\b/g)].map(([name]) => constants.get(name) ?? LEAST_MS),
    ...[...line.matchAll(/\b\d[\d_]{2,}\b/g)].map(([digits]) => numberIn(digits)),
  ]);
}

it('no interval of fetching is shorter than five seconds', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  const intervals = files.flatMap((name) =>
    intervalsIn(readFileSync(path.join(sources, name), 'utf8')).map((ms) => ({ name, ms })),
  );
  expect(intervals.length).toBeGreaterThan(5);
  expect(intervals.filter(({ ms }) => ms < LEAST_MS)).toEqual([]);
});

it('finds short ones', () => {
  expect(intervalsIn('const A_MS = 3000;\n refetchInterval: ({ state }) => (state.data ? A_MS : 10_000),')).toEqual([
    3000, 10_000,
  ]);
});
