// The destination of a command's result: a given stream, or a file that gets its name only when it is complete.
import { randomUUID } from 'node:crypto';
import { constants, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';

export interface Output {
  /** Resolves when more may be written. Rejects when writing has failed. */
  write(text: string): Promise<void>;
  /** Makes the result final. */
  finish(): Promise<void>;
  /** Undoes as much as possible. Call it when the command fails; it is harmless after finish(). */
  discard(): Promise<void>;
}

/** The reader of our output has closed it (`assay … | head`): a reason to stop, not a failure. */
export class ReaderGone extends Error {}

const BUFFERED_CHARACTERS = 256 * 1024;

/** Collects small pieces, so that a line per file is not a write per file. */
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

/** Writes to a stream and leaves it open, unless it is ours. */
export function streamOutput(stream: Writable, isOurs = false): Output {
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
      if (isOurs) await new Promise<void>((resolve) => stream.end(resolve));
      if (failure) throw failure;
      stream.off('error', onError);
    },
    async discard() {
      if (isOurs) stream.destroy();
    },
  };
}

/**
 * Writes a temporary file beside the target and renames it when it is complete and on disk; writes directly to anything but a plain file.
 */
export async function fileOutput(path: string): Promise<Output> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new Error('it is a folder');
  // A device, a pipe or /dev/stdout must not be replaced by a file.
  if (found !== undefined && !found.isFile())
    return streamOutput((await open(path, constants.O_WRONLY)).createWriteStream(), true);
  // The target of a link is replaced, not the link.
  const target = found === undefined ? path : await realpath(path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID().slice(0, 8)}.tmp`);
  const file = await open(temporary, 'wx', found === undefined ? 0o666 : found.mode & 0o777);
  let isOpen = true;
  const { write, flush } = gathered(async (text) => {
    await file.writeFile(text);
  });
  return {
    write,
    async finish() {
      await flush();
      await file.sync();
      await file.close();
      isOpen = false;
      await rename(temporary, target);
    },
    async discard() {
      if (!isOpen) return;
      isOpen = false;
      await file.close();
      await rm(temporary, { force: true });
    },
  };
}

/** Why a file cannot be written, as the end of a sentence. */
export function whyUnwritable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ENOENT') return 'its folder does not exist';
  if (code === 'ENOTDIR') return 'a part of its path is no folder';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EROFS') return 'its disk is read-only';
  if (code === 'ENAMETOOLONG') return 'its name is too long';
  return error instanceof Error ? error.message : String(error);
}
