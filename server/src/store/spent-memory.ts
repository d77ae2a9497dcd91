// Memory of buffers that nobody needs any more. V8 counts it only roughly: per thread it lets more than 64 MB of dead buffers pile up before
// it looks. Whoever pushes gigabytes through says here what is spent, so that the process stays small. It must not decide what is spent.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A collection of young objects takes less than a millisecond, so that it may come after this many bytes. */
const BYTES_PER_COLLECTION = 4 * 1024 * 1024;

let spentBytes = 0;
let collect: ((options: { type: 'minor' }) => void) | undefined;

/** Tells of buffers that were dropped and are left to V8; collects when enough have come together. */
export function noteSpent(sizeBytes: number): void {
  spentBytes += sizeBytes;
  if (spentBytes < BYTES_PER_COLLECTION) return;
  spentBytes = 0;
  collect ??= collector();
  collect({ type: 'minor' });
}

/** Frees the memory behind the bytes at once; they and every other view of it are empty from now on. For a buffer that is wholly ours. */
export function giveBack(bytes: Uint8Array): void {
  // Below half of its size Buffer hands out parts of a pool, which are others' as well.
  const isOfPool = bytes.length < bytes.buffer.byteLength && bytes.length <= Buffer.poolSize / 2;
  if (!isOfPool) (bytes.buffer as ArrayBuffer).transfer(0);
}

/** V8 offers its collector under a flag only, to contexts that are made while the flag stands. */
function collector(): NonNullable<typeof collect> {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc');
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
