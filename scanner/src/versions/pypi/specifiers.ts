// Version specifiers of Python: `>=1.0,!=1.3.*,<2`, and `~=1.4.2`.
// https://packaging.python.org/en/latest/specifications/version-specifiers/#version-specifiers
import { type Bounds, type ComparatorSyntax, rangeOf } from '../comparators.ts';
import { intersection } from '../intervals.ts';
import type { Comparator, Constraint, Interval, NativeAnswer } from '../scheme.ts';
import { stepAt } from '../steps.ts';
import { readPythonVersion } from './version.ts';

const SPECIFIER = /^(~=|===|==|!=|<=|>=|<|>)?\s*([^\s<>=~,]+)$/;

export function readSpecifiers(range: string, order: ComparatorSyntax['order']): NativeAnswer {
  const bounds: Bounds = [];
  const holes: Bounds[] = [];
  for (const part of range.split(',').map((one) => one.trim())) {
    if (part === '' || part === '*') continue;
    const read = boundsOf(part);
    if (read === undefined) {
      return {
        problem: `The version specifier "${range.slice(0, 200)}" is not understood near "${part.slice(0, 200)}": write for example ">=1.0,!=1.3,<2" or "~=1.4".`,
      };
    }
    if (part.startsWith('!=') && read.length > 1) holes.push(read);
    else bounds.push(...read);
  }
  const { intervals, excluded } = rangeOf(bounds, order);
  return {
    intervals: holes.reduce((left, hole) => without(left, hole, order), intervals),
    ...(excluded && { excluded }),
  };
}

/** `!=1.3.*` excludes a part in the middle: allowed are versions before it, and versions from its end on. */
function without(intervals: readonly Interval[], [from, before]: Bounds, order: ComparatorSyntax['order']): Interval[] {
  if (from === undefined || before === undefined) return [...intervals];
  return intervals.flatMap((interval) => {
    const lower = intersection(interval, { upper: { comparator: '<', version: from.version } }, order);
    const upper = intersection(interval, { lower: { comparator: '>=', version: before.version } }, order);
    return [lower, upper].filter((part) => part !== undefined);
  });
}

function boundsOf(part: string): Bounds | undefined {
  const match = part.length > 1000 ? null : SPECIFIER.exec(part);
  if (match === null) return undefined;
  const [operator, version] = [match[1] ?? '==', match[2] as string];
  if (version.endsWith('.*')) {
    return operator === '==' || operator === '!=' ? prefixBounds(version.slice(0, -2)) : undefined;
  }
  if (operator === '~=') return compatibleBounds(version);
  const comparator = (operator === '==' || operator === '===' ? '=' : operator) as Comparator;
  return [{ comparator, version }];
}

/** All versions with this beginning, including their development releases. */
function prefixBounds(prefix: string): Bounds | undefined {
  const read = readPythonVersion(prefix);
  if (read === undefined) return undefined;
  const epoch = read.epoch === '0' ? '' : `${read.epoch}!`;
  return [
    { comparator: '>=', version: `${prefix}.dev0` },
    { comparator: '<', version: `${epoch}${stepAt(read.release, read.release.length - 1)}.dev0` },
  ];
}

/** `~=1.4.2` means at least 1.4.2, with the beginning 1.4. */
function compatibleBounds(version: string): Constraint[] | undefined {
  const read = readPythonVersion(version);
  if (read === undefined || read.release.length < 2) return undefined;
  const epoch = read.epoch === '0' ? '' : `${read.epoch}!`;
  return [
    { comparator: '>=', version },
    { comparator: '<', version: `${epoch}${stepAt(read.release, read.release.length - 2)}.dev0` },
  ];
}
