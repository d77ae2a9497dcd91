// Reads blobs: one, as a stream, or many in the order of the store. Every result is checked against its digest.

import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { itemAt } from '@assay/scanner/items';
import { BLOCK_HEADER_BYTES, parseBlockHeader } from './block.ts';
import { type BlockCache, requireBytes } from './block-cache.ts';
import { CorruptBlob, withDigest } from './corruption.ts';
import { type BlobLocation, compareLocations, type Extent, extentsOf, parseLocation } from './location.ts';
import { type Locate, movedTo } from './moved.ts';
import type { StorePlace } from './places/place.ts';

/** `readMany` returns larger blobs as streams. */
const MAX_BYTES_AT_ONCE = 16 * 1024 * 1024;
/** Bytes of a run of blocks that are read at once. Must be at least a whole block. */
const WINDOW_BYTES = 1024 * 1024;
/** Number of blocks that are read and decompressed ahead of the current one. */
const BLOCKS_AHEAD = 4;

/** The items of `readMany`. Drain a stream before asking for the next item. `error` is usually a CorruptBlob. */
export type ReadItem =
  | { type: 'bytes'; location: BlobLocation; bytes: Uint8Array }
  | { type: 'stream'; location: BlobLocation; stream: Readable }
  | { type: 'error'; location: BlobLocation; error: Error };

export async function readBlob(
  place: StorePlace,
  cache: BlockCache,
  location: BlobLocation,
  locate?: Locate,
): Promise<Uint8Array> {
  parseLocation(location);
  try {
    return await readAt(place, cache, location);
  } catch (error) {
    const moved = await movedTo(locate, location, error);
    if (!moved) throw error;
    return readAt(place, cache, moved);
  }
}

async function readAt(place: StorePlace, cache: BlockCache, location: BlobLocation): Promise<Uint8Array> {
  try {
    const bytes = isRun(location) ? await readRun(place, cache, location) : await readShared(cache, location);
    checkDigest(hash('sha256', bytes), location);
    return bytes;
  } catch (error) {
    throw withDigest(error, location.sha256);
  }
}

export function streamBlob(place: StorePlace, cache: BlockCache, location: BlobLocation, locate?: Locate): Readable {
  parseLocation(location);
  return Readable.from(checkedPieces(place, cache, location, locate), { objectMode: false, highWaterMark: 256 * 1024 });
}

export async function* readMany(
  place: StorePlace,
  cache: BlockCache,
  locations: Iterable<BlobLocation>,
  { signal, locate }: { signal?: AbortSignal; locate?: Locate } = {},
): AsyncGenerator<ReadItem, void> {
  const ordered = [...locations].sort(compareLocations);
  const prefetch = prefetcher(cache, ordered);
  for (const [index, location] of ordered.entries()) {
    signal?.throwIfAborted();
    prefetch(index);
    if (location.sizeBytes > MAX_BYTES_AT_ONCE) {
      yield { type: 'stream', location, stream: streamBlob(place, cache, location, locate) };
      continue;
    }
    try {
      yield { type: 'bytes', location, bytes: await readBlob(place, cache, location, locate) };
    } catch (error) {
      yield { type: 'error', location, error: error as Error };
    }
  }
}

/** Returns a function that gets the reader's position and requests the next few shared blocks. */
function prefetcher(cache: BlockCache, ordered: readonly BlobLocation[]): (index: number) => void {
  let next = 0;
  const blocks: { index: number; key: string }[] = [];
  return (index) => {
    while (blocks[0] && blocks[0].index < index) blocks.shift();
    for (; next < ordered.length && blocks.length < BLOCKS_AHEAD; next++) {
      const location = itemAt(ordered, next);
      const { segment, blockOffset, blockLength } = location;
      const key = `${segment}:${blockOffset}`;
      const last = blocks.at(-1);
      if (last?.key === key) last.index = next;
      if (last?.key === key || location.blockCount !== 1) continue;
      blocks.push({ index: next, key });
      // The reader of the block gets the error.
      cache.get(segment, blockOffset, blockLength).catch(() => undefined);
    }
  };
}

function isRun(location: BlobLocation): boolean {
  return location.blockCount > 1;
}

/** A copy, because the block is shared and callers transfer results to threads. */
async function readShared(cache: BlockCache, location: BlobLocation): Promise<Uint8Array> {
  const { segment, blockOffset, blockLength, offsetInBlock, sizeBytes } = location;
  if (location.blockCount === 0) return new Uint8Array(0);
  const content = await cache.get(segment, blockOffset, blockLength);
  if (offsetInBlock + sizeBytes > content.length) {
    const finding = `the block holds ${content.length} bytes, the blob lies at ${offsetInBlock} to ${offsetInBlock + sizeBytes}`;
    throw new CorruptBlob('', segment, blockOffset, finding);
  }
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  bytes.set(content.subarray(offsetInBlock, offsetInBlock + sizeBytes));
  return bytes;
}

async function readRun(place: StorePlace, cache: BlockCache, location: BlobLocation): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(location.sizeBytes);
  let filled = 0;
  for await (const piece of piecesOf(place, cache, location)) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes;
}

async function* checkedPieces(
  place: StorePlace,
  cache: BlockCache,
  location: BlobLocation,
  locate: Locate | undefined,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let sent = 0;
  for (let at = location; ; ) {
    try {
      for await (const piece of piecesFrom(piecesOf(place, cache, at), sent)) {
        digest.update(piece);
        sent += piece.length;
        yield piece;
      }
      checkDigest(digest.digest('hex'), at);
      return;
    } catch (error) {
      const moved = await movedTo(locate, at, error);
      if (!moved) throw withDigest(error, location.sha256);
      at = moved;
    }
  }
}

/** The pieces without the first `skipped` bytes, which the caller has already. */
async function* piecesFrom(pieces: AsyncIterable<Uint8Array>, skipped: number): AsyncGenerator<Uint8Array> {
  let left = skipped;
  for await (const piece of pieces) {
    if (piece.length > left) yield left === 0 ? piece : piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}

/** The blob's bytes in pieces: exactly as many as the location says, or a CorruptBlob. */
async function* piecesOf(place: StorePlace, cache: BlockCache, location: BlobLocation): AsyncGenerator<Uint8Array> {
  if (!isRun(location)) {
    yield await readShared(cache, location);
    return;
  }
  let left = location.sizeBytes;
  for (const extent of extentsOf(location)) {
    for await (const content of unpackedAhead(blocksOf(place, extent), cache, extent.segment)) {
      left -= content.length;
      if (left < 0) break;
      yield content;
    }
  }
  if (left === 0) return;
  const finding = `its blocks hold ${left < 0 ? 'more' : `${left} bytes less`} than its ${location.sizeBytes} bytes`;
  throw new CorruptBlob('', location.segment, location.blockOffset, finding);
}

interface RawBlock {
  offset: number;
  bytes: Uint8Array;
}

/** Decompresses a few blocks ahead, in order. */
async function* unpackedAhead(
  blocks: AsyncGenerator<RawBlock>,
  cache: BlockCache,
  segment: string,
): AsyncGenerator<Uint8Array> {
  const ahead: Promise<Uint8Array>[] = [];
  for await (const { bytes, offset } of blocks) {
    const unpacking = cache.unpack(bytes, segment, offset);
    // Handled when it is read; until then it must not count as unhandled.
    unpacking.catch(() => undefined);
    ahead.push(unpacking);
    const next = ahead.length >= BLOCKS_AHEAD ? ahead.shift() : undefined;
    if (next) yield await next;
  }
  for (const unpacking of ahead) yield await unpacking;
}

/** The compressed blocks of a run, read through a window. */
async function* blocksOf(place: StorePlace, extent: Extent): AsyncGenerator<RawBlock> {
  const { segment, blockOffset, blockLength } = extent;
  const end = blockOffset + blockLength;
  for (let offset = blockOffset; offset < end; ) {
    const length = Math.min(WINDOW_BYTES, end - offset);
    const window = requireBytes(await place.read(segment, offset, length), length, segment, offset);
    const first = offset;
    for (;;) {
      const rest = window.subarray(offset - first);
      const size =
        rest.length < BLOCK_HEADER_BYTES
          ? Number.POSITIVE_INFINITY
          : parseBlockHeader(rest, segment, offset).blockLength;
      if (size > rest.length) break;
      yield { offset, bytes: rest.subarray(0, size) };
      offset += size;
    }
    if (offset === first) throw new CorruptBlob('', segment, offset, 'the block does not end within its run');
  }
}

function checkDigest(sha256: string, location: BlobLocation): void {
  if (sha256 === location.sha256) return;
  const finding = `its content has the digest ${sha256}`;
  throw new CorruptBlob(location.sha256, location.segment, location.blockOffset, finding);
}
