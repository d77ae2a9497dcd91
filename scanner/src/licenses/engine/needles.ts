// Finds many short strings in bytes at once, or the places at which some of them may begin. Most places are told by two bytes together.

/** Finds needles; one per thread. */
export interface NeedleFinder {
  /** For each needle its places in the bytes, in order. */
  find(bytes: Uint8Array): number[][];
}

/** The bytes, as a latin1 text, that may stand at the first, second and third place; '' is any byte. */
export type Beginning = readonly [first: string, second: string, third: string];

/** Finds where something may begin. */
export interface PlaceFinder {
  /** The places in a piece of the bytes at which one of the beginnings may stand, in order, counted from the piece's. */
  inPiece(bytes: Uint8Array, from: number): number[];
}

/** Bytes looked at in one go. */
export const PIECE_BYTES = 1 << 16;

/** Needles are of latin1, case matters, and each has three bytes at least. */
export function createNeedleFinder(needles: readonly string[]): NeedleFinder {
  const wanted = needles.map((needle) => Buffer.from(needle, 'latin1'));
  const heads = [...new Set(needles.map((needle) => needle.slice(0, 3)))].sort();
  const places = createPlaceFinder(heads.map((head) => [head[0]!, head[1]!, head[2]!]));
  return {
    find(bytes) {
      const found: number[][] = wanted.map(() => []);
      for (let from = 0; from < bytes.length; from += PIECE_BYTES)
        for (const place of places.inPiece(bytes, from)) compare(bytes, from + place, wanted, found);
      return found;
    },
  };
}

/** Notes the needles that stand at a place. */
function compare(bytes: Uint8Array, at: number, wanted: readonly Buffer[], places: number[][]): void {
  // Called for every place of every file: an iterator of pairs was an eighth of all that a scan allocates.
  for (let n = 0; n < wanted.length; n++) {
    const needle = wanted[n]!;
    let same = 0;
    while (same < needle.length && bytes[at + same] === needle[same]) same++;
    if (same === needle.length) places[n]!.push(at);
  }
}

/** Beginnings that share a bit may be taken for each other. */
const GROUPS = 32;

export function createPlaceFinder(beginnings: readonly Beginning[]): PlaceFinder {
  const groups = [0, 1, 2].map((place) => {
    const table = new Uint32Array(256);
    for (const [index, beginning] of beginnings.entries())
      for (const byte of bytesOf(beginning[place]!)) table[byte]! |= 1 << (index % GROUPS);
    return table;
  });
  const [first, second, third] = groups as [Uint32Array, Uint32Array, Uint32Array];
  const pairs = new Uint8Array(1 << 16).map((_, pair) => (first[pair >>> 8]! & second[pair & 255]! ? 1 : 0));
  const isPlace = (a: number, b: number, c: number) => (first[a]! & second[b]! & third[c]!) !== 0;
  return {
    inPiece(bytes, from) {
      const places: number[] = [];
      const end = Math.min(bytes.length, from + PIECE_BYTES);
      const whole = Math.min(end, bytes.length - 2);
      let pair = bytes[from] ?? 0;
      let at = from;
      for (; at < whole; at++) {
        pair = ((pair << 8) | bytes[at + 1]!) & 0xffff;
        if (pairs[pair] !== 0 && isPlace(pair >>> 8, pair & 255, bytes[at + 2]!)) places.push(at - from);
      }
      for (; at < end; at++) if (isPlace(bytes[at]!, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)) places.push(at - from);
      return places;
    },
  };
}

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

export function bytesOf(text: string): Uint8Array {
  return text === '' ? EVERY_BYTE : Buffer.from(text, 'latin1');
}
