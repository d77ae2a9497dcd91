// Reads a text for one index: its words, and the places where a rule or a gram may begin. There is one reader per index
// and thread, because it reuses its arrays.
import { gramHash } from './compile-index.ts';
import { gramFilter, pairBit, pairFilter, ruleHeads } from './filters.ts';
import type { LicenseIndex } from './index-format.ts';
import { createTokenBuffer, type TokenBuffer, tokenize, UNKNOWN, WILDCARD } from './tokens.ts';

export interface TextReader {
  /** The tokens of a text, with offsets from its beginning. Valid until the next call. */
  tokenize(text: Uint8Array): TokenBuffer;
  /** The tokens of the last text where a rule may begin, in order. Valid until the next call. */
  ruleStarts(): Uint32Array;
  /** The tokens of the last text where a gram that identifies a rule may begin, in order. Valid until the next call. */
  gramPlaces(): Uint32Array;
}

const readers = new WeakMap<SharedArrayBuffer, TextReader>();

/** The thread's reader for an index. */
export function readerOf(index: LicenseIndex): TextReader {
  const reader = readers.get(index.buffer) ?? createTextReader(index);
  readers.set(index.buffer, reader);
  return reader;
}

/** This many unknown words follow the text, so code that looks ahead needs no check for the end. */
const MARGIN = 80;

function createTextReader(index: LicenseIndex): TextReader {
  const heads = ruleHeads(index);
  const pairs = pairFilter(index);
  const grams = gramFilter(index);
  const gramMask = grams.length * 8 - 1;
  const tokens = createTokenBuffer();
  let places = new Uint32Array(tokens.ids.length);
  return {
    tokenize(text) {
      tokens.count = 0;
      tokenize(text, index.dictionary, tokens);
      tokens.ids.fill(UNKNOWN, tokens.count, tokens.count + MARGIN);
      if (places.length < tokens.ids.length) places = new Uint32Array(tokens.ids.length);
      return tokens;
    },
    ruleStarts() {
      const { ids, count } = tokens;
      let found = 0;
      for (let at = 0; at < count; at++) {
        const first = ids[at]!;
        const head = heads[first]!;
        if (head === 0) continue;
        const second = at + 1 < count ? ids[at + 1]! : UNKNOWN;
        const isStart =
          (head & 2) !== 0 || (second !== UNKNOWN && hasBit(pairs.bits, pairBit((first << 16) | second, pairs.shift)));
        if (isStart) places[found++] = at;
      }
      return places.subarray(0, found);
    },
    gramPlaces() {
      const { ids, count } = tokens;
      let found = 0;
      let known = 0;
      for (let at = 0; at < count; at++) {
        known = ids[at]! > WILDCARD ? known + 1 : 0;
        if (known < 4) continue;
        const gram = gramHash(ids[at - 3]!, ids[at - 2]!, ids[at - 1]!, ids[at]!);
        if (hasBit(grams, (gram >>> 1) & gramMask)) places[found++] = at - 3;
      }
      return places.subarray(0, found);
    },
  };
}

const hasBit = (bits: Uint8Array, at: number): boolean => ((bits[at >>> 3]! >>> (at & 7)) & 1) !== 0;
