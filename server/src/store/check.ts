// Checks stored bytes by the checksums of their blocks, without decompressing, so it costs little more than reading. The digest of the content was
// checked when it was written; if the checksum is right, the content is unchanged.
import { BLOCK_HEADER_BYTES, checkBlock, parseBlockHeader } from './block.ts';
import { requireBytes } from './block-cache.ts';
import { CorruptBlob, withDigest } from './corruption.ts';
import { type BlobLocation, compareLocations, type Extent, extentsOf, parseLocation } from './location.ts';
import type { StorePlace } from './places/place.ts';

const WINDOW_BYTES = 1024 * 1024;
const AT_ONCE = 4;
/** Number of blocks remembered as intact; about 128 GB of content. Others are checked again. */
const MOST_REMEMBERED = 500_000;

/** Blocks that were checked and found intact, for instance during one upload. */
export type SoundBlocks = Set<string>;

/** The locations with changed bytes, by digest, with the fault. */
export async function findBroken(
  place: StorePlace,
  locations: Iterable<BlobLocation>,
  sound: SoundBlocks,
): Promise<Map<string, CorruptBlob>> {
  const broken = new Map<string, CorruptBlob>();
  const queue = [...locations].sort(compareLocations).values();
  const check = async () => {
    for (const location of queue) {
      const fault = await faultOf(place, parseLocation(location), sound);
      if (fault) broken.set(location.sha256, fault);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, check));
  return broken;
}

async function faultOf(
  place: StorePlace,
  location: BlobLocation,
  sound: SoundBlocks,
): Promise<CorruptBlob | undefined> {
  try {
    for (const extent of extentsOf(location)) {
      const key = `${extent.segment}:${extent.blockOffset}:${extent.blockLength}`;
      if (sound.has(key)) continue;
      await checkExtent(place, extent);
      if (sound.size < MOST_REMEMBERED) sound.add(key);
    }
    return undefined;
  } catch (error) {
    if (error instanceof CorruptBlob) return withDigest(error, location.sha256) as CorruptBlob;
    throw error;
  }
}

async function checkExtent(place: StorePlace, { segment, blockOffset, blockLength }: Extent): Promise<void> {
  const end = blockOffset + blockLength;
  for (let offset = blockOffset; offset < end; ) {
    const length = Math.min(WINDOW_BYTES, end - offset);
    const window = requireBytes(await place.read(segment, offset, length), length, segment, offset);
    const first = offset;
    for (;;) {
      const rest = window.subarray(offset - first);
      if (rest.length < BLOCK_HEADER_BYTES) break;
      const { blockLength: size } = parseBlockHeader(rest, segment, offset);
      if (size > rest.length) break;
      checkBlock(rest.subarray(0, size), segment, offset);
      offset += size;
    }
    if (offset === first) throw new CorruptBlob('', segment, offset, 'the block does not end within its run');
  }
}
