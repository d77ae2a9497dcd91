// Finds many short strings in bytes at once, or the places where some of them may begin. For most places, two bytes
// together decide.

/** Finds needles; one per thread. */
export interface NeedleFinder {
  /** For each needle its offsets in the bytes, in order. */
  find(bytes: Uint8Array): number[][];
}

/** The possible bytes at the first, second and third place, as latin1 text; '' is any byte. */
export type Beginning = readonly [first: string, second: string, third: string];

/** Finds where something may begin. */
export interface PlaceFinder {
  /**
   * The places in a piece of the bytes where one of the beginnings may be, in order, relative to the start of the
   * piece.
   */
  inPiece(bytes: Uint8Array, from: number): number[];
}

/** Bytes that are searched in one step. */
export const PIECE_BYTES = 1 << 16;

/** Needles are latin1 text of at least three bytes. Case matters. */
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

/** Records the needles that begin at a place. */
function compare(bytes: Uint8Array, at: number, wanted: readonly Buffer[], places: number[][]): void {
  // Called for every place of every file. An iterator of pairs made up an eighth of all memory that a scan allocates.
  for (let n = 0; n < wanted.length; n++) {
    const needle = wanted[n]!;
    let same = 0;
    while (same < needle.length && bytes[at + same] === needle[same]) same++;
    if (same === needle.length) places[n]!.push(at);
  }
}

/** Beginnings in the same group share a bit and can be confused with each other. */
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
