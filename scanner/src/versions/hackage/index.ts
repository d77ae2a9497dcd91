// Versions of Haskell packages: numbers with dots; of two that begin alike the longer one is later. What is no number has no place in
// such versions; it comes before the numbers. https://pvp.haskell.org
import { versionScheme } from '../scheme.ts';
import { compareLists, compareWordsFirst } from '../text.ts';

export const hackage = versionScheme<string[]>({
  name: 'hackage',
  parse: (version) => version.trim().split('.'),
  compare: (a, b) => compareLists(a, b, compareWordsFirst),
});
