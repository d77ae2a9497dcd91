// From a source's items to results: gathers files into batches, keeps all threads busy and gives results in the order the files came in.
import { analysisHint } from '../analyze/hint.ts';
import type { FileFacts, Issue } from '../findings.ts';
import { analyzeLarge } from '../pool/files.ts';
import type { AnalyzerPool, FileResult, PoolItem } from '../pool/index.ts';
import type { Place } from '../walk/index.ts';
import type { SourceItem } from './source.ts';

export type ScannedItem =
  | { type: 'file'; path: string; facts: FileFacts }
  | { type: 'issue'; issue: Issue }
  | { type: 'end'; isComplete: boolean; reason?: string };

const BATCH_FILES = 64;
const BATCH_BYTES = 1024 * 1024;
/**
 * Results go out in order, so behind a batch that takes longer than most the others wait. As many may be under way that no thread runs dry
 * before a file of a second is done.
 */
const BATCHES_PER_THREAD = 12;
/** Of files that are held in memory, those of archives. */
const MOST_BYTES_UNDER_WAY = 16 * 1024 * 1024;

/** Files waiting for a thread, with everything that came between them, in order. */
interface Batch {
  entries: ({ path: string; item: number } | { path: string; place: number } | ScannedItem)[];
  /** Files that were read already: those of archives. */
  items: PoolItem[];
  /** Files of a folder, which the threads read. */
  places: Place[];
  sizeBytes: number;
}

/** Results of all items, in the items' order, some at a time. Throws what the source or the pool throws. */
export async function* analyzeItems(
  source: AsyncIterable<SourceItem[]> | Iterable<SourceItem[]>,
  pool: AnalyzerPool,
): AsyncGenerator<ScannedItem[], void> {
  const underWay: { results: Promise<ScannedItem[]> | ScannedItem[]; sizeBytes: number }[] = [];
  let bytesUnderWay = 0;
  let batch = emptyBatch();
  const send = (): void => {
    const results = analyzeBatch(batch, pool);
    // A rejection is met when its turn comes; until then it must not count as unhandled.
    if (results instanceof Promise) results.catch(() => {});
    underWay.push({ results, sizeBytes: batch.sizeBytes });
    bytesUnderWay += batch.sizeBytes;
    batch = emptyBatch();
  };
  const next = (): Promise<ScannedItem[]> | ScannedItem[] => {
    const { results, sizeBytes } = underWay.shift()!;
    bytesUnderWay -= sizeBytes;
    return results;
  };
  for await (const items of source) {
    for (const item of items) {
      if (item.type === 'stream') {
        send();
        underWay.push({ results: told(item.path, await analyzeLarge(item, pool)), sizeBytes: 0 });
      } else gather(batch, item);
      if (isFull(batch)) send();
      while (underWay.length > BATCHES_PER_THREAD * pool.threads || bytesUnderWay > MOST_BYTES_UNDER_WAY)
        yield await next();
    }
  }
  send();
  while (underWay.length > 0) yield await next();
}

function emptyBatch(): Batch {
  return { entries: [], items: [], places: [], sizeBytes: 0 };
}

function gather(batch: Batch, item: Exclude<SourceItem, { type: 'stream' }>): void {
  const { entries, items, places } = batch;
  if (item.type === 'place') {
    entries.push({ path: item.place.path, place: places.length });
    places.push(item.place);
  } else if (item.type === 'file') {
    entries.push({ path: item.path, item: items.length });
    items.push({ bytes: item.bytes, hint: analysisHint(item.path) });
    batch.sizeBytes += item.sizeBytes;
  } else if (item.type === 'known') entries.push({ type: 'file', path: item.path, facts: item.facts });
  else entries.push(item);
}

function isFull({ entries, items, places, sizeBytes }: Batch): boolean {
  const files = items.length + places.length;
  return files >= BATCH_FILES || sizeBytes >= BATCH_BYTES || entries.length >= BATCH_FILES * 4;
}

/** At once when nothing has to be analysed: then no thread is needed. */
function analyzeBatch({ entries, items, places }: Batch, pool: AnalyzerPool): Promise<ScannedItem[]> | ScannedItem[] {
  const merged = (results: FileResult[], read: FileResult[]) =>
    entries.flatMap((entry) => {
      if ('type' in entry) return entry;
      return told(entry.path, 'item' in entry ? results[entry.item]! : read[entry.place]!);
    });
  if (items.length + places.length === 0) return merged([], []);
  const analyzed = Promise.all([
    items.length > 0 ? pool.run(items) : [],
    places.length > 0 ? pool.runFiles(places) : [],
  ]);
  return analyzed.then(([results, read]) => merged(results, read));
}

function told(path: string, result: FileResult): ScannedItem[] {
  if ('unread' in result) return [{ type: 'issue', issue: { ...result.unread, path } }];
  return [
    { type: 'file', path, facts: result.findings },
    ...result.issues.map((issue) => ({ type: 'issue', issue: { ...issue, path } }) as const),
  ];
}
