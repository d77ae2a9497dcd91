// The epoch of a version (`2:1.0-1`) comes before everything else in the order of versions, and writers of package URLs leave it out. Where one side
// has an epoch and the other one has none, the order is only certain if it does not rest on the epoch. Pure.
import type { AffectedPackage, VersionRange } from './advisory.ts';

const WITH_EPOCHS: ReadonlySet<string> = new Set(['deb', 'rpm', 'alpm']);
const EPOCH = /^\d+:/;

/** Both sides without their epochs, for a second comparison; undefined where the first one is certain. */
export function withoutEpochs(
  version: string,
  affected: AffectedPackage,
): { version: string; affected: AffectedPackage } | undefined {
  if (!WITH_EPOCHS.has(affected.type) || version === '') return undefined;
  const hasEpoch = EPOCH.test(version);
  const bounds = affected.ranges
    .flatMap(({ events }) => events.map((one) => one.version))
    .filter((one) => one !== '0' && one !== '*');
  const written = [...bounds, ...affected.versions, ...affected.unaffected];
  const isDoubtful = written.some((one) => EPOCH.test(one) !== hasEpoch && !isZero(one, version));
  if (!isDoubtful) return undefined;
  return {
    version: plain(version),
    affected: {
      ...affected,
      ranges: affected.ranges.map(withoutEpochsIn),
      versions: affected.versions.map(plain),
      unaffected: affected.unaffected.map(plain),
    },
  };
}

/** An epoch of 0 and none mean the same. */
function isZero(a: string, b: string): boolean {
  return [a, b].every((one) => !EPOCH.test(one) || /^0+:/.test(one));
}

function withoutEpochsIn(range: VersionRange): VersionRange {
  return { ...range, events: range.events.map((one) => ({ ...one, version: plain(one.version) })) };
}

function plain(version: string): string {
  return version.replace(EPOCH, '');
}
