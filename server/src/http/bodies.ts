// Receives JSON bodies: limits their size, their time, and their memory together. docs/limits.md names the limits.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import { watchPace } from '../ingest/pace.ts';

const KIB = 1024;
export const MIB = 1024 * KIB;
/** The limits of operations for unknown callers, and the default of all others. */
export const LARGEST_OF_STRANGERS = 32 * KIB;
export const LARGEST_BODY = 1 * MIB;
/** Memory for the parts of all bodies beyond the first megabyte of each. */
const LARGEST_TOGETHER = 128 * MIB;
export interface BodyLimits {
  largest: number;
  /** Longest time for receiving a body, however slow the connection is. */
  patienceMs: number;
}

let heldBytes = 0;

/** A number of bytes for people. */
function sizeInWords(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : bytes % KIB === 0 ? `${bytes / KIB} KiB` : `${bytes} bytes`;
}

function tooLarge(largest: number, setting = ''): AppError {
  const accepts = setting === '' ? 'this operation accepts' : `${setting} allows`;
  return new AppError('tooLarge', {
    message: `The request body is larger than the ${sizeInWords(largest)} that ${accepts}.`,
  });
}

/**
 * Refuses by the announced length, before reading a byte.
 * @param setting the name of the setting that decides the limit; '' if none does
 */
export function refuseAnnounced(length: string | undefined, largest: number, setting = ''): void {
  if (Number(length) > largest) throw tooLarge(largest, setting);
}

/**
 * Reads a body to its end and hands it to `use`. Its bytes count as memory in use until `use` is done. After a refusal, the stream is drained without
 * reading: a client that is still sending would otherwise see a broken connection instead of the answer.
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
