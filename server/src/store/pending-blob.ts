// A blob on its way to the disk: what its writer knows of it, piece by piece.
import type { BlobLocation, Extent } from './location.ts';
import type { BlobDigests } from './pack-content.ts';

/** A blob that is safe on disk: its location, and the digests computed on the way. */
export interface StoredBlob extends BlobLocation, BlobDigests {}

export interface PendingBlob {
  sha256: string;
  /** Undefined until the job that packs the blob is done, or its stream has ended. */
  digests: BlobDigests | undefined;
  sizeBytes: number;
  offsetInBlock: number;
  blockCount: number;
  extents: Extent[];
}

export function newBlob(sha256: string, sizeBytes: number): PendingBlob {
  return { sha256, digests: undefined, sizeBytes, offsetInBlock: 0, blockCount: 0, extents: [] };
}

export function extend(blob: PendingBlob, segment: string, blockOffset: number, blockLength: number): void {
  blob.blockCount++;
  const last = blob.extents.at(-1);
  if (last?.segment === segment) last.blockLength += blockLength;
  else blob.extents.push({ segment, blockOffset, blockLength });
}

export function storedBlob({
  sha256,
  digests,
  sizeBytes,
  offsetInBlock,
  blockCount,
  extents,
}: PendingBlob): StoredBlob {
  if (!digests) throw new Error(`Blob ${sha256} was appended without its digests.`);
  const [first = { segment: '', blockOffset: 0, blockLength: 0 }, ...continuations] = extents;
  const { md5, sha1 } = digests;
  const blob: StoredBlob = { sha256, md5, sha1, sizeBytes, ...first, offsetInBlock, blockCount };
  return continuations.length > 0 ? { ...blob, continuations } : blob;
}
