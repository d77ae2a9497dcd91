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
});

/** A version alone is the lowest allowed version. `1.2.*` allows versions that begin with 1.2. */
function readRange(range: string): NativeAnswer {
  return readBrackets(range, (version) => {
    const numbers = beforeWildcard(version);
    if (numbers === undefined) return { intervals: [{ lower: { comparator: '>=', version } }] };
    if (numbers.length === 0) return { intervals: [{}] };
    return rangeOf(fromTo(numbers.join('.'), stepAt(numbers, numbers.length - 1)), (a, b) =>
      compareDotted(parseDotted(a), parseDotted(b)),
    );
  });
}
