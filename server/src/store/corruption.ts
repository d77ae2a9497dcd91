// The only error of reading: the bytes in the store have changed. It names the blob and the segment, never the bytes.

/** The finding if a whole segment is not there. */
export const SEGMENT_MISSING = 'the segment is missing';

/** A blob with changed bytes. The message is for people; the members are for programs. */
export class CorruptBlob extends Error {
  /** '' while only the block is known. */
  readonly sha256: string;
  readonly segment: string;
  readonly blockOffset: number;
  /** The fault without names: `the block's checksum is wrong`. */
  readonly finding: string;

  constructor(sha256: string, segment: string, blockOffset: number, finding: string) {
    super(`Blob ${sha256 || '(unknown)'} in segment ${segment || '(none)'} at ${blockOffset} is corrupt: ${finding}.`);
    this.name = 'CorruptBlob';
    this.sha256 = sha256;
    this.segment = segment;
    this.blockOffset = blockOffset;
    this.finding = finding;
  }
}

/** The same error with the digest of the requested blob. Other errors stay unchanged. */
export function withDigest(error: unknown, sha256: string): unknown {
  if (!(error instanceof CorruptBlob) || error.sha256 !== '') return error;
  return new CorruptBlob(sha256, error.segment, error.blockOffset, error.finding);
}
