// The shared memory that carries a batch's bytes to a thread. It is kept for the next batch.

import type { AnalysisItem } from '../analyze/item.ts';
import { firstOf } from '../items.ts';
import { type BytesMessage, newProgress } from './messages.ts';

const MIN_MEMORY_BYTES = 1024 * 1024;
/** Memory of larger batches is released at once. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

export interface Memories {
  /** The batch as a message, with progress memory of its own. */
  message(items: readonly AnalysisItem[]): BytesMessage;
  /** Call it when the thread has answered, but not when it died: it may still be reading. */
  giveBack(message: BytesMessage): void;
}

export function createMemories(mostKept: number): Memories {
  const kept: SharedArrayBuffer[] = [];
  const ours = new WeakSet<SharedArrayBuffer>();
  const take = (needed: number): SharedArrayBuffer => {
    const index = kept.findIndex((memory) => memory.byteLength >= needed);
    if (index >= 0) return firstOf(kept.splice(index, 1));
    const memory = new SharedArrayBuffer(Math.max(needed, MIN_MEMORY_BYTES));
    ours.add(memory);
    return memory;
  };
  return {
    message(items) {
      const own = sharedAlready(items);
      if (own) return own;
      const memory = take(items.reduce((sum, item) => sum + item.bytes.length, 0));
      return { progress: newProgress(), memory, items: copied(items, new Uint8Array(memory)) };
    },
    giveBack({ memory }) {
      if (ours.has(memory) && kept.length < mostKept && memory.byteLength <= MAX_KEPT_BYTES) kept.push(memory);
    },
  };
}

/** A single file that is already in shared memory need not be copied. */
function sharedAlready(items: readonly AnalysisItem[]): BytesMessage | undefined {
  const [item, ...others] = items;
  if (!item || others.length > 0 || !(item.bytes.buffer instanceof SharedArrayBuffer)) return undefined;
  const { bytes, ...rest } = item;
  const memory = item.bytes.buffer;
  return { progress: newProgress(), memory, items: [{ ...rest, offset: bytes.byteOffset, length: bytes.length }] };
}

function copied(items: readonly AnalysisItem[], target: Uint8Array): BytesMessage['items'] {
  let end = 0;
  return items.map(({ bytes, hint, known, window }) => {
    const offset = end;
    target.set(bytes, offset);
    end += bytes.length;
    return { offset, length: bytes.length, hint, known, window };
  });
}
