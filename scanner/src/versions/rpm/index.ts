// Versions of RPM packages. https://rpm-software-management.github.io/rpm/man/rpm-version.7
import { type EpochVersion, splitEpoch } from '../epoch.ts';
import { type Order, versionScheme } from '../scheme.ts';
import { compareLists, compareNumbers, compareTexts, compareValues, isDigit, isLetter, runEnd } from '../text.ts';

interface Parsed {
  epoch: string;
  version: string[];
  release?: string[];
}

export const rpm = versionScheme<Parsed>({
  name: 'rpm',
  isPrerelease: (version) => version.includes('~'),
  parse(text) {
    const { epoch, version, release }: EpochVersion = splitEpoch(text.trim());
    return release === undefined
      ? { epoch, version: segmentsOf(version) }
      : { epoch, version: segmentsOf(version), release: segmentsOf(release) };
  },
  compare: (a, b) =>
    compareNumbers(a.epoch, b.epoch) || compareSegments(a.version, b.version) || compareReleases(a.release, b.release),
});

/** Represents the end of a version. */
const END = '';

/** Numbers, words, tildes and carets; all other characters only separate. */
function segmentsOf(text: string): string[] {
  const segments: string[] = [];
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const isMark = code === 126 || code === 94;
    const end = isMark ? at + 1 : runEnd(text, at, isDigit(code) ? isDigit : isLetter);
    if (end > at) segments.push(text.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return segments;
}

function compareSegments(a: readonly string[], b: readonly string[]): Order {
  return compareLists(a, b, compareSegment, END);
}

/** A version without a release comes before the same version with one. */
function compareReleases(a: readonly string[] | undefined, b: readonly string[] | undefined): Order {
  if (a === undefined || b === undefined) return compareValues(Number(a !== undefined), Number(b !== undefined));
  return compareSegments(a, b);
}

function compareSegment(a: string, b: string): Order {
  const rank = compareValues(rankOf(a), rankOf(b));
  if (rank !== 0) return rank;
  return rankOf(a) === RANKS.number ? compareNumbers(a, b) : compareTexts(a, b);
}

const RANKS = { tilde: 0, end: 1, caret: 2, word: 3, number: 4 };

function rankOf(segment: string): number {
  if (segment === END) return RANKS.end;
  if (segment === '~') return RANKS.tilde;
  if (segment === '^') return RANKS.caret;
  return isDigit(segment.charCodeAt(0)) ? RANKS.number : RANKS.word;
}
