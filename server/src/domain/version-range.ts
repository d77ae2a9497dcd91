// Version ranges of component policies: `>=1.2 <2.0`, `1.4.1`, `<1.0 || >=3.0 <3.2`, `*`.
// Parts beside each other (with blanks or commas) must all hold; of parts divided by `||` one must. How versions of an
// ecosystem are ordered is not known here: the caller passes the order of the scanner's version schemes.
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';

/** Negative when a comes before b, 0 when they are equal, positive otherwise. */
export type VersionOrder = (a: string, b: string) => number;

interface Bound {
  operator: '=' | '<' | '<=' | '>' | '>=' | '!=';
  version: string;
}

/** A range: alternatives, each of them bounds that must all hold. No bounds means every version. */
export type VersionRange = Bound[][];

export function parseVersionRange(text: string): VersionRange | Refusal {
  const alternatives = text.split('||').map((part) => parseBounds(part));
  const bad = alternatives.indexOf(undefined);
  if (bad === -1) return alternatives as VersionRange;
  return refuse(
    'invalid',
    `The version range "${text}" is not understood near "${text.split('||')[bad]!.trim()}": write for example ">=1.2 <2.0", "1.4.1" or "*".`,
  );
}

export function isInRange(version: string, range: VersionRange, order: VersionOrder): boolean {
  return range.some((bounds) => bounds.every((bound) => holds(bound, order(version, bound.version))));
}

/** Numbers by size, words by alphabet, a pre-release before its release: good for versions of unknown schemes. */
export function genericVersionOrder(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = comparePart(left[i], right[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function parseBounds(text: string): Bound[] | undefined {
  const words = text
    .replace(/(<=|>=|!=|=|<|>)\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return undefined;
  const bounds: Bound[] = [];
  for (const word of words) {
    if (word === '*') continue;
    const match = /^(<=|>=|!=|=|<|>)?([^<>=!|*^~]+)$/.exec(word);
    if (match === null) return undefined;
    bounds.push({ operator: (match[1] ?? '=') as Bound['operator'], version: match[2]! });
  }
  return bounds;
}

function holds(bound: Bound, difference: number): boolean {
  switch (bound.operator) {
    case '=':
      return difference === 0;
    case '!=':
      return difference !== 0;
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
  }
}

function partsOf(version: string): string[] {
  const release = version.replace(/^[vV](?=\d)/, '').split('+', 1)[0]!;
  return release.match(/\d+|[A-Za-z]+/g) ?? [];
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -comparePart(b, a);
  const isNumber = /^\d/.test(a);
  // 1.0 equals 1.0.0, and 1.0-rc comes before 1.0.
  if (b === undefined) return isNumber ? Math.sign(Number(a)) : isPreRelease(a) ? -1 : 1;
  const isOtherNumber = /^\d/.test(b);
  if (isNumber && isOtherNumber) return compareNumbers(a, b);
  if (isNumber !== isOtherNumber) return isNumber ? 1 : -1;
  return a.toLowerCase() < b.toLowerCase() ? -1 : a.toLowerCase() > b.toLowerCase() ? 1 : 0;
}

function compareNumbers(a: string, b: string): number {
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isPreRelease(word: string): boolean {
  return /^(a|alpha|b|beta|c|rc|cr|m|milestone|pre|preview|dev|snapshot|canary|next|nightly|ea|incubating)$/i.test(
    word,
  );
}
