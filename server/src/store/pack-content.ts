// What is done to content on its way into a segment: md5 and sha1 of the blobs in it, and its blocks compressed.
// The same work for the thread (pack-thread.ts) and for the few blocks of a small ingest, for which no thread is started.
import { hash } from 'node:crypto';
import { BLOCK_BYTES, type PackedBlock, packBlock, packBlockNow } from './block.ts';

/** Plain data, because it crosses threads. */
export interface PackJob {
  /** Fills its ArrayBuffer from the start; the buffer is lent, and comes back with the result. */
  content: Uint8Array;
  /** How many bytes of the buffer count. */
  length: number;
  /** Sizes of the blobs that lie in it one after another; empty when their digests are not wanted. */
  blobSizes: number[];
  compressionLevel: number;
}

export interface PackedContent {
  /** The lent buffer. A payload may be a view of it. */
  content: Uint8Array;
  blocks: PackedBlock[];
  /** One for each of `blobSizes`. */
  digests: BlobDigests[];
}

export interface BlobDigests {
  md5: string;
  sha1: string;
}

/** The whole work at once, for a thread. */
export function packContentNow({ content, length, blobSizes, compressionLevel }: PackJob): PackedContent {
  const blocks = blocksOf(content, length).map((block) => packBlockNow(block, compressionLevel));
  return { content, blocks, digests: digestsIn(content, blobSizes) };
}

/** The same, compressing in libuv's threads. */
export async function packContent({ content, length, blobSizes, compressionLevel }: PackJob): Promise<PackedContent> {
  const packing = Promise.all(blocksOf(content, length).map((block) => packBlock(block, compressionLevel)));
  return { content, digests: digestsIn(content, blobSizes), blocks: await packing };
}

export function digestsOfBlob(bytes: Uint8Array): BlobDigests {
  return { md5: hash('md5', bytes), sha1: hash('sha1', bytes) };
}

function digestsIn(content: Uint8Array, sizes: readonly number[]): BlobDigests[] {
  let start = 0;
  return sizes.map((size) => {
    const digests = digestsOfBlob(content.subarray(start, start + size));
    start += size;
    return digests;
  });
}

function blocksOf(content: Uint8Array, length: number): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let start = 0; start < length; start += BLOCK_BYTES) {
    blocks.push(content.subarray(start, Math.min(start + BLOCK_BYTES, length)));
  }
  return blocks;
}
