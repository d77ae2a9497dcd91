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
import { formatVers, orderOf, type VersAnswer } from './vers.ts';

/** The `vers` of a native range. It uses the name of the scheme with which the caller asked. */
export function versFromNative(scheme: string, range: string): VersAnswer<string> {
  const read = readNativeRange(scheme, range);
  if ('problem' in read) return read;
  const excluded = read.excluded ?? [];
  if (excluded.length === 0 && union(read.intervals, orderOf(scheme)).some(({ lower, upper }) => !lower && !upper)) {
    return { value: formatVers({ scheme, isAny: true, constraints: [] }) };
  }
  const constraints: Constraint[] = [
    ...intervalConstraints(scheme, read.intervals),
    ...excluded.map((version) => ({ comparator: '!=' as const, version })),
  ];
  return { value: formatVers({ scheme, isAny: false, constraints: withoutRepeated(constraints) }) };
}

/** Reads a range in the syntax of its ecosystem. The intervals are not empty, and excluded versions lie inside of them. */
export function readNativeRange(scheme: string, range: string): NativeAnswer {
  const { readRange } = versionSchemeOf(scheme);
  const order = orderOf(scheme);
  const read = readRange ? readRange(range) : readComparators(range, { alternatives: /\|\|?/, order });
  return 'problem' in read ? read : withoutEmpty(read, order);
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
