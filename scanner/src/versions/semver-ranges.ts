// Ranges by the library that npm itself uses. Cargo and pub express the same ranges with other signs.
import type Comparator from 'semver/classes/comparator.js';
import Range from 'semver/classes/range.js';
import valid from 'semver/functions/valid.js';
import { oneOf, rangeOf } from './comparators.ts';
import { compareDotted, parseDotted } from './dotted.ts';
import type { Constraint, NativeAnswer } from './scheme.ts';
import { withThreeNumbers } from './steps.ts';

/** A range in npm's syntax. `<2.0.0-0`, which the library uses for "before all pre-releases of 2.0.0", is written `<2.0.0`. */
export function readSemverRange(range: string): NativeAnswer {
  const read = parsedRange(range);
  if (read === undefined) {
    return {
      problem: `The range "${range.slice(0, 200)}" is not understood: write for example "^1.2.3", ">=1.2.0 <2.0.0" or "1.x || 2.x".`,
    };
  }
  const alternatives = read.set.map((comparators) =>
    rangeOf(
      comparators.flatMap((one) => boundOf(one)),
      semverOrder,
    ),
  );
  return oneOf(alternatives, semverOrder);
}

/** A range has pre-releases only of versions of which it names a pre-release. */
export function semverRangeTest(range: string): ((version: string) => boolean) | undefined {
  const read = parsedRange(range);
  return read && ((version) => read.test(valid(version, { loose: true }) ?? withThreeNumbers(version)));
}

export function semverOrder(a: string, b: string) {
  return compareDotted(parseDotted(a), parseDotted(b));
}

/** The range as an object of the library. Undefined if the text is not a range. */
function parsedRange(range: string): Range | undefined {
  try {
    return new Range(range, { loose: true });
  } catch {
    return undefined;
  }
}

function boundOf(one: Comparator): Constraint[] {
  // The library represents "any version" by an empty text.
  if (one.value === '') return [];
  const operator = one.operator === '' || one.operator === undefined ? '=' : one.operator;
  const { version } = one.semver;
  return operator === '<' && version.endsWith('-0')
    ? [{ comparator: '<', version, written: version.slice(0, -2) }]
    : [{ comparator: operator, version }];
}
