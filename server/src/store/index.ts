// The content-addressed pack store: file contents by digest, many per segment. It knows no database; the caller keeps the rows.
// It does not decide what is kept: bytes count as stored when the caller has committed the locations that `flush` returned.
//
// Invariants
//  1. One writer at a time writes a segment, of the store instance that is named at the start of the segment's name. No later instance ever
//     appends to it. So bytes at (segment, offset) never change once a location naming them has been handed out.
//  2. `flush` returns locations only after their bytes are synced, and the folder entry of a new segment with them. The process that commits these
//     rows can lose power the next moment. If a sync fails, the writer ends, and locations that it had not returned do not count.
//  3. Bytes that no committed row names are garbage and harmless: nothing reads them, nothing appends after them. Recovery only saves space,
//     so it may be late, partial, repeated, run twice at once, or never run; the store is correct at every moment without it.
//  4. Recovery removes only bytes that `flush` never handed out. Each owner durably notes the ends that it hands out before `flush` returns, so bytes
//     after these ends belong to an unfinished upload. Recovery does not trust a database for this, because it may be another or an older one.
//     Bytes that a database names are kept as well. An owner without notes (of an older version) is never touched. Removed bytes stay in the
//     trash for a day, and are restored if a database names them after all.
//  5. Recovery touches a segment only when its owner is known to be dead: it first makes sure that the owner is dead, then that the segment has been
//     quiet for the grace time. An owner is alive as long as its lease stands. It takes the lease before its first segment exists. A lease of
//     this machine is judged by process id and start time, which survives kill -9 and reused ids; a lease of another machine or container by its
//     heartbeat, with the clock of the file system. An owner that lost its lease while suspended finds out in `flush`, before any row is committed.
//  6. The collection of deleted contents removes whole segments, and only those that no living writer has open (`release`). It first copies what is
//     still needed; a reader with a former location asks `locate` for the present one. Only the collection knows from the database what was deleted
//     on purpose (docs/adr/0034): the absence of a row alone moves bytes into the trash at most, and deletes none.
//  7. Reads verify: block checksum (bound to segment and offset), lengths, and the digest of the blob. Wrong bytes are never returned.

import type { Readable } from 'node:stream';
import { BlockCache } from './block-cache.ts';
import { findBroken, type SoundBlocks } from './check.ts';
import type { CorruptBlob } from './corruption.ts';
import type { BlobLocation } from './location.ts';
import { followMoved, type Locate } from './moved.ts';
import { defaultPackThreads, Packer } from './packer.ts';
import { placeOf } from './places/index.ts';
import type { StorePlace, TrashEntry } from './places/place.ts';
import { type ReadItem, readBlob, readMany, streamBlob } from './reader.ts';
import {
  type CommittedEndsOf,
  emptyTrash,
  findLostBytes,
  type LostBytes,
  type RecoveryReport,
  recover,
} from './recovery.ts';
import { blocksOfSegment, type SegmentBlock, type SegmentUse, useOfSegment } from './segments.ts';
import { type OpenSegment, PackWriter } from './writer.ts';

export type { SoundBlocks } from './check.ts';
export { CorruptBlob } from './corruption.ts';
export { type BlobLocation, committedEnds, type Extent, extentsOf, parseLocation } from './location.ts';
export type { Locate } from './moved.ts';
export type { StoredBlob } from './pending-blob.ts';
export { inspectPlace as inspectStore } from './places/index.ts';
export type { PlaceFacts as StoreFacts, StorePlace, TrashEntry } from './places/place.ts';
export type { ReadItem } from './reader.ts';
export type { CommittedEndsOf, LostBytes, RecoveryReport } from './recovery.ts';
export type { SegmentBlock, SegmentUse } from './segments.ts';
export { type AddedStream, type PackWriter, StreamSourceFailed } from './writer.ts';

/** A few blocks, so that the contents of one block need one reading. */
const FRESH_CACHE_BYTES = 4 * 1024 * 1024;

export interface StoreOptions {
  /** Segments are sealed before they pass this size. Default 256 MB. */
  maxSegmentBytes?: number;
  /** zstd level of new blocks. Default 3. */
  compressionLevel?: number;
  /** Threads that hash and compress, started when needed. 0 means none. Default: the number of cores minus one, at most 4. */
  packThreads?: number;
  /** Bytes of decompressed blocks in the cache. Default 32 MB. */
  cacheBytes?: number;
  /** Creates nothing in the store, for reading a backup. Writing fails. */
  isReadOnly?: boolean;
  /** The present location of a content whose segment is gone, because the collection has moved it since the caller read its row. */
  locate?: Locate;
}

export interface PackStore {
  /** A writer for one upload. Several writers of one store, in several processes, may write at the same time. */
  createWriter(): PackWriter;
  /** The bytes of one blob in an ArrayBuffer of their own. Rejects with CorruptBlob if they have changed. */
  read(location: BlobLocation): Promise<Uint8Array>;
  /** The same as a stream, for blobs of any size. If the digest is wrong at the end, the stream is destroyed with CorruptBlob. */
  stream(location: BlobLocation): Readable;
  /**
   * Those locations with changed bytes, by digest: checks the checksums on disk, without decompressing. `sound` remembers checked blocks, so that
   * their other contents cost nothing more.
   */
  findBroken(locations: Iterable<BlobLocation>, sound?: SoundBlocks): Promise<Map<string, CorruptBlob>>;
  /** Many blobs in the order of the segments; each block is decompressed once. */
  readMany(
    locations: Iterable<BlobLocation>,
    options?: {
      signal?: AbortSignal;
      /** Reads from the disk, ignoring the cache. */
      isFresh?: boolean;
    },
  ): AsyncGenerator<ReadItem, void>;
  /**
   * Moves the bytes of unfinished uploads of dead writers into the trash, and restores those that rows name. Safe at any time, in any process.
   * `committedEnds` returns the end of the last committed byte of the given segments (see `committedEnds` in location.ts). `graceMs`: how long a
   * segment must have been unchanged; longer than any commit takes. Default 15 minutes.
   */
  recover(committedEndsOf: CommittedEndsOf, options?: { graceMs?: number }): Promise<RecoveryReport>;
  /** Whether a living writer may still append to a segment. This store itself lets go of the segment if no writer of its own has it open. */
  release(segment: string): Promise<SegmentUse>;
  /** The blocks of a segment in their order, and the bytes that are no blocks. Empty if the segment is gone. */
  blocksOf(segment: string): Promise<{ blocks: SegmentBlock[]; strayBytes: number }>;
  /** All segments with their sizes. `quietMs` is the time since the last change, by the clock of the store. */
  segments(): Promise<{ segment: string; sizeBytes: number; quietMs: number }[]>;
  /** Deletes a segment for good. Only for a released one whose every content was moved or deleted. Returns the freed bytes. */
  erase(segment: string): Promise<number>;
  /** Moves a released segment into the trash, where it stays for a day. Returns its bytes. */
  discard(segment: string): Promise<number>;
  /** Those segments that are missing or shorter than the end of their last committed byte. */
  lostBytes(committedEnds: ReadonlyMap<string, number>): Promise<LostBytes[]>;
  /** The bytes that recovery moved to the trash. */
  trash(): Promise<TrashEntry[]>;
  /** Deletes what has been in the trash for a day; with `isAll`, everything. Returns the number of freed bytes. */
  emptyTrash(options?: { isAll?: boolean }): Promise<number>;
  /** The installation of the store; undefined until one is named. */
  installation(): Promise<string | undefined>;
  setInstallation(id: string): Promise<void>;
  /** Since the store was opened. */
  stats(): { blocksDecompressed: number; cachedBytes: number };
  /** Ends the lease and closes every file. Open writers are closed as by their `close`. */
  close(): Promise<void>;
}

/**
 * Opens the store at a folder path or `file:` URL, and creates the folder if needed. Refuses other schemes with an Error that says so. Tests give a
 * `Place` instead, to watch what is written.
 */
export async function openStore(where: string | StorePlace, options: StoreOptions = {}): Promise<PackStore> {
  const place = typeof where === 'string' ? await placeOf(where, options) : where;
  const cache = new BlockCache(place, options.cacheBytes ?? 32 * 1024 * 1024);
  const idle: OpenSegment[] = [];
  const writers = new Set<PackWriter>();
  const packer = new Packer(options.packThreads ?? defaultPackThreads());
  const writerOptions = {
    place,
    idle,
    writers,
    packer,
    maxSegmentBytes: options.maxSegmentBytes ?? 256 * 1024 * 1024,
    compressionLevel: options.compressionLevel ?? 3,
  };
  return {
    createWriter: () => new PackWriter(writerOptions),
    read: (location) => readBlob(place, cache, location, options.locate),
    stream: (location) => streamBlob(place, cache, location, options.locate),
    findBroken: (locations, sound = new Set()) =>
      followMoved(options.locate, locations, (some) => findBroken(place, some, sound)),
    readMany: (locations, readOptions) =>
      readMany(place, readOptions?.isFresh ? new BlockCache(place, FRESH_CACHE_BYTES) : cache, locations, {
        ...readOptions,
        locate: options.locate,
      }),
    release: (segment) => useOfSegment(place, { idle, writers }, segment),
    blocksOf: (segment) => blocksOfSegment(place, segment),
    async segments() {
      const now = await place.now();
      const listings = await place.list();
      return listings.map(({ modifiedAtMs, ...one }) => ({ ...one, quietMs: now - modifiedAtMs }));
    },
    async erase(segment) {
      const listing = (await place.list()).find((one) => one.segment === segment);
      await place.remove(segment);
      return listing?.sizeBytes ?? 0;
    },
    discard: (segment) => place.discard(segment, 0),
    recover: (committedEndsOf, recoverOptions) => recover(place, committedEndsOf, recoverOptions),
    lostBytes: (committedEnds) => findLostBytes(place, committedEnds),
    trash: () => place.trash(),
    emptyTrash: (trashOptions) => emptyTrash(place, trashOptions),
    installation: () => place.installation(),
    setInstallation: (id) => place.setInstallation(id),
    stats: () => ({ blocksDecompressed: cache.blocksDecompressed, cachedBytes: cache.cachedBytes }),
    async close() {
      for (const writer of writers) await writer.close();
      for (const segment of idle.splice(0)) await segment.sink.close();
      await packer.close();
      cache.clear();
      await place.close();
    },
  };
}
