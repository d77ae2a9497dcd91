// Senders that hold a request open by sending next to nothing: they are waited for a while, and then only as long as they are not too slow.
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/** On the average over all the time; slower than any modem. */
const SLOWEST_BYTES_PER_MS = 2;
const LOOKS_IN_PATIENCE = 4;

export interface Patience {
  /** How long a stream may take, however slowly it comes in. */
  patienceMs: number;
  /** Begins the sentence that refuses the rest: "The request body". */
  what: string;
}

/**
 * Calls `refuse`, once, when the stream comes in too slowly. Time in which nobody takes what is there is not the sender's and does not count. Whoever
 * calls begins to read the stream in the same turn. Returns what ends the watch.
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
