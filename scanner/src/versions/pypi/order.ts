// The order of versions of PEP 440. https://packaging.python.org/en/latest/specifications/version-specifiers/#summary-of-permitted-suffixes-and-relative-ordering
import type { Order } from '../scheme.ts';
import { compareLists, compareNumbers, compareValues, compareWordsFirst } from '../text.ts';
import type { PythonVersion } from './version.ts';

export function comparePythonVersions(a: PythonVersion, b: PythonVersion): Order {
  return (
    compareNumbers(a.epoch, b.epoch) ||
    compareLists(a.release, b.release, compareNumbers, '0') ||
    compareValues(phase(a), phase(b)) ||
    compareOptional(a.pre?.number, b.pre?.number) ||
    compareOptional(a.post, b.post) ||
    // A development release comes before the version that it prepares.
    compareValues(Number(a.dev === undefined), Number(b.dev === undefined)) ||
    compareOptional(a.dev, b.dev) ||
    compareLists(a.local, b.local, compareWordsFirst)
  );
}

/** The order is 1.0.dev1, 1.0a1, 1.0b1, 1.0rc1, 1.0, and then post-releases of 1.0. */
function phase(version: PythonVersion): number {
  if (version.pre !== undefined) return { a: 1, b: 2, rc: 3 }[version.pre.phase];
  return version.post === undefined && version.dev !== undefined ? 0 : 4;
}

function compareOptional(a: string | undefined, b: string | undefined): Order {
  if (a === undefined || b === undefined) return compareValues(Number(a !== undefined), Number(b !== undefined));
  return compareNumbers(a, b);
}
