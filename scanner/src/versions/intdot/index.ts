// Versions of numbers with dots and nothing else. Text after the numbers does not affect the order.
// https://github.com/package-url/vers-spec
import { versionScheme } from '../scheme.ts';
import { compareLists, compareNumbers, isDigit, runEnd } from '../text.ts';

export const intdot = versionScheme<string[]>({
  name: 'intdot',
  parse: (version) =>
    version
      .slice(
        0,
        runEnd(version, 0, (code) => isDigit(code) || code === 46),
      )
      .split('.'),
  compare: (a, b) => compareLists(a, b, compareNumbers, '0'),
});
