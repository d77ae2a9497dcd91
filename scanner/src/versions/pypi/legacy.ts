// The order of versions before PEP 440: a list of words and numbers, as setuptools compared them. Advisories still
// contain such versions.
// https://setuptools.pypa.io/en/latest/deprecated/distutils/ and the `LegacyVersion` of packaging before release 22.
import type { Order } from '../scheme.ts';
import { compareLists, compareTexts, isDigit, isLowerLetter, runEnd } from '../text.ts';

/** A pre-release word comes before the end of a version ("*final"), which comes before other words. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['pre', 'c'],
  ['preview', 'c'],
  ['rc', 'c'],
  ['dev', '@'],
  ['-', 'final-'],
]);
const END = '*final';
const ZERO = '00000000';

export function legacyParts(text: string): string[] {
  const parts: string[] = [];
  for (const piece of [...pieces(text.toLowerCase()), 'final']) {
    if (isDigit(piece.charCodeAt(0))) {
      parts.push(piece.padStart(ZERO.length, '0'));
      continue;
    }
    const part = `*${SPELLINGS.get(piece) ?? piece}`;
    if (part < END) dropLast(parts, `${END}-`);
    dropLast(parts, ZERO);
    parts.push(part);
  }
  return parts;
}

export function compareLegacy(a: readonly string[], b: readonly string[]): Order {
  return compareLists(a, b, compareTexts);
}

/** Numbers, words, hyphens, and any other text. Dots only separate. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const end = isDigit(code)
      ? runEnd(text, at, isDigit)
      : isLowerLetter(code)
        ? runEnd(text, at, isLowerLetter)
        : code === 45 || code === 46
          ? at + 1
          : runEnd(text, at, isOther);
    if (code !== 46) found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

function isOther(code: number): boolean {
  return !isDigit(code) && !isLowerLetter(code) && code !== 45 && code !== 46;
}

function dropLast(parts: string[], dropped: string): void {
  while (parts.at(-1) === dropped) parts.pop();
}
