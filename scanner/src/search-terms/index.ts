// Search terms of a scan profile: thousands of plain strings looked for at once, in one pass over the bytes.
// Knows nothing of scan profiles; the automaton it drives is built in automaton.ts.
import { Buffer } from 'node:buffer';
import type { SearchTermHit } from '../findings.ts';
import { type Automaton, buildAutomaton, hashEdge } from './automaton.ts';

const LINE_FEED = 10;
/** Shorter terms are not looked for in latin1 spelling: one or two high bytes occur by chance inside UTF-8 and binary files. */
const LEAST_LATIN1_LENGTH = 4;

/** Tallies of one run, by state; all zero between runs. */
interface Tally {
  counts: Uint32Array;
  /** Offset of the last byte of the first hit. */
  firstEnds: Float64Array;
}

/**
 * Prepares a matcher for the terms. Empty terms are left out, equal ones are reported once.
 * Letters A-Z match either case; other characters match as UTF-8 and, in longer terms, as latin1. Overlapping hits all count.
 * The matcher takes time linear in the bytes and never throws; hits come in the order of the terms, with 1-based lines.
 */
export function createSearchTermMatcher(terms: string[]): (bytes: Uint8Array) => SearchTermHit[] {
  const distinctTerms = [...new Set(terms)].filter((term) => term !== '');
  if (distinctTerms.length === 0) return () => [];
  const patterns: Uint8Array[] = [];
  const termOfPattern: number[] = [];
  distinctTerms.forEach((term, index) => {
    for (const pattern of spellings(term)) {
      patterns.push(pattern);
      termOfPattern.push(index);
    }
  });
  const automaton = buildAutomaton(patterns);
  const tally = { counts: new Uint32Array(automaton.stateCount), firstEnds: new Float64Array(automaton.stateCount) };
  return (bytes) => {
    const deepest = run(automaton, bytes, tally);
    return deepest === 0 ? [] : collect(automaton, bytes, patterns, distinctTerms, termOfPattern, tally, deepest);
  };
}

function spellings(term: string): Uint8Array[] {
  const utf8 = Buffer.from(term, 'utf8');
  const isLatin1 = /^[\u0000-\u00ff]*$/.test(term) && utf8.length > term.length;
  return isLatin1 && term.length >= LEAST_LATIN1_LENGTH ? [utf8, Buffer.from(term, 'latin1')] : [utf8];
}

/** Feeds the bytes through the automaton; answers the highest state that was hit, 0 when none was. */
function run(automaton: Automaton, bytes: Uint8Array, tally: Tally): number {
  const { classOfByte, classCount, denseCount, dense, failure, isHit, edgeKeys, edgeTargets, edgeMask } = automaton;
  let state = 0;
  let deepest = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byteClass = classOfByte[bytes[index]];
    // Each step of failure undoes one earlier step down, so all of them together are no more than the bytes.
    while (state >= denseCount) {
      const key = state * classCount + byteClass + 1;
      let slot = hashEdge(state, byteClass) & edgeMask;
      while (edgeKeys[slot] !== 0 && edgeKeys[slot] !== key) slot = (slot + 1) & edgeMask;
      if (edgeKeys[slot] === key) {
        state = -edgeTargets[slot];
        break;
      }
      state = failure[state];
    }
    state = state < 0 ? -state : dense[state * classCount + byteClass];
    if (isHit[state] === 1) {
      if (tally.counts[state]++ === 0) tally.firstEnds[state] = index;
      if (state > deepest) deepest = state;
    }
  }
  return deepest;
}

/** Hands each state's tally on to the shorter pattern it ends with, deepest first, and clears the tallies. */
function collect(
  automaton: Automaton,
  bytes: Uint8Array,
  patterns: Uint8Array[],
  terms: string[],
  termOfPattern: number[],
  { counts, firstEnds }: Tally,
  deepest: number,
): SearchTermHit[] {
  const found = new Map<number, { count: number; start: number }>();
  for (let state = deepest; state > 0; state--) {
    const count = counts[state];
    if (count === 0) continue;
    const firstEnd = firstEnds[state];
    for (let pattern = automaton.patternOfState[state]; pattern >= 0; pattern = automaton.nextPattern[pattern]) {
      const start = firstEnd - patterns[pattern].length + 1;
      const hit = found.get(termOfPattern[pattern]);
      if (hit === undefined) found.set(termOfPattern[pattern], { count, start });
      else {
        hit.count += count;
        hit.start = Math.min(hit.start, start);
      }
    }
    const shorter = automaton.shorterHit[state];
    if (shorter > 0) {
      firstEnds[shorter] = counts[shorter] === 0 ? firstEnd : Math.min(firstEnds[shorter], firstEnd);
      counts[shorter] += count;
    }
    counts[state] = 0;
  }
  return withLines(found, bytes, terms);
}

function withLines(
  found: Map<number, { count: number; start: number }>,
  bytes: Uint8Array,
  terms: string[],
): SearchTermHit[] {
  const hits: { term: number; hit: SearchTermHit }[] = [];
  let line = 1;
  let lineFeed = bytes.indexOf(LINE_FEED);
  for (const [term, { count, start }] of [...found].sort((a, b) => a[1].start - b[1].start)) {
    while (lineFeed !== -1 && lineFeed < start) {
      line++;
      lineFeed = bytes.indexOf(LINE_FEED, lineFeed + 1);
    }
    hits.push({ term, hit: { term: terms[term], count, line } });
  }
  return hits.sort((a, b) => a.term - b.term).map(({ hit }) => hit);
}
