// Digests of bytes, as lower-case hex. The analyser, the ingest and the reports all take them from here.
import { createHash, type Hash, hash } from 'node:crypto';

export interface Digests {
  md5: string;
  sha1: string;
  sha256: string;
}

/** Digests computed piece by piece, for contents that do not fit in memory. */
export interface RunningDigests {
  update(bytes: Uint8Array): void;
  /** Ends the run. Call it once. */
  finish(): Digests;
}

/** The three digests of bytes in memory. */
export function digestsOf(bytes: Uint8Array): Digests {
  return { md5: hash('md5', bytes), sha1: hash('sha1', bytes), sha256: hash('sha256', bytes) };
}

/** The same three digests over a stream of chunks. */
export function runningDigests(): RunningDigests {
  const md5 = createHash('md5');
  const sha1 = createHash('sha1');
  const sha256 = createHash('sha256');
  return {
    update(bytes) {
      md5.update(bytes);
      sha1.update(bytes);
      sha256.update(bytes);
    },
    finish: () => ({ md5: md5.digest('hex'), sha1: sha1.digest('hex'), sha256: sha256.digest('hex') }),
  };
}

/** The id Git gives to a file of these bytes (SHA-1 object format). https://git-scm.com/book/en/v2/Git-Internals-Git-Objects */
export function gitBlobId(bytes: Uint8Array): string {
  return runningGitBlobId(bytes.byteLength).update(bytes).digest('hex');
}

/** The same, computed piece by piece. The size precedes the bytes, so it must be known; the id is wrong if the number of bytes differs. */
export function runningGitBlobId(sizeBytes: number): Hash {
  return createHash('sha1').update(`blob ${sizeBytes}\0`);
}
