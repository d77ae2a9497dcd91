// node bench/text-searches.ts FOLDER: runs the two searches for many texts on the same bytes, each for its own
// purpose and, if possible, for the purposes of the others. Prints megabytes per second as JSON: the median of three
// laps that take turns. ADR 22 quotes the figures.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemAt } from '@assay/scanner/items';
import { createNeedleFinder } from '../scanner/src/licenses/engine/needles.ts';
import { createSearchTermMatcher } from '../scanner/src/search-terms/index.ts';
import { createTextPlaces } from '../scanner/src/search-terms/places.ts';

const LAPS = 3;
const MOST_BYTES = 20_000_000;
/** The texts that references.ts searches. */
const NEEDLES = [
  ...['LICEN', 'COPYING', 'COPYRIGHT', 'NOTICE', 'LEGAL', 'icense.', 'icence.', 'opying.', 'opyright.', 'ICENSE.'],
  ' same',
];

type Search = (bytes: Uint8Array) => unknown;

const files = filesBelow(process.argv[2] ?? '.');
const megabytes = files.reduce((sum, { length }) => sum + length, 0) / 1e6;
const words = distinctWords(2000);
const anchors = words.filter((word) => word.length >= 8).slice(0, 400);

const searches: Record<string, Search> = {
  '11 needles, finder of places': needles(NEEDLES),
  '11 needles, automaton': createSearchTermMatcher(NEEDLES),
  '400 anchors, automaton': withAnchors(anchors),
  '400 anchors, finder of places': needles(anchors),
  '2000 terms, automaton': createSearchTermMatcher(words),
  '200 terms, automaton': createSearchTermMatcher(words.slice(0, 200)),
  '200 terms, finder of places': needles(words.slice(0, 200)),
};

const seconds = new Map(Object.keys(searches).map((name) => [name, [] as number[]]));
for (let lap = 0; lap < LAPS; lap++)
  for (const [name, search] of Object.entries(searches)) {
    const start = performance.now();
    for (const bytes of files) search(bytes);
    seconds.get(name)?.push((performance.now() - start) / 1000);
  }
const speeds = [...seconds].map(([name, laps]) => {
  const middle = itemAt(
    laps.toSorted((a, b) => a - b),
    Math.floor(LAPS / 2),
  );
  return [name, Math.round(megabytes / middle)];
});
console.log(
  JSON.stringify({ megabytes: Math.round(megabytes), megabytesASecond: Object.fromEntries(speeds) }, null, 2),
);

function needles(texts: readonly string[]): Search {
  const finder = createNeedleFinder(texts);
  return (bytes) => finder.find(bytes);
}

function withAnchors(texts: readonly string[]): Search {
  const finder = createTextPlaces(texts);
  return (bytes) => finder.find(bytes, bytes.length, () => true);
}

function filesBelow(folder: string): Buffer[] {
  const found: Buffer[] = [];
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || bytes > MOST_BYTES) continue;
    const file = readFileSync(join(entry.parentPath, entry.name));
    found.push(file);
    bytes += file.length;
  }
  return found;
}

/** Words from all parts of the files, because users search for words that are in the code, or similar ones. */
function distinctWords(count: number): string[] {
  const all = new Set(files.flatMap((file) => file.toString('latin1').match(/[A-Za-z_]{5,30}/g) ?? []));
  const step = Math.max(1, Math.floor(all.size / count));
  return [...all].filter((_, index) => index % step === 0).slice(0, count);
}
