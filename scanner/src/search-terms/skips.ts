// Searches bytes for texts that all have a certain length, and skips most of the bytes: S. Wu and U. Manber, "A fast algorithm for multi-pattern
// searching", 1994. Three bytes tell how far the next place is at least.
import { firstOf } from '../items.ts';

/** The shortest text for which skipping is worth its tables. */
export const SHORTEST_SKIPPED = 4;
/** Three bytes as a number, small enough for the fastest cache. Different bytes may have the same number. */
const NUMBERS = 1 << 15;
const numberOf = (first: number, second: number, third: number): number =>
  ((first << 10) ^ (second << 5) ^ third) & (NUMBERS - 1);
const BLOCK = 3;
const MOST_SKIPPED = 255;

/** Calls `next` with each place of each text, for one text in the order of its places. It may return false to end the search. */
export type SkipSearch = (bytes: Uint8Array, end: number, next: (text: number, at: number) => boolean) => void;

/** Tells capitals from small letters. No text may be shorter than SHORTEST_SKIPPED. */
export function createSkipSearch(texts: readonly Uint8Array[]): SkipSearch {
  const length = Math.min(MOST_SKIPPED, ...texts.map((text) => text.length));
  const windows = texts.map((text) => windowOf(text, length));
  const { skips, ending } = tablesOf(windows, length);
  return (bytes, end, next) => {
    for (let last = length - 1; last < end; ) {
      const number = numberOf(bytes[last - 2]!, bytes[last - 1]!, bytes[last]!);
      const skip = skips[number]!;
      if (skip > 0) {
        last += skip;
        continue;
      }
      for (const text of ending[number]!) {
        const wanted = texts[text]!;
        const at = last + 1 - length - windows[text]!.from;
        if (at >= 0 && at + wanted.length <= end && isAt(wanted, bytes, at) && !next(text, at)) return;
      }
      last++;
    }
  };
}

/** The part of a text that is looked for. */
interface Window {
  from: number;
  bytes: Uint8Array;
}

/** The first part that does not end with a run of one byte: blanks and lines of signs are everywhere. */
function windowOf(text: Uint8Array, length: number): Window {
  const windows = Array.from({ length: text.length - length + 1 }, (_, from) => ({
    from,
    bytes: text.subarray(from, from + length),
  }));
  return windows.find(({ bytes }) => new Set(bytes.subarray(-BLOCK)).size === BLOCK) ?? firstOf(windows);
}

/** How far the search goes on from three bytes, and the texts whose windows end with them. */
function tablesOf(windows: readonly Window[], length: number): { skips: Uint8Array; ending: number[][] } {
  const skips = new Uint8Array(NUMBERS).fill(length - BLOCK + 1);
  const ending: number[][] = Array.from({ length: NUMBERS }, () => NONE);
  for (const [text, { bytes }] of windows.entries())
    for (let last = BLOCK - 1; last < length; last++) {
      const number = numberOf(bytes[last - 2]!, bytes[last - 1]!, bytes[last]!);
      skips[number] = Math.min(skips[number]!, length - 1 - last);
      if (last === length - 1) ending[number] = [...ending[number]!, text];
    }
  return { skips, ending };
}

const NONE: number[] = [];

/** Whether the text stands at this place. */
export function isAt(text: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[from + index] !== text[index]) return false;
  return true;
}
