// Versions of Hex: Semantic Versioning. https://hexdocs.pm/elixir/Version.html

import { readComparators } from '../comparators.ts';
import { compareDotted, parseDotted } from '../dotted.ts';
import { versionScheme } from '../scheme.ts';
import { semverOrder } from '../semver-ranges.ts';
import { fromTo, leadingNumbers, stepAt, withThreeNumbers } from '../steps.ts';

export const hex = versionScheme({
  name: 'hex',
  parse: parseDotted,
  compare: compareDotted,
  readRange,
});

/** `~> 2.1` allows versions before 3.0, `~> 2.1.3` versions before 2.2. */
function readRange(range: string) {
  return readComparators(range.replace(/\band\b/g, ' '), {
    alternatives: /\|\||\bor\b/,
    order: semverOrder,
    operators: {
      '~>': (version) => {
        const numbers = leadingNumbers(version);
        if (numbers.length < 2) return undefined;
        const before = withThreeNumbers(stepAt(numbers, numbers.length - 2));
        return fromTo(withThreeNumbers(version), before, `${before}-0`);
      },
    },
  });
}
