// Versions of Dart packages: Semantic Versioning, but build metadata counts: 1.0.0 comes before 1.0.0+1.
// https://dart.dev/tools/pub/versioning
import { readComparators } from '../comparators.ts';
import { compareDotted, compareIdentifiers, type DottedVersion, parseDotted } from '../dotted.ts';
import { type Constraint, type NativeAnswer, type Order, versionScheme } from '../scheme.ts';
import { fromTo, leadingNumbers, stepAt, withThreeNumbers } from '../steps.ts';
import { compareNumbers } from '../text.ts';

export const pub = versionScheme<DottedVersion>({
  name: 'pub',
  parse: parseDotted,
  compare: compareWithBuild,
  readRange,
});

function compareWithBuild(a: DottedVersion, b: DottedVersion): Order {
  return compareDotted(a, b) || compareIdentifiers(a.build, b.build);
}

/** Comparators without commas, or `any`. `^0.0.3` allows versions before 0.1.0, where npm and Cargo allow none before 0.0.4. */
function readRange(range: string): NativeAnswer {
  const bounds = range.replace(/\s+/g, '');
  return readComparators(range.replace(/^\s*any\s*$/, '*'), {
    order: (a, b) => compareWithBuild(parseDotted(a), parseDotted(b)),
    operators: { '^': compatibleBounds, '<': (version) => [upperBound(version, bounds)] },
    bare: (version) => (leadingNumbers(version).length === 0 ? undefined : [{ comparator: '=', version }]),
  });
}

/** A range before a release does not have its pre-releases, unless it begins at one of them. */
function upperBound(version: string, bounds: string): Constraint {
  const isRelease = /^[\d.]+$/.test(version);
  const beginsBefore = bounds.includes(`>=${version}-`) || bounds.includes(`>${version}-`);
  if (!isRelease || beginsBefore) return { comparator: '<', version };
  return { comparator: '<', version: `${version}-0`, written: version };
}

function compatibleBounds(version: string): Constraint[] | undefined {
  const numbers = leadingNumbers(version);
  if (numbers.length === 0) return undefined;
  const before = withThreeNumbers(stepAt(numbers, compareNumbers(numbers[0] ?? '', '0') === 0 ? 1 : 0));
  return fromTo(version, before, `${before}-0`);
}
