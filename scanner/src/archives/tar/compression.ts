// Decompresses an archive as a stream. Charges the walker for every byte; does not look into them.
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib';
import { type ArchiveFormat, corrupt, type ReadContext, remarkTrailingBytes } from '../member.ts';
import { runSevenZip } from '../seven-zip-process.ts';
import { type ArchiveSource, chunksOf } from '../source.ts';

export type Compression = Extract<ArchiveFormat, 'gzip' | 'bzip2' | 'xz' | 'zstd'>;

/** Small, so that little is lost before the position of broken data. */
const INPUT_PIECE_BYTES = 1 << 16;
/** The part of the context that is needed here. */
type Reading = Pick<ReadContext, 'charge' | 'remark' | 'signal'>;

const OUTPUT_PIECE_BYTES = 1 << 18;
const MAX_PADDING_BYTES = 1 << 16;

/** The decompressed bytes; throws an `ArchiveFault` when the data is broken or cut short. */
export async function* decompressed(
  source: ArchiveSource,
  format: Compression,
  context: Reading,
): AsyncGenerator<Uint8Array, void> {
  if (source.sizeBytes === 0) throw corrupt('the file is empty');
  const chunks =
    format === 'gzip'
      ? gunzipped(source, context)
      : format === 'zstd'
        ? unzstd(source, context)
        : bySevenZip(source, format, context);
  for await (const chunk of chunks) {
    context.charge(chunk.length);
    yield chunk;
  }
}

/** RFC 1952, any number of members. Bytes after the last member are ignored, as gzip itself does. */
async function* gunzipped(source: ArchiveSource, context: Reading): AsyncGenerator<Uint8Array, void> {
  let delivered = 0;
  try {
    for await (const chunk of throughZlib(source, createGunzip({ chunkSize: OUTPUT_PIECE_BYTES }), context)) {
      delivered += chunk.length;
      yield chunk;
    }
    return;
  } catch (error) {
    if (!isTrailingGarbage(error)) throw zlibFault(error);
  }
  // Node takes trailing bytes for a broken further member and withholds the bytes before them: 7-Zip reads such files to their end.
  yield* afterFirst(bySevenZip(source, 'gzip', context), delivered);
}

async function* unzstd(source: ArchiveSource, context: Reading): AsyncGenerator<Uint8Array, void> {
  try {
    yield* throughZlib(source, createZstdDecompress({ chunkSize: OUTPUT_PIECE_BYTES }), context);
  } catch (error) {
    throw zlibFault(error);
  }
}

async function* throughZlib(
  source: ArchiveSource,
  transform: Gunzip | ZstdDecompress,
  context: Reading,
): AsyncGenerator<Uint8Array, void> {
  const input = Readable.from(smallPieces(source), { objectMode: false });
  pipeline(input, transform, () => {});
  for await (const chunk of transform) {
    context.signal.throwIfAborted();
    yield chunk as Uint8Array;
  }
  await checkWhatFollows(source, transform.bytesWritten, context);
}

/** Zeros that fill up a tape block cause no message. */
async function checkWhatFollows(source: ArchiveSource, from: number, context: Reading): Promise<void> {
  const rest = source.sizeBytes - from;
  if (rest <= 0) return;
  const seen = await source.readAt(from, Math.min(rest, MAX_PADDING_BYTES));
  if (rest > seen.length || seen.some((byte) => byte !== 0)) remarkTrailingBytes(context, rest);
}

async function* smallPieces(source: ArchiveSource): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunksOf(source)) {
    for (let at = 0; at < chunk.length; at += INPUT_PIECE_BYTES) yield chunk.subarray(at, at + INPUT_PIECE_BYTES);
  }
}

async function* bySevenZip(
  source: ArchiveSource,
  format: Compression,
  context: Reading,
): AsyncGenerator<Uint8Array, void> {
  const output = runSevenZip(['x', '-si', '-so', `-t${format}`, '-mmt2'], source, context.signal);
  const { exitCode, message } = yield* output;
  context.signal.throwIfAborted();
  const hasMore = /after the end of the payload/.test(message);
  if (hasMore) remarkTrailingBytes(context, 0);
  if (exitCode === 0 || exitCode === 1 || hasMore) return;
  throw corrupt(
    /unexpected end/i.test(message)
      ? 'it ends in the middle of its compressed data'
      : `its compressed data is broken (${message})`,
  );
}

async function* afterFirst(chunks: AsyncIterable<Uint8Array>, skipBytes: number): AsyncGenerator<Uint8Array, void> {
  let left = skipBytes;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

function isTrailingGarbage(error: unknown): boolean {
  return codeOf(error) === 'Z_DATA_ERROR' && /header|compression method|flags/.test((error as Error).message);
}

function zlibFault(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return corrupt('it ends in the middle of its compressed data');
  if (/^(Z_|ZSTD_|ERR_ZSTD|ERR_ZLIB)/.test(code))
    return corrupt(`its compressed data is broken (${(error as Error).message})`);
  return error;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
