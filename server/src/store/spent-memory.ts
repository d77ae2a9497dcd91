// Memory of buffers that nobody needs any more. V8 adds the size of each buffer to a count when it is made and subtracts it when a collection finds
// the buffer dead. Above 64 MB it makes a full collection at once, which stops the thread for 10 to 160 ms; an upload of 512 MB made 97 of them.
// So buffers that are wholly ours are freed at once (`giveBack`). The pieces of sockets and streams cannot be freed by hand. For them a young
// collection of less than a millisecond after every 4 MB (`noteSpent`) finds them while they are young: 22 full collections are left, and uploads
// take a third of the time. Memory does not need it: it grows by 1.2 to 1.3 times with it and without (bench/log/15-young-collections.md).
//
// Rows and small buffers that live for a batch or two become old before they are dropped. No young collection finds them, and V8 lets a heap of 100 MB
// grow to 300 before a full one: so much did an archive of many small files cost, though nothing of it was held. `collectWhenGrown` does not wait so long.
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Far below 64 MB, at which V8 makes a full collection. */
const BYTES_PER_COLLECTION = 4 * 1024 * 1024;

/** More than the young objects, which come and go; a full collection stops the thread for about 100 ms. */
const GROWTH_PER_FULL_COLLECTION = 48 * 1024 * 1024;

let spentBytes = 0;
let leastUsedBytes = Number.POSITIVE_INFINITY;
let collect: ((options: { type: 'minor' | 'major' }) => void) | undefined;

/** Counts dropped buffers that V8 must find, and starts a young collection when there are enough of them. */
export function noteSpent(sizeBytes: number): void {
  spentBytes += sizeBytes;
  if (spentBytes < BYTES_PER_COLLECTION) return;
  spentBytes = 0;
  collect ??= collector();
  collect({ type: 'minor' });
}

/** Makes a full collection if objects and their buffers have grown much since the last one. What is in use then is the measure for the next. */
export function collectWhenGrown(): void {
  leastUsedBytes = Math.min(leastUsedBytes, usedBytes());
  if (usedBytes() - leastUsedBytes < GROWTH_PER_FULL_COLLECTION) return;
  collect ??= collector();
  collect({ type: 'major' });
  leastUsedBytes = usedBytes();
}

function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** Frees the memory of the bytes at once; every view of it is empty from now on. Only for a buffer that nobody else uses. */
export function giveBack(bytes: Uint8Array): void {
  // Below half of its pool size, Buffer returns parts of a pool that others use as well.
  const isOfPool = bytes.length < bytes.buffer.byteLength && bytes.length <= Buffer.poolSize / 2;
  if (!isOfPool) (bytes.buffer as ArrayBuffer).transfer(0);
}

/** V8 exposes its collector only under a flag, to contexts that are created while the flag is set. */
function collector(): NonNullable<typeof collect> {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc');
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
