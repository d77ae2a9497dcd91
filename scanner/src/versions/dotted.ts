// Versions of numbers with dots, then a pre-release after "-" and build metadata after "+". Semantic Versioning and
// similar schemes share this form. The reader is tolerant, because manifests and advisories differ: any number of
// parts, "v" or "=" at the front, a word directly after the numbers. https://semver.org/#spec-item-11
import type { Order } from './scheme.ts';
import { compareLists, compareNumbers, compareNumbersFirst, dropTrailing, isDigit, runEnd } from './text.ts';

export interface DottedVersion {
  /** Without zeros at the end: 1, 1.0 and 1.0.0 are one version. */
  numbers: string[];
  /** Empty for a release. */
  prerelease: string[];
  /** Empty when absent. */
  build: string[];
}

export function parseDotted(text: string): DottedVersion {
  const version = withoutPrefix(text.trim());
  const plus = version.indexOf('+');
  const core = plus === -1 ? version : version.slice(0, plus);
  const numbers: string[] = [];
  let at = 0;
  for (;;) {
    const start = runEnd(core, at, (code) => code === 46);
    const end = runEnd(core, start, isDigit);
    if (end === start) {
      at = start;
      break;
    }
    numbers.push(core.slice(start, end));
    at = end;
    if (core[at] !== '.') break;
  }
  return {
    numbers: dropTrailing(numbers, (number) => compareNumbers(number, '0') === 0),
    prerelease: identifiers(core[at] === '-' ? core.slice(at + 1) : core.slice(at)),
    build: identifiers(plus === -1 ? '' : version.slice(plus + 1)),
  };
}

/** By numbers, then pre-release before release. Build metadata does not affect the order. */
export function compareDotted(a: DottedVersion, b: DottedVersion): Order {
  return compareLists(a.numbers, b.numbers, compareNumbers, '0') || comparePrereleases(a.prerelease, b.prerelease);
}

/**
 * Numbers by value and before words, words by their characters. If one list is the beginning of the other, the longer
 * one comes later.
 */
export function compareIdentifiers(a: readonly string[], b: readonly string[]): Order {
  return compareLists(a, b, compareNumbersFirst);
}

function comparePrereleases(a: readonly string[], b: readonly string[]): Order {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 0 : a.length === 0 ? 1 : -1;
  return compareIdentifiers(a, b);
}

function identifiers(text: string): string[] {
  return text === '' ? [] : text.split('.');
}

/** Without "=", "v" and blanks before the first digit. */
function withoutPrefix(text: string): string {
  const start = runEnd(text, 0, isPrefix);
  return isDigit(text.charCodeAt(start)) ? text.slice(start) : text;
}

function isPrefix(code: number): boolean {
  return code === 61 || code === 32 || code === 118 || code === 86;
}
