// Contents as they come from other servers: small ones in one piece, large ones as a stream, each counted and digested on its way.
import { createHash } from 'node:crypto';
import type { ReadContext } from '@assay/scanner/archives';

/** Contents up to this size are taken in one piece. */
export const IN_MEMORY_BYTES = 8 << 20;
const HEAD_BYTES = 1024;

/** What was read of a content at its end. */
export interface Digested {
  sha256: Buffer;
  sizeBytes: number;
  /** Its first bytes, at most 1024. */
  head: Buffer;
}

/** The same pieces, counted for the limits of the reading. */
export async function* digested(
  context: ReadContext,
  pieces: AsyncIterable<Buffer>,
  atEnd: (content: Digested) => void,
): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  let sizeBytes = 0;
  for await (const piece of pieces) {
    context.charge(piece.length);
    hash.update(piece);
    sizeBytes += piece.length;
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
    yield piece;
  }
  atEnd({ sha256: hash.digest(), sizeBytes, head });
}

/** Size and body of an entry; of a large content the size is -1, and what reads the body reads on from `pieces`. */
export async function bodyOf(
  pieces: AsyncGenerator<Buffer, void>,
): Promise<{ sizeBytes: number; body: Uint8Array | AsyncIterable<Uint8Array> }> {
  const parts: Buffer[] = [];
  let length = 0;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    parts.push(next.value);
    length += next.value.length;
    if (length > IN_MEMORY_BYTES) return { sizeBytes: -1, body: resumed(parts, pieces) };
  }
  return { sizeBytes: length, body: Buffer.concat(parts) };
}

async function* resumed(parts: Buffer[], pieces: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  for (let part = parts.shift(); part; part = parts.shift()) yield part;
  yield* pieces;
}
