// Sparse files in a tar: which parts of the file the archive holds, and the file with its holes filled in again.
// Format: GNU tar manual, "Storing Sparse Files" (old GNU headers; pax versions 0.0, 0.1 and 1.0).

import { itemAt } from '../../items.ts';
import type { ByteQueue } from '../byte-queue.ts';
import { corrupt, type ReadContext } from '../member.ts';
import { BLOCK_BYTES, parseNumber } from './header.ts';

export interface SparseMap {
  realSizeBytes: number;
  parts: { offset: number; length: number }[];
}

const MAX_PARTS = 1_000_000;
const HOLE_PIECE = new Uint8Array(1 << 16);

/** The map of an old GNU sparse header, with its continuation blocks. */
export async function readGnuSparse(block: Uint8Array, queue: ByteQueue): Promise<SparseMap> {
  const realSizeBytes = parseNumber(block, 483, 12);
  const parts = gnuParts(block, 386, 4);
  for (let isExtended = block[482] === 1; isExtended; ) {
    const next = await queue.take(BLOCK_BYTES);
    if (next.length < BLOCK_BYTES) throw corrupt('it ends in the middle of a sparse file map');
    parts.push(...gnuParts(next, 0, 21));
    if (parts.length > MAX_PARTS) throw corrupt(`a sparse file has more than ${MAX_PARTS} parts`);
    isExtended = next[504] === 1;
  }
  return { realSizeBytes, parts };
}

/** The map of the pax records 0.0 and 0.1; undefined when the file is not sparse. */
export function paxSparse(records: ReadonlyMap<string, string>, listed: readonly string[]): SparseMap | undefined {
  const realSizeBytes = Number(records.get('GNU.sparse.size') ?? Number.NaN);
  const map = records.get('GNU.sparse.map');
  const numbers = map === undefined ? listed : map.split(',');
  if (Number.isNaN(realSizeBytes) || (map === undefined && listed.length === 0)) return undefined;
  return { realSizeBytes, parts: pairs(numbers.map(Number)) };
}

/** Version 1.0: the map precedes the data, in lines of decimal numbers, padded to whole blocks. */
export async function readFrontMap(
  queue: ByteQueue,
  realSizeBytes: number,
  dataBytes: number,
): Promise<{ map: SparseMap; mapBytes: number }> {
  const numbers: number[] = [];
  let unfinished = '';
  for (let mapBytes = BLOCK_BYTES; mapBytes <= dataBytes; mapBytes += BLOCK_BYTES) {
    const block = await queue.take(BLOCK_BYTES);
    if (block.length < BLOCK_BYTES) throw corrupt('it ends in the middle of a sparse file map');
    const lines = (unfinished + Buffer.from(block.buffer, block.byteOffset, block.byteLength).toString('latin1')).split(
      '\n',
    );
    unfinished = lines.pop() ?? '';
    for (const line of lines) numbers.push(Number(line));
    const count = numbers[0] ?? 0;
    if (unfinished.length > BLOCK_BYTES || !(count >= 0 && count <= MAX_PARTS))
      throw corrupt('a sparse file map is broken');
    if (numbers.length > 2 * count)
      return { map: { realSizeBytes, parts: pairs(numbers.slice(1, 1 + 2 * count)) }, mapBytes };
  }
  throw corrupt('a sparse file map is longer than its entry');
}

/** Checks that the parts are in order, inside the file and match the data; throws an `ArchiveFault` otherwise. */
export function checkSparse(map: SparseMap, dataBytes: number): void {
  let end = 0;
  let sum = 0;
  for (const { offset, length } of map.parts) {
    if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || length < 0 || offset < end)
      throw corrupt('a sparse file map is out of order');
    end = offset + length;
    sum += length;
  }
  if (!Number.isSafeInteger(map.realSizeBytes) || map.realSizeBytes < end)
    throw corrupt('a sparse file map reaches past the end of its file');
  if (sum > dataBytes) throw corrupt('a sparse file map asks for more data than its entry has');
}

/** The whole file, with holes as zero bytes. Takes data from the queue; leaves data that the map does not use. */
export async function* filledIn(
  map: SparseMap,
  take: (max: number) => Promise<Uint8Array>,
  context: ReadContext,
): AsyncGenerator<Uint8Array, void> {
  let position = 0;
  for (const { offset, length } of [...map.parts, { offset: map.realSizeBytes, length: 0 }]) {
    while (position < offset) {
      const hole = HOLE_PIECE.subarray(0, Math.min(HOLE_PIECE.length, offset - position));
      context.charge(hole.length);
      yield hole;
      position += hole.length;
    }
    for (const end = offset + length; position < end; ) {
      const piece = await take(end - position);
      yield piece;
      position += piece.length;
    }
  }
}

function gnuParts(block: Uint8Array, start: number, count: number): SparseMap['parts'] {
  const parts: SparseMap['parts'] = [];
  for (let at = start; at < start + count * 24 && block[at] !== 0; at += 24) {
    parts.push({ offset: parseNumber(block, at, 12), length: parseNumber(block, at + 12, 12) });
  }
  return parts;
}

function pairs(numbers: readonly number[]): SparseMap['parts'] {
  const parts: SparseMap['parts'] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2)
    parts.push({ offset: itemAt(numbers, i), length: itemAt(numbers, i + 1) });
  return parts;
}
