// Writes blobs into segments. All steps on the segment run in one chain, in order: append, sync, rewind. It must not hand out a location before its
// bytes are synced, and must not continue after a failed step.

import type { Readable } from 'node:stream';
import { type Digests, runningDigests } from '@assay/scanner/analyze';
import { itemAt } from '@assay/scanner/items';
import { giveWay } from '../turns.ts';
import { BLOCK_BYTES, blockHeader, type PackedBlock, SEGMENT_HEADER } from './block.ts';
import { committedEnds, segmentName } from './location.ts';
import { digestsOfBlob } from './pack-content.ts';
import type { Packer } from './packer.ts';
import { extend, newBlob, type PendingBlob, type StoredBlob, storedBlob } from './pending-blob.ts';
import type { SegmentSink, StorePlace } from './places/place.ts';
import { giveBack, noteSpent } from './spent-memory.ts';

/** Bytes of content that is being packed or waits for the disk. */
const MAX_UNDERWAY_BYTES = 8 * 1024 * 1024;
/** A big blob up to this size is packed as one job, which also computes its digests; a larger one is written like a stream. */
const MAX_JOB_BYTES = 8 * 1024 * 1024;

export interface OpenSegment {
  name: string;
  sink: SegmentSink;
  sizeBytes: number;
}

export interface WriterOptions {
  place: StorePlace;
  /** Segments that earlier writers of the store left open for the next one. */
  idle: OpenSegment[];
  /** The store's open writers, so that it can close them. */
  writers: Set<PackWriter>;
  packer: Packer;
  maxSegmentBytes: number;
  compressionLevel: number;
}

export interface AddedStream extends Digests {
  sizeBytes: number;
  /** False if `isKnown` knew the digest, so that the bytes were removed again. */
  isStored: boolean;
}

/** The stream given to `addStream` failed. The writer is unchanged; `cause` is the stream's error. */
export class StreamSourceFailed extends Error {}

export class PackWriter {
  readonly #options: WriterOptions;
  #segment: OpenSegment | undefined;
  /** The block being filled, with the owners of its blobs. */
  #block: Uint8Array = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #filled = 0;
  #blockBlobs: PendingBlob[] = [];
  /** Everything added since the last flush. */
  #blobs: PendingBlob[] = [];
  /** The last step of the chain. */
  #tail: Promise<unknown> = Promise.resolve();
  readonly #underway: { appended: Promise<void>; sizeBytes: number }[] = [];
  #underwayBytes = 0;
  readonly #spareBlocks: Uint8Array[] = [];
  /** While a run of blocks is added, everything else waits, because the run must be in one piece. */
  #run: Promise<unknown> | undefined;
  #failure: Error | undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
    options.writers.add(this);
  }

  /** The segment that this writer has open. */
  get segment(): string | undefined {
    return this.#segment?.name;
  }

  /** Copies the bytes. The caller must know whether the digest is stored already: the writer stores whatever it gets. */
  async add({ sha256, bytes }: { sha256: Buffer | string; bytes: Uint8Array }): Promise<void> {
    const blob = newBlob(typeof sha256 === 'string' ? sha256 : sha256.toString('hex'), bytes.length);
    const isBig = bytes.length > BLOCK_BYTES;
    // A blob that fits into one block is never split, so that reading it needs one block. Checked again after each wait, because other calls add
    // blobs too.
    while (this.#run || (!isBig && this.#filled + bytes.length > BLOCK_BYTES)) await (this.#run ?? this.#closeBlock());
    this.#check();
    if (isBig) return this.#exclusively(() => this.#addRun(blob, bytes));
    if (bytes.length > 0) this.#putInBlock(blob, bytes);
    else blob.digests = digestsOfBlob(bytes);
    this.#blobs.push(blob);
  }

  /**
   * Stores a stream of any size in constant memory. Other calls wait until it has ended. `isKnown` is called when the digest is known; if it returns
   * true, the bytes are removed again. Rejects with StreamSourceFailed if the stream fails, and removes the bytes as well.
   */
  async addStream(
    source: Readable | AsyncIterable<Uint8Array>,
    { isKnown = async () => false }: { isKnown?: (sha256: string) => Promise<boolean> } = {},
  ): Promise<AddedStream> {
    while (this.#run) await this.#run;
    this.#check();
    return this.#exclusively(() => this.#addStream(source, isKnown));
  }

  /** Compresses the open block, syncs, and returns everything added since the last flush, for the caller to commit. */
  async flush(): Promise<StoredBlob[]> {
    while (this.#run) await this.#run;
    this.#check();
    const blobs = this.#blobs;
    this.#blobs = [];
    await this.#closeBlock();
    await this.#step(async () => {
      if (!this.#segment) return;
      const { isSealed } = await this.#segment.sink.sync();
      if (isSealed) await this.#leaveSegment();
    });
    const stored = blobs.map(storedBlob);
    const ends = committedEnds(stored);
    if (ends.size > 0) {
      // From here on, recovery leaves these bytes alone, even if their rows are never committed.
      await this.#step(() => this.#options.place.noteHandedOut(ends));
      await this.#options.place.confirmLease();
    }
    return stored;
  }

  /** Ends the writer. Drops blobs that were added and not flushed. May be called twice, and after a failure. */
  async close(): Promise<void> {
    while (this.#run) await this.#run;
    const isSound = !this.#failure;
    this.#failure ??= new Error('The writer is closed.');
    await this.#tail;
    this.#options.writers.delete(this);
    const segment = this.#segment;
    this.#segment = undefined;
    // The next writer continues an intact segment with free space; otherwise small uploads would leave as many small segments.
    if (segment && isSound && this.#blobs.length === 0 && this.#filled === 0) this.#options.idle.push(segment);
    else await segment?.sink.close();
  }

  #check(): void {
    if (this.#failure) throw this.#failure;
  }

  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = work();
    const run = running.then(
      () => undefined,
      () => undefined,
    );
    this.#run = run.then(() => {
      this.#run = undefined;
    });
    return running;
  }

  #putInBlock(blob: PendingBlob, bytes: Uint8Array): void {
    blob.offsetInBlock = this.#filled;
    this.#blockBlobs.push(blob);
    this.#block.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  async #addRun(blob: PendingBlob, bytes: Uint8Array): Promise<void> {
    await this.#closeBlock();
    if (bytes.length <= MAX_JOB_BYTES) {
      const copy = Buffer.allocUnsafeSlow(bytes.length);
      copy.set(bytes);
      await this.#send(copy, copy.length, [blob], [copy.length]);
    } else {
      const { md5, sha1 } = await this.#drain([bytes], blob);
      blob.digests = { md5, sha1 };
    }
    this.#blobs.push(blob);
  }

  async #addStream(
    source: AsyncIterable<Uint8Array>,
    isKnown: (sha256: string) => Promise<boolean>,
  ): Promise<AddedStream> {
    await this.#closeBlock();
    const blob = newBlob('', 0);
    try {
      const digests = await this.#drain(sourceOf(source), blob);
      const isStored = !(await isKnown(digests.sha256));
      if (isStored) {
        blob.sha256 = digests.sha256;
        blob.digests = digests;
        this.#blobs.push(blob);
      } else {
        await this.#takeBack(blob);
      }
      return { ...digests, sizeBytes: blob.sizeBytes, isStored };
    } catch (error) {
      if (!this.#failure) await this.#takeBack(blob);
      throw error;
    }
  }

  /** Splits a blob of any size into blocks of its own. */
  async #drain(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, blob: PendingBlob): Promise<Digests> {
    const digests = runningDigests();
    blob.sizeBytes = 0;
    for await (const chunk of chunks) {
      digests.update(chunk);
      noteSpent(chunk.length);
      blob.sizeBytes += chunk.length;
      for (let start = 0; start < chunk.length; ) {
        if (this.#filled === BLOCK_BYTES) await this.#sendRunBlock(blob);
        const piece = chunk.subarray(start, start + BLOCK_BYTES - this.#filled);
        this.#block.set(piece, this.#filled);
        this.#filled += piece.length;
        start += piece.length;
      }
      await giveWay();
    }
    await this.#sendRunBlock(blob);
    return digests.finish();
  }

  /** Drops the open block, which contains only this blob, and removes its appended bytes. */
  async #takeBack(blob: PendingBlob): Promise<void> {
    this.#filled = 0;
    this.#blockBlobs = [];
    await this.#step(async () => {
      for (const { segment, blockOffset } of blob.extents) {
        if (segment === this.#segment?.name) {
          if (await this.#segment.sink.rewind(blockOffset)) this.#segment.sizeBytes = blockOffset;
        } else if (blockOffset === SEGMENT_HEADER.length) {
          await this.#options.place.remove(segment);
        } else {
          await this.#options.place.cut(segment, blockOffset);
        }
      }
    });
  }

  /** Packs and appends the open block with the blobs that share it. */
  async #closeBlock(): Promise<void> {
    const blobs = this.#blockBlobs;
    this.#blockBlobs = [];
    await this.#sendBlock(
      blobs,
      blobs.map(({ sizeBytes }) => sizeBytes),
    );
  }

  /** Packs and appends the open block, which contains only a part of this blob. */
  #sendRunBlock(blob: PendingBlob): Promise<void> {
    return this.#sendBlock([blob], []);
  }

  async #sendBlock(blobs: readonly PendingBlob[], blobSizes: number[]): Promise<void> {
    if (this.#filled === 0) return;
    const content = this.#block;
    const length = this.#filled;
    this.#block = this.#spareBlocks.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#filled = 0;
    await this.#send(content, length, blobs, blobSizes);
  }

  /** Packs content at once, and appends it in order. Waits while too much is in progress. */
  async #send(content: Uint8Array, length: number, blobs: readonly PendingBlob[], blobSizes: number[]): Promise<void> {
    const { packer, compressionLevel } = this.#options;
    const packing = packer.pack({ content, length, blobSizes, compressionLevel });
    // The caller that waits for the step gets the error; until then it must not count as unhandled.
    packing.catch(() => undefined);
    const appended = this.#step(async () => {
      const packed = await packing;
      for (const [index, digests] of packed.digests.entries()) itemAt(blobs, index).digests = digests;
      for (const block of packed.blocks) {
        await this.#append(block, blobs);
        if (block.payload.buffer !== packed.content.buffer) giveBack(block.payload);
      }
      if (packed.content.length === BLOCK_BYTES) this.#spareBlocks.push(packed.content);
      else giveBack(packed.content);
    });
    appended.catch(() => undefined);
    this.#underway.push({ appended, sizeBytes: length });
    this.#underwayBytes += length;
    while (this.#underwayBytes > MAX_UNDERWAY_BYTES) await this.#awaitOldest();
  }

  async #awaitOldest(): Promise<void> {
    const oldest = this.#underway.shift();
    this.#underwayBytes -= oldest?.sizeBytes ?? 0;
    await oldest?.appended;
  }

  async #append(block: PackedBlock, blobs: readonly PendingBlob[]): Promise<void> {
    const segment = await this.#segmentFor(block.payload.length);
    const header = blockHeader(block, segment.name, segment.sizeBytes);
    await segment.sink.append([header, block.payload]);
    const blockLength = header.length + block.payload.length;
    for (const blob of blobs) extend(blob, segment.name, segment.sizeBytes, blockLength);
    segment.sizeBytes += blockLength;
  }

  /** Adds a step to the chain. No step runs after a failed one. */
  #step<Result>(work: () => Promise<Result>): Promise<Result> {
    const step = this.#tail.then(() => {
      this.#check();
      return work();
    });
    this.#tail = step.catch((error: Error) => {
      this.#failure ??= error;
    });
    return step;
  }

  async #segmentFor(payloadLength: number): Promise<OpenSegment> {
    const { maxSegmentBytes, idle } = this.#options;
    // Space for any header; a few bytes less than the limit do no harm.
    const isFull = (segment: OpenSegment) =>
      segment.sizeBytes > SEGMENT_HEADER.length && segment.sizeBytes + payloadLength + 64 > maxSegmentBytes;
    if (this.#segment && isFull(this.#segment)) {
      await this.#segment.sink.sync();
      await this.#leaveSegment();
    }
    while (!this.#segment) {
      const candidate = idle.pop();
      if (!candidate) break;
      if (isFull(candidate)) await candidate.sink.close();
      else this.#segment = candidate;
    }
    this.#segment ??= await this.#createSegment();
    return this.#segment;
  }

  async #leaveSegment(): Promise<void> {
    const segment = this.#segment;
    this.#segment = undefined;
    await segment?.sink.close();
  }

  async #createSegment(): Promise<OpenSegment> {
    const { place } = this.#options;
    await place.takeLease();
    const name = nextSegmentName(place);
    const sink = await place.create(name);
    try {
      await sink.append([SEGMENT_HEADER]);
    } catch (error) {
      await sink.close();
      throw error;
    }
    return { name, sink, sizeBytes: SEGMENT_HEADER.length };
  }
}

const sequences = new WeakMap<StorePlace, number>();

function nextSegmentName(place: StorePlace): string {
  const sequence = (sequences.get(place) ?? 0) + 1;
  sequences.set(place, sequence);
  return segmentName(place.owner, sequence);
}

/** Distinguishes an error of the source from one of the store. */
async function* sourceOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((cause: unknown) => {
        throw new StreamSourceFailed('The stream failed before its end.', { cause });
      });
      if (done) return;
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}
