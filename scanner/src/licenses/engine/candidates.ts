// Chooses the rules that a region may contain, by votes of word 4-grams, and their likely places in a long region. Aligns nothing.
import { countedShare } from './compile-index.ts';
import type { LicenseIndex } from './index-format.ts';

const MAX_CANDIDATES = 32;
/** The same for a long region, in which each rule is searched at several places. */
const MAX_CANDIDATES_LONG = 20;
const MIN_VOTE_SHARE = 0.45;
/** An additional word between those of a rule breaks grams, although no word of the rule is missing. */
const MOST_VOTE_SHARE = 0.9;
/** A missing word breaks up to four grams, and only a part of a long rule's grams is counted. */
const GRAMS_OF_MISSING = 10;
/** Longer regions (in words) are narrowed for each rule: the cost of aligning grows with the region. */
const LONG_REGION = 2000;
/** A region less than this many times as long as the rule is searched as a whole: narrowing gains little. */
const LEAST_TIMES_LONGER = 2;
/** Most places where a rule is searched before the region is divided. */
const MAX_STRETCHES = 6;
/** Number of additional words among a rule's own. */
const SLACK = 64;

/** Tokens [low, high). */
export interface Stretch {
  low: number;
  high: number;
}

/** A rule that a region may contain. */
export interface RuleCandidate {
  rule: number;
  /** Where to search for it, the likeliest place first. */
  stretches: Stretch[];
  /** Share of the rule's counted grams that occur in the region. */
  gramShare: number;
  /** The tokens where they begin, ascending, for a rule that is not searched in the whole region. */
  places?: readonly number[];
}

/** Upper bound for the share of a candidate's counted grams in a stretch. */
export function gramShareIn(
  index: LicenseIndex,
  { rule, places, gramShare }: RuleCandidate,
  { low, high }: Stretch,
): number {
  if (!places) return gramShare;
  return Math.min(gramShare, (firstFrom(places, high) - firstFrom(places, low)) / index.ruleGrams[rule]!);
}

/** How many of the ascending `places` are before `token`. */
function firstFrom(places: readonly number[], token: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle]! < token) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Working memory of the approximate stage; one per thread. */
export interface ApproximateScratch {
  positions: Uint32Array;
  slots: Uint32Array;
  votes: Uint16Array;
  touched: Uint32Array;
  /** Per slot of the gram table, the number of the last vote that counted it: a repeated gram counts once. */
  counted: Uint32Array;
  votings: number;
  /** Per rule, 1 + its index among the rules to be narrowed; 0 for all others. */
  sought: Uint8Array;
}

export function createApproximateScratch(): ApproximateScratch {
  return {
    positions: new Uint32Array(4096),
    slots: new Uint32Array(4096),
    votes: new Uint16Array(0),
    touched: new Uint32Array(0),
    counted: new Uint32Array(0),
    votings: 0,
    sought: new Uint8Array(0),
  };
}

/** A stretch and its hits [from, to). */
export interface Region extends Stretch {
  from: number;
  to: number;
}

/** The rules that share most word sequences with a region, by their 4-grams, best first, each to be searched in the whole region. */
export function candidatesOf(
  index: LicenseIndex,
  { low, high, from, to }: Region,
  scratch: ApproximateScratch,
): RuleCandidate[] {
  if (scratch.votes.length < index.ruleCount) {
    scratch.votes = new Uint16Array(index.ruleCount);
    scratch.touched = new Uint32Array(index.ruleCount);
    scratch.sought = new Uint8Array(index.ruleCount);
  }
  if (scratch.counted.length < index.gramKeys.length || scratch.votings === 0xffffffff) {
    scratch.counted = new Uint32Array(index.gramKeys.length);
    scratch.votings = 0;
  }
  const voting = ++scratch.votings;
  const { votes, touched, counted } = scratch;
  let touchedCount = 0;
  for (let hit = from; hit < to; hit++) {
    const slot = scratch.slots[hit]!;
    if (counted[slot] === voting) continue;
    counted[slot] = voting;
    const start = index.gramStarts[slot]!;
    const end = start + index.gramCounts[slot]!;
    for (let i = start; i < end; i++) {
      const rule = index.postings[i]!;
      const had = votes[rule]!;
      if (had === 0) touched[touchedCount++] = rule;
      if (had < 65535) votes[rule] = had + 1;
    }
  }
  const most = high - low > LONG_REGION ? MAX_CANDIDATES_LONG : MAX_CANDIDATES;
  const ranked: (RuleCandidate & { rank: number })[] = [];
  for (let i = 0; i < touchedCount; i++) {
    const rule = touched[i]!;
    const grams = index.ruleGrams[rule]!;
    const found = Math.min(votes[rule]!, grams);
    votes[rule] = 0;
    if (found < leastShare(index.ruleCoverage[rule]!) * grams) continue;
    // Scaled as if all grams of every rule were counted.
    const rank = (found * found) / grams / countedShare(index.ruleStarts[rule + 1]! - index.ruleStarts[rule]!);
    if (ranked.length === most && rank <= ranked[most - 1]!.rank) continue;
    let place = ranked.length;
    while (place > 0 && ranked[place - 1]!.rank < rank) place--;
    ranked.splice(place, 0, { rule, stretches: [{ low, high }], gramShare: found / grams, rank });
    if (ranked.length > most) ranked.pop();
  }
  return ranked;
}

/** Share of a rule's grams that must occur if `coverage` percent of its words must. */
const leastShare = (coverage: number): number =>
  Math.min(MOST_VOTE_SHARE, Math.max(MIN_VOTE_SHARE, 1 - GRAMS_OF_MISSING * (1 - coverage / 100)));

/**
 * The same candidates, but rules much shorter than a long region are limited to the places where their grams are densest. Further copies
 * are found when the rest of the region is searched.
 */
export function narrowed(
  index: LicenseIndex,
  ranked: readonly RuleCandidate[],
  region: Region,
  scratch: ApproximateScratch,
): readonly RuleCandidate[] {
  if (lengthOf(region) <= LONG_REGION) return ranked;
  const sizeOf = (rule: number) => index.ruleStarts[rule + 1]! - index.ruleStarts[rule]!;
  const short = ranked.map(({ rule }) => rule).filter((rule) => sizeOf(rule) * LEAST_TIMES_LONGER < lengthOf(region));
  if (short.length === 0) return ranked;
  const placesOfRules = placesOf(index, short, region, scratch);
  return ranked.map((candidate) => {
    const { rule } = candidate;
    const places = placesOfRules.get(rule);
    if (!places) return candidate;
    const size = sizeOf(rule);
    const width = size + (size >> 2) + SLACK;
    // Rules of one family occur at one place: rounded ends make their stretches equal, so that they are searched once.
    const step = 1 << Math.max(5, 30 - Math.clz32(size));
    const stretches = densest(places, size).map((start) => ({
      low: Math.max(region.low, Math.floor((start - (size >> 3) - SLACK) / step) * step),
      high: Math.min(region.high, Math.ceil((start + width) / step) * step),
    }));
    return { ...candidate, stretches, places };
  });
}

const lengthOf = ({ low, high }: Stretch): number => high - low;

/** The tokens with grams of each rule, ascending. */
function placesOf(
  index: LicenseIndex,
  rules: readonly number[],
  { from, to }: Region,
  { sought, slots, positions }: ApproximateScratch,
): Map<number, number[]> {
  const places = rules.map((): number[] => []);
  for (const [i, rule] of rules.entries()) sought[rule] = i + 1;
  for (let hit = from; hit < to; hit++) {
    const slot = slots[hit]!;
    const start = index.gramStarts[slot]!;
    const end = start + index.gramCounts[slot]!;
    for (let i = start; i < end; i++) {
      const number = sought[index.postings[i]!]!;
      if (number > 0) places[number - 1]!.push(positions[hit]!);
    }
  }
  for (const rule of rules) sought[rule] = 0;
  return new Map(rules.map((rule, i) => [rule, places[i]!]));
}

/**
 * The beginnings of stretches of `width` that contain many of the places, the fullest first. The others are at least
 * half as full.
 */
function densest(places: readonly number[], width: number): number[] {
  const windows: { start: number; count: number }[] = [];
  let end = 0;
  for (let first = 0; first < places.length; first++) {
    const start = places[first]!;
    while (end < places.length && places[end]! < start + width) end++;
    const count = end - first;
    const last = windows.at(-1);
    if (!last || start >= last.start + width) windows.push({ start, count });
    else if (count > last.count) windows[windows.length - 1] = { start, count };
  }
  windows.sort((a, b) => b.count - a.count);
  const full = windows.filter(({ count }) => count >= windows[0]!.count / 2);
  return full.slice(0, MAX_STRETCHES).map(({ start }) => start);
}
