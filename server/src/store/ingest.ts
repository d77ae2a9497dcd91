// From the items of an archive to bytes in the store and rows at the caller: digests, deduplication, packing, commit in batches.
// The stages overlap; memory stays flat however many files come. It must not know archives, paths' rules or the database.

import { hash } from 'node:crypto';
import type { Issue } from '@assay/scanner';
import type { Digests } from '@assay/scanner/analyze';
import type { ArchiveItem } from '@assay/scanner/archives';
import { giveWay } from '../turns.ts';
import { type BlobLocation, type PackStore, type PackWriter, type StoredBlob, StreamSourceFailed } from './index.ts';
import { giveBack, noteSpent } from './spent-memory.ts';

/** Digests are lower-case hex everywhere here. */
interface IngestedFile {
  path: string;
  sha256: string;
  sizeBytes: number;
}

export interface IngestedBlob extends Digests {
  sizeBytes: number;
  location: BlobLocation;
}

/** Paths in one batch are distinct: of files that share a path the last one stands. Over batches, too, the later one is meant to win. */
export interface IngestBatch {
  files: IngestedFile[];
  /**
   * Blobs that were unknown. Another ingest may have committed one of them in the meantime: keep the row that stands. Sorted by sha256, so
   * that two transactions that insert the same digests wait for each other in one order and never lock each other out.
   */
  blobs: IngestedBlob[];
}

interface IngestTotals {
  /** Files delivered, each counted as often as it came. */
  files: number;
  /** Their bytes. */
  bytes: number;
  newBlobs: number;
  /** Bytes of the new blobs, before compression. */
  newBytes: number;
  issues: number;
}

export interface IngestResult extends IngestTotals {
  /** False when the archive broke off; what was committed stands, and the caller decides what to make of it. */
  isComplete: boolean;
  /** Why it is not complete; '' when it is. */
  reason: string;
}

export interface IngestOptions {
  store: PackStore;
  /** Which of these digests have a committed blob row. Asked for up to a few hundred at a time. */
  knownDigests(sha256: string[]): Promise<ReadonlySet<string>>;
  /** Commits a batch: blobs first, then files. The blobs' bytes are on disk. Calls do not overlap and come in order. */
  commit(batch: IngestBatch): Promise<void>;
  /** After each commit. */
  onProgress?(totals: Readonly<IngestTotals>): void;
  onIssue?(issue: Issue): void | Promise<void>;
  signal?: AbortSignal;
}

/** A question to `knownDigests` and the hashing of the next group go on at the same time. */
const GROUP_FILES = 256;
const GROUP_BYTES = 4 * 1024 * 1024;
/** What a reader of archives drops for each file, however small: the buffers of its decompressor. */
const READER_WASTE_BYTES = 16 * 1024;
const BATCH_FILES = 2000;
const BATCH_BYTES = 32 * 1024 * 1024;

/**
 * Stores what the items bring. Rejects when the store or a callback fails or the signal fires; batches committed until then stand.
 * Items that fail cost an issue each. The bytes of a file item are taken for good: their buffer is freed as soon as they are stored.
 */
export async function ingest(items: AsyncIterable<ArchiveItem>, options: IngestOptions): Promise<IngestResult> {
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
  #groupBytes = 0;
  #batch = newBatch();
  /**
   * Digests handed to the writer and not committed yet. Once they are, `knownDigests` answers for them: so this set does not grow with
   * the archive. It must be asked before `knownDigests`, else a commit in between would hide a digest from both.
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

  async take(item: ArchiveItem): Promise<void> {
    await this.#explainFailedStream(item.type);
    switch (item.type) {
      case 'file':
        return this.#takeFile(item.path, item.bytes);
      case 'stream':
        return this.#takeStream(item.path, item.stream);
      case 'issue':
        return this.#takeIssue(item.issue);
      case 'end':
        this.#end = { isComplete: item.isComplete, reason: item.reason ?? '' };
    }
  }

  async finish(): Promise<IngestResult> {
    await this.#explainFailedStream(undefined);
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

  async #takeFile(path: string, bytes: Uint8Array): Promise<void> {
    // The store makes the other two, of new blobs only: most of the hashing of a code base that is known already.
    this.#group.push({ path, bytes, sha256: hash('sha256', bytes) });
    this.#groupBytes += bytes.length;
    noteSpent(bytes.length + READER_WASTE_BYTES);
    if (this.#group.length >= GROUP_FILES || this.#groupBytes >= GROUP_BYTES) await this.#handOver();
  }

  async #takeStream(path: string, stream: Extract<ArchiveItem, { type: 'stream' }>['stream']): Promise<void> {
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
      this.#putFileInBatch({ path, sha256, sizeBytes });
      await this.#sealBatchWhenFull();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof StreamSourceFailed)) throw error;
      this.#failedStream = path;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** The reader says itself, in the next item, why a stream failed. Should it not, the file must not be lost in silence. */
  async #explainFailedStream(next: ArchiveItem['type'] | undefined): Promise<void> {
    const path = this.#failedStream;
    this.#failedStream = undefined;
    if (path === undefined || next === 'issue') return;
    const message = `"${path}" could not be read to its end and was left out.`;
    await this.#takeIssue({ code: 'unreadable', path, message });
  }

  /** Gives the group to the next stage, once that has finished the one before. */
  async #handOver(): Promise<void> {
    const group = this.#group;
    this.#group = [];
    this.#groupBytes = 0;
    await this.#placing;
    this.#placing = this.#placeGroup(group);
    // Met by whoever waits for it next; until then it must not count as unhandled.
    this.#placing.catch(() => undefined);
  }

  async #placeGroup(group: readonly GroupedFile[]): Promise<void> {
    const known = await this.#known([...new Set(group.map(({ sha256 }) => sha256))]);
    for (const { path, bytes, sha256 } of group) {
      const isNew = !known.has(sha256) && !this.#uncommitted.has(sha256);
      if (isNew) {
        await this.#writer.add({ sha256, bytes });
        this.#putBlobInBatch(sha256, bytes.length);
      }
      this.#putFileInBatch({ path, sha256, sizeBytes: bytes.length });
      // Nobody else's, by the contract of the items; a part of something larger is left to V8.
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

  #putFileInBatch(file: IngestedFile): void {
    const { files, totals } = this.#batch;
    files.set(file.path, file);
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

  /** Flushes the batch and lets it be committed while the next one fills. */
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
  }
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
