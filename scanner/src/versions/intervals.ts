// Converts constraints to intervals and back. Knows no syntax.
import type { Constraint, Interval, Order } from './scheme.ts';

export type RangeOrder = (a: string, b: string) => Order;

interface Bound<Version> {
  comparator: string;
  version: Version;
}

/**
 * The intervals of constraints that are sorted by version. Of adjacent lower bounds the first one counts, of adjacent
 * upper bounds the last one. Bounds with "=" do not include their version here, because equal versions are looked up
 * first.
 */
export function intervalsOf<Version>(
  sorted: readonly Bound<Version>[],
): { lower?: Bound<Version>; upper?: Bound<Version> }[] {
  const intervals: { lower?: Bound<Version>; upper?: Bound<Version> }[] = [];
  for (const bound of sorted) {
    const last = intervals.at(-1);
    if (bound.comparator === '<' || bound.comparator === '<=') {
      if (last === undefined) intervals.push({ upper: bound });
      else last.upper = bound;
    } else if (bound.comparator === '>' || bound.comparator === '>=') {
      if (last === undefined || last.upper !== undefined) intervals.push({ lower: bound });
    }
  }
  return intervals;
}

/** The part that both intervals have in common. Undefined if there is none. */
export function intersection(a: Interval, b: Interval, order: RangeOrder): Interval | undefined {
  const lower = stricter(
    a.lower,
    b.lower,
    (left, right) => order(left.version, right.version) || inclusion(right, left),
  );
  const upper = stricter(
    a.upper,
    b.upper,
    (left, right) => order(right.version, left.version) || inclusion(right, left),
  );
  if (lower !== undefined && upper !== undefined) {
    const difference = order(lower.version, upper.version);
    if (difference > 0 || (difference === 0 && (lower.comparator === '>' || upper.comparator === '<')))
      return undefined;
  }
  return { ...(lower && { lower }), ...(upper && { upper }) };
}

/** The interval that a constraint other than "!=" describes. */
export function intervalOf(constraint: Constraint): Interval {
  const { comparator, version } = constraint;
  if (comparator === '>' || comparator === '>=') return { lower: { ...constraint, comparator } };
  if (comparator === '<' || comparator === '<=') return { upper: { ...constraint, comparator } };
  return { lower: { comparator: '>=', version }, upper: { comparator: '<=', version } };
}

/** Sorted, and joined where they overlap or touch. */
export function union(intervals: readonly Interval[], order: RangeOrder): Interval[] {
  const joined: Interval[] = [];
  for (const interval of [...intervals].sort((a, b) => compareLower(a, b, order))) {
    const last = joined.at(-1);
    if (last === undefined || isApart(last, interval, order)) joined.push({ ...interval });
    else if (last.upper !== undefined && reachesFurther(interval, last, order)) {
      if (interval.upper === undefined) delete last.upper;
      else last.upper = interval.upper;
    }
  }
  return joined;
}

/** Whether a version lies in the interval. */
export function isWithin({ lower, upper }: Interval, version: string, order: RangeOrder): boolean {
  return (
    intersection(
      { ...(lower && { lower }), ...(upper && { upper }) },
      intervalOf({ comparator: '=', version }),
      order,
    ) !== undefined
  );
}

/** As constraints in the order of intervals; an interval of one version is one constraint. */
export function constraintsOf(intervals: readonly Interval[], order: RangeOrder): Constraint[] {
  return intervals.flatMap(({ lower, upper }): Constraint[] => {
    if (lower !== undefined && upper !== undefined && order(lower.version, upper.version) === 0) {
      return [{ comparator: '=', version: lower.version }];
    }
    return [...(lower ? [lower] : []), ...(upper ? [upper] : [])];
  });
}

function stricter<B extends Constraint>(
  a: B | undefined,
  b: B | undefined,
  compare: (a: B, b: B) => number,
): B | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compare(a, b) >= 0 ? a : b;
}

/** Positive when the first bound includes its version and the second does not. */
function inclusion(a: Constraint, b: Constraint): number {
  return Number(a.comparator.endsWith('=')) - Number(b.comparator.endsWith('='));
}

/** An interval without a lower bound comes first. */
export function compareLower(a: Interval, b: Interval, order: RangeOrder): number {
  if (a.lower === undefined || b.lower === undefined)
    return Number(a.lower !== undefined) - Number(b.lower !== undefined);
  return order(a.lower.version, b.lower.version) || inclusion(b.lower, a.lower);
}

function isApart(left: Interval, right: Interval, order: RangeOrder): boolean {
  if (left.upper === undefined || right.lower === undefined) return false;
  const difference = order(left.upper.version, right.lower.version);
  return difference < 0 || (difference === 0 && left.upper.comparator === '<' && right.lower.comparator === '>');
}

function reachesFurther(a: Interval, b: Interval, order: RangeOrder): boolean {
  if (a.upper === undefined || b.upper === undefined) return a.upper === undefined;
  return (order(a.upper.version, b.upper.version) || inclusion(a.upper, b.upper)) > 0;
}
