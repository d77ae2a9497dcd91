// Versions of Python packages. https://packaging.python.org/en/latest/specifications/version-specifiers/#version-scheme
// Other texts use the order of setuptools before PEP 440, and come before all valid versions.
import { type Order, versionScheme } from '../scheme.ts';
import { compareLegacy, legacyParts } from './legacy.ts';
import { comparePythonVersions } from './order.ts';
import { specifierTest } from './specifier-test.ts';
import { readSpecifiers } from './specifiers.ts';
import { type PythonVersion, readPythonVersion } from './version.ts';

type Parsed = { version: PythonVersion } | { legacy: string[] };

export const pypi = versionScheme<Parsed>({
  name: 'pypi',
  isPrerelease: (version) => /\d[._-]?(a|b|c|rc|alpha|beta|pre|preview|dev)[._-]?\d*/i.test(version),
  parse(text) {
    const version = readPythonVersion(text);
    return version === undefined ? { legacy: legacyParts(text) } : { version };
  },
  compare(a, b) {
    if ('legacy' in a) return 'legacy' in b ? compareLegacy(a.legacy, b.legacy) : -1;
    return 'legacy' in b ? 1 : comparePythonVersions(a.version, b.version);
  },
  readRange: (range) => readSpecifiers(range, order),
  rangeTest: (range) => specifierTest(range)?.holds,
});

function order(a: string, b: string): Order {
  return pypi.compare(pypi.parse(a), pypi.parse(b));
}
