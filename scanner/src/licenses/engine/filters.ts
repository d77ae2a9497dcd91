// Filters of an index, for words and word pairs at the start of rules, and for grams of rules. A filter passes all of
// these and few others, so the tables are rarely accessed.
import type { LicenseIndex } from './index-format.ts';

/** Bits per key in the filters of pairs and grams: one of sixteen unknown keys also passes. */
const FILTER_BITS = 16;

/** By word: 1 if a rule of several words begins with it, 2 if it is a whole rule. */
export function ruleHeads({ pairKeys, singles, tagWords }: LicenseIndex): Uint8Array {
  const heads = new Uint8Array(65_536);
  for (let slot = 0; slot < pairKeys.length; slot++) if (pairKeys[slot] !== 0) heads[pairKeys[slot]! >>> 16]! |= 1;
  for (let word = 0; word < singles.length; word++) if (singles[word] !== 0) heads[word]! |= 2;
  heads[tagWords.spdx]! |= 1;
  return heads;
}

/** The bit of a pair in its filter: `key` is two word ids in one number. */
export const pairBit = (key: number, shift: number): number => Math.imul(key, 0x9e3779b1) >>> shift;

export function pairFilter({ pairKeys, tagWords }: LicenseIndex): { bits: Uint8Array; shift: number } {
  const { bits, width } = emptyFilter(pairKeys);
  const shift = 32 - width;
  const add = (key: number) => setBit(bits, pairBit(key, shift));
  for (let slot = 0; slot < pairKeys.length; slot++) if (pairKeys[slot] !== 0) add(pairKeys[slot]!);
  add((tagWords.spdx << 16) | tagWords.license);
  return { bits, shift };
}

export function gramFilter({ gramKeys }: LicenseIndex): Uint8Array {
  const { bits, width } = emptyFilter(gramKeys);
  const mask = 2 ** width - 1;
  for (let slot = 0; slot < gramKeys.length; slot++)
    if (gramKeys[slot] !== 0) setBit(bits, (gramKeys[slot]! >>> 1) & mask);
  return bits;
}

/**
 * A filter of 2 to the power of `width` bits, large enough for the keys of a hash table. Free slots of the table are 0.
 */
function emptyFilter(keys: Uint32Array): { bits: Uint8Array; width: number } {
  let used = 0;
  for (let slot = 0; slot < keys.length; slot++) if (keys[slot] !== 0) used++;
  const width = Math.max(13, Math.ceil(Math.log2(used * FILTER_BITS)));
  return { bits: new Uint8Array(2 ** (width - 3)), width };
}

function setBit(bits: Uint8Array, at: number): void {
  bits[at >>> 3]! |= 1 << (at & 7);
}
