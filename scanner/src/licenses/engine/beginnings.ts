// Finds the places in bytes where a regular expression may begin, by the possible values of its first three bytes. For
// most places, two bytes together decide.

/** The possible bytes at the first, second and third place, as latin1 text; '' is any byte. */
export type FirstBytes = readonly [first: string, second: string, third: string];

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

/** Beginnings in the same group share a bit and can be confused with each other. */
const GROUPS = 32;

export function createPlaceFinder(beginnings: readonly FirstBytes[]): PlaceFinder {
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
