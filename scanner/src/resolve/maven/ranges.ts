// Ranges in brackets, which are hard requirements. A version alone is a soft one.
import { nativeRangeTest } from '../../versions/index.ts';

export function isRange(requirement: string): boolean {
  return /[[(]/.test(requirement);
}

/** A range that cannot be read allows nothing. */
export function rangeTest(range: string): (version: string) => boolean {
  const read = nativeRangeTest('maven', range);
  return 'problem' in read ? () => false : read.value;
}
