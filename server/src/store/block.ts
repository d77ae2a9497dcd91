// The format of a segment: a header of 16 bytes, then blocks of up to 256 kB of content, each compressed for itself. No I/O here.
//
// Block header, 20 bytes, little endian: magic u32, codec u32 (0 stored, 1 zstd), content length u32, payload length u32, check u32.
// The check is the CRC-32 of segment name and offset, then the header before it, then the payload: a block that was moved, or that a
// location points into by mistake, fails as surely as one with a flipped bit. zstd adds a checksum of the content.
import { promisify } from 'node:util';
import { constants, crc32, type ZstdOptions, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { CorruptBlob } from './corruption.ts';

/** Content of a full block. */
export const BLOCK_BYTES = 256 * 1024;
export const BLOCK_HEADER_BYTES = 20;
export const SEGMENT_HEADER = Buffer.from('assay pack v1\n\0\0', 'latin1');

const MAGIC = 0x314b_4241;
const STORED = 0;
const ZSTD = 1;
/** Assay writes no larger block. A header with a larger size is broken, and must not make the reader allocate memory. */
const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A block that can be written anywhere; its header is made when the offset is known. */
export interface PackedBlock {
  codec: number;
  contentLength: number;
  payload: Uint8Array;
}

export interface BlockHeader {
  codec: number;
  contentLength: number;
  payloadLength: number;
  /** Header and payload together. */
  blockLength: number;
  check: number;
}

/** Compresses in libuv's threads. If compression does not help, the payload is the content itself, so do not change the content afterwards. */
export async function packBlock(content: Uint8Array, level: number): Promise<PackedBlock> {
  return packed(content, await compress(content, compressionOf(content, level)));
}

/** The same in the calling thread. */
export function packBlockNow(content: Uint8Array, level: number): PackedBlock {
  return packed(content, zstdCompressSync(content, compressionOf(content, level)));
}

function packed(content: Uint8Array, payload: Uint8Array): PackedBlock {
  const contentLength = content.length;
  return payload.length < contentLength
    ? { codec: ZSTD, contentLength, payload }
    : { codec: STORED, contentLength, payload: content };
}

function compressionOf(content: Uint8Array, level: number): ZstdOptions {
  return {
    // One chunk for any result saves 16 calls to the thread pool per block.
    chunkSize: content.length + 4096,
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
  };
}

export function blockHeader(block: PackedBlock, segment: string, offset: number): Buffer {
  const header = Buffer.allocUnsafe(BLOCK_HEADER_BYTES);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(block.codec, 4);
  header.writeUInt32LE(block.contentLength, 8);
  header.writeUInt32LE(block.payload.length, 12);
  header.writeUInt32LE(checkOf(header, block.payload, segment, offset), 16);
  return header;
}

/** Reads a header from at least BLOCK_HEADER_BYTES. Throws CorruptBlob if these bytes are not a header. */
export function parseBlockHeader(bytes: Uint8Array, segment: string, offset: number): BlockHeader {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, BLOCK_HEADER_BYTES);
  const codec = view.readUInt32LE(4);
  const contentLength = view.readUInt32LE(8);
  const payloadLength = view.readUInt32LE(12);
  const isSound =
    view.readUInt32LE(0) === MAGIC &&
    (codec === ZSTD || (codec === STORED && payloadLength === contentLength)) &&
    contentLength <= MAX_CONTENT_BYTES &&
    payloadLength <= contentLength;
  if (!isSound) throw new CorruptBlob('', segment, offset, 'no block begins here');
  return {
    codec,
    contentLength,
    payloadLength,
    blockLength: BLOCK_HEADER_BYTES + payloadLength,
    check: view.readUInt32LE(16),
  };
}

/** Throws CorruptBlob unless these bytes, from header to end, are an intact block for this place. */
export function checkBlock(bytes: Uint8Array, segment: string, offset: number): BlockHeader {
  const header = parseBlockHeader(bytes, segment, offset);
  if (bytes.length !== header.blockLength) {
    throw new CorruptBlob('', segment, offset, `the block has ${header.blockLength} bytes, not ${bytes.length}`);
  }
  if (checkOf(bytes, bytes.subarray(BLOCK_HEADER_BYTES), segment, offset) !== header.check) {
    throw new CorruptBlob('', segment, offset, "the block's checksum is wrong");
  }
  return header;
}

/** The content of a block, given its bytes from header to end. Throws CorruptBlob. The result may be a view of `bytes`. */
export async function unpackBlock(bytes: Uint8Array, segment: string, offset: number): Promise<Uint8Array> {
  const header = checkBlock(bytes, segment, offset);
  const payload = bytes.subarray(BLOCK_HEADER_BYTES);
  if (header.codec === STORED) return payload;
  return decompressed(payload, header.contentLength, segment, offset);
}

async function decompressed(
  payload: Uint8Array,
  contentLength: number,
  segment: string,
  offset: number,
): Promise<Uint8Array> {
  let content: Buffer;
  try {
    content = await decompress(payload, { chunkSize: contentLength + 64, maxOutputLength: contentLength + 64 });
  } catch (error) {
    throw new CorruptBlob('', segment, offset, `the block does not decompress (${(error as Error).message})`);
  }
  if (content.length !== contentLength) {
    throw new CorruptBlob('', segment, offset, `the block holds ${content.length} bytes, not ${contentLength}`);
  }
  return content;
}

function checkOf(header: Uint8Array, payload: Uint8Array, segment: string, offset: number): number {
  return crc32(payload, crc32(header.subarray(0, 16), crc32(`${segment}:${offset}`)));
}
