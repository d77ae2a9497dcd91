// Turns one file of a folder into its result, in any thread: walk/ opens and reads it; it is analysed whole or, when large, in windows.
// Unreadable files are issues. This code does not judge findings.

import { analysisHint, readHint } from '../analyze/hint.ts';
import type { AnalysisItem, AnalysisResult } from '../analyze/item.ts';
import { MAX_MANIFEST_BYTES } from '../analyze/limits.ts';
import { analyzeStream } from '../analyze/stream.ts';
import { isDocumentName, MAX_DOCUMENT_BYTES, streamedDocumentIssue } from '../documents/names.ts';
import type { FileFacts, Found } from '../findings.ts';
import { firstOf } from '../items.ts';
import { type Allocate, type FileLocation, IN_MEMORY_BYTES, readPlaceInChunks } from '../walk/index.ts';
import type { FileResult } from './messages.ts';

/** An analysis of bytes: the pool, or the analyser of one thread. */
export interface Analysis {
  /** Whether the texts of PDF and office files are searched. */
  readonly readsDocuments: boolean;
  run(batch: readonly AnalysisItem[]): Promise<AnalysisResult[]>;
  /** One file of any size from its chunks, in flat memory. Errors of the chunks are passed on. */
  runStream(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, hint: string): Promise<Found<FileFacts>>;
}

/** Makes an analysis from a function that analyses single items and windows of large files. */
export function analysisOf(
  analyzeItem: (item: AnalysisItem) => AnalysisResult | Promise<AnalysisResult>,
  readsDocuments: boolean,
): Analysis {
  return {
    readsDocuments,
    async run(batch) {
      const results: AnalysisResult[] = [];
      for (const item of batch) results.push(await analyzeItem(item));
      return results;
    },
    runStream: (chunks, hint) =>
      analyzeStream(chunks, hint, async (bytes, window) => {
        const { findings, issues, state = window } = await analyzeItem({ bytes, hint, window });
        return { findings, issues, state };
      }),
  };
}

/** Reads a file and analyses it. When it has resolved, the memory of the bytes may be used again. */
export async function analyzePlace(place: FileLocation, analysis: Analysis, allocate: Allocate): Promise<FileResult> {
  const item = readPlaceInChunks(place, allocate);
  if (item.type === 'issue') return { unread: item.issue };
  const hint = analysisHint(place.path, place.namedAs);
  if (item.type === 'chunks') return analyzeLarge({ ...item, hint }, item.chunks, analysis);
  return firstOf(await analysis.run([{ bytes: item.bytes, hint }]));
}

/**
 * A file too large for a batch. Manifests, and documents whose text is searched, are still gathered in memory up to their size limit.
 * @param sizeBytes -1 when unknown
 * @param source the file's bytes in order; a piece may be overwritten when the next one is requested
 */
export async function analyzeLarge(
  { path, hint, sizeBytes }: { path: string; hint: string; sizeBytes: number },
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  analysis: Analysis,
): Promise<FileResult> {
  const reading = { failed: undefined as unknown };
  const chunks = faultsApart(source, reading);
  try {
    const isManifest = readHint(hint).manifest !== '' && sizeBytes <= MAX_MANIFEST_BYTES;
    const isDocument = analysis.readsDocuments && isDocumentName(path) && sizeBytes <= MAX_DOCUMENT_BYTES;
    if (sizeBytes >= 0 && (isManifest || isDocument)) {
      const bytes = Buffer.concat(await Array.fromAsync(chunks, (chunk) => Buffer.from(chunk)));
      return firstOf(await analysis.run([{ bytes, hint }]));
    }
    const streamed = await analysis.runStream(chunks, hint);
    const unread = analysis.readsDocuments ? streamedDocumentIssue(streamed.findings) : undefined;
    return unread ? { ...streamed, issues: [...streamed.issues, unread] } : streamed;
  } catch (error) {
    if (reading.failed === undefined) throw error;
    const reason = reading.failed instanceof Error ? reading.failed.message : String(reading.failed);
    return { unread: { code: 'unreadable', path, message: `The file could not be read to its end: ${reason}` } };
  }
}

/** Passes chunks on and records their error, to separate faults of the file from faults of the analysis. */
async function* faultsApart(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  reading: { failed: unknown },
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks;
  } catch (error) {
    reading.failed = error;
    throw error;
  }
}

/** Memory for one file at a time; the next file that fits reuses it. */
export function reusedMemory(): Allocate {
  let memory = Buffer.allocUnsafeSlow(64 * 1024);
  return (sizeBytes) => {
    if (sizeBytes > memory.length)
      memory = Buffer.allocUnsafeSlow(Math.min(IN_MEMORY_BYTES, Math.max(sizeBytes, memory.length * 2)));
    return memory.subarray(0, sizeBytes);
  };
}
