// Versions of Gentoo packages. https://projects.gentoo.org/pms/8/pms.html#version-comparison
import { type Order, versionScheme } from '../scheme.ts';
import { compareLists, compareNumbers, compareTexts, compareValues, isDigit, isLowerLetter, runEnd } from '../text.ts';

interface Parsed {
  numbers: string[];
  letter: string;
  suffixes: Suffix[];
  revision: string;
  /** Text that does not fit the form. */
  rest: string;
}

interface Suffix {
  rank: number;
  number: string;
}

/** The end of a version is ordered between the suffixes. */
const SUFFIXES = ['alpha', 'beta', 'pre', 'rc', '', 'p'];
const END: Suffix = { rank: SUFFIXES.indexOf(''), number: '' };

export const gentoo = versionScheme<Parsed>({
  name: 'gentoo',
  aliases: ['ebuild', 'portage'],
  parse,
  compare: (a, b) =>
    compareNumbers(a.numbers[0] ?? '', b.numbers[0] ?? '') ||
    compareLists(a.numbers.slice(1), b.numbers.slice(1), compareFractions) ||
    compareTexts(a.letter, b.letter) ||
    compareLists(a.suffixes, b.suffixes, compareSuffixes, END) ||
    compareNumbers(a.revision, b.revision) ||
    compareTexts(a.rest, b.rest),
});

function parse(version: string): Parsed {
  const source = version.trim();
  const parsed: Parsed = { numbers: [], letter: '', suffixes: [], revision: '', rest: '' };
  let at = 0;
  for (let end = runEnd(source, at, isDigit); end > at; end = runEnd(source, at, isDigit)) {
    parsed.numbers.push(source.slice(at, end));
    at = source[end] === '.' && isDigit(source.charCodeAt(end + 1)) ? end + 1 : end;
    if (at === end) break;
  }
  if (isLowerLetter(source.charCodeAt(at))) parsed.letter = source.slice(at, ++at);
  while (source[at] === '_') {
    const wordEnd = runEnd(source, at + 1, isLowerLetter);
    const rank = SUFFIXES.indexOf(source.slice(at + 1, wordEnd));
    if (rank === -1 || rank === END.rank) break;
    const end = runEnd(source, wordEnd, isDigit);
    parsed.suffixes.push({ rank, number: source.slice(wordEnd, end) });
    at = end;
  }
  if (source.startsWith('-r', at)) {
    const end = runEnd(source, at + 2, isDigit);
    parsed.revision = source.slice(at + 2, end);
    at = end;
  }
  parsed.rest = source.slice(at);
  return parsed;
}

/** A number with a zero in front is a fraction. */
function compareFractions(a: string, b: string): Order {
  if (a[0] !== '0' && b[0] !== '0') return compareNumbers(a, b);
  return compareTexts(withoutTrailingZeros(a), withoutTrailingZeros(b));
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function compareSuffixes(a: Suffix, b: Suffix): Order {
  return compareValues(a.rank, b.rank) || compareNumbers(a.number, b.number);
}
