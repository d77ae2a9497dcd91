// Finds every rule that matches the tokens word for word: from each possible start, narrows the range of sorted rules
// token by token. Returns the longest rule per place; select.ts decides between overlapping matches.
import { pairSlot } from './compile-index.ts';
import type { LicenseIndex } from './index-format.ts';
import { UNKNOWN } from './tokens.ts';

/** Rule `rules[i]` matches at token `starts[i]`. The object is reused for the next file. */
export interface ExactHits {
  rules: Uint32Array;
  starts: Uint32Array;
  count: number;
  /** Tokens at which an `SPDX-License-Identifier` may begin. */
  tags: number[];
}

export function createExactHits(): ExactHits {
  return { rules: new Uint32Array(1024), starts: new Uint32Array(1024), count: 0, tags: [] };
}

/**
 * Fills `hits` with the longest rule at each of the tokens `places`, in order. `places` must contain every token where
 * a rule begins.
 */
export function findExact(
  index: LicenseIndex,
  tokens: Uint16Array,
  count: number,
  places: Uint32Array,
  hits: ExactHits,
): void {
  const { pairKeys, pairLow, pairHigh, singles } = index;
  const mask = pairKeys.length - 1;
  hits.count = 0;
  hits.tags.length = 0;
  const { spdx, license } = index.tagWords;
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!;
    const first = tokens[at]!;
    if (first === spdx && tokens[at + 1] === license) hits.tags.push(at);
    const second = at + 1 < count ? tokens[at + 1]! : UNKNOWN;
    let rule = -1;
    if (second !== UNKNOWN) {
      const key = ((first << 16) | second) >>> 0;
      for (let slot = pairSlot(key, mask); pairKeys[slot] !== 0; slot = (slot + 1) & mask) {
        if (pairKeys[slot] === key) {
          rule = longestRule(index, tokens, count, at, pairLow[slot]!, pairHigh[slot]!);
          break;
        }
      }
    }
    if (rule < 0) {
      if (singles[first] === 0) continue;
      rule = singles[first]! - 1;
    }
    if (hits.count === hits.rules.length) growHits(hits);
    hits.rules[hits.count] = rule;
    hits.starts[hits.count++] = at;
  }
}

function longestRule(
  index: LicenseIndex,
  tokens: Uint16Array,
  count: number,
  at: number,
  from: number,
  to: number,
): number {
  const { ruleStarts, tokens: ruleTokens } = index;
  let low = from;
  let high = to;
  let best = -1;
  for (let depth = 2; ; depth++) {
    if (ruleStarts[low + 1]! - ruleStarts[low]! === depth) {
      best = low;
      low++;
      if (low === high) return best;
    }
    if (at + depth >= count) return best;
    const wanted = tokens[at + depth]!;
    if (wanted === UNKNOWN) return best;
    if (high - low === 1) {
      const length = ruleStarts[low + 1]! - ruleStarts[low]!;
      if (at + length > count) return best;
      const base = ruleStarts[low]!;
      for (let i = depth; i < length; i++) if (ruleTokens[base + i] !== tokens[at + i]) return best;
      return low;
    }
    low = lowerBound(index, low, high, depth, wanted);
    high = lowerBound(index, low, high, depth, wanted + 1);
    if (low === high) return best;
  }
}

/**
 * First rule in [low, high) whose token at `depth` is at least `wanted`. All these rules are longer than `depth`, and
 * their earlier tokens are equal.
 */
function lowerBound(index: LicenseIndex, low: number, high: number, depth: number, wanted: number): number {
  const { ruleStarts, tokens } = index;
  let a = low;
  let b = high;
  while (a < b) {
    const middle = (a + b) >>> 1;
    if (tokens[ruleStarts[middle]! + depth]! < wanted) a = middle + 1;
    else b = middle;
  }
  return a;
}

function growHits(hits: ExactHits): void {
  const rules = new Uint32Array(hits.rules.length * 2);
  rules.set(hits.rules);
  const starts = new Uint32Array(hits.starts.length * 2);
  starts.set(hits.starts);
  hits.rules = rules;
  hits.starts = starts;
}
