// Benchmark: reading the pack store. Fills a store with the files of a folder, then reads them one by one at random, and all in order.
// Usage: node bench/store.ts FOLDER [--where WHERE-TO-WRITE]. Prints JSON.
import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BlobLocation, openStore, type PackStore } from '../server/src/store/index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { where: { type: 'string', default: '.' } },
});
const [source] = positionals;
if (!source) {
  console.error('Usage: node bench/store.ts FOLDER [--where WHERE-TO-WRITE]');
  process.exit(2);
}
console.log(JSON.stringify(await benchmark(resolve(source), resolve(values.where)), null, 2));

async function benchmark(folder: string, where: string) {
  const root = mkdtempSync(join(where, 'bench-store-'));
  try {
    const filled = await openStore(root);
    const locations = await fill(filled, folder);
    await filled.close();
    const store = await openStore(root);
    const inOrder = await timed(locations, (all) => readAllInOrder(store, all));
    const decompressed = store.stats().blocksDecompressed;
    const random = await timed(sample(locations, 2000), (some) => readOneByOne(store, some));
    await store.close();
    const blocks = locations.reduce((sum, { blockCount }) => sum + (blockCount > 1 ? blockCount : 0), 0);
    const shared = new Set(locations.filter(isShared).map(({ segment, blockOffset }) => `${segment}:${blockOffset}`));
    return {
      blobs: locations.length,
      blocks: blocks + shared.size,
      inOrder: { ...inOrder, blocksDecompressed: decompressed },
      random: { ...random, millisecondsPerBlob: round((random.seconds / random.blobs) * 1000) },
      peakRssMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function fill(store: PackStore, folder: string): Promise<BlobLocation[]> {
  const writer = store.createWriter();
  const known = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    const sha256 = hash('sha256', bytes);
    if (!known.has(sha256)) await writer.add({ sha256, bytes });
    known.add(sha256);
  }
  const locations = await writer.flush();
  await writer.close();
  return locations;
}

async function readAllInOrder(store: PackStore, locations: readonly BlobLocation[]): Promise<number> {
  let bytes = 0;
  for await (const item of store.readMany(locations)) {
    if (item.type === 'error') throw item.error;
    if (item.type === 'bytes') bytes += item.bytes.length;
    else for await (const chunk of item.stream) bytes += (chunk as Uint8Array).length;
  }
  return bytes;
}

async function readOneByOne(store: PackStore, locations: readonly BlobLocation[]): Promise<number> {
  let bytes = 0;
  for (const location of locations) bytes += (await store.read(location)).length;
  return bytes;
}

async function timed(
  locations: readonly BlobLocation[],
  read: (locations: readonly BlobLocation[]) => Promise<number>,
) {
  const start = performance.now();
  const bytes = await read(locations);
  const seconds = (performance.now() - start) / 1000;
  return {
    blobs: locations.length,
    bytes,
    seconds: round(seconds),
    blobsPerSecond: Math.round(locations.length / seconds),
    megabytesPerSecond: round(bytes / seconds / 1e6),
  };
}

/** The same selection in each run, spread over the store. */
function sample(locations: readonly BlobLocation[], count: number): BlobLocation[] {
  return locations.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)).slice(0, count);
}

function isShared(location: BlobLocation): boolean {
  return location.blockCount === 1;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
