// The kernel without WebAssembly, for processors that cannot run kernel.wasm: the same answers, several times slower.
import { gramHash } from '../compile-index.ts';
import type { LicenseIndex } from '../index-format.ts';
import { createTokenBuffer, tokenize, UNKNOWN, WILDCARD } from '../tokens.ts';
import { gramFilter, pairBit, pairFilter, ruleHeads } from './filters.ts';
import type { Kernel } from './index.ts';
import { type Beginning, bytesOf, type NeedleFinder, PIECE_BYTES, type PlaceFinder } from './needles.ts';

export function createPlainKernel(index: LicenseIndex): Kernel {
  const heads = ruleHeads(index);
  const pairs = pairFilter(index);
  const grams = gramFilter(index);
  const gramMask = grams.length * 8 - 1;
  const tokens = createTokenBuffer();
  let places = new Uint32Array(tokens.ids.length);
  const mayBeginRule = (at: number): boolean => {
    const first = tokens.ids[at]!;
    const second = at + 1 < tokens.count ? tokens.ids[at + 1]! : UNKNOWN;
    const head = heads[first]!;
    if ((head & 2) !== 0) return true;
    return (head & 1) !== 0 && second !== UNKNOWN && hasBit(pairs.bits, pairBit((first << 16) | second, pairs.shift));
  };
  const mayBeginGram = (at: number): boolean => {
    if (at + 3 >= tokens.count) return false;
    const [a, b, c, d] = [tokens.ids[at]!, tokens.ids[at + 1]!, tokens.ids[at + 2]!, tokens.ids[at + 3]!];
    if (Math.min(a, b, c, d) <= WILDCARD) return false;
    return hasBit(grams, (gramHash(a, b, c, d) >>> 1) & gramMask);
  };
  const placesWhere = (isPlace: (at: number) => boolean): Uint32Array => {
    let found = 0;
    for (let at = 0; at < tokens.count; at++) if (isPlace(at)) places[found++] = at;
    return places.subarray(0, found);
  };
  return {
    tokenize(text) {
      tokens.count = 0;
      tokenize(text, index.dictionary, tokens);
      // Nothing is known of what follows, as behind the kernel's tokens.
      tokens.ids.fill(UNKNOWN, tokens.count, tokens.count + 80);
      if (places.length < tokens.count) places = new Uint32Array(tokens.ids.length);
      return tokens;
    },
    ruleStarts: () => placesWhere(mayBeginRule),
    gramPlaces: () => placesWhere(mayBeginGram),
  };
}

function hasBit(bits: Uint8Array, at: number): boolean {
  return ((bits[at >>> 3]! >>> (at & 7)) & 1) !== 0;
}

/** The same of the needles: each is looked for on its own. */
export function createPlainNeedleFinder(needles: readonly string[]): NeedleFinder {
  const wanted = needles.map((needle) => Buffer.from(needle, 'latin1'));
  return {
    find(bytes) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      return wanted.map((needle) => {
        const places: number[] = [];
        for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) places.push(at);
        return places;
      });
    },
  };
}

/** The same of beginnings: every byte is looked at. */
export function createPlainPlaceFinder(beginnings: readonly Beginning[]): PlaceFinder {
  const groups = [0, 1, 2].map((place) => {
    const table = new Uint32Array(256);
    for (const [index, beginning] of beginnings.entries())
      for (const byte of bytesOf(beginning[place]!)) table[byte]! |= 1 << (index % 32);
    return table;
  });
  const [first, second, third] = groups as [Uint32Array, Uint32Array, Uint32Array];
  return {
    inPiece(bytes, from) {
      const places: number[] = [];
      const end = Math.min(bytes.length, from + PIECE_BYTES);
      for (let at = from; at < end; at++)
        if (first[bytes[at]!]! & second[bytes[at + 1] ?? 0]! & third[bytes[at + 2] ?? 0]!) places.push(at - from);
      return Uint32Array.from(places);
    },
  };
}
