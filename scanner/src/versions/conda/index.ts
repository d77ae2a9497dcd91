// Versions of conda packages: an epoch, parts separated by ".", "_" and "-" in which numbers and words alternate, and a local part after "+".
// https://docs.conda.io/projects/conda/en/latest/user-guide/concepts/pkg-specs.html#version-ordering
import { type Bounds, readComparators } from '../comparators.ts';
import { type NativeAnswer, type Order, versionScheme } from '../scheme.ts';
import { stepAt } from '../steps.ts';
import { compareLists, compareNumbers, compareTexts, cutAt, isDigit, isNumber, runEnd } from '../text.ts';

interface CondaVersion {
  /** '0' when absent. */
  epoch: string;
  parts: string[][];
  local: string[][];
}

export const conda = versionScheme<CondaVersion>({
  name: 'conda',
  parse: readVersion,
  compare: (a, b) =>
    compareNumbers(a.epoch, b.epoch) || compareParts(a.parts, b.parts) || compareParts(a.local, b.local),
  readRange,
});

function readVersion(text: string): CondaVersion {
  const version = text.trim().toLowerCase();
  const digits = runEnd(version, 0, isDigit);
  const hasEpoch = digits > 0 && version[digits] === '!';
  const [main, local = ''] = cutAt(hasEpoch ? version.slice(digits + 1) : version, '+');
  return { epoch: hasEpoch ? version.slice(0, digits) : '0', parts: partsOf(main), local: partsOf(local) };
}

/** A `_` or `-` at the end joins the last part, so that OpenSSL's 1.0.1 sorts before 1.0.1a. */
function partsOf(text: string): string[][] {
  if (text === '') return [];
  const hasSignAtEnd = text.length > 1 && (text.endsWith('_') || text.endsWith('-'));
  const parts = (hasSignAtEnd ? text.slice(0, -1) : text).split(/[._-]/).map(runsOf);
  if (hasSignAtEnd) parts.at(-1)?.push('_');
  return parts;
}

/** A part begins with a number; 0 is put before a leading word. */
function runsOf(part: string): string[] {
  const runs: string[] = [];
  for (let at = 0; at < part.length; ) {
    const isNumberHere = isDigit(part.charCodeAt(at));
    const end = runEnd(part, at, (code) => isDigit(code) === isNumberHere);
    if (runs.length === 0 && !isNumberHere) runs.push('0');
    runs.push(part.slice(at, end));
    at = end;
  }
  return runs;
}

/** Parts that are missing at the end count as 0. */
function compareParts(a: readonly string[][], b: readonly string[][]): Order {
  return compareLists(a, b, (left, right) => compareLists(left, right, compareRuns, '0'), []);
}

/** Order: "dev", then other words by their characters, then numbers, then "post". */
function compareRuns(a: string, b: string): Order {
  const [left, right] = [rankOf(a), rankOf(b)];
  if (left !== right) return left < right ? -1 : 1;
  return left === NUMBER ? compareNumbers(a, b) : compareTexts(a, b);
}

const NUMBER = 2;

function rankOf(run: string): number {
  if (run === 'dev') return 0;
  if (run === 'post') return 3;
  return isNumber(run) ? NUMBER : 1;
}

/**
 * `1.2|1.4.*` and `>=1.0,<2`; `=1.2` and `1.2*` for all versions with this beginning; `~=1.4.2`. A build after the version or "=" does not limit
 * versions.
 */
function readRange(range: string): NativeAnswer {
  return readComparators(withoutBuilds(range), {
    alternatives: /\|/,
    order: (a, b) => conda.compare(conda.parse(a), conda.parse(b)),
    operators: {
      '=': prefixBounds,
      '==': (version) => [{ comparator: '=', version }],
      '>=': (version) => [{ comparator: '>=', version: withoutStar(version) }],
      '~=': compatibleBounds,
    },
    bare: (version) => (version.endsWith('*') ? prefixBounds(version) : [{ comparator: '=', version }]),
  });
}

function withoutBuilds(range: string): string {
  return range
    .split('|')
    .map((alternative) =>
      alternative
        .split(',')
        .map((one) => /^\s*([<>=!~]*\s*[^\s=<>!~]+)(?:(?:\s+|=)[^\s=<>!~,]+)?\s*$/.exec(one)?.[1] ?? one)
        .join(','),
    )
    .join('|');
}

function withoutStar(version: string): string {
  return version.replace(/\.?\*$/, '');
}

/** All versions that begin with these numbers, including development releases. */
function prefixBounds(written: string): Bounds | undefined {
  const prefix = withoutStar(written);
  const { epoch, numbers } = numbersOf(prefix);
  if (numbers === undefined) return undefined;
  return [
    { comparator: '>=', version: `${prefix}dev` },
    { comparator: '<', version: `${epoch}${stepAt(numbers, numbers.length - 1)}dev` },
  ];
}

/** `~=1.4.2` means at least 1.4.2, with the beginning 1.4. */
function compatibleBounds(version: string): Bounds | undefined {
  const { epoch, numbers = [] } = numbersOf(version);
  if (numbers.length < 2) return undefined;
  return [
    { comparator: '>=', version },
    { comparator: '<', version: `${epoch}${stepAt(numbers, numbers.length - 2)}dev` },
  ];
}

function numbersOf(version: string): { epoch: string; numbers?: string[] } {
  const [before, after] = cutAt(version, '!');
  const epoch = after === undefined ? '' : `${before}!`;
  const numbers = (after ?? before).split('.');
  return numbers.every(isNumber) && (after === undefined || isNumber(before)) ? { epoch, numbers } : { epoch };
}
