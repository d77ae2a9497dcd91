// Versions of Arch Linux packages. https://man.archlinux.org/man/vercmp.8
// Releases are only compared where both versions have one: 1.5 is equal to 1.5-1 and to 1.5-2, although 1.5-1 comes before 1.5-2.
import { type EpochVersion, splitEpoch } from '../epoch.ts';
import { type Order, versionScheme } from '../scheme.ts';
import { compareLists, compareNumbers, compareTexts, compareValues, isDigit, isLetter, runEnd } from '../text.ts';

interface Segment {
  /** Number of separators between this part and the previous one. */
  distance: number;
  text: string;
}

/** Represents the end of a version: only a word without anything before it comes before the end. */
const END: Segment = { distance: 0, text: '' };

export const alpm = versionScheme<EpochVersion>({
  name: 'alpm',
  aliases: ['arch', 'pacman'],
  parse: (version) => splitEpoch(version.trim()),
  compare: (a, b) =>
    compareNumbers(a.epoch, b.epoch) ||
    compareSegments(a.version, b.version) ||
    (a.release === undefined || b.release === undefined ? 0 : compareSegments(a.release, b.release)),
});

function compareSegments(a: string, b: string): Order {
  return compareLists(segmentsOf(a), segmentsOf(b), compareSegment, END);
}

function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  for (let at = 0; at < text.length; ) {
    const start = runEnd(text, at, (code) => !isDigit(code) && !isLetter(code));
    const end = runEnd(text, start, isDigit(text.charCodeAt(start)) ? isDigit : isLetter);
    segments.push({ distance: start - at, text: text.slice(start, end) });
    at = Math.max(end, start + 1);
  }
  return segments;
}

function compareSegment(a: Segment, b: Segment): Order {
  if (a === END || b === END) return a === END ? (isSuffix(b) ? 1 : -1) : isSuffix(a) ? -1 : 1;
  const [isLeftNumber, isRightNumber] = [isDigit(a.text.charCodeAt(0)), isDigit(b.text.charCodeAt(0))];
  return (
    compareValues(a.distance, b.distance) ||
    compareValues(Number(isLeftNumber), Number(isRightNumber)) ||
    (isLeftNumber ? compareNumbers(a.text, b.text) : compareTexts(a.text, b.text))
  );
}

function isSuffix(segment: Segment): boolean {
  return segment.distance === 0 && isLetter(segment.text.charCodeAt(0));
}
