// Version ranges of component policies: `>=1.2 <2.0`, `1.4.1`, `<1.0 || >=3.0 <3.2`, `*`.
// All parts separated by blanks or commas must hold; one of the parts separated by `||` must hold. The version order of an
// ecosystem is not known here: the caller passes an order of the scanner's version schemes.
import { itemAt } from '@assay/scanner/items';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refusal.ts';

/** Negative if a comes before b, 0 if they are equal, positive otherwise. */
export type VersionOrder = (a: string, b: string) => number;

interface Bound {
  operator: '=' | '<' | '<=' | '>' | '>=' | '!=';
  version: string;
}

/** A range: alternatives, each with bounds that must all hold. No bounds means every version. */
export type VersionRange = Bound[][];

export function parseVersionRange(text: string): VersionRange | Refusal {
  const alternatives = text.split('||').map((part) => parseBounds(part));
  const bad = alternatives.indexOf(undefined);
  if (bad === -1) return alternatives as VersionRange;
  return refuse(
    'invalid',
    `The version range "${text}" cannot be read near "${itemAt(text.split('||'), bad).trim()}". Write for example ">=1.2 <2.0", "1.4.1" or "*".`,
  );
}

export function isInRange(version: string, range: VersionRange, order: VersionOrder): boolean {
  return range.some((bounds) => bounds.every((bound) => holds(bound, order(version, bound.version))));
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
    bounds.push({ operator: (match[1] ?? '=') as Bound['operator'], version: itemAt(match, 2) });
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
