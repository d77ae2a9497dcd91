// The approximate stage, for text that exact matching did not explain: word 4-grams vote for rules, the best rules are
// aligned, and the closest wins. Each accepted match divides the region, so each license in a file of many licenses is
// found.
import { type Alignment, alignRule, nearness, WILDCARD_REACH } from './align.ts';
import {
  type ApproximateScratch,
  candidatesOf,
  gramShareIn,
  narrowed,
  type Region,
  type RuleCandidate,
  type Stretch,
} from './candidates.ts';
import { gramHash } from './compile-index.ts';
import { decisiveDifference } from './decisive.ts';
import type { ExactMatch, NamedLicense } from './exact-finds.ts';
import type { LicenseIndex } from './index-format.ts';
import { recallRegion, regionKey, rememberRegion } from './region-memory.ts';
import { countWords, forgetWords, sharedWords } from './shared-words.ts';

export type { ExactMatch } from './exact-finds.ts';

/** Number of tokens without a known 4-gram that ends a region. */
const REGION_GAP = 64;
/** A region is searched only if it has this many grams outside exact matches. The shortest rule has as many. */
const LEAST_OPEN = 7;
/** Longest region for one vote, in tokens; longer ones are cut. */
const MAX_REGION = 40_000;
const MIN_COVERAGE = 0.8;
const MIN_COVERAGE_LONG = 0.7;
const LONG_RULE = 400;
const WORDS_OF_GRAM = 4;
/** A rule needs this many counted grams before its nearness can be estimated from them. */
const ENOUGH_GRAMS = 16;
/** A rule needs this much less coverage if the text also names its license. */
const NAMED_ALLOWANCE = 0.06;

/** An alignment that was examined and not accepted, for `explain`. */
export interface Rejection {
  alignment: Alignment;
  why: string;
}

/** The text of a file or of a part of it, with the results of the exact stage. */
export interface ApproximateInput {
  index: LicenseIndex;
  tokens: Uint16Array;
  /** Number of tokens. */
  count: number;
  /** The tokens where a gram that identifies a rule may begin. */
  grams: Uint32Array;
  /** Marks the tokens that exact matches explain. A region with few other tokens is skipped. */
  covered: Uint8Array;
  /** Rules of this stage that match word for word, by their first token. */
  exact: readonly ExactMatch[];
  /** The names of licenses in the text, by expression. */
  named: ReadonlyMap<string, NamedLicense[]>;
  /** True after the time limit. */
  isLate: () => boolean;
  /** Collects the alignments that were not accepted; undefined if nobody needs them. */
  rejections: Rejection[] | undefined;
}

/** The accepted alignments. `isTruncated` if the time limit ended the search before the last region. */
export function findApproximate(
  input: ApproximateInput,
  scratch: ApproximateScratch,
): { alignments: Alignment[]; isTruncated: boolean } {
  const { tokens, index, count, covered, exact, named, isLate, rejections } = input;
  const alignments: Alignment[] = [];
  const hits = knownGrams(index, tokens, input.grams, scratch);
  let from = 0;
  while (from < hits) {
    const { to, isCut } = regionEnd(scratch.positions, from, hits);
    let next = to;
    let open = 0;
    for (let hit = from; hit < to; hit++) if (!covered[scratch.positions[hit]!]) open++;
    if (open >= LEAST_OPEN) {
      if (isLate()) return { alignments, isTruncated: true };
      const low = Math.max(0, scratch.positions[from]! - 30);
      const high = Math.min(count, scratch.positions[to - 1]! + 34);
      const key = rejections ? '' : regionKey(tokens, low, high, exact, named, NAME_REACH);
      const known = key === '' ? undefined : recallRegion(index.buffer, key, low);
      let found = known ?? [];
      if (!known) {
        solveRegion({ input, scratch, alignments: found }, low, high, from, to, 0);
        if (key !== '' && !isLate()) rememberRegion(index.buffer, key, low, found);
      }
      if (isCut) {
        const sure = found.filter(({ end }) => end <= scratch.positions[to - 1]! - REGION_GAP);
        const again = firstHitBehind(sure, scratch.positions, from, to);
        if (again < to) [found, next] = [sure, again];
      }
      alignments.push(...found);
    }
    from = next;
  }
  return { alignments, isTruncated: isLate() };
}

/** The first hit after the region that begins with hit `from`, and whether the region was cut, so that its text may continue there. */
function regionEnd(positions: Uint32Array, from: number, hits: number): { to: number; isCut: boolean } {
  const gapBefore = (hit: number) => positions[hit]! - positions[hit - 1]!;
  const length = (hit: number) => positions[hit]! - positions[from]!;
  let to = from + 1;
  while (to < hits && gapBefore(to) <= REGION_GAP && length(to) < MAX_REGION) to++;
  if (to === hits || gapBefore(to) > REGION_GAP) return { to, isCut: false };
  // The region is too long. Cut it at the widest gap near here, which is rarely inside a text.
  let cut = to;
  for (let hit = to - 1; length(hit) > 0.75 * MAX_REGION; hit--) if (gapBefore(hit) > gapBefore(cut)) cut = hit;
  return { to: cut, isCut: true };
}

/**
 * Where the region after a cut one begins: after the last alignment that is certain, so that it contains all of a text
 * that the cut may divide. Returns `to` if that is too far back.
 */
function firstHitBehind(sure: readonly Alignment[], positions: Uint32Array, from: number, to: number): number {
  const end = Math.max(0, ...sure.map((alignment) => alignment.end));
  let hit = to;
  while (hit > from && positions[hit - 1]! >= end) hit--;
  return hit > from && positions[to]! - positions[hit]! <= MAX_REGION / 2 ? hit : to;
}

/** Keeps those `places` where a gram of the table begins, and its slot. Returns their number. */
function knownGrams(
  index: LicenseIndex,
  tokens: Uint16Array,
  places: Uint32Array,
  scratch: ApproximateScratch,
): number {
  const { gramKeys } = index;
  const mask = gramKeys.length - 1;
  let hits = 0;
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!;
    const gram = gramHash(tokens[at]!, tokens[at + 1]!, tokens[at + 2]!, tokens[at + 3]!);
    for (let slot = (gram >>> 1) & mask; gramKeys[slot] !== 0; slot = (slot + 1) & mask) {
      if (gramKeys[slot] !== gram) continue;
      if (hits === scratch.positions.length) {
        scratch.positions = grown(scratch.positions);
        scratch.slots = grown(scratch.slots);
      }
      scratch.positions[hits] = at;
      scratch.slots[hits++] = slot;
      break;
    }
  }
  return hits;
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** The constant inputs while a region is divided. */
interface Search {
  input: ApproximateInput;
  scratch: ApproximateScratch;
  alignments: Alignment[];
}

/** Bonus for a license name nearby, in words. */
const NAME_BONUS = 12;
const NAME_REACH = 40;

function solveRegion(search: Search, low: number, high: number, from: number, to: number, depth: number): void {
  const { input, scratch } = search;
  if (to - from < 2 || depth > 200 || input.isLate()) return;
  const region = { low, high, from, to };
  const best = bestAlignment(input, region, scratch);
  if (!best) return;
  search.alignments.push(best);
  let left = from;
  while (left < to && scratch.positions[left]! < best.start) left++;
  let right = left;
  while (right < to && scratch.positions[right]! < best.end) right++;
  solveRegion(search, low, best.start, from, left, depth + 1);
  solveRegion(search, best.end, high, right, to, depth + 1);
}

/** The alignment that is closest to the text, if one is close enough. */
function bestAlignment(input: ApproximateInput, region: Region, scratch: ApproximateScratch): Alignment | undefined {
  const { index, tokens, rejections } = input;
  const ranked = candidatesOf(index, region, scratch);
  const whole = wholeMatches(input, ranked, region);
  let best: Taken | undefined;
  for (const match of whole.values()) {
    // Word-for-word matches need no alignment. Examined first, they exclude most other rules.
    best = better(input, best, judged(input, match, { low: match.start, high: match.end }));
  }
  const hopeful = rejections ? ranked : ranked.filter((candidate) => mayBeCloser(input, candidate, region, best));
  const candidates = narrowed(index, hopeful, region, scratch);
  const words = countedWords(tokens);
  const lookedAt = candidates.map((): Stretch[] => []);
  for (const [i, candidate] of candidates.entries()) {
    for (const stretch of whole.has(candidate.rule) ? [] : candidate.stretches) {
      lookedAt[i]!.push(stretch);
      const taken = closestIn(input, candidate, stretch, words, best);
      best = better(input, best, taken);
      if (taken) break;
    }
  }
  // A text may occur several times in the region. Then another rule may have been examined only at another place, so it
  // is compared here too.
  const there = best?.alignment;
  for (const [i, candidate] of candidates.entries()) {
    if (!there || !candidate.places || candidate.rule === there.rule) continue;
    if (lookedAt[i]!.some(({ low, high }) => low <= there.start && high >= there.end)) continue;
    best = better(input, best, closestIn(input, candidate, around(there, region), words, best));
  }
  words.forget();
  return best?.alignment;
}

/** An alignment that is good enough. */
interface Taken {
  alignment: Alignment;
  quality: number;
}

/** Returns the closer of two, and records why the other was refused. */
function better(
  { rejections }: ApproximateInput,
  best: Taken | undefined,
  other: Taken | undefined,
): Taken | undefined {
  if (!best || !other) return best ?? other;
  const [closer, farther] = other.quality > best.quality ? [other, best] : [best, other];
  rejections?.push({ alignment: farther.alignment, why: 'another rule is closer to the text' });
  return closer;
}

/** The alignment of a candidate with a stretch. Undefined if it is not good enough or cannot be closer than the best so far. */
function closestIn(
  input: ApproximateInput,
  candidate: RuleCandidate,
  stretch: Stretch,
  words: CountedWords,
  best: Taken | undefined,
): Taken | undefined {
  const { index, tokens, rejections } = input;
  const { rule } = candidate;
  // An explanation covers every rule, so nothing is skipped then.
  if (!rejections) {
    if (!mayBeCloser(input, candidate, stretch, best)) return undefined;
    words.count(stretch);
    if (!mayBeBest(index, rule, isNamedAround(input, rule, stretch), best?.quality)) return undefined;
  }
  const alignment = alignRule(index, rule, tokens, stretch.low, stretch.high);
  return alignment && judged(input, alignment, stretch);
}

/** The range around an alignment that a longer text may cover. */
function around({ start, end }: Alignment, { low, high }: Stretch): Stretch {
  const margin = (end - start) >> 1;
  return { low: Math.max(low, start - margin), high: Math.min(high, end + margin) };
}

/** The quality of an alignment. Undefined if it is not good enough; then it is added to the rejections. */
function judged(input: ApproximateInput, alignment: Alignment, stretch: Stretch): Taken | undefined {
  const { index, rejections } = input;
  // Of texts that are nearly equal, a title or a reference nearby decides.
  const isNamed = namesOf(input, alignment.rule, stretch).some(
    ({ start }) => start >= Math.max(alignment.start, stretch.low) - NAME_REACH && start < alignment.end,
  );
  const why = refusal(index, alignment, isNamed) || decisiveDifference(index, input.tokens, alignment);
  if (why !== '') {
    rejections?.push({ alignment, why });
    return undefined;
  }
  return { alignment, quality: nearness(alignment) + (isNamed ? NAME_BONUS : 0) };
}

interface CountedWords {
  count(stretch: Stretch): void;
  forget(): void;
}

/** The words of one stretch at a time, counted for mayBeBest(). Does not count the same stretch again. */
function countedWords(tokens: Uint16Array): CountedWords {
  let counted = { low: 0, high: 0 };
  const forget = () => forgetWords(tokens, counted.low, counted.high);
  return {
    forget,
    count(stretch) {
      if (stretch.low === counted.low && stretch.high === counted.high) return;
      forget();
      countWords(tokens, stretch.low, stretch.high);
      counted = stretch;
    },
  };
}

/** The candidates' rules that match word for word in the region, as alignments. */
function wholeMatches(
  { exact }: ApproximateInput,
  candidates: readonly RuleCandidate[],
  { low, high }: Stretch,
): Map<number, Alignment> {
  const matches = new Map<number, Alignment>();
  for (const { rule } of candidates) {
    const match = exact.find((one) => one.rule === rule && one.start >= low && one.end <= high);
    if (!match) continue;
    const { start, end } = match;
    const size = end - start;
    const runs = { runs: [start, size], ruleRuns: [0] };
    matches.set(rule, { rule, start, end, matched: size, missing: 0, extra: 0, allowed: 0, ...runs });
  }
  return matches;
}

/** The names of a rule's license in a stretch or near it. */
function namesOf({ index, named }: ApproximateInput, rule: number, { low, high }: Stretch): NamedLicense[] {
  const names = named.get(index.expressions[index.ruleExpressions[rule]!]!) ?? [];
  return names.filter(({ start }) => start >= low - NAME_REACH && start < high);
}

const isNamedAround = (input: ApproximateInput, rule: number, stretch: Stretch): boolean =>
  namesOf(input, rule, stretch).length > 0;

/**
 * False if a candidate has too few grams in a stretch to be closer than the best so far. If it is false for a stretch,
 * it is false for all its parts.
 */
function mayBeCloser(
  input: ApproximateInput,
  candidate: RuleCandidate,
  stretch: Stretch,
  best: Taken | undefined,
): boolean {
  if (!best) return true;
  const mayBeNamed = isNamedAround(input, candidate.rule, stretch);
  return likelyQuality(input.index, candidate, stretch, mayBeNamed) > best.quality;
}

/**
 * Upper bound for the nearness to expect: each word of the rule that is missing in the text breaks at most four grams.
 * This is an estimate, because only a part of a long rule's grams is counted. For rules with few grams there is no
 * estimate.
 */
function likelyQuality(index: LicenseIndex, candidate: RuleCandidate, stretch: Stretch, mayBeNamed: boolean): number {
  const { rule } = candidate;
  if (index.ruleGrams[rule]! < ENOUGH_GRAMS) return Number.POSITIVE_INFINITY;
  const known = index.ruleKnown[rule]!;
  const missing = (known * (1 - gramShareIn(index, candidate, stretch))) / WORDS_OF_GRAM;
  const wildcards = index.ruleStarts[rule + 1]! - index.ruleStarts[rule]! - known;
  const most = { matched: known - missing, missing, extra: 0, allowed: wildcards * WILDCARD_REACH };
  return nearness(most) + (mayBeNamed ? NAME_BONUS : 0);
}

/** False if a rule shares too few words with the counted stretch to be accepted, or to be closer than the best so far. */
function mayBeBest(index: LicenseIndex, rule: number, mayBeNamed: boolean, bestQuality: number | undefined): boolean {
  const known = index.ruleKnown[rule]!;
  const { shared, wildcards } = sharedWords(index, rule);
  if (shared / known < leastCoverage(index, rule, mayBeNamed)) return false;
  if (bestQuality === undefined) return true;
  const most = { matched: shared, missing: known - shared, extra: 0, allowed: wildcards * WILDCARD_REACH };
  return nearness(most) + (mayBeNamed ? NAME_BONUS : 0) > bestQuality;
}

/** The share of a rule's words that must be found. */
function leastCoverage(index: LicenseIndex, rule: number, isNamed: boolean): number {
  return Math.max(
    index.ruleCoverage[rule]! / 100,
    (index.ruleKnown[rule]! >= LONG_RULE ? MIN_COVERAGE_LONG : MIN_COVERAGE) - (isNamed ? NAMED_ALLOWANCE : 0),
  );
}

/** Why an alignment is not good enough; '' if it is. */
function refusal(index: LicenseIndex, alignment: Alignment, isNamed: boolean): string {
  const coverage = alignment.matched / index.ruleKnown[alignment.rule]!;
  const least = leastCoverage(index, alignment.rule, isNamed);
  if (coverage < least)
    return `only ${Math.floor(coverage * 100)} % of the rule's words were found, ${Math.round(least * 100)} % are needed`;
  if (alignment.extra > 0.3 * alignment.matched + 6) return `${alignment.extra} words stand between the matched ones`;
  return missingPhrase(index, alignment);
}

function missingPhrase(index: LicenseIndex, { rule, runs, ruleRuns }: Alignment): string {
  for (let i = index.phraseStarts[rule]!; i < index.phraseStarts[rule + 1]!; i += 2) {
    const start = index.phrases[i]!;
    const end = start + index.phrases[i + 1]!;
    const isThere = ruleRuns.some((at, run) => at <= start && at + runs[run * 2 + 1]! >= end);
    if (!isThere) {
      const words = index.words();
      const text = Array.from(
        index.tokens.subarray(index.ruleStarts[rule]! + start, index.ruleStarts[rule]! + end),
        (token) => words[token],
      );
      return `the phrase "${text.join(' ')}" has to be there word for word`;
    }
  }
  return '';
}
