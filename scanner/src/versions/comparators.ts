// Native ranges made of comparators: `>= 1.0, < 2.0`. A scheme with operators of its own defines their meaning.
import { intersection, intervalOf, isWithin } from './intervals.ts';
import type { Constraint, Interval, NativeAnswer, NativeRange, Order } from './scheme.ts';

export interface ComparatorSyntax {
  /** The separator of alternatives. Undefined if the syntax has none. */
  alternatives?: RegExp;
  /**
   * Operators other than = == != <> < <= > >=, with the range that they mean before a version. Undefined if the
   * operator does not fit the version.
   */
  operators?: Record<string, (version: string) => Bounds | undefined>;
  /** The meaning of a version without an operator. Default: equality. */
  bare?: (version: string) => Bounds | undefined;
  order: (a: string, b: string) => Order;
}

/** Conditions that must all be true. */
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

/** No version contains these characters, so the text means something else. */
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

/** The range of conditions that must all be true. */
export function rangeOf(bounds: Bounds, order: ComparatorSyntax['order']): NativeRange {
  const interval = holdTogether(bounds, order);
  const excluded = bounds.filter((bound) => bound.comparator === '!=').map((bound) => bound.version);
  return { intervals: interval === undefined ? [] : [interval], ...(excluded.length > 0 && { excluded }) };
}

/** If one alternative excludes a version and another one allows it, the version is allowed. */
export function oneOf(alternatives: readonly NativeRange[], order: ComparatorSyntax['order']): NativeRange {
  const allows = (range: NativeRange, version: string) =>
    range.intervals.some((interval) => isWithin(interval, version, order)) &&
    !range.excluded?.some((excluded) => order(excluded, version) === 0);
  const excluded = new Set(alternatives.flatMap((one) => one.excluded ?? []));
  const left = [...excluded].filter((version) => !alternatives.some((one) => allows(one, version)));
  return {
    intervals: alternatives.flatMap((one) => one.intervals),
    ...(left.length > 0 && { excluded: left }),
  };
}

/** The interval of all bounds together. Undefined if it is empty. */
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

/** Removes blanks, so that operators directly precede their versions. */
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
