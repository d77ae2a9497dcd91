// Where a command writes its result: a stream it was given, or a file that appears under its name only when it is complete.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';

export interface Output {
  /** Resolves when more may be written. Rejects when writing is not possible any more. */
  write(text: string): Promise<void>;
  /** Makes the result final. */
  finish(): Promise<void>;
  /** Takes back what can be taken back. To be called when the command fails; harmless after finish(). */
  discard(): Promise<void>;
}

/** The reader of our output has gone away (`assay … | head`): a reason to stop, not a failure. */
export class ReaderGone extends Error {}

const BUFFERED_CHARACTERS = 256 * 1024;

/** Gathers small pieces, so that a line for every file does not become a write for every file. */
function gathered(send: (text: string) => Promise<void>) {
  let waiting: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    const text = waiting.join('');
    waiting = [];
    length = 0;
    if (text !== '') await send(text);
  };
  return {
    flush,
    async write(text: string): Promise<void> {
      waiting.push(text);
      length += text.length;
      if (length >= BUFFERED_CHARACTERS) await flush();
    },
  };
}

/** Writes to a stream and leaves it open. */
export function streamOutput(stream: Writable): Output {
  let failure: Error | undefined;
  const onError = (error: Error): void => {
    failure = 'code' in error && error.code === 'EPIPE' ? new ReaderGone() : error;
  };
  stream.on('error', onError);
  const send = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      stream.write(text, (error) => {
        if (error) onError(error);
        if (failure) reject(failure);
        else resolve();
      });
    });
  const { write, flush } = gathered(send);
  return {
    write,
    async finish() {
      await flush();
      stream.off('error', onError);
    },
    discard: async () => {},
  };
}

/** Writes a file beside the wanted one and gives it its name when it is complete and on disk. */
export async function fileOutput(path: string): Promise<Output> {
  if (
    await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    )
  )
    throw new Error(`${path} is a folder`);
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  let file: FileHandle | undefined = await open(temporary, 'wx');
  const { write, flush } = gathered(async (text) => {
    await file!.writeFile(text);
  });
  return {
    write,
    async finish() {
      await flush();
      await file!.sync();
      await file!.close();
      file = undefined;
      await rename(temporary, path);
    },
    async discard() {
      if (!file) return;
      await file.close();
      file = undefined;
      await rm(temporary, { force: true });
    },
  };
}
