// Stores whole files that are not code, such as a report's zip, in the store, where all servers and workers find them by their digest.
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../app.ts';
import { findBlob } from '../db/files/blobs.ts';
import { AppError, badRequest } from '../errors.ts';
import { bytesOfFile } from '../file-streams.ts';
import { requireSpace } from '../installation/disks.ts';
import { parseLocation, StreamSourceFailed } from '../store/index.ts';
import { KnownContents } from './known-contents.ts';
import { readingStored } from './stored-bytes.ts';

export interface KeptFile {
  sha256: Buffer;
  sizeBytes: number;
}

export const keepFile = (app: App, file: string): Promise<KeptFile> => keepStream(app, bytesOfFile(file));

/** For rooms that know no store: puts bytes into it and returns their digest. */
export const keeping = (app: App) => async (bytes: Uint8Array) => (await keepStream(app, oneChunk(bytes))).sha256;

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The disk space is checked after each so many bytes. */
const LOOK_EVERY_BYTES = 16 * 1024 * 1024;

/**
 * Rejects if the stream fails or a disk is almost full; then nothing is stored. A content that the store already has undamaged is not stored twice.
 */
export async function keepStream(app: App, stream: AsyncIterable<Uint8Array>): Promise<KeptFile> {
  const known = new KnownContents(app);
  const writer = app.store.createWriter();
  let kept: Buffer | undefined;
  try {
    const { sha256, sizeBytes, isStored } = await writer.addStream(whileThereIsSpace(app, stream), {
      isKnown: async (digest) => (await known.sound([digest])).has(digest),
    });
    if (isStored) await known.save(app.db, await writer.flush());
    kept = Buffer.from(sha256, 'hex');
    return { sha256: kept, sizeBytes };
  } catch (error) {
    throw error instanceof StreamSourceFailed ? error.cause : error;
  } finally {
    await writer.close();
    await known.end(kept);
  }
}

export interface BodyLimit {
  maxBytes: number;
  /** The name of the expected content in sentences: "archive of license rules". */
  what: string;
}

/** Stores the body of a request. Reads and drops the rest of a refused one, because its sender would otherwise see a broken connection. */
export async function keepBody(app: App, body: Readable, limit: BodyLimit): Promise<KeptFile> {
  try {
    return await keepStream(app, limited(body, limit));
  } finally {
    body.resume();
  }
}

/** The whole body of a request in memory. */
export async function bytesOfBody(body: Readable, limit: BodyLimit): Promise<Buffer> {
  try {
    return Buffer.concat(await Array.fromAsync(limited(body, limit)));
  } finally {
    body.resume();
  }
}

async function* limited(body: Readable, { maxBytes, what }: BodyLimit): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes)
      throw new AppError('tooLarge', { message: `The ${what} is larger than the ${maxBytes} bytes allowed.` });
    yield chunk;
  }
  if (sizeBytes === 0) throw badRequest(`The request body is empty: it must be the ${what}.`);
}

async function* whileThereIsSpace({ config }: App, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  await requireSpace(config);
  let sinceLook = 0;
  for await (const chunk of stream) {
    sinceLook += chunk.length;
    if (sinceLook >= LOOK_EVERY_BYTES) {
      await requireSpace(config);
      sinceLook = 0;
    }
    yield chunk;
  }
}

/** The stored bytes; the stream fails with CorruptBlob if they have changed. */
export async function openKept(app: App, sha256: Buffer): Promise<{ stream: Readable; sizeBytes: number }> {
  const row = await findBlob(app.db, sha256);
  if (!row) throw new Error(`The store has no row for the file ${sha256.toString('hex')}.`);
  return { stream: app.store.stream(parseLocation(row.location)), sizeBytes: row.size_bytes };
}

/** Writes a stored file to a file of this machine. */
export async function fetchKept(app: App, sha256: Buffer, file: string, signal: AbortSignal): Promise<void> {
  const { stream } = await openKept(app, sha256);
  const copy = () => pipeline(stream, createWriteStream(file, { mode: 0o600 }), { signal });
  await readingStored('The file that was sent', copy, 'Send it again; the same bytes repair what is stored.');
}
