// Provides the bytes of a stream in the pieces that a parser requests. Does not interpret them.
import { firstOf } from '../items.ts';

export interface ByteQueue {
  /** Exactly `length` bytes, or fewer if the stream ends before. A view of a buffer that is not written to again. */
  take(length: number): Promise<Uint8Array>;
  /** Like `take`, but undefined if it would have to wait. */
  takeNow(length: number): Uint8Array | undefined;
  /** The next `length` bytes without consuming them; fewer if the stream ends before. */
  peek(length: number): Promise<Uint8Array>;
  /** The next bytes, at most `max`; undefined at the end. */
  some(max: number): Promise<Uint8Array | undefined>;
  /** Consumes bytes; false if the stream ended before. */
  skip(length: number): Promise<boolean>;
  close(): Promise<void>;
}

const EMPTY = new Uint8Array(0);

export function createByteQueue(chunks: AsyncIterable<Uint8Array>): ByteQueue {
  const iterator = chunks[Symbol.asyncIterator]();
  let current: Uint8Array = EMPTY;
  let offset = 0;
  let isEnded = false;

  const pull = async (): Promise<boolean> => {
    while (!isEnded) {
      const next = await iterator.next();
      if (next.done) {
        isEnded = true;
      } else if (next.value.length > 0) {
        current = next.value;
        offset = 0;
        return true;
      }
    }
    return false;
  };
  const takeNow = (length: number): Uint8Array | undefined => {
    if (current.length - offset < length) return undefined;
    offset += length;
    return current.subarray(offset - length, offset);
  };
  const some = async (max: number): Promise<Uint8Array | undefined> => {
    if (offset >= current.length && !(await pull())) return undefined;
    const end = Math.min(current.length, offset + max);
    const piece = current.subarray(offset, end);
    offset = end;
    return piece;
  };
  // Pieces are gathered first and joined later, because a merely claimed length must not cost memory.
  const take = async (length: number): Promise<Uint8Array> => {
    const now = takeNow(length);
    if (now !== undefined) return now;
    const pieces: Uint8Array[] = [];
    let got = 0;
    while (got < length) {
      const piece = await some(length - got);
      if (piece === undefined) break;
      pieces.push(piece);
      got += piece.length;
    }
    return pieces.length === 1 ? firstOf(pieces) : Buffer.concat(pieces, got);
  };
  return {
    take,
    takeNow,
    some,
    async peek(length) {
      const taken = await take(length);
      const rest = current.subarray(offset);
      current = rest.length === 0 ? taken : Buffer.concat([taken, rest]);
      offset = 0;
      return taken;
    },
    async skip(length) {
      let left = length;
      while (left > 0) {
        const piece = await some(left);
        if (piece === undefined) return false;
        left -= piece.length;
      }
      return true;
    },
    async close() {
      isEnded = true;
      await iterator.return?.(undefined);
    },
  };
}
