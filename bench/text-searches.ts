// node bench/text-searches.ts FOLDER: runs the search for many texts on the files of a folder, with the lists of texts
// that its three users have. Prints megabytes per second of processor time as JSON: the best of five laps. ADR 22 quotes
// the figures.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSearchTermMatcher } from '../scanner/src/search-terms/index.ts';
import { createTextPlaces } from '../scanner/src/search-terms/places.ts';

const LAPS = 5;
const MOST_BYTES = 20_000_000;
/** The texts that references.ts searches. */
const REFERENCES = [
  ...['LICEN', 'COPYING', 'COPYRIGHT', 'NOTICE', 'LEGAL', 'icense.', 'icence.', 'opying.', 'opyright.', 'ICENSE.'],
  ' same',
];

type Search = (bytes: Uint8Array) => unknown;

const files = filesBelow(process.argv[2] ?? '.');
const megabytes = files.reduce((sum, { length }) => sum + length, 0) / 1e6;
const words = distinctWords(2000);
const anchors = words.filter((word) => word.length >= 8).slice(0, 400);

const searches: Record<string, Search> = {
  '11 texts of license references': placesOf(REFERENCES),
  '400 anchors of libraries': placesOf(anchors),
  '200 search terms': createSearchTermMatcher(words.slice(0, 200)),
  '2000 search terms': createSearchTermMatcher(words),
};

const best = new Map<string, number>();
for (let lap = 0; lap < LAPS; lap++)
  for (const [name, search] of Object.entries(searches)) {
    const before = process.cpuUsage();
    for (const bytes of files) search(bytes);
    const { user, system } = process.cpuUsage(before);
    best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, (user + system) / 1e6));
  }
const speeds = [...best].map(([name, seconds]) => [name, Math.round(megabytes / seconds)]);
console.log(
  JSON.stringify({ megabytes: Math.round(megabytes), megabytesASecond: Object.fromEntries(speeds) }, null, 2),
);

function placesOf(texts: readonly string[]): Search {
  const places = createTextPlaces(texts);
  return (bytes) => places.find(bytes, bytes.length, () => true);
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
