// The bytes of archives that arrive in parts (docs/adr/0056): one file for each, beside the store. A byte counts as received when it is on the disk and
// the row says so, in this order; what a killed server wrote beyond that is cut off when the next bytes come.
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import {
  deleteOverUploads,
  listUploadsAmong,
  noteReceived,
  type ResumableUpload,
  releaseWriter,
  takeWriter,
} from '../db/resumable-uploads.ts';
import { sizeText } from '../domain/count-text.ts';
import { type Checksum, RESUMABLE_LIMITS } from '../domain/projects/resumable-upload.ts';
import type { StatedDigest } from '../domain/projects/whole-digest.ts';
import { AppError, badRequest, notFound } from '../errors.ts';
import { diskError, requireSpace, uploadsFolder } from '../installation/disks.ts';
import { ignoreMissing } from '../missing-files.ts';
import { noteSpent } from '../store/spent-memory.ts';
import { watchPace } from './pace.ts';

/** After so many bytes, or so long, what came is made durable. */
const NOTE_EVERY_BYTES = 16 * 1024 * 1024;
const NOTE_EVERY_MS = 2000;
/** A sender that reconnects need not wait for the end of its former connection if that has been silent for so long. */
const SILENT_MS = 5000;

type Folders = Pick<Config, 'dataFolder' | 'storeUrl'>;

export const receivedFile = (config: Folders, uploadId: string): string => join(uploadsFolder(config), uploadId);

/** Makes the empty file, after its row. The disk must have space for all bytes. */
export async function createReceived(config: Config, upload: ResumableUpload): Promise<void> {
  await requireSpace(config, upload.size_bytes ?? 0);
  await mkdir(uploadsFolder(config), { recursive: true, mode: 0o700 });
  const handle = await open(receivedFile(config, upload.id), 'wx', 0o600);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(uploadsFolder(config));
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Throws if the file is shorter than its row says: the store was restored from a backup, or somebody removed it. */
export async function requireReceived(config: Folders, upload: ResumableUpload): Promise<void> {
  const facts = await stat(receivedFile(config, upload.id)).catch(ignoreMissing);
  if (facts === undefined || facts.size < upload.received_bytes)
    throw notFound('Upload', upload.id, 'its bytes are no longer on this server. Upload the archive again');
}

export function removeReceived(config: Folders, uploadId: string): Promise<void> {
  return rm(receivedFile(config, uploadId), { force: true });
}

/** The writers of this process, by upload. */
const writers = new Map<string, { lastByteAt: number; stop: AbortController; ended: Promise<void> }>();

export interface Bytes {
  stream: Readable;
  /** Where they belong; must be the number of bytes that are here. */
  offset: number;
  /** By the header Content-Length; undefined if it is not known. */
  announced: number | undefined;
  checksum: Checksum | undefined;
  /** The length of the whole upload, if this request tells it. */
  length: number | undefined;
  /** Of the whole archive, if this request states them. */
  digests: readonly StatedDigest[];
}

/**
 * Adds bytes to an upload. `complete` is called in the transaction that notes the last byte. Returns the number of bytes that are here. Whatever
 * ends it, the bytes before stay, unless their checksum is wrong or was not reached.
 */
export async function addBytes(
  app: App,
  uploadId: string,
  bytes: Bytes,
  complete: (db: App['db']) => Promise<void>,
): Promise<number> {
  await replaceSilentWriter(uploadId);
  const writer = randomUUID();
  const upload = await takeWriter(app.db, uploadId, writer);
  if (!upload) throw beingWritten();
  const stop = new AbortController();
  const writing = addAs(app, { upload, writer, stop: stop.signal }, bytes, complete);
  const ended = writing.then(
    () => undefined,
    () => undefined,
  );
  writers.set(uploadId, { lastByteAt: performance.now(), stop, ended });
  try {
    return await writing;
  } catch (error) {
    bytes.stream.resume();
    throw error;
  } finally {
    writers.delete(uploadId);
  }
}

async function replaceSilentWriter(uploadId: string): Promise<void> {
  const former = writers.get(uploadId);
  if (!former || performance.now() - former.lastByteAt < SILENT_MS) return;
  former.stop.abort();
  await former.ended;
}

const beingWritten = () =>
  new AppError('beingWritten', {
    message: 'Another request is sending bytes of this upload. Ask for its offset again when that has ended.',
    retryAfterSeconds: 5,
  });

interface Writer {
  upload: ResumableUpload;
  writer: string;
  stop: AbortSignal;
}

async function addAs(app: App, one: Writer, bytes: Bytes, complete: (db: App['db']) => Promise<void>): Promise<number> {
  const { upload, writer } = one;
  try {
    requireFitting(app, upload, bytes);
    await requireReceived(app.config, upload);
    if (upload.size_bytes === null) await requireSpace(app.config, (bytes.length ?? bytes.offset) - bytes.offset);
    const handle = await open(receivedFile(app.config, upload.id), 'r+');
    try {
      await handle.truncate(upload.received_bytes);
      return await writeBytes(app, handle, one, bytes, complete);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const disk = error instanceof AppError ? undefined : diskError(error, app.config);
    if (disk?.code !== 'diskFull') throw error;
    throw new AppError('diskFull', {
      message:
        'There is no space left on the disk of this server. What it has of this upload stays: free some space and continue.',
    });
  } finally {
    await releaseWriter(app.db, upload.id, writer);
  }
}

function requireFitting({ config }: App, upload: ResumableUpload, bytes: Bytes): void {
  const { offset, announced, length, digests } = bytes;
  if (upload.parts.length > 0)
    throw new AppError('forbidden', { message: 'This upload is put together from parts, so it takes no bytes.' });
  if (upload.received_bytes !== offset)
    throw new AppError('conflict', {
      message: `The header Upload-Offset is ${offset}, but ${upload.received_bytes} bytes of this upload are here. Continue there.`,
    });
  if (upload.job_id !== null && (announced !== 0 || digests.length > 0))
    throw new AppError('conflict', { message: `This upload is complete. task ID: ${upload.job_id}` });
  if (length !== undefined && upload.size_bytes !== null && length !== upload.size_bytes)
    throw badRequest(
      `The header Upload-Length is ${length}, but this upload was announced with ${upload.size_bytes} bytes.`,
    );
  if (length !== undefined && length < offset)
    throw badRequest(`The header Upload-Length is ${length}, but ${offset} bytes of this upload are here already.`);
  const size = length ?? upload.size_bytes;
  if (announced !== undefined && announced > (size ?? config.maxUploadBytes) - offset) throw tooMany(size, config);
}

const tooMany = (size: number | null, { maxUploadBytes }: Config) =>
  new AppError('tooLarge', {
    message:
      size === null
        ? `The archive is larger than the ${maxUploadBytes} bytes that ASSAY_MAX_UPLOAD_BYTES allows.`
        : `The request has more bytes than the upload still needs: its length was announced as ${size} bytes.`,
  });

async function writeBytes(
  app: App,
  handle: FileHandle,
  { upload, writer, stop }: Writer,
  { stream, checksum, length, digests }: Bytes,
  complete: (db: App['db']) => Promise<void>,
): Promise<number> {
  const size = length ?? upload.size_bytes;
  const largest = size ?? app.config.maxUploadBytes;
  const began = upload.received_bytes;
  const hash = checksum && createHash(checksum.algorithm);
  let position = began;
  let noted = { bytes: began, at: performance.now() };
  let isTold = size === upload.size_bytes && digests.length === 0;
  const note = async () => {
    if (position === noted.bytes && isTold) return;
    await handle.datasync();
    const received = {
      bytes: position,
      sizeBytes: size,
      digests: digests.length > 0 ? [...digests] : upload.digests,
      expiresAt: expiryFrom(app.now()),
    };
    await app.db.transaction().execute(async (tx) => {
      if (!(await noteReceived(tx, { uploadId: upload.id, writer }, received)))
        throw notFound('Upload', upload.id, 'it was removed, or another request has taken over');
      if (position === size) await complete(tx);
    });
    isTold = true;
    noted = { bytes: position, at: performance.now() };
  };
  const isDue = () =>
    position !== size && (position - noted.bytes >= NOTE_EVERY_BYTES || performance.now() - noted.at >= NOTE_EVERY_MS);
  const take = async (chunk: Buffer) => {
    const own = writers.get(upload.id);
    if (own) own.lastByteAt = performance.now();
    if (position + chunk.length > largest) throw tooMany(size, app.config);
    await writeAll(handle, chunk, position);
    position += chunk.length;
    hash?.update(chunk);
    noteSpent(chunk.length);
    if (!isDue()) return;
    await requireSpace(app.config);
    // With a checksum, nothing counts before its end.
    if (checksum === undefined) await note();
  };
  let failure: unknown;
  await eachChunk(app, stream, stop, take).catch((error) => {
    failure = error;
  });
  if (failure === undefined && hash && !hash.digest().equals(checksum?.digest ?? Buffer.alloc(0)))
    failure = new AppError('wrongChecksum', {
      message: `The bytes do not have the ${checksum?.algorithm} of the header Upload-Checksum, so they were dropped. Send them again from byte ${began}.`,
    });
  if (failure !== undefined && checksum !== undefined) {
    await handle.truncate(began);
    throw failure;
  }
  await note();
  if (failure !== undefined) throw failure;
  return position;
}

/** Takes one chunk after the other until the end of the body. Rejects when it breaks off, is too slow, or must make room for another request. */
function eachChunk(
  app: App,
  stream: Readable,
  stop: AbortSignal,
  take: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let taking = Promise.resolve();
    const over = (error?: unknown) => {
      endWatch();
      stream.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
      stop.removeEventListener('abort', onStop);
      const end = () => (error === undefined ? resolve() : reject(error));
      taking.then(end, reject);
    };
    const onData = (chunk: Buffer) => {
      stream.pause();
      taking = take(chunk);
      taking.then(() => stream.resume(), over);
    };
    const onEnd = () => over();
    const onBreak = () =>
      over(badRequest('The request broke off before its end. What came of it is kept; continue from there.'));
    const onStop = () => over(beingWritten());
    const endWatch = watchPace(stream, { patienceMs: app.config.bodyPatienceMs, what: 'The part of the upload' }, over);
    stop.addEventListener('abort', onStop, { once: true });
    if (stream.destroyed && !stream.readableEnded) return onBreak();
    stream.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
  });
}

async function writeAll(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + RESUMABLE_LIMITS.lifetimeMs);

/** Removes uploads that are over or whose project is gone, with their bytes. */
export async function removeOverUploads(app: App): Promise<void> {
  const rows = await deleteOverUploads(app.db, app.now());
  const folder = uploadsFolder(app.config);
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  if (names.length === 0) return;
  const kept = await listUploadsAmong(app.db, names.filter(isUploadId));
  let freedBytes = 0;
  for (const name of names.filter((one) => isUploadId(one) && !kept.has(one))) {
    const facts = await stat(join(folder, name)).catch(ignoreMissing);
    if (facts === undefined) continue;
    await rm(join(folder, name), { force: true });
    freedBytes += facts.size;
  }
  if (rows > 0 || freedBytes > 0)
    app.log.info({ uploads: rows, freed: sizeText(freedBytes) }, 'uploads that are over were removed');
}

const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids become names of files and values of the database, so nothing else may pass. */
export const isUploadId = (text: string): boolean => UPLOAD_ID.test(text);
