// Versions of Dart packages: Semantic Versioning, but build metadata counts: 1.0.0 comes before 1.0.0+1.
// https://dart.dev/tools/pub/versioning
import { compareDotted, compareIdentifiers, type DottedVersion, parseDotted } from '../dotted.ts';
import { versionScheme } from '../scheme.ts';
import { readSemverRange } from '../semver-ranges.ts';

export const pub = versionScheme<DottedVersion>({
  name: 'pub',
  parse: parseDotted,
  compare: (a, b) => compareDotted(a, b) || compareIdentifiers(a.build, b.build),
  readRange: (range) => readSemverRange(range.trim() === 'any' ? '*' : range),
});
