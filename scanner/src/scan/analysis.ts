// Turns a source's items into results: gathers files into batches, queues them, and converts the threads' findings into scan results.

import type { AnalysisItem } from '../analyze/item.ts';
import { hintInTree } from '../analyze/named-manifests.ts';
import type { FileFacts, Issue } from '../findings.ts';
import { itemAt, present } from '../items.ts';
import { analyzeLarge } from '../pool/files.ts';
import type { AnalyzerPool, FileResult } from '../pool/index.ts';
import { type FileLocation, sizeOnDisk } from '../walk/index.ts';
import { beginsLargeFilesFirst, createLine, type Done, type LargeFile } from './line.ts';
import type { SourceItem } from './source-options.ts';

export type ScannedItem =
  | { type: 'file'; path: string; facts: FileFacts }
  | { type: 'issue'; issue: Issue }
  | { type: 'end'; isComplete: boolean; reason?: string };

const BATCH_FILES = 64;
const BATCH_BYTES = 1024 * 1024;
/** A file of this size takes at least about as long as a batch of other files. */
const LARGE_FILE_BYTES = 512 * 1024;

/** Files that wait for a thread, with the other items between them, in order. */
interface Batch {
  entries: ({ path: string; of: keyof Done; index: number } | ScannedItem)[];
  items: AnalysisItem[];
  places: FileLocation[];
  large: LargeFile[];
  sizeBytes: number;
}

/**
 * Results of all items in the items' order, in groups. Throws errors of the source and of the pool.
 * @param namedAs the format by which other files of the source name a file
 */
export async function* analyzeItems(
  source: AsyncIterable<SourceItem[]> | Iterable<SourceItem[]>,
  pool: AnalyzerPool,
  namedAs: ReadonlyMap<string, string> = new Map(),
): AsyncGenerator<ScannedItem[], void> {
  const line = createLine<ScannedItem[]>(pool);
  const asLarge = beginsLargeFilesFirst(pool) ? largeFile : () => undefined;
  let batch = emptyBatch();
  const send = (): void => {
    const { entries } = batch;
    line.add(batch, (done) =>
      entries.flatMap((entry) => ('type' in entry ? entry : told(entry.path, itemAt(done[entry.of], entry.index)))),
    );
    batch = emptyBatch();
  };
  try {
    for await (const items of source) {
      for (const item of items) {
        if (item.type === 'stream') {
          const found = told(
            item.path,
            await analyzeLarge({ ...item, hint: hintInTree(item.path, namedAs) }, item.stream, pool),
          );
          batch.entries.push(...found);
        } else gather(batch, item, { asLarge, namedAs });
        if (isFull(batch)) send();
        while (line.isFull()) yield present(await line.next(), 'result of a full line');
      }
    }
    send();
    for (let next = await line.next(); next; next = await line.next()) yield next;
  } finally {
    line.stop();
  }
}

function emptyBatch(): Batch {
  return { entries: [], items: [], places: [], large: [], sizeBytes: 0 };
}

/** The file, if it is a large one. */
function largeFile(place: FileLocation): LargeFile | undefined {
  const sizeBytes = sizeOnDisk(place);
  return sizeBytes >= LARGE_FILE_BYTES ? { place, sizeBytes } : undefined;
}

function gather(
  batch: Batch,
  item: Exclude<SourceItem, { type: 'stream' }>,
  {
    asLarge,
    namedAs,
  }: { asLarge: (place: FileLocation) => LargeFile | undefined; namedAs: ReadonlyMap<string, string> },
): void {
  const { entries, items, places, large } = batch;
  if (item.type === 'place') {
    const named = namedAs.get(item.place.path);
    const place = named === undefined ? item.place : { ...item.place, namedAs: named };
    const file = asLarge(place);
    entries.push({
      path: place.path,
      ...(file ? { of: 'large', index: large.push(file) - 1 } : { of: 'places', index: places.push(place) - 1 }),
    });
  } else if (item.type === 'file') {
    entries.push({ path: item.path, of: 'items', index: items.length });
    items.push({ bytes: item.bytes, hint: hintInTree(item.path, namedAs) });
    batch.sizeBytes += item.sizeBytes;
  } else if (item.type === 'known') entries.push({ type: 'file', path: item.path, facts: item.facts });
  else entries.push(item);
}

function isFull({ entries, items, places, large, sizeBytes }: Batch): boolean {
  const files = items.length + places.length + large.length;
  return files >= BATCH_FILES || sizeBytes >= BATCH_BYTES || entries.length >= BATCH_FILES * 4;
}

function told(path: string, result: FileResult): ScannedItem[] {
  if ('unread' in result) return [{ type: 'issue', issue: { ...result.unread, path } }];
  return [
    { type: 'file', path, facts: result.findings },
    ...result.issues.map((issue) => ({ type: 'issue', issue: { ...issue, path } }) as const),
  ];
}
