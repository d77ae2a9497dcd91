// Finds many texts of eight bytes and more in one pass that looks at a part of the bytes only (S. Wu, U. Manber, 1994): most blocks of
// three bytes stand in no anchor, and their distance from the next possible end of one is known. The finders of places and of search terms
// look at every byte, which costs more than the recognisers of libraries may.

/** Bytes of each anchor that are looked for; the rest is compared. */
const KEY_BYTES = 8;
const BLOCK_BYTES = 3;
const TABLE_BITS = 15;

/** Answers the anchors in order of their places. `next` is told each place of each anchor, and may answer false to end the search. */
export interface AnchorFinder {
  find(bytes: Uint8Array, end: number, next: (anchor: number, at: number) => boolean): void;
}

export const LEAST_ANCHOR_BYTES = KEY_BYTES;

/** Anchors are latin1, case matters. One shorter than eight bytes throws: it would be found too late and too often. */
export function createAnchorFinder(anchors: readonly string[]): AnchorFinder {
  const wanted = anchors.map((anchor) => Buffer.from(anchor, 'latin1'));
  const short = anchors.find((_, index) => wanted[index]!.length < KEY_BYTES);
  if (short !== undefined) throw new RangeError(`The anchor "${short}" is shorter than ${KEY_BYTES} bytes.`);
  const shifts = new Uint8Array(1 << TABLE_BITS).fill(KEY_BYTES - BLOCK_BYTES + 1);
  const keys = wanted.map(rarestKey);
  const byLastBlock: number[][] = [];
  for (const [index, anchor] of wanted.entries()) {
    const key = keys[index]!;
    for (let end = BLOCK_BYTES; end <= KEY_BYTES; end++) {
      const block = blockOf(anchor[key + end - 3]!, anchor[key + end - 2]!, anchor[key + end - 1]!);
      shifts[block] = Math.min(shifts[block]!, KEY_BYTES - end);
      if (end === KEY_BYTES) byLastBlock[block] = [...(byLastBlock[block] ?? []), index];
    }
  }
  const find: AnchorFinder['find'] = (bytes, end, next) => {
    const last = Math.min(end, bytes.length);
    let at = KEY_BYTES - 1;
    while (at < last) {
      const block = blockOf(bytes[at - 2]!, bytes[at - 1]!, bytes[at]!);
      const shift = shifts[block]!;
      if (shift > 0) {
        at += shift;
        continue;
      }
      for (const index of byLastBlock[block]!) {
        const from = at - KEY_BYTES + 1 - keys[index]!;
        if (from >= 0 && stands(wanted[index]!, bytes, from) && !next(index, from)) return;
      }
      at++;
    }
  };
  return { find };
}

/** Where the eight bytes of an anchor begin that ordinary text holds most rarely: capitals and signs, not small letters and blanks. */
function rarestKey(anchor: Uint8Array): number {
  let best = 0;
  let most = -1;
  for (let start = 0; start + KEY_BYTES <= anchor.length; start++) {
    let rarity = 0;
    for (let index = start; index < start + KEY_BYTES; index++) rarity += rarityOf(anchor[index]!);
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

function blockOf(a: number, b: number, c: number): number {
  return ((a << 10) ^ (b << 5) ^ c) & ((1 << TABLE_BITS) - 1);
}

function stands(anchor: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let index = 0; index < anchor.length; index++) if (bytes[from + index] !== anchor[index]) return false;
  return true;
}
