// Stores the items of an archive: computes digests, skips known contents, packs the others, and commits in batches. The stages overlap, and memory
// does not grow with the number of files. It knows nothing about archives, path rules or the database.

import { hash } from 'node:crypto';
import type { Issue } from '@assay/scanner';
import type { Digests } from '@assay/scanner/analyze';
import type { ArchiveItem, StoredItem } from '@assay/scanner/archives';
import { giveWay } from '../turns.ts';
import { type BlobLocation, type PackStore, type PackWriter, type StoredBlob, StreamSourceFailed } from './index.ts';
import { collectWhenGrown, giveBack, noteSpent } from './spent-memory.ts';

/** Digests are lower-case hex everywhere here. */
interface IngestedFile {
  path: string;
  sha256: string;
  sizeBytes: number;
  /** Digest of the layer that has it, of files of container images. */
  layer?: string | undefined;
}

export interface IngestedBlob extends Digests {
  sizeBytes: number;
  location: BlobLocation;
}

/** Paths in one batch are distinct: of files with the same path, the last one wins. Across batches, the later one should win too. */
export interface IngestBatch {
  files: IngestedFile[];
  /**
   * Blobs that were unknown. Another upload may have committed one of them meanwhile: keep the existing row. Sorted by sha256, so that two
   * transactions with the same digests wait in one order and never deadlock.
   */
  blobs: IngestedBlob[];
}

interface IngestTotals {
  /** Number of files, each counted as often as it came. */
  files: number;
  /** Their bytes. */
  bytes: number;
  newBlobs: number;
  /** Bytes of the new blobs, before compression. */
  newBytes: number;
  issues: number;
}

export interface IngestResult extends IngestTotals {
  /** False if the archive ended early. Committed batches stay, and the caller decides what to do. */
  isComplete: boolean;
  /** Why it is not complete; '' if it is. */
  reason: string;
}

export interface IngestOptions {
  store: PackStore;
  /** Those digests that have a committed blob row. Called with up to a few hundred digests at a time. */
  knownDigests(sha256: string[]): Promise<ReadonlySet<string>>;
  /** Commits a batch: blobs first, then files. The blobs' bytes are on disk. Calls do not overlap and come in order. */
  commit(batch: IngestBatch): Promise<void>;
  /** After each commit. */
  onProgress?(totals: Readonly<IngestTotals>): void;
  onIssue?(issue: Issue): void | Promise<void>;
  signal?: AbortSignal;
}

/** A call of `knownDigests` and the hashing of the next group run at the same time. */
const GROUP_FILES = 256;
const GROUP_BYTES = 4 * 1024 * 1024;
/** Bytes that an archive reader drops for each file, however small: the buffers of its decompressor. */
const READER_WASTE_BYTES = 16 * 1024;
const BATCH_FILES = 2000;
const BATCH_BYTES = 32 * 1024 * 1024;

/**
 * Stores the items. Rejects if the store or a callback fails or the signal is aborted; earlier batches stay committed. A failed item becomes an
 * issue. Takes over the bytes of a file item: their buffer is freed as soon as they are stored.
 */
export async function ingest(
  items: AsyncIterable<ArchiveItem | StoredItem>,
  options: IngestOptions,
): Promise<IngestResult> {
  const run = new IngestRun(options);
  try {
    for await (const item of items) {
      options.signal?.throwIfAborted();
      await run.take(item);
      await giveWay();
    }
    return await run.finish();
  } finally {
    await run.close();
  }
}

interface GroupedFile {
  path: string;
  bytes: Uint8Array;
  sha256: string;
  layer: string | undefined;
}

interface OpenBatch {
  files: Map<string, IngestedFile>;
  totals: IngestTotals;
}

class IngestRun {
  readonly #options: IngestOptions;
  readonly #writer: PackWriter;
  readonly #totals: IngestTotals = emptyTotals();
  #group: GroupedFile[] = [];
  /** Items that say the digest of their content. */
  #stored: StoredItem[] = [];
  #groupBytes = 0;
  #batch = newBatch();
  /**
   * Digests that the writer has and that are not committed yet. After the commit, `knownDigests` knows them, so this set does not grow with the
   * archive. Check it before `knownDigests`; otherwise a commit in between would hide a digest from both.
   */
  readonly #uncommitted = new Set<string>();
  #placing: Promise<void> = Promise.resolve();
  #committing: Promise<void> = Promise.resolve();
  #failedStream: string | undefined;
  #end: { isComplete: boolean; reason: string } = {
    isComplete: false,
    reason: 'The archive was not read to its end.',
  };

  constructor(options: IngestOptions) {
    this.#options = options;
    this.#writer = options.store.createWriter();
  }

  async take(item: ArchiveItem | StoredItem): Promise<void> {
    await this.#explainFailedStream(item.type);
    if (item.type !== 'stored') await this.#placeStored();
    switch (item.type) {
      case 'stored':
        this.#stored.push(item);
        return this.#stored.length >= GROUP_FILES ? this.#placeStored() : undefined;
      case 'file':
        return this.#takeFile(item);
      case 'stream':
        return this.#takeStream(item);
      case 'issue':
        return this.#takeIssue(item.issue);
      case 'end':
        this.#end = { isComplete: item.isComplete, reason: item.reason ?? '' };
    }
  }

  async finish(): Promise<IngestResult> {
    await this.#explainFailedStream(undefined);
    await this.#placeStored();
    await this.#handOver();
    await this.#placing;
    await this.#sealBatch();
    await this.#committing;
    return { ...this.#totals, ...this.#end };
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#placing, this.#committing]);
    await this.#writer.close();
  }

  async #takeIssue(issue: Issue): Promise<void> {
    this.#totals.issues++;
    await this.#options.onIssue?.(issue);
  }

  /** Contents that the store has are not read; the others are opened. Order is kept, because of files with the same path the last one wins. */
  async #placeStored(): Promise<void> {
    const items = this.#stored;
    if (items.length === 0) return;
    this.#stored = [];
    await this.#handOver();
    await this.#placing;
    const known = await this.#known([...new Set(items.map(({ sha256 }) => sha256))]);
    for (const item of items) {
      if (known.has(item.sha256)) {
        this.#putFileInBatch(item);
        await this.#sealBatchWhenFull();
      } else {
        for await (const opened of item.open()) await this.take(withLayer(opened, item.layer));
        await this.#explainFailedStream(undefined);
        await this.#handOver();
        await this.#placing;
      }
      await giveWay();
    }
  }

  async #takeFile({ path, bytes, layer }: Extract<ArchiveItem, { type: 'file' }>): Promise<void> {
    // The store computes the other two digests, for new blobs only, which saves most of the hashing of a known code base.
    this.#group.push({ path, bytes, layer, sha256: hash('sha256', bytes) });
    this.#groupBytes += bytes.length;
    noteSpent(bytes.length + READER_WASTE_BYTES);
    if (this.#group.length >= GROUP_FILES || this.#groupBytes >= GROUP_BYTES) await this.#handOver();
  }

  async #takeStream({ path, stream, layer }: Extract<ArchiveItem, { type: 'stream' }>): Promise<void> {
    await this.#handOver();
    await this.#placing;
    const { signal } = this.#options;
    const abort = () => stream.destroy(signal?.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const { sha256, sizeBytes, isStored } = await this.#writer.addStream(stream, {
        isKnown: async (digest) => (await this.#known([digest])).has(digest),
      });
      if (isStored) this.#putBlobInBatch(sha256, sizeBytes);
      this.#putFileInBatch({ path, sha256, sizeBytes, layer });
      await this.#sealBatchWhenFull();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof StreamSourceFailed)) throw error;
      this.#failedStream = path;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** The reader reports in the next item why a stream failed. If it does not, the file must not be lost silently. */
  async #explainFailedStream(next: (ArchiveItem | StoredItem)['type'] | undefined): Promise<void> {
    const path = this.#failedStream;
    this.#failedStream = undefined;
    if (path === undefined || next === 'issue') return;
    const message = `"${path}" could not be read to its end and was left out.`;
    await this.#takeIssue({ code: 'unreadable', path, message });
  }

  /** Gives the group to the next stage when that has finished the previous one. */
  async #handOver(): Promise<void> {
    const group = this.#group;
    this.#group = [];
    this.#groupBytes = 0;
    await this.#placing;
    this.#placing = this.#placeGroup(group);
    // The next waiting caller gets the error; until then it must not count as unhandled.
    this.#placing.catch(() => undefined);
  }

  async #placeGroup(group: readonly GroupedFile[]): Promise<void> {
    const known = await this.#known([...new Set(group.map(({ sha256 }) => sha256))]);
    for (const { path, bytes, sha256, layer } of group) {
      const isNew = !known.has(sha256) && !this.#uncommitted.has(sha256);
      if (isNew) {
        await this.#writer.add({ sha256, bytes });
        this.#putBlobInBatch(sha256, bytes.length);
      }
      this.#putFileInBatch({ path, sha256, sizeBytes: bytes.length, layer });
      // The contract of the items says that nobody else uses it; a part of a larger buffer is left to V8.
      if (bytes.length === bytes.buffer.byteLength) giveBack(bytes);
      await this.#sealBatchWhenFull();
      await giveWay();
    }
  }

  async #known(digests: readonly string[]): Promise<Set<string>> {
    const known = new Set(digests.filter((sha256) => this.#uncommitted.has(sha256)));
    const asked = digests.filter((sha256) => !known.has(sha256));
    if (asked.length > 0) for (const sha256 of await this.#options.knownDigests(asked)) known.add(sha256);
    return known;
  }

  #putFileInBatch({ path, sha256, sizeBytes, layer }: IngestedFile): void {
    const { files, totals } = this.#batch;
    const file = { path, sha256, sizeBytes, layer };
    files.set(path, file);
    totals.files++;
    totals.bytes += file.sizeBytes;
  }

  #putBlobInBatch(sha256: string, sizeBytes: number): void {
    this.#uncommitted.add(sha256);
    this.#batch.totals.newBlobs++;
    this.#batch.totals.newBytes += sizeBytes;
  }

  async #sealBatchWhenFull(): Promise<void> {
    if (this.#batch.totals.files >= BATCH_FILES || this.#batch.totals.newBytes >= BATCH_BYTES) await this.#sealBatch();
  }

  /** Flushes the batch and commits it while the next one fills. */
  async #sealBatch(): Promise<void> {
    const batch = this.#batch;
    if (batch.totals.files === 0) return;
    this.#batch = newBatch();
    const flushing = this.#writer.flush();
    flushing.catch(() => undefined);
    await this.#committing;
    this.#committing = this.#commitBatch(batch, flushing);
    this.#committing.catch(() => undefined);
  }

  async #commitBatch(batch: OpenBatch, flushing: Promise<StoredBlob[]>): Promise<void> {
    const blobs = (await flushing).map(ingestedBlob).sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
    this.#options.signal?.throwIfAborted();
    await this.#options.commit({ files: [...batch.files.values()], blobs });
    for (const { sha256 } of blobs) this.#uncommitted.delete(sha256);
    for (const key of ['files', 'bytes', 'newBlobs', 'newBytes'] as const) this.#totals[key] += batch.totals[key];
    this.#options.onProgress?.({ ...this.#totals });
    collectWhenGrown();
  }
}

function withLayer(item: ArchiveItem, layer: string | undefined): ArchiveItem {
  return layer === undefined || item.type === 'issue' || item.type === 'end' ? item : { ...item, layer };
}

function ingestedBlob({ md5, sha1, ...location }: StoredBlob): IngestedBlob {
  const { sha256, sizeBytes } = location;
  return { sha256, md5, sha1, sizeBytes, location };
}

function emptyTotals(): IngestTotals {
  return { files: 0, bytes: 0, newBlobs: 0, newBytes: 0, issues: 0 };
}

function newBatch(): OpenBatch {
  return { files: new Map(), totals: emptyTotals() };
}
