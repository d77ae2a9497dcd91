// Versions of Composer, in the order of PHP's `version_compare`, which Composer uses.
// https://www.php.net/version_compare and https://getcomposer.org/doc/articles/versions.md

import { type Bounds, readComparators } from '../comparators.ts';
import { type Constraint, type NativeAnswer, type Order, versionScheme } from '../scheme.ts';
import { beforeWildcard, firstNonZero, leadingNumbers, stepAt } from '../steps.ts';
import { compareLists, compareNumbers, compareValues, isDigit, isLetter, runEnd } from '../text.ts';

export const composer = versionScheme<string[]>({
  name: 'composer',
  aliases: ['packagist'],
  parse: elementsOf,
  compare: (a, b) => compareLists(a, b, compareElements, END),
  readRange,
  rangeForm: inFourParts,
});

/** Represents the end of a version: after all words for pre-releases, before numbers and patch levels. */
const END = '';

/** PHP recognises a word by its beginning. A word that it does not know comes before all. */
const WORDS: readonly (readonly [string, number])[] = [
  ['dev', 1],
  ['a', 2],
  ['b', 3],
  ['RC', 4],
  ['rc', 4],
  ['p', 7],
];
const UNKNOWN_WORD = 0;
const RANK_OF_END = 5;
const RANK_OF_NUMBER = 6;

/** The x of 1.x-dev, the branch of all versions that begin with 1: it comes after them. */
const ANY_NUMBER = '9999999';

function elementsOf(version: string): string[] {
  const source = version.trim().replace(/^[vV](?=\d)/, '');
  const isBranch = source.endsWith('-dev');
  const elements: string[] = [];
  for (let at = 0; at < source.length; ) {
    const code = source.charCodeAt(at);
    const end = isDigit(code) ? runEnd(source, at, isDigit) : runEnd(source, at, isLetter);
    if (end > at) elements.push(source.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return isBranch ? elements.map((element) => (/^[xX]$/.test(element) ? ANY_NUMBER : element)) : elements;
}

function compareElements(a: string, b: string): Order {
  return compareValues(rankOf(a), rankOf(b)) || (isDigit(a.charCodeAt(0)) ? compareNumbers(a, b) : 0);
}

function rankOf(element: string): number {
  if (element === END) return RANK_OF_END;
  if (isDigit(element.charCodeAt(0))) return RANK_OF_NUMBER;
  return WORDS.find(([word]) => element.startsWith(word))?.[1] ?? UNKNOWN_WORD;
}

/**
 * Composer normalises versions before it compares them: 3.1 becomes 3.1.0.0, and 1.0.0.rc2 is 1.0.0-rc2, and 1.0-stable is 1.0.
 * Build metadata is left out. 3.1.x stands for a branch.
 */
function inFourParts(text: string): string {
  const version = text.replace(/\+.*$/s, '').replace(/[-._]?stable$/i, '');
  const numbers = /^v?(\d+(?:\.\d+){0,2})(?!\d|\.[\dx*#])/i.exec(version)?.[1];
  if (numbers === undefined) return version;
  const missing = 4 - numbers.split('.').length;
  const at = version.indexOf(numbers) + numbers.length;
  return version.slice(0, at) + '.0'.repeat(missing) + version.slice(at);
}

/** https://getcomposer.org/doc/articles/versions.md#writing-version-constraints */
function readRange(range: string): NativeAnswer {
  // Stability flags say which versions may be installed, not which versions match. `as` renames a branch.
  const text = range.replace(/@[a-z]+/gi, '').replace(/\sas\s+[^\s,|]+/g, '');
  return readComparators(text.replace(/([^\s|,]+) +- +([^\s|,]+)/g, hyphenBounds), {
    alternatives: /\|\|?/,
    order: (a, b) => composer.compare(composer.parse(inFourParts(a)), composer.parse(inFourParts(b))),
    operators: {
      '^': (version) => steps(version, (numbers) => firstNonZero(numbers)),
      '~': (version) => steps(version, (numbers) => Math.max(0, numbers.length - 2)),
      '>=': (version) => [fromFirst('>=', version)],
      '<': (version) => [fromFirst('<', version)],
    },
    bare: wildcardOrExact,
  });
}

const RELEASE = /^v?[\d.]+$/i;

/** A bound before or from a release is before or from its first pre-release. */
function fromFirst(comparator: '>=' | '<', version: string): Constraint {
  return RELEASE.test(version) ? { comparator, version: `${version}-dev`, written: version } : { comparator, version };
}

/** The range `1.0 - 2.0` ends with the last 2.0 version, `1.0 - 2.0.0` ends with 2.0.0. */
function hyphenBounds(_: string, from: string, to: string): string {
  const numbers = leadingNumbers(to);
  return numbers.length < 3 && RELEASE.test(to)
    ? `>=${from} <${stepAt(numbers, numbers.length - 1)}`
    : `>=${from} <=${to}`;
}

function steps(version: string, place: (numbers: string[]) => number): Bounds | undefined {
  const numbers = leadingNumbers(version);
  return numbers.length === 0 ? undefined : releasesFrom(version, stepAt(numbers, place(numbers)));
}

function wildcardOrExact(version: string): Bounds {
  const numbers = version.endsWith('-dev') ? undefined : beforeWildcard(version.replace(/^v(?=\d)/, ''));
  if (numbers === undefined) return [{ comparator: '=', version }];
  return numbers.length === 0 ? [] : releasesFrom(numbers.join('.'), stepAt(numbers, numbers.length - 1));
}

function releasesFrom(from: string, before: string): Bounds {
  return [fromFirst('>=', from), fromFirst('<', before)];
}
