// Which grams identify a rule, and in which part of a long region the rule is searched.
import { describe, expect, it } from 'vitest';
import { loadLicenseIndex } from '../index.ts';
import { createApproximateScratch, narrowed } from './candidates.ts';
import { countedShare, gramHash } from './compile-index.ts';
import { FLAG_APPROXIMATE, type LicenseIndex } from './index-format.ts';
import { WILDCARD } from './tokens.ts';

describe('a rule is found', () => {
  const index = loadLicenseIndex();
  const rules = Array.from({ length: index.ruleCount }, (_, rule) => rule).filter(
    (rule) => (index.ruleFlags[rule]! & FLAG_APPROXIMATE) !== 0,
  );
  const wordsOf = (rule: number) => index.tokens.subarray(index.ruleStarts[rule]!, index.ruleStarts[rule + 1]!);
  const gramsOf = (words: Uint16Array): number => {
    const grams = new Set<number>();
    for (let at = 0; at + 3 < words.length; at++) {
      const [a, b, c, d] = words.subarray(at, at + 4) as unknown as [number, number, number, number];
      if (Math.min(a, b, c, d) > WILDCARD) grams.add(gramHash(a, b, c, d));
    }
    return grams.size;
  };

  it('by all its grams if it is short, by a quarter of them if it is long', () => {
    const shares = { short: [] as number[], long: [] as number[] };
    for (const rule of rules) {
      const words = wordsOf(rule);
      const share = index.ruleGrams[rule]! / gramsOf(words);
      shares[countedShare(words.length) === 1 ? 'short' : 'long'].push(share);
    }
    expect(shares.short.length).toBeGreaterThan(100);
    expect(new Set(shares.short)).toEqual(new Set([1]));
    const mean = shares.long.reduce((sum, share) => sum + share, 0) / shares.long.length;
    expect(mean).toBeGreaterThan(0.24);
    expect(mean).toBeLessThan(0.26);
  });
});

/** A rule of `size` words, with one of its grams at each of the places. */
function stretchesOf(size: number, places: number[], length: number) {
  const index = {
    ruleStarts: Uint32Array.of(0, size),
    gramStarts: Uint32Array.of(0),
    gramCounts: Uint32Array.of(1),
    postings: Uint32Array.of(0),
  } as unknown as LicenseIndex;
  const scratch = createApproximateScratch();
  scratch.positions = Uint32Array.from(places);
  scratch.slots = new Uint32Array(places.length);
  scratch.sought = new Uint8Array(1);
  const region = { low: 0, high: length, from: 0, to: places.length };
  const [candidate] = narrowed(index, [{ rule: 0, stretches: [region], gramShare: 1 }], region, scratch);
  return candidate!.stretches;
}

const every = (step: number, from: number, to: number): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);

describe('the stretch in which a rule is searched', () => {
  it('is the part with most of its words', () => {
    const [first, ...others] = stretchesOf(1000, [...every(50, 5000, 6000), ...every(5, 20_000, 21_000)], 40_000);
    expect(first!.low).toBeLessThanOrEqual(20_000);
    expect(first!.high).toBeGreaterThanOrEqual(21_000);
    expect(first!.high - first!.low).toBeLessThan(2500);
    expect(others).toEqual([]);
  });

  it('contains the whole text with an end of mostly names, even after another text with the same beginning', () => {
    const text = [...every(2, 10_700, 11_500), ...every(40, 11_500, 11_800)];
    const [first] = stretchesOf(1000, [...every(4, 9900, 10_690), ...text], 40_000);
    expect(first!.low).toBeLessThanOrEqual(10_700);
    expect(first!.high).toBeGreaterThanOrEqual(11_800);
  });

  it('is the whole region if that is not much longer than the rule', () => {
    expect(stretchesOf(1500, every(10, 0, 1500), 2500)).toEqual([{ low: 0, high: 2500, from: 0, to: 150 }]);
  });
});
