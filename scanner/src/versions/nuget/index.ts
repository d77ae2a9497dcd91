// Versions of NuGet: Semantic Versioning with a fourth number. Upper and lower case of pre-releases do not matter.
// https://learn.microsoft.com/nuget/concepts/package-versioning

import { readBrackets } from '../brackets.ts';
import { rangeOf } from '../comparators.ts';
import { compareDotted, parseDotted } from '../dotted.ts';
import { type NativeAnswer, versionScheme } from '../scheme.ts';
import { beforeWildcard, fromTo, stepAt } from '../steps.ts';

export const nuget = versionScheme({
  name: 'nuget',
  aliases: ['chocolatey'],
  parse: (version) => parseDotted(version.toLowerCase()),
  compare: compareDotted,
  readRange,
  rangeTest: (range, ordered) =>
    /^[^-]*\*\s*$/.test(range)
      ? (version) => parseDotted(version).prerelease.length === 0 && ordered(version)
      : ordered,
});

/** A version alone is the lowest allowed version. `1.2.*` allows releases that begin with 1.2. */
function readRange(range: string): NativeAnswer {
  return readBrackets(range, (version) => {
    const numbers = beforeWildcard(version);
    if (numbers === undefined) return { intervals: [{ lower: { comparator: '>=', version } }] };
    if (numbers.length === 0) return { intervals: [{}] };
    const before = stepAt(numbers, numbers.length - 1);
    return rangeOf(fromTo(numbers.join('.'), before, `${before}-0`), (a, b) =>
      compareDotted(parseDotted(a), parseDotted(b)),
    );
  });
}
