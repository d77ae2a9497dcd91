// Versions without a known order: numbers compare by value, 1.0 equals 1.0.0, a pre-release comes before its release, and any other word comes
// after it.
import { type Order, versionScheme } from '../scheme.ts';
import {
  compareLists,
  compareNumbers,
  compareTexts,
  compareValues,
  dropTrailing,
  isDigit,
  isLetter,
  runEnd,
} from '../text.ts';

export const generic = versionScheme<string[]>({
  name: 'generic',
  aliases: ['qpkg', 'swid', 'oci', 'docker', 'yocto', 'buildroot'],
  parse: segmentsOf,
  compare: (a, b) => compareLists(a, b, compareSegments, END),
});

/** Represents the end of a version. */
const END = '';

const PRE_RELEASES: ReadonlySet<string> = new Set([
  ...[
    'a',
    'alpha',
    'b',
    'beta',
    'c',
    'canary',
    'cr',
    'dev',
    'ea',
    'm',
    'milestone',
    'next',
    'nightly',
    'pre',
    'preview',
  ],
  ...['rc', 'snapshot', 'incubating'],
]);

function segmentsOf(version: string): string[] {
  const source = version.trim().toLowerCase();
  const text = source.replace(/^v(?=\d)/, '');
  const segments: string[] = [];
  const build = text.indexOf('+');
  const length = build === -1 ? text.length : build;
  for (let at = 0; at < length; ) {
    const code = text.charCodeAt(at);
    const end = Math.min(length, runEnd(text, at, isDigit(code) ? isDigit : isOfWord));
    // Zeros before a word and at the end are ignored.
    if (end > at && !isDigit(code)) dropTrailing(segments, isZero);
    if (end > at) segments.push(text.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return dropTrailing(segments, isZero);
}

function compareSegments(a: string, b: string): Order {
  const [left, right] = [rankOf(a), rankOf(b)];
  if (left !== right) return compareValues(left, right);
  return left === RANKS.number ? compareNumbers(a, b) : compareTexts(a, b);
}

const RANKS = { preRelease: 0, end: 1, word: 2, number: 3 };

function rankOf(segment: string): number {
  if (segment === END) return RANKS.end;
  if (isDigit(segment.charCodeAt(0))) return RANKS.number;
  return PRE_RELEASES.has(segment) ? RANKS.preRelease : RANKS.word;
}

function isZero(segment: string): boolean {
  return isDigit(segment.charCodeAt(0)) && compareNumbers(segment, '0') === 0;
}

/** Letters of all scripts; ASCII punctuation separates. */
function isOfWord(code: number): boolean {
  return isLetter(code) || code > 127;
}
