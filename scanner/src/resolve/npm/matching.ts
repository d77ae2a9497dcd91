// The versions of a package that an npm requirement allows, and the one that npm chooses.
import semver from 'semver';
import type { UniverseVersion } from '../universe.ts';

/**
 * From the worst to the best. The version with the tag "latest" is the best, unless it is a pre-release and others are
 * releases.
 */
export function matchingVersions(versions: readonly UniverseVersion[], range: string): UniverseVersion[] {
  const sorted = sortedVersions(versions);
  if (semver.validRange(range, { loose: true }) !== null) {
    return sorted.filter((one) => satisfies(one.version, range));
  }
  const exact = sorted.find((one) => one.version === range || tagsOf(one).includes(range));
  return exact === undefined ? [] : [exact];
}

export function satisfies(version: string, range: string): boolean {
  return semver.satisfies(version, range, { loose: true });
}

/** The best match. A deprecated version is chosen only if all are deprecated, or if it has the tag "latest". */
export function pickedVersion(
  versions: readonly UniverseVersion[],
  matches: readonly UniverseVersion[],
): UniverseVersion | undefined {
  const latest = versions.find((one) => tagsOf(one).includes('latest'));
  return matches.findLast((one) => one === latest || !one.attributes.has('blocked')) ?? matches.at(-1);
}

function sortedVersions(versions: readonly UniverseVersion[]): UniverseVersion[] {
  const sorted = [...versions].sort((a, b) => compareLoosely(a.version, b.version));
  const at = sorted.findIndex((one) => tagsOf(one).includes('latest'));
  const latest = sorted[at];
  if (latest === undefined) return sorted;
  const isBest = !isPrerelease(latest) || sorted.every(isPrerelease);
  return isBest ? [...sorted.filter((one) => one !== latest), latest] : sorted;
}

function compareLoosely(a: string, b: string): number {
  const [left, right] = [semver.parse(a, { loose: true }), semver.parse(b, { loose: true })];
  if (left !== null && right !== null) return left.compare(right) || (a < b ? -1 : 1);
  if (left === null && right === null) return a < b ? -1 : 1;
  return left === null ? 1 : -1;
}

function isPrerelease(one: UniverseVersion): boolean {
  return semver.prerelease(one.version, { loose: true }) !== null;
}

function tagsOf(one: UniverseVersion): string[] {
  return (one.attributes.get('tags') ?? '').split(',');
}
