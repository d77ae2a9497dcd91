// Chooses the version of an artifact as Maven does, from all requirements for it, sorted from the nearest to the
// farthest.
// https://maven.apache.org/pom.html#dependency-version-requirement-specification
import { compareVersions } from '../../versions/index.ts';
import type { UniverseVersion } from '../universe.ts';
import { isRange, rangeTest } from './ranges.ts';

/**
 * The first requirement that can be met within all ranges gives the version: the named one, or the highest of a range.
 * `own` is the requirement that added the artifact to the tree.
 */
export function chosenVersion(
  versions: readonly UniverseVersion[],
  own: string,
  requests: readonly string[],
): UniverseVersion | undefined {
  const ascending = [...versions].sort((a, b) => compareVersions('maven', a.version, b.version));
  const hard = [...new Set(requests.filter(isRange))].map((range) => rangeTest(range));
  const isAllowed = (one: UniverseVersion) => hard.every((test) => test(one.version));
  for (const request of requests) {
    const found = isRange(request)
      ? highest(ascending.filter(isAllowed), request)
      : ascending.find((one) => one.version === request && isAllowed(one));
    if (found !== undefined) return found;
  }
  // No version meets all requirements, so the nearest one is followed as far as possible.
  if (isRange(own)) return highest(ascending, own);
  return ascending.find((one) => one.version === own) ?? ascending.filter(isAllowed).at(-1);
}

/** A range never selects a version that the repository does not list. */
function highest(ascending: readonly UniverseVersion[], range: string): UniverseVersion | undefined {
  const test = rangeTest(range);
  return ascending.findLast((one) => !one.attributes.has('blocked') && test(one.version));
}
