// Texts in the order of their code points, without any normalisation. https://github.com/package-url/vers-spec
import { type Order, versionScheme } from '../scheme.ts';
import { compareValues } from '../text.ts';

export const lexicographic = versionScheme<string>({
  name: 'lexicographic',
  parse: (version) => version,
  compare: compareCodePoints,
});

function compareCodePoints(a: string, b: string): Order {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    // The texts are equal before this place. If they differ inside a pair of surrogates, this is its first half.
    if (a[at] !== b[at]) return compareValues(a.codePointAt(at) as number, b.codePointAt(at) as number);
  }
  return compareValues(a.length, b.length);
}
