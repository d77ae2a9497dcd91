// Versions of Python packages. https://packaging.python.org/en/latest/specifications/version-specifiers/#version-scheme
// What is no such version is ordered as setuptools did before PEP 440, and comes before all that are.
import { type Order, versionScheme } from '../scheme.ts';
import { compareLists, compareNumbers, compareValues, compareWordsFirst } from '../text.ts';
import { compareLegacy, legacyParts } from './legacy.ts';
import { readSpecifiers } from './specifiers.ts';
import { type PythonVersion, readPythonVersion } from './version.ts';

type Parsed = { version: PythonVersion } | { legacy: string[] };

export const pypi = versionScheme<Parsed>({
  name: 'pypi',
  parse(text) {
    const version = readPythonVersion(text);
    return version === undefined ? { legacy: legacyParts(text) } : { version };
  },
  compare(a, b) {
    if ('legacy' in a) return 'legacy' in b ? compareLegacy(a.legacy, b.legacy) : -1;
    return 'legacy' in b ? 1 : comparePythonVersions(a.version, b.version);
  },
  readRange: (range) => readSpecifiers(range, order),
});

function order(a: string, b: string): Order {
  return pypi.compare(pypi.parse(a), pypi.parse(b));
}

function comparePythonVersions(a: PythonVersion, b: PythonVersion): Order {
  return (
    compareNumbers(a.epoch, b.epoch) ||
    compareLists(a.release, b.release, compareNumbers, '0') ||
    compareValues(phase(a), phase(b)) ||
    compareOptional(a.pre?.number, b.pre?.number) ||
    compareOptional(a.post, b.post) ||
    // A development release comes before what it leads to.
    compareValues(Number(a.dev === undefined), Number(b.dev === undefined)) ||
    compareOptional(a.dev, b.dev) ||
    compareLists(a.local, b.local, compareWordsFirst)
  );
}

/** 1.0.dev1 comes before 1.0a1, this before 1.0b1 and 1.0rc1, and these before 1.0 and its post-releases. */
function phase(version: PythonVersion): number {
  if (version.pre !== undefined) return { a: 1, b: 2, rc: 3 }[version.pre.phase];
  return version.post === undefined && version.dev !== undefined ? 0 : 4;
}

function compareOptional(a: string | undefined, b: string | undefined): Order {
  if (a === undefined || b === undefined) return compareValues(Number(a !== undefined), Number(b !== undefined));
  return compareNumbers(a, b);
}
