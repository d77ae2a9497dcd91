// Versions of nginx: three numbers. Its advisories write "1.5.0+" for a version and later versions of the same branch.
// https://nginx.org/en/security_advisories.html

import { oneOf, rangeOf } from '../comparators.ts';
import { compareDotted, parseDotted } from '../dotted.ts';
import { type Constraint, type NativeAnswer, versionScheme } from '../scheme.ts';
import { semverOrder } from '../semver-ranges.ts';
import { fromTo, leadingNumbers, stepAt, withThreeNumbers } from '../steps.ts';
import { cutAt } from '../text.ts';

export const nginx = versionScheme({
  name: 'nginx',
  parse: parseDotted,
  compare: compareDotted,
  readRange,
});

/**
 * "1.4.1+" means later versions of its branch, "0.7.52-0.8.39" all versions between the two. Commas separate ranges.
 */
function readRange(range: string): NativeAnswer {
  const parts = range.split(',').map((part) => part.trim());
  const bounds = parts.map((part) => boundsOf(part));
  const bad = bounds.indexOf(undefined);
  if (bad !== -1) {
    return {
      problem: `The range "${range.slice(0, 200)}" is not understood near "${parts[bad]?.slice(0, 200)}": write "1.4.1+", "1.4.0-1.4.3", "1.5.2", "all" or "none".`,
    };
  }
  return oneOf(
    (bounds as Constraint[][]).filter((_, at) => parts[at] !== 'none').map((one) => rangeOf(one, semverOrder)),
    semverOrder,
  );
}

function boundsOf(part: string): Constraint[] | undefined {
  if (part === 'all' || part === 'none') return [];
  const [from, to] = cutAt(part, '-');
  const isOpen = from.endsWith('+');
  const numbers = leadingNumbers(from);
  if (numbers.length === 0) return undefined;
  if (to !== undefined)
    return [
      { comparator: '>=', version: from },
      { comparator: '<=', version: to },
    ];
  if (!isOpen) return [{ comparator: '=', version: from }];
  const version = from.slice(0, -1);
  // A version with an odd second number is of the mainline, which continues in the next stable branch.
  const isMainLine = Number((numbers[1] ?? '0').at(-1)) % 2 === 1;
  return isMainLine ? [{ comparator: '>=', version }] : fromTo(version, withThreeNumbers(stepAt(numbers, 1)));
}
