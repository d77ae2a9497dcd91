// The shared memory in which a batch's bytes cross to a thread: they are copied into one that is kept for the next batch.
import { type BytesMessage, newProgress, type PoolItem } from './messages.ts';

const MIN_MEMORY_BYTES = 1024 * 1024;
/** Memory of larger batches is given back at once instead of being kept for the next one. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

export interface Memories {
  /** The batch as a message. Its progress memory is its own. */
  message(items: readonly PoolItem[]): BytesMessage;
  /** To be called when the thread has answered; not when it died, for then it may still be reading. */
  giveBack(message: BytesMessage): void;
}

export function createMemories(mostKept: number): Memories {
  const kept: SharedArrayBuffer[] = [];
  const take = (needed: number): SharedArrayBuffer => {
    const index = kept.findIndex((memory) => memory.byteLength >= needed);
    return index < 0 ? new SharedArrayBuffer(Math.max(needed, MIN_MEMORY_BYTES)) : kept.splice(index, 1)[0]!;
  };
  return {
    message(items) {
      const memory = take(items.reduce((sum, item) => sum + item.bytes.length, 0));
      return { progress: newProgress(), memory, items: copied(items, new Uint8Array(memory)) };
    },
    giveBack({ memory }) {
      if (kept.length < mostKept && memory.byteLength <= MAX_KEPT_BYTES) kept.push(memory);
    },
  };
}

function copied(items: readonly PoolItem[], target: Uint8Array): BytesMessage['items'] {
  let end = 0;
  return items.map(({ bytes, hint, known, window }) => {
    const offset = end;
    target.set(bytes, offset);
    end += bytes.length;
    return { offset, length: bytes.length, hint, known, window };
  });
}
