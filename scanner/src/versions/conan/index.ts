// Versions of Conan 2: any number of parts, which may be words; then a pre-release and build metadata, which both
// affect the order.
// https://docs.conan.io/2/tutorial/versioning/version_ranges.html

import { readComparators } from '../comparators.ts';
import { type Constraint, type NativeAnswer, type Order, versionScheme } from '../scheme.ts';
import { firstNonZero, leadingNumbers, stepAt } from '../steps.ts';
import {
  compareLists,
  compareNumbers,
  compareTexts,
  compareValues,
  cutAt,
  dropTrailing,
  isDigit,
  isNumber,
  runEnd,
} from '../text.ts';

interface Parsed {
  parts: string[];
  /** Undefined for a release. Empty for `1.0-`, which ranges use as the first of all pre-releases. */
  prerelease?: string[];
  build?: string[];
}

export const conan = versionScheme<Parsed>({
  name: 'conan',
  parse: readVersion,
  compare: (a, b) =>
    compareLists(a.parts, b.parts, comparePart) ||
    compareOptional(a.prerelease, b.prerelease, 1) ||
    compareOptional(a.build, b.build, -1),
  readRange,
  rangeTest: (range, ordered) =>
    /,.*include_prerelease/s.test(range)
      ? ordered
      : (version) => readVersion(version).prerelease === undefined && ordered(version),
});

function readVersion(version: string): Parsed {
  const text = version.trim();
  const plus = text.lastIndexOf('+');
  const build = plus === -1 ? undefined : text.slice(plus + 1);
  const [main, prerelease] = cutAt(plus === -1 ? text : text.slice(0, plus), '-');
  return {
    parts: partsOf(main),
    ...(prerelease !== undefined && { prerelease: partsOf(prerelease) }),
    ...(build !== undefined && { build: partsOf(build) }),
  };
}

function partsOf(text: string): string[] {
  if (text === '') return [];
  return dropTrailing(text.split('.'), (part) => isNumber(part) && compareNumbers(part, '0') === 0);
}

function compareOptional(a: string[] | undefined, b: string[] | undefined, absent: Order): Order {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? absent : (-absent as Order);
  return compareLists(a, b, comparePart);
}

/** Order: nothing, then the number at the beginning of a part and the text after it, then a part without a number. */
function comparePart(a: string, b: string): Order {
  const [i, j] = [runEnd(a, 0, isDigit), runEnd(b, 0, isDigit)];
  return (
    compareValues(Number(a !== ''), Number(b !== '')) ||
    compareValues(Number(i === 0), Number(j === 0)) ||
    compareNumbers(a.slice(0, i), b.slice(0, j)) ||
    compareTexts(a.slice(i), b.slice(j))
  );
}

/** A hyphen after a version, or text after a comma, only says that pre-releases are allowed. */
function readRange(range: string): NativeAnswer {
  const [text] = cutAt(range.trim(), ',');
  if (text === '') return { intervals: [] };
  const step = (place: (numbers: string[]) => number) => (version: string) => {
    const numbers = leadingNumbers(version);
    const before = `${stepAt(numbers, place(numbers))}-`;
    return numbers.length === 0 ? undefined : [fromFirst('>=', version), { comparator: '<' as const, version: before }];
  };
  const plain = text.replace(/-(?=[\s|]|$)/g, '');
  return readComparators(plain.replace(/(^|[\s|])\*(?=[\s|]|$)/g, '$1>=0.0.0'), {
    alternatives: /\|\|/,
    order: (a, b) => conan.compare(conan.parse(a), conan.parse(b)),
    operators: {
      '~': step((numbers) => Math.min(1, numbers.length - 1)),
      '^': step(firstNonZero),
      '>=': (version) => [fromFirst('>=', version)],
      '<': (version) => [fromFirst('<', version)],
    },
  });
}

/** A bound before or from a release is before or from its first pre-release. */
function fromFirst(comparator: '>=' | '<', version: string): Constraint {
  return /[-+]/.test(version) ? { comparator, version } : { comparator, version: `${version}-`, written: version };
}
