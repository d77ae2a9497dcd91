// Converts native ranges, in the notation of the manifests and advisories of an ecosystem, to `vers`.
import { readComparators } from './comparators.ts';
import {
  compareLower,
  constraintsOf,
  intersection,
  intervalsOf,
  isWithin,
  type RangeOrder,
  union,
} from './intervals.ts';
import type { Constraint, Interval, NativeAnswer, NativeRange } from './scheme.ts';
import { versionSchemeOf } from './schemes.ts';
import { formatVers, orderOf, rangeScheme, type VersAnswer } from './vers.ts';

/** The `vers` of a native range. It uses the name of the scheme with which the caller asked. */
export function versFromNative(scheme: string, range: string): VersAnswer<string> {
  const read = readNativeRange(scheme, range);
  if ('problem' in read) return read;
  const excluded = read.excluded ?? [];
  if (excluded.length === 0 && union(read.intervals, orderOf(scheme)).some(({ lower, upper }) => !lower && !upper)) {
    return { value: formatVers({ scheme, isAny: true, constraints: [] }) };
  }
  const constraints: Constraint[] = [
    ...intervalConstraints(scheme, read.intervals.map(asWritten)),
    ...excluded.map((version) => ({ comparator: '!=' as const, version })),
  ];
  return { value: formatVers({ scheme, isAny: false, constraints: withoutRepeated(constraints) }) };
}

/** The time that a range takes grows with the square of its alternatives. */
const MAX_LENGTH = 10_000;

/** Reads a range in the syntax of its ecosystem. The intervals are not empty, and excluded versions lie inside of them. */
export function readNativeRange(scheme: string, range: string): NativeAnswer {
  if (range.length > MAX_LENGTH) {
    return { problem: `The range has ${range.length} characters; ranges of more than ${MAX_LENGTH} are not read.` };
  }
  const { readRange } = versionSchemeOf(scheme);
  const order = orderOf(scheme);
  const read = readRange ? readRange(range) : readComparators(range, { alternatives: /\|\|?/, order });
  return 'problem' in read ? read : withoutEmpty(read, order);
}

/** Whether versions are in a native range, by the rules of its ecosystem: `^1.2` of npm does not have 2.0.0-rc.1, although `<2.0.0` does. */
export function nativeRangeTest(scheme: string, range: string): VersAnswer<(version: string) => boolean> {
  const read = readNativeRange(scheme, range);
  if ('problem' in read) return read;
  const ordered = intervalsTest(scheme, read);
  return { value: versionSchemeOf(scheme).rangeTest?.(range, ordered) ?? ordered };
}

function intervalsTest(scheme: string, { intervals, excluded = [] }: NativeRange): (version: string) => boolean {
  const { parse, compare } = rangeScheme(scheme);
  const bounds = intervals.map(({ lower, upper }) => ({
    lower: lower && { version: parse(lower.version), includes: lower.comparator === '>=' },
    upper: upper && { version: parse(upper.version), includes: upper.comparator === '<=' },
  }));
  const left = excluded.map(parse);
  return (version) => {
    const asked = parse(version);
    if (left.some((one) => compare(one, asked) === 0)) return false;
    return bounds.some(({ lower, upper }) => {
      const fromLower = lower === undefined ? 1 : compare(asked, lower.version);
      const toUpper = upper === undefined ? 1 : compare(upper.version, asked);
      return (
        (fromLower > 0 || (fromLower === 0 && lower?.includes === true)) &&
        (toUpper > 0 || (toUpper === 0 && upper?.includes === true))
      );
    });
  };
}

function asWritten({ lower, upper }: Interval): Interval {
  return {
    ...(lower && { lower: { comparator: lower.comparator, version: lower.written ?? lower.version } }),
    ...(upper && { upper: { comparator: upper.comparator, version: upper.written ?? upper.version } }),
  };
}

/** In `vers`, a bound that includes its version has priority over `!=`, so bounds of excluded versions become strict. */
function withoutEmpty({ intervals, excluded = [] }: NativeRange, order: RangeOrder): NativeRange {
  let kept = intervals.flatMap((interval) => intersection(interval, {}, order) ?? []);
  for (const version of excluded) {
    kept = kept.flatMap((interval) => intersection(withStrictBounds(interval, version, order), {}, order) ?? []);
  }
  const inside = excluded.filter((version) => kept.some((interval) => isWithin(interval, version, order)));
  return { intervals: kept, ...(inside.length > 0 && { excluded: inside }) };
}

function withStrictBounds({ lower, upper }: Interval, excluded: string, order: RangeOrder): Interval {
  const isExcluded = (bound: Constraint) => order(bound.version, excluded) === 0;
  return {
    ...(lower && { lower: isExcluded(lower) ? { ...lower, comparator: '>' as const } : lower }),
    ...(upper && { upper: isExcluded(upper) ? { ...upper, comparator: '<' as const } : upper }),
  };
}

/**
 * Keeps the written bounds if together they mean the same as the joined intervals, because `<1.0|<2.0` tells people
 * more than `<2.0`. Otherwise uses the joined intervals: 1.5 of `>=1.0|<2.0` and `<3.0` must not be lost.
 */
function intervalConstraints(scheme: string, intervals: readonly Interval[]): Constraint[] {
  const order = orderOf(scheme);
  const joined = union(intervals, order);
  const written = constraintsOf(
    [...intervals].sort((a, b) => compareLower(a, b, order)),
    order,
  );
  const bounds = written.filter(({ comparator }) => comparator !== '=');
  const sorted = [...bounds].sort((a, b) => order(a.version, b.version));
  const single = intervals.filter(({ lower, upper }) => lower && upper && order(lower.version, upper.version) === 0);
  const meant = union([...(intervalsOf(sorted) as Interval[]), ...single], order);
  return JSON.stringify(meant) === JSON.stringify(joined) ? written : constraintsOf(joined, order);
}

/** One version is named or excluded once. */
function withoutRepeated(constraints: readonly Constraint[]): Constraint[] {
  const seen = new Set<string>();
  return constraints.filter(({ comparator, version }) => {
    const isRepeated = (comparator === '=' || comparator === '!=') && seen.has(comparator + version);
    seen.add(comparator + version);
    return !isRepeated;
  });
}
