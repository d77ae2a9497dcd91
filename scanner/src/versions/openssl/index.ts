// Versions of OpenSSL: before 3.0 patches are letters (1.0.2zg), a pre-release has a hyphen (1.1.0-pre1).
// https://openssl-library.org/policies/releasestrat/

import { oneOf, rangeOf } from '../comparators.ts';
import { type Order, versionScheme } from '../scheme.ts';
import {
  compareLists,
  compareNumbers,
  compareTexts,
  compareValues,
  cutAt,
  isDigit,
  isLowerLetter,
  runEnd,
} from '../text.ts';

interface Parsed {
  numbers: string[];
  /** Empty for the release itself. */
  letters: string;
  rest: string;
}

export const openssl = versionScheme<Parsed>({
  name: 'openssl',
  parse(version) {
    const source = version.trim().toLowerCase();
    const end = runEnd(source, 0, (code) => isDigit(code) || code === 46);
    const wordEnd = runEnd(source, end, isLowerLetter);
    return {
      numbers: source.slice(0, end).split('.'),
      letters: source.slice(end, wordEnd),
      rest: source.slice(wordEnd),
    };
  },
  compare: (a, b) =>
    compareLists(a.numbers, b.numbers, compareNumbers, '0') ||
    compareValues(a.letters.length, b.letters.length) ||
    compareTexts(a.letters, b.letters) ||
    // Any text after the version makes it a pre-release.
    compareValues(Number(a.rest === ''), Number(b.rest === '')) ||
    compareTexts(cutAt(a.rest, '-')[1] ?? a.rest, cutAt(b.rest, '-')[1] ?? b.rest),
  // Advisories list the versions.
  readRange: (range) =>
    oneOf(
      range.split(',').map((version) => rangeOf([{ comparator: '=', version: version.trim() }], order)),
      order,
    ),
});

function order(a: string, b: string): Order {
  return openssl.compare(openssl.parse(a), openssl.parse(b));
}
