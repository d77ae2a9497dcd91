// The collection of deleted contents: strikes what nothing needs from the list of contents, and then writes the segments that have bytes of it anew
// without them. A killed collection continues: each step leaves rows and bytes that fit together. docs/adr/0034 explains the order of the steps.
import type { App } from '../app.ts';
import { moveBlobs } from '../db/files/blobs.ts';
import {
  countMarks,
  forgetEndedUses,
  forgetStruck,
  listLocationsIn,
  listStruckBlocks,
  listStruckSegments,
  markUnneeded,
  namedBytesOfSegments,
  noteMovedOut,
  strikeMarked,
} from '../db/files/collection.ts';
import { COLLECTION_LOCK, tryLockUntilEnd } from '../db/postgres/advisory-locks.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { AppError } from '../errors.ts';
import { requireSpace } from '../installation/disks.ts';
import { type BlobLocation, extentsOf, type PackWriter, parseLocation, type ReadItem } from '../store/index.ts';
import { blobRow } from './known-contents.ts';

const MARKED_AT_ONCE = 20_000;
const STRUCK_AT_ONCE = 1_000;
const MOVED_AT_ONCE = 1_000;
/** Blocks that neither a row nor a deletion explains may belong to an upload whose rows are not written yet. */
const UNEXPLAINED_QUIET_MS = 60 * 60_000;
/** A collection that is not thorough writes a segment anew if at least this share of it is deleted. */
const WORTHWHILE_SHARE = 0.25;

type Parts = Pick<App, 'db' | 'store' | 'log' | 'config'>;

export interface Collected {
  /** Contents that were struck, and their size when they were uploaded. */
  contents: number;
  contentBytes: number;
  /** Bytes of the store's segments that are gone, and those that the trash keeps for a day. */
  freedBytes: number;
  trashBytes: number;
  /** Bytes of needed contents that were copied out of the way. */
  movedBytes: number;
  /** Contents without a name that wait for the end of an upload or a report that began before. */
  waitingContents: number;
  /** Segments with deleted bytes that could not be written anew yet, with the reason. */
  heldSegments: { segment: string; why: string }[];
}

export interface CollectOptions {
  signal: AbortSignal;
  /** Writes every segment with deleted bytes anew, however few they are. */
  isThorough: boolean;
  /** Compares all segments with all rows, and finds bytes that nothing explains. */
  looksEverywhere?: boolean;
  onProgress?(phase: string, done: number, total: number): Promise<void> | void;
}

const nothing = (): Collected => ({
  contents: 0,
  contentBytes: 0,
  freedBytes: 0,
  trashBytes: 0,
  movedBytes: 0,
  waitingContents: 0,
  heldSegments: [],
});

export async function collectContents(parts: Parts, options: CollectOptions): Promise<Collected> {
  const sum = nothing();
  await forgetEndedUses(parts.db);
  await mark(parts, options);
  await strike(parts, options, sum);
  await freeSegments(parts, { ...options, looksEverywhere: options.isThorough }, sum);
  sum.waitingContents = await countMarks(parts.db);
  return sum;
}

async function mark({ db }: Parts, { signal, onProgress }: CollectOptions): Promise<void> {
  let looked = 0;
  for (let after: Buffer | undefined; ; ) {
    signal.throwIfAborted();
    const { last } = await markUnneeded(db, after, MARKED_AT_ONCE);
    if (last === undefined) return;
    after = last;
    looked += MARKED_AT_ONCE;
    await onProgress?.('Looking for contents that nothing needs', looked, looked);
  }
}

async function strike({ db }: Parts, { signal, onProgress }: CollectOptions, sum: Collected): Promise<void> {
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted();
    const struck = await db.transaction().execute(async (tx) => {
      const isMine = await tryLockUntilEnd(tx, COLLECTION_LOCK);
      return isMine ? strikeMarked(tx, STRUCK_AT_ONCE) : undefined;
    });
    // A backup is made, or another server moves bytes: the marks wait.
    if (!struck) return;
    isMore = struck.isMore;
    sum.contents += struck.contents;
    sum.contentBytes += struck.bytes;
    await onProgress?.('Deleting contents', sum.contents, sum.contents);
  }
}

/**
 * Removes the bytes of struck contents from segments that no living writer has open. Also called by each server for its own segments, which no
 * other one may touch.
 */
export async function freeSegments(parts: Parts, options: CollectOptions, sum = nothing()): Promise<Collected> {
  const segments = new Set(await listStruckSegments(parts.db));
  if (options.looksEverywhere) for (const segment of await unexplainedSegments(parts)) segments.add(segment);
  let done = 0;
  for (const segment of segments) {
    options.signal.throwIfAborted();
    await options.onProgress?.('Removing deleted bytes', done++, segments.size);
    const why = await freeSegment(parts, segment, options, sum);
    if (why !== undefined) sum.heldSegments.push({ segment, why });
  }
  return sum;
}

/** One sentence for the job, the log and the operations page. */
export function collectedText({
  contents,
  contentBytes,
  freedBytes,
  trashBytes,
  waitingContents,
  heldSegments,
}: Collected): string {
  const parts = [
    `${contents} contents (${contentBytes} bytes) that nothing needed were deleted; ${freedBytes} bytes of the store were freed`,
  ];
  if (trashBytes > 0) parts.push(`${trashBytes} bytes are in its trash for a day`);
  if (waitingContents > 0) parts.push(`${waitingContents} contents wait for the end of an upload`);
  const [held] = heldSegments;
  if (held) parts.push(`deleted bytes are still in ${heldSegments.length} segments (${held.segment}: ${held.why})`);
  return `${parts.join('; ')}.`;
}

/** Segments with more bytes than rows name: copies of two uploads at once, and what a killed writer had finished. */
async function unexplainedSegments({ db, store }: Parts): Promise<string[]> {
  // The rows are read after the segments, so that a content of a listed segment is never missed.
  const listings = await store.segments();
  const named = await namedBytesOfSegments(db);
  return listings
    .filter(({ quietMs }) => quietMs >= UNEXPLAINED_QUIET_MS)
    .filter(({ segment, sizeBytes }) => sizeBytes > EMPTY_SEGMENT_BYTES + (named.get(segment) ?? 0))
    .map(({ segment }) => segment);
}

const EMPTY_SEGMENT_BYTES = 16;

/** Undefined if it is done; otherwise why the segment must wait. */
async function freeSegment(
  parts: Parts,
  segment: string,
  options: CollectOptions,
  sum: Collected,
): Promise<string | undefined> {
  const use = await parts.store.release(segment);
  if (use === 'mine') return 'an upload writes to it';
  if (use === 'elsewhere') return 'it belongs to another server or worker, which removes them itself';
  const blocks = await explain(parts, segment);
  if (blocks.unexplainedBytes > 0 && blocks.quietMs < UNEXPLAINED_QUIET_MS)
    return 'an upload that wrote to it may not have ended';
  const isSmall = blocks.struckBytes < WORTHWHILE_SHARE * blocks.sizeBytes;
  if (isSmall && !options.isThorough) return 'only a small part of it is deleted; the daily collection removes it';
  const moved = await moveOut(parts, segment, options.signal);
  if ('why' in moved) return moved.why;
  sum.movedBytes += moved.bytes;
  return parts.db.transaction().execute((tx) => removeSegment(parts, tx, segment, sum));
}

interface Explained {
  sizeBytes: number;
  quietMs: number;
  struckBytes: number;
  unexplainedBytes: number;
}

/** What the segment has: blocks that rows name, blocks of struck contents, and others. */
async function explain({ db, store }: Pick<Parts, 'db' | 'store'>, segment: string): Promise<Explained> {
  const listing = (await store.segments()).find((one) => one.segment === segment);
  if (!listing) return { sizeBytes: 0, quietMs: Number.POSITIVE_INFINITY, struckBytes: 0, unexplainedBytes: 0 };
  const { blocks, strayBytes } = await store.blocksOf(segment);
  const struck = await listStruckBlocks(db, segment);
  const live = (await listLocationsIn(db, segment)).flatMap((row) => extentsOf(parseLocation(row)));
  const [isLive, isStruck] = [runsOf(live.filter((extent) => extent.segment === segment)), runsOf(struck)];
  let [struckBytes, unexplainedBytes] = [0, strayBytes];
  for (const { blockOffset, blockLength } of blocks) {
    if (isLive(blockOffset)) continue;
    if (isStruck(blockOffset)) struckBytes += blockLength;
    else unexplainedBytes += blockLength;
  }
  return { ...listing, struckBytes, unexplainedBytes };
}

/** Tells whether an offset lies in one of the runs. */
function runsOf(runs: { blockOffset: number; blockLength: number }[]): (offset: number) => boolean {
  const sorted = runs.toSorted((a, b) => a.blockOffset - b.blockOffset);
  let at = 0;
  let end = -1;
  // Asked in ascending order.
  return (offset) => {
    for (let run = sorted[at]; run && run.blockOffset <= offset; run = sorted[++at])
      end = Math.max(end, run.blockOffset + run.blockLength);
    return offset < end;
  };
}

/** Copies what is needed to other segments, and lets the rows name the copies. */
async function moveOut(
  { db, store, config }: Parts,
  segment: string,
  signal: AbortSignal,
): Promise<{ bytes: number } | { why: string }> {
  let bytes = 0;
  for (let former = ''; ; ) {
    const full = await requireSpace(config).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (full instanceof AppError) return { why: `copying what is needed takes space: ${full.message}` };
    if (full !== undefined) throw full;
    const moved = await db.transaction().execute(async (tx): Promise<Moved | string> => {
      if (!(await tryLockUntilEnd(tx, COLLECTION_LOCK))) return BUSY;
      // Read under the lock, so that none of them is struck while it is copied.
      const batch = (await listLocationsIn(tx, segment, MOVED_AT_ONCE)).map(parseLocation);
      const [first] = batch;
      if (!first) return { first: '', bytes: 0 };
      const copied = await copyAway({ tx, store, signal }, batch);
      return typeof copied === 'string' ? copied : { first: first.sha256, bytes: copied };
    });
    if (typeof moved === 'string') return { why: moved };
    if (moved.first === '') return { bytes };
    if (moved.first === former) throw new Error(`The content ${former} could not be moved out of segment ${segment}.`);
    former = moved.first;
    bytes += moved.bytes;
  }
}

interface Moved {
  /** Digest of the first moved content; '' if there was none. */
  first: string;
  bytes: number;
}

const BUSY = 'a backup is being made, or another server collects; it is tried again';

async function copyAway(
  { tx, store, signal }: { tx: Tx; store: App['store']; signal: AbortSignal },
  locations: readonly BlobLocation[],
): Promise<number | string> {
  const writer = store.createWriter();
  try {
    const formerOf = new Map(locations.map((location) => [location.sha256, location]));
    for await (const item of store.readMany(locations, { signal, isFresh: true })) {
      if (item.type === 'error')
        return `the content ${item.location.sha256} in it is needed and damaged (${item.error.message})`;
      await addTo(writer, item);
    }
    const stored = await writer.flush();
    await moveBlobs(
      tx,
      stored.map((blob) => ({ ...blobRow(blob), brokenLocation: formerOf.get(blob.sha256) })),
    );
    await noteMovedOut(
      tx,
      locations.flatMap((location) => extentsOf(location).map((extent) => ({ ...extent, sha256: location.sha256 }))),
    );
    return stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  } finally {
    await writer.close();
  }
}

async function addTo(writer: PackWriter, item: Exclude<ReadItem, { type: 'error' }>): Promise<void> {
  if (item.type === 'bytes') await writer.add({ sha256: item.location.sha256, bytes: item.bytes });
  else await writer.addStream(item.stream);
}

/** The last look is under the lock: no row may name the segment. What nothing explains goes to the trash for a day. */
async function removeSegment(
  { store, log }: Parts,
  tx: Tx,
  segment: string,
  sum: Collected,
): Promise<string | undefined> {
  if (!(await tryLockUntilEnd(tx, COLLECTION_LOCK))) return BUSY;
  if ((await listLocationsIn(tx, segment, 1)).length > 0) return 'an upload has just begun to use it';
  const { unexplainedBytes, quietMs } = await explain({ db: tx, store }, segment);
  if (unexplainedBytes > 0 && quietMs < UNEXPLAINED_QUIET_MS) return 'an upload that wrote to it may not have ended';
  if (unexplainedBytes > 0) sum.trashBytes += await store.discard(segment);
  else sum.freedBytes += await store.erase(segment);
  await forgetStruck(tx, segment);
  log.info({ segment, unexplainedBytes }, 'a segment with deleted contents was removed');
  return undefined;
}
