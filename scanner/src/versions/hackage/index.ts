// Versions of Haskell packages: numbers with dots. If one version is the beginning of the other, the longer one is
// later. A word is not allowed in such versions; it comes before the numbers. https://pvp.haskell.org
import { type Bounds, readComparators } from '../comparators.ts';
import { type NativeAnswer, type Order, versionScheme } from '../scheme.ts';
import { beforeWildcard, fromTo, leadingNumbers, stepAt } from '../steps.ts';
import { compareLists, compareWordsFirst, cutAt } from '../text.ts';

export const hackage = versionScheme<string[]>({
  name: 'hackage',
  parse: partsOf,
  compare: (a, b) => compareLists(a, b, compareWordsFirst),
  readRange,
});

/** Tags after a hyphen are deprecated, and Cabal ignores them. */
function partsOf(version: string): string[] {
  return cutAt(version.trim(), '-')[0].split('.');
}

function order(a: string, b: string): Order {
  return compareLists(partsOf(a), partsOf(b), compareWordsFirst);
}

/** For example `>=1.2 && <1.3 || ==2.*`. `^>=1.2.3` allows versions before 1.3. */
function readRange(range: string): NativeAnswer {
  const text = range.replaceAll('&&', ' ').replace(/(^|\s)-any(?=\s|$)/g, '$1*');
  return readComparators(text, {
    alternatives: /\|\|/,
    order,
    operators: {
      '==': wildcardOrExact,
      '^>=': (version) => {
        const numbers = leadingNumbers(version);
        return numbers.length === 0 ? undefined : fromTo(version, stepAt(numbers, 1));
      },
    },
  });
}

function wildcardOrExact(version: string): Bounds | undefined {
  const numbers = beforeWildcard(version);
  if (numbers === undefined) return [{ comparator: '=', version }];
  return numbers.length === 0 ? [] : fromTo(numbers.join('.'), stepAt(numbers, numbers.length - 1));
}
