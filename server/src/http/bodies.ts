// The bytes of JSON bodies as they come in: how many, how fast, and how many of all callers together. docs/limits.md names the limits.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import { watchPace } from '../ingest/pace.ts';

const KIB = 1024;
export const MIB = 1024 * KIB;
/** For operations that strangers may call, and for all others that do not name their own. */
export const LARGEST_OF_STRANGERS = 32 * KIB;
export const LARGEST_BODY = 1 * MIB;
/** What of large bodies, beyond the first megabyte of each, may lie in memory at once. */
const LARGEST_TOGETHER = 128 * MIB;
export interface BodyLimits {
  largest: number;
  /** A body may take this long, however slowly it comes in. */
  patienceMs: number;
}

let heldBytes = 0;

/** Of bytes, as people read it in a refusal. */
function sizeInWords(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : bytes % KIB === 0 ? `${bytes / KIB} KiB` : `${bytes} bytes`;
}

function tooLarge(largest: number): AppError {
  return new AppError('tooLarge', {
    message: `The request body is larger than the ${sizeInWords(largest)} that this operation takes.`,
  });
}

/** Refuses by the announced length, before a byte is read. */
function refuseAnnounced(length: string | undefined, largest: number): void {
  if (Number(length) > largest) throw tooLarge(largest);
}

/**
 * Reads a body to its end and hands it to `use`. The bytes count as held until `use` is done. When it is refused, the stream goes on
 * without anybody reading it: a client that is still sending would otherwise see a broken connection instead of the answer.
 */
export async function withBody<T>(
  payload: IncomingMessage,
  limits: BodyLimits,
  use: (bytes: Buffer) => Promise<T> | T,
) {
  refuseAnnounced(payload.headers['content-length'], limits.largest);
  let held = 0;
  const hold = (size: number) => {
    const more = Math.max(0, size - MIB) - held;
    held += more;
    heldBytes += more;
    return heldBytes <= LARGEST_TOGETHER;
  };
  try {
    return await use(await readBytes(payload, limits, hold));
  } finally {
    heldBytes -= held;
  }
}

function readBytes(
  payload: IncomingMessage,
  { largest, patienceMs }: BodyLimits,
  hold: (size: number) => boolean,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
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
      resolve(Buffer.concat(chunks, size));
    };
    const onClose = () => fail(new AppError('badRequest', { message: 'The request broke off before its end.' }));
    const endWatch = watchPace(payload, { patienceMs, what: 'The request body' }, fail);
    const stop = () => {
      endWatch();
      payload.off('data', onData).off('end', onEnd).off('error', fail).off('close', onClose);
    };
    payload.on('data', onData).on('end', onEnd).on('error', fail).on('close', onClose);
  });
}
