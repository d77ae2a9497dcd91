// Segments that are open for reading: a limited number of handles; the least recently used is closed first. Reads only.
import { type FileHandle, open } from 'node:fs/promises';

const MAX_OPEN = 48;

interface OpenFile {
  /** Undefined if the file does not exist. */
  handle: Promise<FileHandle | undefined>;
  /** Running reads; the last one closes a file that is no longer wanted. */
  readers: number;
  isWanted: boolean;
}

export class OpenFiles {
  readonly #files = new Map<string, OpenFile>();
  #isClosed = false;

  /** Up to `length` bytes in a buffer of their own; undefined if the file does not exist. */
  async read(path: string, offset: number, length: number): Promise<Uint8Array | undefined> {
    if (this.#isClosed) throw new Error('The store is closed.');
    const file = this.#take(path);
    try {
      const handle = await file.handle;
      return handle && (await readFully(handle, offset, length));
    } finally {
      file.readers--;
      if (!file.isWanted && file.readers === 0) await closeFile(file);
    }
  }

  /** Closes a file now, or after its last running read. */
  async forget(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (!file) return;
    this.#files.delete(path);
    file.isWanted = false;
    if (file.readers === 0) await closeFile(file);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#files.keys()].map((path) => this.forget(path)));
  }

  #take(path: string): OpenFile {
    const known = this.#files.get(path);
    const file = known ?? { handle: openIfThere(path), readers: 0, isWanted: true };
    file.readers++;
    this.#files.delete(path);
    this.#files.set(path, file);
    if (!known) {
      file.handle.then(
        (handle) => handle ?? this.#drop(path, file),
        () => this.#drop(path, file),
      );
      this.#dropOldest();
    }
    return file;
  }

  #dropOldest(): void {
    if (this.#files.size <= MAX_OPEN) return;
    const [path] = this.#files.keys();
    // An error when closing a file that was only read loses nothing.
    if (path !== undefined) this.forget(path).catch(() => undefined);
  }

  /** Tries again next time to open a file that could not be opened. */
  #drop(path: string, file: OpenFile): void {
    if (this.#files.get(path) === file) this.#files.delete(path);
  }
}

async function closeFile(file: OpenFile): Promise<void> {
  const handle = await file.handle.catch(() => undefined);
  await handle?.close();
}

async function readFully(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
