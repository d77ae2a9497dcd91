// The bounds of ranges that name a version and allow later ones: `^1.2.3`, `~> 1.2`, `1.2.*`.
import type { Constraint } from './scheme.ts';
import { compareNumbers, isDigit, isNumber, runEnd } from './text.ts';

/** The numbers with dots at the beginning of a version. */
export function leadingNumbers(version: string): string[] {
  const start = version[0] === 'v' || version[0] === 'V' ? 1 : 0;
  const end = runEnd(version, start, (code) => isDigit(code) || code === 46);
  return version
    .slice(start, end)
    .split('.')
    .filter((part) => part !== '');
}

/** The version whose number at this place is higher by one and that ends there: 1.2.3 at 1 gives 1.3. */
export function stepAt(numbers: readonly string[], place: number): string {
  return [...numbers.slice(0, place), increment(numbers[place] ?? '0')].join('.');
}

/** The place of the first number that is not zero; the last one when all are. */
export function firstNonZero(numbers: readonly string[]): number {
  const place = numbers.findIndex((number) => compareNumbers(number, '0') !== 0);
  return place === -1 ? numbers.length - 1 : place;
}

/** The range from a version to another one, without the end. `first` is the first pre-release of the end, which the range does not have either. */
export function fromTo(from: string, before: string, first?: string): Constraint[] {
  return [
    { comparator: '>=', version: from },
    { comparator: '<', version: first ?? before, ...(first !== undefined && { written: before }) },
  ];
}

/** Adds zeros until there are three numbers. */
export function withThreeNumbers(version: string): string {
  const count = version.split('.').length;
  return version + '.0'.repeat(Math.max(0, 3 - count));
}

/** The numbers before a wildcard (`1.2.*`, `1.2.x`); undefined when there is none. */
export function beforeWildcard(version: string): string[] | undefined {
  const parts = version.split('.');
  const at = parts.findIndex((part) => part === '*' || part === 'x' || part === 'X');
  return at !== -1 && parts.slice(0, at).every(isNumber) ? parts.slice(0, at) : undefined;
}

function increment(digits: string): string {
  let at = digits.length;
  while (at > 0 && digits[at - 1] === '9') at--;
  const nines = '0'.repeat(digits.length - at);
  return at === 0 ? `1${nines}` : `${digits.slice(0, at - 1)}${Number(digits[at - 1]) + 1}${nines}`;
}
