// Search terms of a scan profile: thousands of plain strings looked for at once, in one pass over the bytes.
// Knows nothing of scan profiles; the automaton it drives is built in automaton.ts.
import { Buffer } from 'node:buffer';
import type { SearchTermHit } from '../findings.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { createPass, type Pass } from './pass.ts';

const LINE_FEED = 10;
/** Shorter terms are not looked for in latin1 spelling: one or two high bytes occur by chance inside UTF-8 and binary files. */
const LEAST_LATIN1_LENGTH = 4;

/** Tallies of one run, by end; all zero between runs. */
interface Tally {
  counts: Uint32Array;
  /** Offset of the last byte of the first hit. */
  firsts: Float64Array;
}

/** The spellings of all terms, by number: the term's own number, and the bytes of the spelling. */
interface Patterns {
  terms: number[];
  lengths: number[];
}

/**
 * Prepares a matcher for the terms, for one thread. Empty terms are left out, equal ones are reported once.
 * Letters A-Z match either case, other letters as written and in the forms of `caseForms`; what is not ASCII matches as UTF-8 and, in longer
 * terms, as latin1. Overlapping hits all count.
 * The matcher takes time linear in the bytes and never throws; hits come in the order of the terms, with 1-based lines.
 */
export function createSearchTermMatcher(terms: string[]): (bytes: Uint8Array) => SearchTermHit[] {
  const distinctTerms = [...new Set(terms)].filter((term) => term !== '');
  if (distinctTerms.length === 0) return () => [];
  const spelled = distinctTerms.flatMap((term, number) => spellings(term).map((bytes) => ({ number, bytes })));
  const automaton = buildAutomaton(spelled.map(({ bytes }) => bytes));
  const patterns = { terms: spelled.map(({ number }) => number), lengths: spelled.map(({ bytes }) => bytes.length) };
  const pass = createPass(automaton);
  const ends = automaton.endCount + 1;
  const tally = { counts: new Uint32Array(ends), firsts: new Float64Array(ends) };
  return (bytes) => {
    const highest = run(pass, bytes, tally);
    return highest === 0 ? [] : collect(automaton, bytes, patterns, distinctTerms, tally, highest);
  };
}

/** The bytes of all forms of a term, none of them twice: each of them counts. */
function spellings(term: string): Uint8Array[] {
  const forms = new Map(caseForms(term).map((form) => [withoutAsciiCase(form), form]));
  return [...forms.values()].flatMap(encodings);
}

/**
 * A term as it is written, and in small letters, capitals, with a capital first and with one in every word. Letters beyond A-Z have their
 * cases in bytes of different numbers, which the automaton cannot take for each other; every mixture would be too many patterns.
 */
function caseForms(term: string): string[] {
  if (!/[^\0-\x7f]/.test(term)) return [term];
  const small = term.toLowerCase();
  const first = small.replace(/\p{L}/u, (letter) => letter.toUpperCase());
  const title = small.replace(/(?<![\p{L}\p{M}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase());
  return [term, small, term.toUpperCase(), first, title];
}

function withoutAsciiCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function encodings(term: string): Uint8Array[] {
  const utf8 = Buffer.from(term, 'utf8');
  const isLatin1 = /^[\u0000-\u00ff]*$/.test(term) && utf8.length > term.length;
  return isLatin1 && term.length >= LEAST_LATIN1_LENGTH ? [utf8, Buffer.from(term, 'latin1')] : [utf8];
}

/** Counts the ends in the bytes. Returns the highest end that was hit, or 0. */
function run(pass: Pass, bytes: Uint8Array, { counts, firsts }: Tally): number {
  let highest = 0;
  pass(bytes, bytes.length, (end, last) => {
    if (counts[end]!++ === 0) firsts[end] = last;
    if (end > highest) highest = end;
    return true;
  });
  return highest;
}

/** Adds each end's tally to the next shorter end in it, longest first, and clears the tallies. */
function collect(
  automaton: Automaton,
  bytes: Uint8Array,
  patterns: Patterns,
  terms: string[],
  { counts, firsts }: Tally,
  highest: number,
): SearchTermHit[] {
  const { patternOfEnd, nextPattern, shorterEnd } = automaton;
  const found = new Map<number, { count: number; start: number }>();
  for (let end = highest; end > 0; end--) {
    const count = counts[end]!;
    if (count === 0) continue;
    const first = firsts[end]!;
    for (let pattern = patternOfEnd[end]!; pattern >= 0; pattern = nextPattern[pattern]!) {
      const term = patterns.terms[pattern]!;
      const start = first - patterns.lengths[pattern]! + 1;
      const hit = found.get(term);
      if (hit === undefined) found.set(term, { count, start });
      else {
        hit.count += count;
        hit.start = Math.min(hit.start, start);
      }
    }
    const shorter = shorterEnd[end]!;
    if (shorter > 0) {
      firsts[shorter] = counts[shorter] === 0 ? first : Math.min(firsts[shorter]!, first);
      counts[shorter]! += count;
    }
    counts[end] = 0;
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
    hits.push({ term, hit: { term: terms[term]!, count, line } });
  }
  return hits.sort((a, b) => a.term - b.term).map(({ hit }) => hit);
}
