// The bytes of JSON bodies as they come in: how many, how fast, and how many of all callers together. docs/limits.md names the limits.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';

const KIB = 1024;
export const MIB = 1024 * KIB;
/** For operations that strangers may call, and for all others that do not name their own. */
export const LARGEST_OF_STRANGERS = 32 * KIB;
export const LARGEST_BODY = MIB;
/** What of large bodies, beyond the first megabyte of each, may lie in memory at once. */
const LARGEST_TOGETHER = 128 * MIB;
/** A body may take this long, and longer as long as it comes in faster than this. */
const PATIENCE_MS = 20_000;
const SLOWEST_BYTES_PER_MS = 2;

let heldBytes = 0;

/** Of bytes, as people read it in a refusal. */
export function sizeInWords(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : bytes % KIB === 0 ? `${bytes / KIB} KiB` : `${bytes} bytes`;
}

function tooLarge(largest: number): AppError {
  return new AppError('tooLarge', {
    message: `The request body is larger than the ${sizeInWords(largest)} that this operation takes.`,
  });
}

/** Refuses by the announced length, before a byte is read. */
export function refuseAnnounced(length: string | undefined, largest: number): void {
  if (Number(length) > largest) throw tooLarge(largest);
}

/**
 * Reads a body to its end and hands it to `use`. The bytes count as held until `use` is done. When it is refused, the stream goes on
 * without anybody reading it: a client that is still sending would otherwise see a broken connection instead of the answer.
 */
export async function withBody<T>(payload: IncomingMessage, largest: number, use: (bytes: Buffer) => Promise<T> | T) {
  refuseAnnounced(payload.headers['content-length'], largest);
  let held = 0;
  const hold = (size: number) => {
    const more = Math.max(0, size - MIB) - held;
    held += more;
    heldBytes += more;
    return heldBytes <= LARGEST_TOGETHER;
  };
  try {
    return await use(await readBytes(payload, largest, hold));
  } finally {
    heldBytes -= held;
  }
}

function readBytes(payload: IncomingMessage, largest: number, hold: (size: number) => boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const begun = performance.now();
    const fail = (error: unknown) => {
      stop();
      payload.resume();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > largest) return fail(tooLarge(largest));
      if (!hold(size))
        return fail(
          new AppError('unavailable', { message: 'Too many large requests at once; try again in a moment.' }),
        );
      chunks.push(chunk);
    };
    const onEnd = () => {
      stop();
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size));
    };
    const onClose = () => fail(new AppError('badRequest', { message: 'The request broke off before its end.' }));
    const watch = setInterval(() => {
      const ms = performance.now() - begun;
      if (ms > PATIENCE_MS && size < (ms - PATIENCE_MS) * SLOWEST_BYTES_PER_MS)
        fail(new AppError('tooSlow', { message: 'The request body came in too slowly, so it was not waited for.' }));
    }, PATIENCE_MS / 4);
    watch.unref();
    const stop = () => {
      clearInterval(watch);
      payload.off('data', onData).off('end', onEnd).off('error', fail).off('close', onClose);
    };
    payload.on('data', onData).on('end', onEnd).on('error', fail).on('close', onClose);
  });
}
