// The shared memory in which a batch's bytes cross to a thread. Bytes that already lie in one shared memory cross as they are; others are
// copied into one that is kept for the next batch.
import type { BatchMessage, PoolItem } from './messages.ts';

const MIN_MEMORY_BYTES = 1024 * 1024;
/** Memory of larger batches is given back at once instead of being kept for the next one. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

export interface Memories {
  /** The batch as a message. Its progress memory is its own. */
  message(items: readonly PoolItem[]): BatchMessage;
  /** To be called when the thread has answered; not when it died, for then it may still be reading. */
  giveBack(message: BatchMessage, items: readonly PoolItem[]): void;
}

export function createMemories(mostKept: number): Memories {
  const kept: SharedArrayBuffer[] = [];
  const take = (needed: number): SharedArrayBuffer => {
    const index = kept.findIndex((memory) => memory.byteLength >= needed);
    return index < 0 ? new SharedArrayBuffer(Math.max(needed, MIN_MEMORY_BYTES)) : kept.splice(index, 1)[0]!;
  };
  return {
    message(items) {
      const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
      const shared = sharedMemoryOf(items);
      if (shared)
        return { progress, memory: shared, items: items.map((item) => described(item, item.bytes.byteOffset)) };
      const memory = take(items.reduce((sum, item) => sum + item.bytes.length, 0));
      return { progress, memory, items: copied(items, new Uint8Array(memory)) };
    },
    giveBack({ memory }, items) {
      const isOurs = items.some((item) => item.bytes.buffer !== memory);
      if (isOurs && kept.length < mostKept && memory.byteLength <= MAX_KEPT_BYTES) kept.push(memory);
    },
  };
}

/** The shared memory in which all of them lie, or nothing. */
function sharedMemoryOf(items: readonly PoolItem[]): SharedArrayBuffer | undefined {
  const { buffer } = items[0]!.bytes;
  return buffer instanceof SharedArrayBuffer && items.every((item) => item.bytes.buffer === buffer)
    ? buffer
    : undefined;
}

function copied(items: readonly PoolItem[], target: Uint8Array): BatchMessage['items'] {
  let end = 0;
  return items.map((item) => {
    const offset = end;
    target.set(item.bytes, offset);
    end += item.bytes.length;
    return described(item, offset);
  });
}

function described({ bytes, hint, known, window }: PoolItem, offset: number): BatchMessage['items'][number] {
  return { offset, length: bytes.length, hint, known, window };
}
