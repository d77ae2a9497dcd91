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

/** Whether a version that is already there answers a requirement. A tag is answered by any version. */
export function fits(version: string, range: string): boolean {
  const written = range.trim();
  if (written === '' || written === '*') return true;
  return semver.validRange(written, { loose: true }) === null || satisfies(version, written);
}

/**
 * The version that npm 7 and later fetch: the one with the tag "latest" if the range allows it and it is not deprecated, otherwise
 * the highest one, and a deprecated one only if there is no other. `sorted` is a list made by `inOrderOfPreference`.
 */
export function fetchedVersion(sorted: readonly UniverseVersion[], range: string): UniverseVersion | undefined {
  const written = range.trim() === '' ? '*' : range.trim();
  const parsed = rangeOf(written);
  if (parsed === undefined) return sorted.find((one) => tagsOf(one).includes(written));
  const latest = sorted.find((one) => tagsOf(one).includes('latest'));
  const isUsable = latest !== undefined && !latest.attributes.has('blocked');
  if (isUsable && (written === '*' || parsed.test(latest.version))) return latest;
  return sorted.find((one) => parsed.test(one.version));
}

/** The highest first, deprecated ones last. */
export function inOrderOfPreference(versions: readonly UniverseVersion[]): UniverseVersion[] {
  const read = versions.map((one) => ({
    one,
    isBlocked: Number(one.attributes.has('blocked')),
    parsed: semver.parse(one.version, { loose: true }),
  }));
  read.sort(
    (a, b) =>
      a.isBlocked - b.isBlocked ||
      (a.parsed && b.parsed ? b.parsed.compare(a.parsed) : compareLoosely(b.one.version, a.one.version)),
  );
  return read.map(({ one }) => one);
}

function rangeOf(written: string): semver.Range | undefined {
  try {
    return new semver.Range(written, { loose: true });
  } catch {
    return undefined;
  }
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
