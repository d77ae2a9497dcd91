// Native ranges made of comparators: `>= 1.0, < 2.0`. Members that have operators of their own say what these mean.
import { intersection, intervalOf, isWithin } from './intervals.ts';
import type { Constraint, Interval, NativeAnswer, NativeRange, Order } from './scheme.ts';

export interface ComparatorSyntax {
  /** How alternatives are divided; none when absent. */
  alternatives?: RegExp;
  /** Operators besides = == != <> < <= > >=, and what they mean before a version; undefined when the version does not fit. */
  operators?: Record<string, (version: string) => Bounds | undefined>;
  /** What a version without an operator means; equality when absent. */
  bare?: (version: string) => Bounds | undefined;
  order: (a: string, b: string) => Order;
}

/** What must all hold. */
export type Bounds = Constraint[];

const OPERATORS: Readonly<Record<string, Constraint['comparator']>> = {
  '=': '=',
  '==': '=',
  '===': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<<': '<',
  '<=': '<=',
  '=<': '<=',
  '>': '>',
  '>>': '>',
  '>=': '>=',
  '=>': '>=',
};

/** No version has them: something else is meant. */
const SIGNS = /[()<>=|&]/;

export function readComparators(range: string, syntax: ComparatorSyntax): NativeAnswer {
  const alternatives: NativeRange[] = [];
  for (const text of syntax.alternatives ? range.split(syntax.alternatives) : [range]) {
    const bounds = readBounds(text, syntax);
    if (bounds === undefined) {
      return { problem: `The range "${range.slice(0, 200)}" is not understood near "${text.trim().slice(0, 200)}".` };
    }
    alternatives.push(rangeOf(bounds, syntax.order));
  }
  return oneOf(alternatives, syntax.order);
}

/** The range of what must all hold. */
export function rangeOf(bounds: Bounds, order: ComparatorSyntax['order']): NativeRange {
  const interval = holdTogether(bounds, order);
  const excluded = bounds.filter((bound) => bound.comparator === '!=').map((bound) => bound.version);
  return { intervals: interval === undefined ? [] : [interval], ...(excluded.length > 0 && { excluded }) };
}

/** A version that one alternative excludes and another one allows is allowed. */
export function oneOf(alternatives: readonly NativeRange[], order: ComparatorSyntax['order']): NativeRange {
  const allows = (range: NativeRange, version: string) =>
    range.intervals.some((interval) => isWithin(interval, version, order)) &&
    !range.excluded?.some((excluded) => order(excluded, version) === 0);
  const excluded = alternatives
    .flatMap((one) => one.excluded ?? [])
    .filter((version) => !alternatives.some((one) => allows(one, version)));
  return {
    intervals: alternatives.flatMap((one) => one.intervals),
    ...(excluded.length > 0 && { excluded }),
  };
}

/** What lies within all bounds; undefined when nothing does. */
function holdTogether(bounds: Bounds, order: ComparatorSyntax['order']): Interval | undefined {
  let interval: Interval | undefined = {};
  for (const bound of bounds) {
    if (bound.comparator !== '!=' && interval !== undefined)
      interval = intersection(interval, intervalOf(bound), order);
  }
  return interval;
}

function readBounds(text: string, syntax: ComparatorSyntax): Bounds | undefined {
  const bounds: Bounds = [];
  for (const word of wordsOf(text)) {
    if (word === '*') continue;
    const operator = /^[<>=!~^]*/.exec(word)?.[0] ?? '';
    const version = word.slice(operator.length);
    const read = version === '' || SIGNS.test(version) ? undefined : boundsOf(operator, version, syntax);
    if (read === undefined) return undefined;
    bounds.push(...read);
  }
  return bounds;
}

/** Operators stand at their versions then, whatever blanks were between. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([<>=!~^])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((word) => word !== '');
}

function boundsOf(operator: string, version: string, syntax: ComparatorSyntax): Bounds | undefined {
  const own = Object.hasOwn(syntax.operators ?? {}, operator) ? syntax.operators?.[operator] : undefined;
  if (own !== undefined) return own(version);
  if (operator === '') return syntax.bare ? syntax.bare(version) : [{ comparator: '=', version }];
  const comparator = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  return comparator === undefined ? undefined : [{ comparator, version }];
}
