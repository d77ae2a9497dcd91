// Writes a stream from a caller to a temporary file, up to a limit.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { AppError, badRequest } from '../errors.ts';
import { noteSpent } from '../store/spent-memory.ts';
import { watchPace } from './pace.ts';

export interface SpoolLimit {
  maxBytes: number;
  /** The beginning of the refusal of larger streams: "The archive". */
  what: string;
  /** Time for a slow stream; unlimited if absent. */
  patienceMs?: number;
  /** Called with the first bytes, and from time to time later; if it throws, the upload ends. */
  requireSpace?: () => Promise<void>;
}

/** Bytes between two checks of the disk space. */
const LOOK_EVERY_BYTES = 16 * 1024 * 1024;

/**
 * Returns the number of written bytes. After a failure, the rest of the stream is read and dropped: a client that is still sending would otherwise
 * see a broken connection instead of the answer.
 */
export async function spoolToFile(
  stream: Readable,
  file: string,
  { maxBytes, what, patienceMs, requireSpace }: SpoolLimit,
): Promise<number> {
  const out = createWriteStream(file, { mode: 0o600 });
  let size = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let endWatch: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      out.once('error', reject);
      stream.once('error', reject);
      if (patienceMs !== undefined) endWatch = watchPace(stream, { patienceMs, what }, reject);
      stream.once('end', resolve);
      stream.once('close', () => reject(badRequest('The upload broke off before its end, so nothing of it was kept.')));
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        noteSpent(chunk.length);
        if (size > maxBytes)
          return reject(
            new AppError('tooLarge', {
              message: `${what} is larger than the ${maxBytes} bytes that ASSAY_MAX_UPLOAD_BYTES allows.`,
            }),
          );
        const waits: Promise<unknown>[] = out.write(chunk) ? [] : [once(out, 'drain')];
        if (requireSpace !== undefined && size - lookedAt >= LOOK_EVERY_BYTES) {
          lookedAt = size;
          waits.push(requireSpace());
        }
        if (waits.length === 0) return;
        stream.pause();
        Promise.all(waits).then(() => stream.resume(), reject);
      });
    });
    await finished(out.end());
    return size;
  } catch (error) {
    stream.removeAllListeners('data');
    stream.resume();
    out.destroy();
    throw error;
  } finally {
    endWatch?.();
  }
}
