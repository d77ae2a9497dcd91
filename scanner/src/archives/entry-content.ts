// Holds the content of one archive entry for its consumer: in memory when small, otherwise as a stream.
import { once } from 'node:events';
import { Readable } from 'node:stream';

/** Files up to this size are delivered as bytes. */
const IN_MEMORY_BYTES = 8 << 20;

export type EntryContent = { bytes: Uint8Array } | { pieces: AsyncIterable<Uint8Array>; head: Uint8Array };

/** Reads a body as far as memory allows. Bytes are always in a buffer of their own, so that the consumer may keep or transfer them. */
export async function readContent(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<EntryContent> {
  if (body instanceof Uint8Array) return { bytes: Uint8Array.prototype.slice.call(body) };
  const iterator = body[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length <= IN_MEMORY_BYTES) {
    const next = await iterator.next();
    if (next.done) return { bytes: joined(parts, length) };
    parts.push(next.value);
    length += next.value.length;
  }
  return { head: joined(parts, length), pieces: resumed(parts, iterator) };
}

/** A stream of the pieces, and a function that waits until nothing reads from them any more, whatever the consumer did. */
export function streamOf(pieces: AsyncIterable<Uint8Array>): {
  stream: Readable;
  failure: () => unknown;
  release: () => Promise<void>;
} {
  let failure: unknown;
  const watched = async function* () {
    try {
      yield* pieces;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const stream = Readable.from(watched(), { objectMode: false, highWaterMark: 1 << 20 });
  // A consumer without an error handler must not crash the process; the next item reports the failure.
  stream.on('error', () => {});
  return {
    stream,
    failure: () => failure,
    async release() {
      if (stream.closed) return;
      const closed = once(stream, 'close').catch(() => undefined);
      stream.destroy();
      await closed;
    },
  };
}

async function* resumed(parts: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    for (let part = parts.shift(); part; part = parts.shift()) yield part;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/** Node keeps smaller buffers in a pool that others use as well. */
const MOST_POOLED_BYTES = Buffer.poolSize / 2;

/** True if nobody else can have a view of its memory: it was made for this piece, with a byte to spare at most. */
function isOwn({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return byteLength > MOST_POOLED_BYTES && byteOffset === 0 && buffer.byteLength - byteLength <= 1;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0 && isOwn(only))
    return new Uint8Array(only.buffer as ArrayBuffer, 0, length);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
