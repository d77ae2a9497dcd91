// Limits senders that hold a request open and send almost nothing: after some time, a sender that is too slow is refused.
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/** Average over the whole time; slower than any modem. */
export const SLOWEST_BYTES_PER_MS = 2;
const LOOKS_IN_PATIENCE = 4;

export interface Patience {
  /** Time for a stream, however slowly it arrives. */
  patienceMs: number;
  /** The beginning of the refusal: "The request body". */
  what: string;
}

/**
 * Calls `refuse` once if the stream is too slow. Time in which the server does not read does not count. The caller must begin to read the stream in
 * the same turn of the event loop. Returns a function that ends the watch.
 */
export function watchPace(
  stream: Readable,
  { patienceMs, what }: Patience,
  refuse: (error: AppError) => void,
): () => void {
  let bytes = 0;
  let waitedMs = 0;
  let lookedAt = performance.now();
  const onData = (chunk: Uint8Array) => {
    bytes += chunk.length;
  };
  const look = setInterval(() => {
    const now = performance.now();
    if (!stream.isPaused()) waitedMs += now - lookedAt;
    lookedAt = now;
    if (waitedMs <= patienceMs || bytes >= (waitedMs - patienceMs) * SLOWEST_BYTES_PER_MS) return;
    stop();
    const message = `${what} was not complete after ${patienceMs / 1000} seconds and comes in too slowly to be waited for.`;
    refuse(new AppError('tooSlow', { message }));
  }, patienceMs / LOOKS_IN_PATIENCE);
  look.unref();
  const stop = () => {
    clearInterval(look);
    stream.off('data', onData).off('close', stop);
  };
  stream.on('data', onData).once('close', stop);
  return stop;
}
