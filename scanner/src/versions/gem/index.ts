// Versions of RubyGems: a list of numbers and words. A word makes the version a pre-release.
// https://docs.ruby-lang.org/en/master/Gem/Version.html

import { readComparators } from '../comparators.ts';
import { type NativeAnswer, versionScheme } from '../scheme.ts';
import { fromTo, leadingNumbers, stepAt } from '../steps.ts';
import { compareLists, compareNumbers, compareWordsFirst, dropTrailing, isDigit, isLetter, runEnd } from '../text.ts';

export const gem = versionScheme<string[]>({
  name: 'gem',
  // Other ecosystems that use the versions of RubyGems.
  aliases: ['cocoapods'],
  isPrerelease: (version) => /[a-z]/i.test(version),
  parse: segmentsOf,
  compare: (a, b) => compareLists(a, b, compareWordsFirst, '0'),
  readRange,
});

/** A hyphen counts as ".pre.". Zeros before the first word and at the end are ignored. */
function segmentsOf(version: string): string[] {
  const segments: string[] = [];
  for (let at = 0; at < version.length; ) {
    const code = version.charCodeAt(at);
    const end = isDigit(code) ? runEnd(version, at, isDigit) : runEnd(version, at, isLetter);
    if (end > at) segments.push(version.slice(at, end));
    else if (code === 45) segments.push('pre');
    at = Math.max(end, at + 1);
  }
  const word = segments.findIndex((segment) => !isDigit(segment.charCodeAt(0)));
  const numbers = dropTrailing(word === -1 ? segments : segments.slice(0, word), isZero);
  return word === -1 ? numbers : [...numbers, ...dropTrailing(segments.slice(word), isZero)];
}

function isZero(segment: string): boolean {
  return isDigit(segment.charCodeAt(0)) && compareNumbers(segment, '0') === 0;
}

/** `~> 2.0.8` allows versions before 2.1, `~> 2` versions before 3. */
function readRange(range: string): NativeAnswer {
  return readComparators(range, {
    order: (a, b) => compareLists(segmentsOf(a), segmentsOf(b), compareWordsFirst, '0'),
    operators: {
      '~>': (version) => {
        const numbers = leadingNumbers(version);
        const before = stepAt(numbers, Math.max(0, numbers.length - 2));
        // No word comes before A.
        return numbers.length === 0 ? undefined : fromTo(version, before, `${before}.A`);
      },
    },
  });
}
