// From a source's items to results: gathers files into batches, keeps all threads busy and gives results in the order the files came in.
import { analysisHint, readHint } from '../analyze/hint.ts';
import { MAX_MANIFEST_BYTES } from '../analyze/index.ts';
import { isDocumentName, MAX_DOCUMENT_BYTES, streamedDocumentIssue } from '../documents/index.ts';
import type { FileFacts, Issue } from '../findings.ts';
import type { AnalyzerPool, PoolItem } from '../pool/index.ts';
import type { Slabs } from './slabs.ts';
import type { SourceItem } from './source.ts';

export type ScannedItem =
  | { type: 'file'; path: string; facts: FileFacts }
  | { type: 'issue'; issue: Issue }
  | { type: 'end'; isComplete: boolean; reason?: string };

const BATCH_FILES = 64;
const BATCH_BYTES = 1024 * 1024;

/** Files waiting for a thread, with everything that came between them, in order. */
interface Batch {
  entries: ({ path: string; item: number } | ScannedItem)[];
  items: PoolItem[];
  sizeBytes: number;
}

/** Results of all items, in the items' order. Throws what the source or the pool throws. The slabs are those that the source reads into. */
export async function* analyzeItems(
  items: AsyncIterable<SourceItem> | Iterable<SourceItem>,
  pool: AnalyzerPool,
  slabs: Slabs,
): AsyncGenerator<ScannedItem, void> {
  // Results go out in order: with three batches waiting for every thread, none runs dry while an earlier batch takes longer than most.
  const mostUnderWay = pool.threads * 4 + 1;
  const underWay: Promise<ScannedItem[]>[] = [];
  let batch = emptyBatch();
  const send = (): void => {
    const sent = analyzeBatch(batch, pool);
    // A rejection is met when its turn comes; until then it must not count as unhandled.
    sent.then(slabs.detach(), () => {});
    underWay.push(sent);
    batch = emptyBatch();
  };
  for await (const item of items) {
    if (item.type === 'stream') {
      send();
      underWay.push(Promise.resolve(await analyzeLarge(item, pool)));
    } else if (item.type === 'file') {
      batch.entries.push({ path: item.path, item: batch.items.length });
      batch.items.push({ bytes: item.bytes, hint: analysisHint(item.path) });
      batch.sizeBytes += item.sizeBytes;
    } else if (item.type === 'known') batch.entries.push({ type: 'file', path: item.path, facts: item.facts });
    else batch.entries.push(item);
    if (batch.items.length >= BATCH_FILES || batch.sizeBytes >= BATCH_BYTES || batch.entries.length >= BATCH_FILES * 4)
      send();
    while (underWay.length > mostUnderWay) yield* await underWay.shift()!;
  }
  send();
  for (const results of underWay) yield* await results;
}

function emptyBatch(): Batch {
  return { entries: [], items: [], sizeBytes: 0 };
}

async function analyzeBatch({ entries, items }: Batch, pool: AnalyzerPool): Promise<ScannedItem[]> {
  const results = await pool.run(items);
  return entries.flatMap((entry) => ('type' in entry ? [entry] : told(entry.path, results[entry.item]!)));
}

function told(path: string, { findings, issues }: { findings: FileFacts; issues: Issue[] }): ScannedItem[] {
  return [
    { type: 'file', path, facts: findings },
    ...issues.map((issue) => ({ type: 'issue', issue: { ...issue, path } }) as const),
  ];
}

/** A file too large for a batch. Manifests, and documents whose text is wanted, are gathered in memory all the same, up to the size to which they are read. */
async function analyzeLarge(item: Extract<SourceItem, { type: 'stream' }>, pool: AnalyzerPool): Promise<ScannedItem[]> {
  const { path, sizeBytes } = item;
  const hint = analysisHint(path);
  const source = { failed: undefined as unknown };
  const chunks = faultsApart(item.stream, source);
  try {
    const isManifest = readHint(hint).manifest !== '' && sizeBytes <= MAX_MANIFEST_BYTES;
    const isDocument = pool.readsDocuments && isDocumentName(path) && sizeBytes <= MAX_DOCUMENT_BYTES;
    if (sizeBytes >= 0 && (isManifest || isDocument)) {
      const bytes = Buffer.concat(await Array.fromAsync(chunks));
      const [result] = await pool.run([{ bytes, hint }]);
      return told(path, result!);
    }
    const streamed = await pool.runStream(chunks, hint);
    const unread = pool.readsDocuments ? streamedDocumentIssue(streamed.findings) : undefined;
    return told(path, unread ? { ...streamed, issues: [...streamed.issues, unread] } : streamed);
  } catch (error) {
    if (source.failed === undefined) throw error;
    const reason = source.failed instanceof Error ? source.failed.message : String(source.failed);
    return [
      {
        type: 'issue',
        issue: { code: 'unreadable', path, message: `The file could not be read to its end: ${reason}` },
      },
    ];
  } finally {
    item.stream.destroy();
  }
}

/** Passes chunks on and remembers a fault of theirs, which is the file's, from one of the analysis, which is ours. */
async function* faultsApart(
  chunks: AsyncIterable<Uint8Array>,
  source: { failed: unknown },
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks;
  } catch (error) {
    source.failed = error;
    throw error;
  }
}
