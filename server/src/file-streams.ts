// Files as streams that close themselves. An open file that nobody closes is an error in Node when it is collected, and ends the process.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** The bytes of a file. The end of the stream, however it comes, closes the file; whoever gets the stream must read or destroy it. */
export async function streamOfFile(path: string): Promise<{ stream: Readable; sizeBytes: number }> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    return { stream: handle.createReadStream(), sizeBytes: size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The same without an owner: the file is opened by the first read, so bytes that nobody asks for hold nothing. */
export async function* bytesOfFile(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}
