// Finds many texts of eight bytes and more in one pass that reads only a part of the bytes (S. Wu, U. Manber, 1994).
// Most blocks of four bytes occur in no anchor, and for each block the distance to the next possible end of an anchor
// is known. The finders of places and of search terms read every byte, which would be too slow for the recognisers of
// libraries.

/**
 * The number of bytes of each anchor that are searched; the shortest anchor limits it. The rest is compared. More bytes
 * give longer steps.
 */
const LEAST_KEY_BYTES = 8;
const MOST_KEY_BYTES = 12;
const BLOCK_BYTES = 4;
const TABLE_BITS = 16;

/** Calls `next` with each place of each anchor, in order. `next` may return false to end the search. */
export interface AnchorFinder {
  find(bytes: Uint8Array, end: number, next: (anchor: number, at: number) => boolean): void;
}

export const LEAST_ANCHOR_BYTES = LEAST_KEY_BYTES;

/**
 * Anchors are latin1 and case-sensitive. An anchor shorter than eight bytes throws, because it would be found too
 * slowly and too often.
 */
export function createAnchorFinder(anchors: readonly string[]): AnchorFinder {
  const wanted = anchors.map((anchor) => Buffer.from(anchor, 'latin1'));
  const short = anchors.find((_, index) => wanted[index]!.length < LEAST_KEY_BYTES);
  if (short !== undefined) throw new RangeError(`The anchor "${short}" is shorter than ${LEAST_KEY_BYTES} bytes.`);
  const keyBytes = wanted.reduce((least, { length }) => Math.min(least, length), MOST_KEY_BYTES);
  const shifts = new Uint8Array(1 << TABLE_BITS).fill(keyBytes - BLOCK_BYTES + 1);
  const keys = wanted.map((anchor) => rarestKey(anchor, keyBytes));
  const byLastBlock: number[][] = [];
  for (const [index, anchor] of wanted.entries()) {
    const key = keys[index]!;
    for (let end = BLOCK_BYTES; end <= keyBytes; end++) {
      const block = blockAt(viewOf(anchor), key + end - 1);
      shifts[block] = Math.min(shifts[block]!, keyBytes - end);
      if (end === keyBytes) byLastBlock[block] = [...(byLastBlock[block] ?? []), index];
    }
  }
  const find: AnchorFinder['find'] = (bytes, end, next) => {
    const last = Math.min(end, bytes.length);
    const view = viewOf(bytes);
    let at = keyBytes - 1;
    while (at < last) {
      const block = blockAt(view, at);
      const shift = shifts[block]!;
      if (shift > 0) {
        at += shift;
        continue;
      }
      for (const index of byLastBlock[block]!) {
        const from = at - keyBytes + 1 - keys[index]!;
        if (from >= 0 && stands(wanted[index]!, bytes, from) && !next(index, from)) return;
      }
      at++;
    }
  };
  return { find };
}

/**
 * Where the bytes of an anchor begin that are rarest in ordinary text: capitals and signs, not lower-case letters and
 * blanks.
 */
function rarestKey(anchor: Uint8Array, keyBytes: number): number {
  let best = 0;
  let most = -1;
  for (let start = 0; start + keyBytes <= anchor.length; start++) {
    let rarity = 0;
    for (let index = start; index < start + keyBytes; index++) rarity += rarityOf(anchor[index]!);
    if (rarity > most) {
      most = rarity;
      best = start;
    }
  }
  return best;
}

function rarityOf(byte: number): number {
  const isSmall = byte >= 0x61 && byte <= 0x7a;
  if (isSmall) return RARE_LETTERS.includes(byte) ? 2 : 1;
  return byte === 0x20 ? 0 : byte === 0x5f ? 2 : 3;
}

const RARE_LETTERS = Buffer.from('jkqvwxyzbg');

/**
 * The number of the block that ends at an offset. Blocks may share a number, which costs a comparison. Reads the four
 * bytes at once, and multiplies them to spread the blocks of ordinary text over all numbers.
 */
function blockAt(view: DataView, at: number): number {
  return Math.imul(view.getInt32(at - 3, true), SPREAD) >>> (32 - TABLE_BITS);
}

/** 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

function stands(anchor: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let index = 0; index < anchor.length; index++) if (bytes[from + index] !== anchor[index]) return false;
  return true;
}
