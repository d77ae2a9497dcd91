// Sends stored bytes to people. Damaged bytes give an error that names the file, before the stream has begun.
import type { Readable } from 'node:stream';
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { CorruptBlob, parseLocation } from '../store/index.ts';

/** Longer contents are streamed without a check of all bytes; damage then aborts the stream. */
const MOST_CHECKED_BYTES = 1024 ** 3;

/** `what` begins a sentence: `The file "src/a.c"`. Throws an AppError if the bytes are damaged. */
export async function openStored(
  { store }: Pick<App, 'store'>,
  row: unknown,
  what: string,
  remedy = UPLOAD_AGAIN,
): Promise<Readable> {
  const location = parseLocation(row);
  if (location.sizeBytes <= MOST_CHECKED_BYTES) {
    const [fault] = (await store.findBroken([location])).values();
    if (fault) throw damagedContent(what, fault, remedy);
  }
  return store.stream(location);
}

/** Runs code that reads stored bytes, and names the file if they are damaged. */
export async function readingStored<T>(what: string, read: () => Promise<T>, remedy?: string): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw damageError(error, what, remedy) ?? error;
  }
}

/** The same for a stream. */
export async function* streamOfStored(
  { store }: Pick<App, 'store'>,
  row: unknown,
  what: string,
): AsyncGenerator<Buffer> {
  try {
    yield* store.stream(parseLocation(row));
  } catch (error) {
    throw damageError(error, what) ?? error;
  }
}

/** Turns an error into one for people, if damaged bytes caused it directly or through other errors. */
export function damageError(error: unknown, what?: string, remedy?: string): AppError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof CorruptBlob)
      return damagedContent(what ?? `The stored content ${cause.sha256}`, cause, remedy);
  return undefined;
}

export const UPLOAD_AGAIN =
  'Uploading the code base again repairs it; an administrator finds everything that is damaged with "assay store verify", which can also repair from a backup.';

function damagedContent(what: string, { segment, blockOffset, finding }: CorruptBlob, remedy = UPLOAD_AGAIN): AppError {
  const message = `${what} cannot be read, because its stored bytes are damaged (segment ${segment} at ${blockOffset}: ${finding}). ${remedy}`;
  return new AppError('damagedContent', { message });
}
