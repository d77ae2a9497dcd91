// Whole segments, for the collection of deleted contents: who may still write to one, and which blocks it has. Changes no bytes.
import { BLOCK_HEADER_BYTES, parseBlockHeader, SEGMENT_HEADER } from './block.ts';
import { CorruptBlob } from './corruption.ts';
import { ownerOf } from './location.ts';
import type { StorePlace } from './places/place.ts';
import type { OpenSegment, PackWriter } from './writer.ts';

export interface SegmentBlock {
  blockOffset: number;
  blockLength: number;
}

/** `free`: nobody will append to it. `mine`: a writer of this store has it open. `elsewhere`: its store instance lives, or may live. */
export type SegmentUse = 'free' | 'mine' | 'elsewhere';

export async function useOfSegment(
  place: StorePlace,
  { idle, writers }: { idle: OpenSegment[]; writers: ReadonlySet<PackWriter> },
  segment: string,
): Promise<SegmentUse> {
  const owner = ownerOf(segment);
  if (owner !== place.owner) return (await place.ownerState(owner)) === 'dead' ? 'free' : 'elsewhere';
  for (const writer of writers) if (writer.segment === segment) return 'mine';
  // Taken out of the list before anything is awaited, so that no writer can continue it.
  const index = idle.findIndex(({ name }) => name === segment);
  const [open] = index < 0 ? [] : idle.splice(index, 1);
  await open?.sink.close();
  return 'free';
}

/** Follows the headers. What begins no block ends the list: those bytes are `strayBytes`. */
export async function blocksOfSegment(
  place: StorePlace,
  segment: string,
): Promise<{ blocks: SegmentBlock[]; strayBytes: number }> {
  const sizeBytes = (await place.list()).find((one) => one.segment === segment)?.sizeBytes ?? 0;
  const blocks: SegmentBlock[] = [];
  let offset = SEGMENT_HEADER.length;
  while (offset + BLOCK_HEADER_BYTES <= sizeBytes) {
    const blockLength = await lengthOfBlock(place, segment, offset);
    if (blockLength === undefined || offset + blockLength > sizeBytes) break;
    blocks.push({ blockOffset: offset, blockLength });
    offset += blockLength;
  }
  return { blocks, strayBytes: Math.max(0, sizeBytes - offset) };
}

async function lengthOfBlock(place: StorePlace, segment: string, offset: number): Promise<number | undefined> {
  const header = await place.read(segment, offset, BLOCK_HEADER_BYTES);
  if (!header || header.length < BLOCK_HEADER_BYTES) return undefined;
  try {
    return parseBlockHeader(header, segment, offset).blockLength;
  } catch (error) {
    if (error instanceof CorruptBlob) return undefined;
    throw error;
  }
}
