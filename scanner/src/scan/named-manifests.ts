// Manifests that other manifests of the source name (analyze/named-manifests.ts). A folder is looked through before the scan, so that each file is
// analysed once. An archive cannot be: its named files are read again after its end, and their results replace the earlier ones.
import { MAX_MANIFEST_BYTES } from '../analyze/limits.ts';
import { hintInTree, type NamedManifests, namesOf } from '../analyze/named-manifests.ts';
import type { NamedManifest } from '../definitions.ts';
import { valueFor } from '../items.ts';
import { mayNameManifests } from '../manifests/index.ts';
import type { AnalyzerPool } from '../pool/index.ts';
import { type FileLocation, listFolder, readPlaceInChunks } from '../walk/index.ts';
import { analyzeItems, type ScannedItem } from './analysis.ts';
import type { SourceItem } from './source-options.ts';
import type { OrderedItem } from './spool.ts';

/** The event loop gets a turn after this many files, for progress and the abort. */
const FILES_PER_TURN = 1024;

/** Reads the manifests of a folder that can name others, and those that they name. Returns the number of files in the folder. */
export async function findNamedInFolder(named: NamedManifests, root: string, signal?: AbortSignal): Promise<number> {
  const add = async (place: FileLocation) =>
    named.add(place.path, await namesAt(place, hintInTree(place.path, named.namedAs)));
  let files = 0;
  for await (const place of placesOf(root, signal)) {
    files++;
    if (mayNameManifests(place.path)) await add(place);
  }
  while (named.isOpen()) {
    const found = await placesAt(new Set(named.wanted()), root, signal);
    for (const path of named.settle(new Set(found.keys()))) await add(valueFor(found, path));
  }
  return files;
}

async function placesAt(
  wanted: ReadonlySet<string>,
  root: string,
  signal: AbortSignal | undefined,
): Promise<Map<string, FileLocation>> {
  const found = new Map<string, FileLocation>();
  if (wanted.size === 0) return found;
  for await (const place of placesOf(root, signal)) if (wanted.has(place.path)) found.set(place.path, place);
  return found;
}

async function* placesOf(root: string, signal: AbortSignal | undefined): AsyncGenerator<FileLocation, void> {
  let files = 0;
  for (const item of listFolder(root)) {
    if (item.type !== 'place') continue;
    if (++files % FILES_PER_TURN === 0) await new Promise(setImmediate);
    signal?.throwIfAborted();
    yield item.place;
  }
}

/** Unreadable files name nothing: the scan tells why they are unreadable. The readers are loaded when a file of this kind is met. */
async function namesAt(place: FileLocation, hint: string): Promise<NamedManifest[]> {
  const { readNames } = await import('../analyze/index.ts');
  const item = readPlaceInChunks(place, (sizeBytes) => Buffer.allocUnsafe(sizeBytes));
  if (item.type === 'file') return readNames(item.bytes, hint);
  if (item.type === 'issue' || item.sizeBytes > MAX_MANIFEST_BYTES) return [];
  try {
    return readNames(Buffer.concat(Array.from(item.chunks, (chunk) => Buffer.from(chunk))), hint);
  } catch {
    return [];
  }
}

/**
 * Passes results on. Behind them come those of the files that turned out to be manifests.
 * @param again the items of the same source once more
 */
export async function* withNamedManifests(
  named: NamedManifests,
  items: AsyncIterable<OrderedItem[]>,
  again: () => Promise<AsyncIterable<SourceItem[]> | Iterable<SourceItem[]>>,
  pool: AnalyzerPool,
): AsyncGenerator<OrderedItem[], void> {
  const paths = new Set<string>();
  for await (const some of items) {
    for (const item of some)
      if (item.type === 'file') {
        paths.add(item.path);
        named.add(item.path, namesOf(item.facts));
      }
    yield some;
  }
  while (named.isOpen()) {
    const fresh = new Set(named.settle(paths));
    if (fresh.size === 0) return;
    for await (const some of analyzeItems(only(fresh, await again()), pool, named.namedAs)) {
      for (const item of some) if (item.type === 'file') named.add(item.path, namesOf(item.facts));
      yield some.flatMap(news);
    }
  }
}

/** The first analysis has told all issues but those of the reader of the manifest. */
function news(item: ScannedItem): OrderedItem[] {
  if (item.type === 'end') return [];
  return item.type === 'file' || item.issue.code === 'bad-manifest' ? [item] : [];
}

async function* only(
  wanted: ReadonlySet<string>,
  source: AsyncIterable<SourceItem[]> | Iterable<SourceItem[]>,
): AsyncGenerator<SourceItem[], void> {
  for await (const items of source) {
    const some: SourceItem[] = [];
    for (const item of items) {
      if ((item.type === 'file' || item.type === 'stream') && wanted.has(item.path)) some.push(item);
      else if (item.type === 'stream') item.stream.destroy();
    }
    yield some;
  }
}
