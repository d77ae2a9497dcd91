// Versions of Debian packages. https://manpages.debian.org/deb-version(7)
import { type EpochVersion, splitEpoch } from '../epoch.ts';
import { type Order, versionScheme } from '../scheme.ts';
import { compareNumbers, compareValues, isDigit, isLetter, runEnd } from '../text.ts';

export const deb = versionScheme<EpochVersion>({
  name: 'deb',
  aliases: ['opam', 'opkg', 'ipk'],
  isPrerelease: (version) => version.includes('~'),
  parse: (version) => splitEpoch(version.trim()),
  compare: (a, b) =>
    compareNumbers(a.epoch, b.epoch) ||
    compareParts(a.version, b.version) ||
    compareParts(a.release ?? '', b.release ?? ''),
});

/** Compares in turn: a run of other characters by their order, then a run of digits by its value. */
function compareParts(a: string, b: string): Order {
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    for (; isWord(a, i) || isWord(b, j); i++, j++) {
      const order = compareValues(rankOf(a, i), rankOf(b, j));
      if (order !== 0) return order;
    }
    const [iEnd, jEnd] = [runEnd(a, i, isDigit), runEnd(b, j, isDigit)];
    const order = compareNumbers(a.slice(i, iEnd), b.slice(j, jEnd));
    if (order !== 0) return order;
    [i, j] = [iEnd, jEnd];
  }
  return 0;
}

function isWord(text: string, at: number): boolean {
  return at < text.length && !isDigit(text.charCodeAt(at));
}

/** Order: a tilde, then the end (or a digit), then letters, then all others. */
function rankOf(text: string, at: number): number {
  if (!isWord(text, at)) return 0;
  const code = text.charCodeAt(at);
  if (code === 126) return -1;
  return isLetter(code) ? code : code + 0x100;
}
