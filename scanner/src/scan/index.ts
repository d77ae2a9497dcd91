// The whole scan as a library: a folder or archive in, results file by file in path order out, the inventory of packages and licenses last.
// It only connects the parts, and writes nothing but a private spool, which it removes.
import { createNamedManifests, type NamedManifests } from '../analyze/named-manifests.ts';
import type { FileFacts, Issue } from '../findings.ts';
import { analyzeItems, type ScannedItem } from './analysis.ts';
import { withReferencesFollowed } from './followed.ts';
import { createInventory, type Inventory } from './inventory.ts';
import { findNamedInFolder, withNamedManifests } from './named-manifests.ts';
import { openedWhenNeeded } from './opened-analysis.ts';
import type { ScanOptions } from './options.ts';
import { type OpenSource, openSource } from './source.ts';
import type { SourceItem } from './source-options.ts';
import { inPathOrder, type OrderedItem } from './spool.ts';

export type { Inventory, InventoryComponent } from './inventory.ts';
export type { ScanOptions } from './options.ts';

export interface ScanProgress {
  /** Files whose results are ready. */
  filesDone: number;
  /** Number of files in the source; undefined until they have been counted. */
  filesKnown: number | undefined;
  bytesDone: number;
}

export type ScanItem =
  /** `layer` is the digest of the layer that has the file, if it comes from a container image. */
  | { type: 'file'; path: string; facts: FileFacts; layer?: string }
  | { type: 'issue'; issue: Issue }
  /** The last item before the end. */
  | { type: 'inventory'; inventory: Inventory }
  /** Always last. Not complete: the source could not be read, or not to its end; `reason` is then a sentence. */
  | { type: 'end'; isComplete: boolean; reason: string };

/**
 * Scans a folder or an archive. Bad files give issues; it throws only for a broken installation (no rules, no threads, no temporary folder)
 * or the abort of `signal`. When the caller stops early the threads are ended.
 * @param source path of a folder, an archive, or one plain file
 */
export async function* scanSource(
  source: string,
  options: ScanOptions = {},
  onProgress?: (progress: ScanProgress) => void,
): AsyncGenerator<ScanItem, void> {
  const named = createNamedManifests();
  const opened = await openSource(source, withoutNamed(options, named), onProgress !== undefined);
  let files = Number.POSITIVE_INFINITY;
  const analysis = options.pool ?? openedWhenNeeded(options, () => files);
  const inventory = createInventory();
  const progress: ScanProgress = { filesDone: 0, filesKnown: undefined, bytesDone: 0 };
  const end = { isComplete: true, reason: '' };
  try {
    if (opened.isInPathOrder) files = await findNamedInFolder(named, source, options.signal);
    const layers = new Map<string, string>();
    const scanned = watched(analyzeItems(notingLayers(opened.items, layers), analysis, named.namedAs), end, (facts) => {
      progress.filesDone++;
      progress.bytesDone += facts.sizeBytes;
      progress.filesKnown = opened.filesKnown();
      onProgress?.(progress);
    });
    const again = async () => (await openSource(source, options, false)).items;
    const ordered = opened.isInPathOrder
      ? scanned
      : inPathOrder(withNamedManifests(named, scanned, again, analysis), options.temporaryFolder);
    for await (const items of withReferencesFollowed(ordered, options.temporaryFolder)) {
      for (const item of items) {
        if (item.type === 'file') {
          inventory.add(item.path, item.facts);
          const layer = layers.get(item.path);
          yield layer === undefined ? item : { ...item, layer };
        } else yield item;
      }
    }
    const { inventory: found, issues } = inventory.finish();
    for (const issue of [...issues, ...named.issues()]) yield { type: 'issue', issue };
    yield { type: 'inventory', inventory: found };
    yield { type: 'end', ...end };
  } finally {
    if (analysis !== options.pool) await analysis.close();
  }
}

/** Passes items on, and notes the layers of those that have one. */
async function* notingLayers(
  items: OpenSource['items'],
  layers: Map<string, string>,
): AsyncGenerator<SourceItem[], void> {
  for await (const some of items) {
    for (const item of some) if ('layer' in item && item.layer !== undefined) layers.set(item.path, item.layer);
    yield some;
  }
}

/** The facts of a named file may come from a scan in which nothing named it. */
function withoutNamed({ known, ...options }: ScanOptions, { namedAs }: NamedManifests): ScanOptions {
  return known === undefined
    ? options
    : { ...options, known: (path, stat) => (namedAs.has(path) ? undefined : known(path, stat)) };
}

/** Passes results on, reports each file as progress, and takes out the word on how the source ended. */
async function* watched(
  items: AsyncIterable<ScannedItem[]>,
  end: { isComplete: boolean; reason: string },
  onFile: (facts: FileFacts) => void,
): AsyncGenerator<OrderedItem[], void> {
  for await (const some of items) {
    const passing: OrderedItem[] = [];
    for (const item of some) {
      if (item.type === 'end') {
        end.isComplete = item.isComplete;
        end.reason = item.reason ?? '';
        continue;
      }
      if (item.type === 'file') onFile(item.facts);
      passing.push(item);
    }
    yield passing;
  }
}
