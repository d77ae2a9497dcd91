// Aligns the words of a rule with a stretch of a file: finds common runs of three or more words, chains them in order,
// and fills small gaps word by word. Pure arithmetic on token ids; approximate.ts decides whether a result is good
// enough.
import type { LicenseIndex } from './index-format.ts';
import { UNKNOWN, WILDCARD } from './tokens.ts';

/** How a rule matches tokens [start, end) of a file. */
export interface Alignment {
  rule: number;
  start: number;
  end: number;
  /** Number of the rule's words that were found. */
  matched: number;
  /** Number of the rule's words that were not found, without wildcards. */
  missing: number;
  /** Additional words of the file in between, beyond what wildcards allow. */
  extra: number;
  /** Words of the file that match wildcards of the rule. */
  allowed: number;
  /** Pairs of token position and length: the matched parts of the file. */
  runs: number[];
  /** The position in the rule for each of `runs`. */
  ruleRuns: number[];
}

/** Maximum number of words for one wildcard. */
export const WILDCARD_REACH = 24;
const MAX_RUNS = 500;
const MAX_FILL = 3600;
/** Share of a rule's words that must be in runs. */
const LEAST_IN_RUNS = 0.5;

let heads = new Int32Array(1 << 12);
let nexts = new Int32Array(1 << 12);
let tailRun = new Int32Array(1 << 12);
let tailStart = new Int32Array(1 << 12);
let fill = new Uint16Array(MAX_FILL + 200);
/** The runs of the current alignment, one array per field, because there may be a hundred thousand. */
const found = { query: new Int32Array(1 << 12), rule: new Int32Array(1 << 12), length: new Int32Array(1 << 12) };
const scores = new Float64Array(MAX_RUNS);
/** For each run, the best score up to and including it. */
const bestSoFar = new Float64Array(MAX_RUNS);
const before = new Int32Array(MAX_RUNS);

interface Run {
  query: number;
  rule: number;
  length: number;
}

/** Aligns a rule with tokens [low, high). Undefined if they share too few words. */
export function alignRule(
  index: LicenseIndex,
  rule: number,
  tokens: Uint16Array,
  low: number,
  high: number,
): Alignment | undefined {
  const base = index.ruleStarts[rule]!;
  const size = index.ruleStarts[rule + 1]! - base;
  const runs = chainRuns(fewerRuns(commonRuns(index.tokens, base, size, tokens, low, high)));
  // Single words between the runs add few words: below this share, filling the gaps is not worth the time.
  if (runs.reduce((sum, run) => sum + run.length, 0) < LEAST_IN_RUNS * index.ruleKnown[rule]!) return undefined;
  return measure(index, rule, base, size, tokens, low, high, runs);
}

/** Finds all common runs of three or more words; returns their number. */
function commonRuns(
  ruleTokens: Uint16Array,
  base: number,
  size: number,
  tokens: Uint16Array,
  low: number,
  high: number,
): number {
  let buckets = 256;
  while (buckets < size) buckets *= 2;
  if (heads.length < buckets) heads = new Int32Array(buckets);
  if (nexts.length < size) {
    nexts = new Int32Array(size * 2);
    tailRun = new Int32Array(size * 2);
    tailStart = new Int32Array(size * 2);
  }
  heads.fill(-1, 0, buckets);
  tailRun.fill(-1, 0, size);
  const mask = buckets - 1;
  const hash = (a: number, b: number, c: number) =>
    ((Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> 9) & mask;
  for (let r = 0; r + 2 < size; r++) {
    const bucket = hash(ruleTokens[base + r]!, ruleTokens[base + r + 1]!, ruleTokens[base + r + 2]!);
    nexts[r] = heads[bucket]!;
    heads[bucket] = r;
  }
  let count = 0;
  for (let q = low; q + 2 < high; q++) {
    const a = tokens[q]!;
    const b = tokens[q + 1]!;
    const c = tokens[q + 2]!;
    if (a === UNKNOWN || b === UNKNOWN || c === UNKNOWN) continue;
    // Buckets list rule positions in descending order, so tailRun[r - 1] still refers to the previous token.
    for (let r = heads[hash(a, b, c)]!; r >= 0; r = nexts[r]!) {
      if (ruleTokens[base + r] !== a || ruleTokens[base + r + 1] !== b || ruleTokens[base + r + 2] !== c) continue;
      const previous = r > 0 ? tailRun[r - 1]! : -1;
      if (previous >= 0 && tailStart[r - 1] === q - 1) {
        found.length[previous]!++;
        tailRun[r] = previous;
      } else {
        if (count === found.query.length) growFound();
        tailRun[r] = count;
        found.query[count] = q;
        found.rule[count] = r;
        found.length[count++] = 3;
      }
      tailStart[r] = q;
    }
  }
  return count;
}

function growFound(): void {
  for (const key of ['query', 'rule', 'length'] as const) {
    const larger = new Int32Array(found[key].length * 2);
    larger.set(found[key]);
    found[key] = larger;
  }
}

/** Drops the shorter runs until few enough are left; returns their number. */
function fewerRuns(count: number): number {
  const { query, rule, length } = found;
  let left = count;
  for (let least = 4; left > MAX_RUNS; least += 2) {
    let kept = 0;
    for (let i = 0; i < left; i++) {
      if (length[i]! < least) continue;
      query[kept] = query[i]!;
      rule[kept] = rule[i]!;
      length[kept++] = length[i]!;
    }
    left = kept;
  }
  return left;
}

/** The best chain of runs that ascends in both texts. Gaps lower the score, so a chain does not mix two copies. */
function chainRuns(count: number): Run[] {
  const { query, rule, length } = found;
  let best = -1;
  for (let j = 0; j < count; j++) {
    const ownQuery = query[j]!;
    const ownRule = rule[j]!;
    const ownLength = length[j]!;
    let bestScore = ownLength;
    before[j] = -1;
    // The next run adds at most its length to any chain: once a good chain is found, few others need checking.
    for (let i = j - 1; i >= 0 && bestSoFar[i]! + ownLength > bestScore; i--) {
      if (scores[i]! + ownLength <= bestScore || ownRule <= rule[i]!) continue;
      let dq = ownQuery - query[i]! - length[i]!;
      let dr = ownRule - rule[i]! - length[i]!;
      const overlap = Math.max(0, -dq, -dr);
      if (overlap >= ownLength) continue;
      dq += overlap;
      dr += overlap;
      const cost = Math.min(40, 0.2 * Math.min(dq, dr) + 0.35 * Math.abs(dq - dr));
      const score = scores[i]! + ownLength - overlap - cost;
      if (score > bestScore) {
        bestScore = score;
        before[j] = i;
      }
    }
    scores[j] = bestScore;
    bestSoFar[j] = j > 0 ? Math.max(bestSoFar[j - 1]!, bestScore) : bestScore;
    if (best < 0 || bestScore > scores[best]!) best = j;
  }
  const chain: Run[] = [];
  for (let i = best; i >= 0; i = before[i]!) chain.push({ query: query[i]!, rule: rule[i]!, length: length[i]! });
  chain.reverse();
  return trimOverlaps(chain);
}

function trimOverlaps(chain: Run[]): Run[] {
  const out: Run[] = [];
  for (const run of chain) {
    const prior = out.at(-1);
    const overlap = prior
      ? Math.max(0, prior.query + prior.length - run.query, prior.rule + prior.length - run.rule)
      : 0;
    if (overlap < run.length)
      out.push({ query: run.query + overlap, rule: run.rule + overlap, length: run.length - overlap });
  }
  return out;
}

function measure(
  index: LicenseIndex,
  rule: number,
  base: number,
  size: number,
  tokens: Uint16Array,
  low: number,
  high: number,
  chain: Run[],
): Alignment {
  const runs: number[] = [];
  const ruleRuns: number[] = [];
  let matched = 0;
  let allowed = 0;
  const add = (query: number, at: number, length: number) => {
    const last = runs.length - 2;
    if (last >= 0 && runs[last]! + runs[last + 1]! === query && ruleRuns[last / 2]! + runs[last + 1]! === at)
      runs[last + 1]! += length;
    else {
      runs.push(query, length);
      ruleRuns.push(at);
    }
    matched += length;
  };
  const between = (queryFrom: number, queryTo: number, ruleFrom: number, ruleTo: number) => {
    if (ruleFrom >= ruleTo || queryFrom >= queryTo) return;
    const before = matched;
    if ((queryTo - queryFrom) * (ruleTo - ruleFrom) <= MAX_FILL)
      fillGap(index.tokens, base, tokens, queryFrom, queryTo, ruleFrom, ruleTo, add);
    let wildcards = 0;
    for (let r = ruleFrom; r < ruleTo; r++) if (index.tokens[base + r] === WILDCARD) wildcards++;
    if (wildcards > 0) allowed += Math.min(queryTo - queryFrom - (matched - before), wildcards * WILDCARD_REACH);
  };
  const first = chain[0]!;
  between(Math.max(low, first.query - first.rule - 8), first.query, 0, first.rule);
  let query = first.query;
  let at = first.rule;
  for (const run of chain) {
    between(query, run.query, at, run.rule);
    add(run.query, run.rule, run.length);
    query = run.query + run.length;
    at = run.rule + run.length;
  }
  between(query, Math.min(high, query + size - at + 8), at, size);
  const start = runs[0]!;
  const end = runs.at(-2)! + runs.at(-1)!;
  // Words that a wildcard matched at either end are outside [start, end) and cannot be extra.
  const extra = Math.max(0, end - start - matched - allowed);
  return { rule, start, end, matched, missing: index.ruleKnown[rule]! - matched, extra, allowed, runs, ruleRuns };
}

/** Longest common subsequence of two short stretches. */
function fillGap(
  ruleTokens: Uint16Array,
  base: number,
  tokens: Uint16Array,
  queryFrom: number,
  queryTo: number,
  ruleFrom: number,
  ruleTo: number,
  add: (query: number, rule: number, length: number) => void,
): void {
  const rows = queryTo - queryFrom;
  const columns = ruleTo - ruleFrom;
  const width = columns + 1;
  const cells = (rows + 1) * width;
  if (fill.length < cells) fill = new Uint16Array(cells * 2);
  fill.fill(0, rows * width, rows * width + width);
  for (let i = rows - 1; i >= 0; i--) {
    const token = tokens[queryFrom + i]!;
    fill[i * width + columns] = 0;
    for (let j = columns - 1; j >= 0; j--) {
      const here = i * width + j;
      fill[here] =
        token !== UNKNOWN && token === ruleTokens[base + ruleFrom + j]
          ? fill[here + width + 1]! + 1
          : Math.max(fill[here + width]!, fill[here + 1]!);
    }
  }
  if (fill[0] === 0) return;
  let i = 0;
  let j = 0;
  while (i < rows && j < columns) {
    const token = tokens[queryFrom + i]!;
    if (token !== UNKNOWN && token === ruleTokens[base + ruleFrom + j]) {
      add(queryFrom + i, ruleFrom + j, 1);
      i++;
      j++;
    } else if (fill[(i + 1) * width + j]! >= fill[i * width + j + 1]!) i++;
    else j++;
  }
}

/** Closeness of a text to a rule, in words. A word matched by a wildcard counts almost as much as an equal word. */
export function nearness(found: { matched: number; missing: number; extra: number; allowed: number }): number {
  return found.matched + 0.9 * found.allowed - 1.5 * found.missing - 0.6 * found.extra;
}
