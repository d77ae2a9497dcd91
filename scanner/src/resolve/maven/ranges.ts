// Ranges in brackets, which are hard requirements. A version alone is a soft one.
import { readNativeRange, versionSchemeOf } from '../../versions/index.ts';

export function isRange(requirement: string): boolean {
  return /[[(]/.test(requirement);
}

/** A range that cannot be read allows nothing. */
export function rangeTest(range: string): (version: string) => boolean {
  const read = readNativeRange('maven', range);
  if ('problem' in read) return () => false;
  const { parse, compare } = versionSchemeOf('maven');
  const intervals = read.intervals.map(({ lower, upper }) => ({
    lower: lower && { version: parse(lower.version), includes: lower.comparator === '>=' },
    upper: upper && { version: parse(upper.version), includes: upper.comparator === '<=' },
  }));
  return (version) => {
    const asked = parse(version);
    return intervals.some(({ lower, upper }) => {
      const fromLower = lower === undefined ? 1 : compare(asked, lower.version);
      const toUpper = upper === undefined ? 1 : compare(upper.version, asked);
      return (
        (fromLower > 0 || (fromLower === 0 && lower?.includes === true)) &&
        (toUpper > 0 || (toUpper === 0 && upper?.includes === true))
      );
    });
  };
}
