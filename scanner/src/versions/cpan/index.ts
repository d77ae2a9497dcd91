// Versions of Perl modules and distributions. In a decimal number, each three digits after the point are one part (1.5 is v1.500). A number after
// "v", or with two dots, is dotted (v1.5 is v1.5.0). https://metacpan.org/pod/version#TYPES-OF-VERSION-OBJECTS
import { readComparators } from '../comparators.ts';
import { type NativeAnswer, type Order, versionScheme } from '../scheme.ts';
import { compareLists, compareNumbers, compareTexts, compareValues, isDigit, runEnd } from '../text.ts';

interface PerlVersion {
  numbers: string[];
  /** The rest after the numbers; '' in valid Perl versions. */
  rest: string;
  /** Whether the rest makes the version earlier than its numbers alone. */
  isTrial: boolean;
}

const UNDERSCORE = 95;
const DOT = 46;
/** The ending of a distribution's version that is released only to testers. */
const TRIAL = /^[-_.]?(trial|rc|alpha|beta|pre|dev)/i;

export const cpan = versionScheme<PerlVersion>({
  name: 'cpan',
  parse: readVersion,
  compare: (a, b) =>
    compareLists(a.numbers, b.numbers, compareNumbers, '0') ||
    compareValues(Number(b.isTrial), Number(a.isTrial)) ||
    compareTexts(a.rest, b.rest),
  readRange,
});

/** A version without an operator also allows later versions. */
function readRange(range: string): NativeAnswer {
  const order = (a: string, b: string): Order => cpan.compare(cpan.parse(a), cpan.parse(b));
  return readComparators(range, { order, bare: (version) => [{ comparator: '>=', version }] });
}

function readVersion(text: string): PerlVersion {
  const written = text.trim();
  const hasLetter = written[0] === 'v' && isDigit(written.charCodeAt(1));
  const start = hasLetter ? 1 : 0;
  const end = runEnd(written, start, (code) => isDigit(code) || code === DOT || code === UNDERSCORE);
  // An underscore only marks a version for testers.
  const parts = written.slice(start, end).replaceAll('_', '').split('.');
  const rest = written.slice(end);
  return {
    numbers: hasLetter || parts.length > 2 ? parts : [parts[0] ?? '', ...thousandths(parts[1] ?? '')],
    rest,
    isTrial: TRIAL.test(rest),
  };
}

/** 0023 means 2 thousandths and 300 millionths. */
function thousandths(digits: string): string[] {
  const groups: string[] = [];
  for (let at = 0; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3).padEnd(3, '0'));
  return groups;
}
