// Versions of Cargo: Semantic Versioning. https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html
import { compareDotted, parseDotted } from '../dotted.ts';
import { versionScheme } from '../scheme.ts';
import { readSemverRange, semverRangeTest } from '../semver-ranges.ts';

export const cargo = versionScheme({
  name: 'cargo',
  parse: parseDotted,
  compare: compareDotted,
  readRange: (range) => readSemverRange(asOfNpm(range)),
  rangeTest: (range) => semverRangeTest(asOfNpm(range)),
});

/** A version without an operator allows compatible versions. Commas separate conditions that must all be true. */
function asOfNpm(range: string): string {
  const bounds = range.split(',').map((bound) => bound.trim());
  return bounds.map((bound) => (/^\d/.test(bound) && !/[*xX]/.test(bound) ? `^${bound}` : bound)).join(' ');
}
