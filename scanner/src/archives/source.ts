// The bytes of one archive: in a file, or in memory when it was found inside another. Reads ranges and streams; knows no format.
import { type FileHandle, open } from 'node:fs/promises';

const CHUNK_BYTES = 1 << 20;

export interface ArchiveSource {
  /** Last part of the archive's path, to name the content of a single compressed file. */
  name: string;
  sizeBytes: number;
  /** Absolute path on disk; '' when the archive is held in `bytes`. */
  file: string;
  bytes: Uint8Array | undefined;
  /** Up to `length` bytes from `position`; fewer at the end. The result is a buffer of its own or a view of the archive in memory. */
  readAt(position: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function sourceOfFile(file: string, name: string): Promise<ArchiveSource> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    return {
      name,
      file,
      sizeBytes: size,
      bytes: undefined,
      readAt: (position, length) => readFully(handle, position, Math.max(0, Math.min(length, size - position))),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export function sourceOfBytes(bytes: Uint8Array, name: string): ArchiveSource {
  return {
    name,
    file: '',
    sizeBytes: bytes.length,
    bytes,
    readAt: async (position, length) => bytes.subarray(position, position + length),
    close: async () => {},
  };
}

/** The archive from start to end, in pieces whose memory is not reused. */
export async function* chunksOf(source: ArchiveSource): AsyncGenerator<Uint8Array, void> {
  for (let position = 0; position < source.sizeBytes; ) {
    const chunk = await source.readAt(position, CHUNK_BYTES);
    if (chunk.length === 0) return;
    position += chunk.length;
    yield chunk;
  }
}

async function readFully(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled === length ? buffer : buffer.subarray(0, filled);
}
