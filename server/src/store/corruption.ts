// The one fault of reading: what lies in the store is not what was stored. It names the blob and the segment, never the bytes.

/** A blob that cannot be read as it was stored. The message is for people; the members are for programs. */
export class CorruptBlob extends Error {
  /** '' while only the block is known. */
  readonly sha256: string;
  readonly segment: string;
  readonly blockOffset: number;
  /** What was found, without the names: `the block's checksum is wrong`. */
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

/** The same fault, with the digest of the blob that was asked for. Other errors pass unchanged. */
export function withDigest(error: unknown, sha256: string): unknown {
  if (!(error instanceof CorruptBlob) || error.sha256 !== '') return error;
  return new CorruptBlob(sha256, error.segment, error.blockOffset, error.finding);
}
