// The approximate stage, for what exact matching left over: sampled word 4-grams vote for rules, the best are aligned, the closest wins.
// A region is divided by each accepted match, so that a file of many licenses is answered part by part.
import { type Alignment, alignRule, nearness, WILDCARD_REACH } from './align.ts';
import { sampledGram } from './compile-index.ts';
import type { LicenseIndex } from './index-format.ts';
import { recallRegion, regionKey, rememberRegion } from './region-memory.ts';
import { countWords, forgetWords, sharedWords } from './shared-words.ts';

/** Tokens without any known 4-gram that end a region. */
const REGION_GAP = 64;
/** Longest region voted on at once; longer ones are cut. */
const MAX_REGION = 40_000;
const MAX_CANDIDATES = 20;
const MIN_VOTE_SHARE = 0.45;
const MIN_COVERAGE = 0.8;
const MIN_COVERAGE_LONG = 0.7;
const LONG_RULE = 400;
/** Share of coverage forgiven where the license is named as well. */
const NAMED_ALLOWANCE = 0.06;

/** A license that exact matching found named at token `start`. Sorted by start. */
export interface NamedLicense {
  expression: string;
  start: number;
  kind: string;
}

/** Working memory of the approximate stage; one per thread. */
export interface ApproximateScratch {
  positions: Uint32Array;
  slots: Uint32Array;
  votes: Uint16Array;
  touched: Uint32Array;
  /** Per slot of the gram table, the number of the last vote that counted it: a gram said twice counts once. */
  counted: Uint32Array;
  votings: number;
}

export function createApproximateScratch(): ApproximateScratch {
  return {
    positions: new Uint32Array(4096),
    slots: new Uint32Array(4096),
    votes: new Uint16Array(0),
    touched: new Uint32Array(0),
    counted: new Uint32Array(0),
    votings: 0,
  };
}

/** A candidate that was looked at and not taken, for `explain`. */
export interface Rejection {
  alignment: Alignment;
  why: string;
}

/**
 * Alignments accepted in tokens [0, count). `grams` are the tokens at which a sampled gram may begin that a rule has as well. `covered` marks tokens that exact matches explain: a region wholly covered is not looked at.
 * Stops at `deadline` (ms of the clock given) and says so.
 */
export function findApproximate(
  index: LicenseIndex,
  tokens: Uint16Array,
  count: number,
  grams: Uint32Array,
  covered: Uint8Array,
  scratch: ApproximateScratch,
  isLate: () => boolean,
  named: NamedLicense[],
  rejections?: Rejection[],
): { alignments: Alignment[]; isTruncated: boolean } {
  const alignments: Alignment[] = [];
  const hits = knownGrams(index, tokens, grams, scratch);
  let from = 0;
  while (from < hits) {
    let to = from + 1;
    let open = covered[scratch.positions[from]!] ? 0 : 1;
    while (
      to < hits &&
      scratch.positions[to]! - scratch.positions[to - 1]! <= REGION_GAP &&
      scratch.positions[to]! - scratch.positions[from]! < MAX_REGION
    ) {
      if (!covered[scratch.positions[to]!]) open++;
      to++;
    }
    if (open >= 2) {
      if (isLate()) return { alignments, isTruncated: true };
      const low = Math.max(0, scratch.positions[from]! - 30);
      const high = Math.min(count, scratch.positions[to - 1]! + 34);
      const key = rejections ? '' : regionKey(tokens, low, high, named, NAME_REACH);
      const known = key === '' ? undefined : recallRegion(index.buffer, key, low);
      const found = known ?? [];
      if (!known) {
        solveRegion({ isLate, index, tokens, scratch, alignments: found, named, rejections }, low, high, from, to, 0);
        if (key !== '' && !isLate()) rememberRegion(index.buffer, key, low, found);
      }
      alignments.push(...found);
    }
    from = to;
  }
  return { alignments, isTruncated: isLate() };
}

/** Keeps of `places` those at which a gram of the table begins, and its slot; answers their number. */
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
    const gram = sampledGram(tokens[at]!, tokens[at + 1]!, tokens[at + 2]!, tokens[at + 3]!);
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

/** What stays the same while one file's regions are divided. */
interface Search {
  isLate: () => boolean;
  index: LicenseIndex;
  tokens: Uint16Array;
  scratch: ApproximateScratch;
  alignments: Alignment[];
  named: NamedLicense[];
  rejections: Rejection[] | undefined;
}

/** What a name close by is worth, in words. */
const NAME_BONUS = 12;
const NAME_REACH = 40;

function solveRegion(search: Search, low: number, high: number, from: number, to: number, depth: number): void {
  if (to - from < 2 || depth > 200 || search.isLate()) return;
  const { scratch } = search;
  const best = bestAlignment(search, low, high, candidates(search.index, from, to, scratch));
  if (!best) return;
  search.alignments.push(best);
  let left = from;
  while (left < to && scratch.positions[left]! < best.start) left++;
  let right = left;
  while (right < to && scratch.positions[right]! < best.end) right++;
  solveRegion(search, low, best.start, from, left, depth + 1);
  solveRegion(search, best.end, high, right, to, depth + 1);
}

/** The rule among `rules` that is closest to tokens [low, high), when one is close enough. */
function bestAlignment(search: Search, low: number, high: number, rules: number[]): Alignment | undefined {
  const { index, tokens, rejections } = search;
  if (rules.length === 0) return undefined;
  let best: Alignment | undefined;
  let bestQuality = 0;
  countWords(tokens, low, high);
  for (const rule of rules) {
    const names = namesOf(search, rule, low, high);
    // Who asks for an explanation wants to hear of every rule.
    if (!rejections && !mayBeBest(index, rule, names.length > 0, best ? bestQuality : undefined)) continue;
    const alignment = alignRule(index, rule, tokens, low, high);
    if (!alignment) continue;
    // A title or a reference close by settles it between near-equal texts.
    const isNamed = names.some(
      ({ start }) => start >= Math.max(alignment.start, low) - NAME_REACH && start < alignment.end,
    );
    const why = refusal(index, alignment, isNamed);
    if (why !== '') {
      rejections?.push({ alignment, why });
      continue;
    }
    const quality = nearness(alignment) + (isNamed ? NAME_BONUS : 0);
    if (!best || quality > bestQuality) {
      if (best) rejections?.push({ alignment: best, why: 'another rule is closer to the text' });
      best = alignment;
      bestQuality = quality;
    } else rejections?.push({ alignment, why: 'another rule is closer to the text' });
  }
  forgetWords(tokens, low, high);
  return best;
}

function namesOf(search: Search, rule: number, low: number, high: number): NamedLicense[] {
  const expression = search.index.expressions[search.index.ruleExpressions[rule]!]!;
  return search.named.filter(
    (name) => name.expression === expression && name.start >= low - NAME_REACH && name.start < high,
  );
}

/** False when a rule shares too few words with the stretch counted to be accepted, or to be closer than the best so far. */
function mayBeBest(index: LicenseIndex, rule: number, mayBeNamed: boolean, bestQuality: number | undefined): boolean {
  const known = index.ruleKnown[rule]!;
  const { shared, wildcards } = sharedWords(index, rule);
  if (shared / known < leastCoverage(index, rule, mayBeNamed)) return false;
  if (bestQuality === undefined) return true;
  const most = { matched: shared, missing: known - shared, extra: 0, allowed: wildcards * WILDCARD_REACH };
  return nearness(most) + (mayBeNamed ? NAME_BONUS : 0) > bestQuality;
}

/** The rules that share most sampled 4-grams with the hits [from, to), best first. */
function candidates(index: LicenseIndex, from: number, to: number, scratch: ApproximateScratch): number[] {
  if (scratch.votes.length < index.ruleCount) {
    scratch.votes = new Uint16Array(index.ruleCount);
    scratch.touched = new Uint32Array(index.ruleCount);
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
  const ranked: { rule: number; rank: number }[] = [];
  for (let i = 0; i < touchedCount; i++) {
    const rule = touched[i]!;
    const grams = index.ruleGrams[rule]!;
    const found = Math.min(votes[rule]!, grams);
    votes[rule] = 0;
    if (found < MIN_VOTE_SHARE * grams) continue;
    const rank = (found * found) / grams;
    if (ranked.length === MAX_CANDIDATES && rank <= ranked[MAX_CANDIDATES - 1]!.rank) continue;
    let place = ranked.length;
    while (place > 0 && ranked[place - 1]!.rank < rank) place--;
    ranked.splice(place, 0, { rule, rank });
    if (ranked.length > MAX_CANDIDATES) ranked.pop();
  }
  return ranked.map(({ rule }) => rule);
}

/** Share of a rule's words that have to be found. */
function leastCoverage(index: LicenseIndex, rule: number, isNamed: boolean): number {
  return Math.max(
    index.ruleCoverage[rule]! / 100,
    (index.ruleKnown[rule]! >= LONG_RULE ? MIN_COVERAGE_LONG : MIN_COVERAGE) - (isNamed ? NAMED_ALLOWANCE : 0),
  );
}

/** Why an alignment is not good enough; '' when it is. */
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
