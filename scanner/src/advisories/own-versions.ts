// Ranges in a project's own versions, which its ecosystem does not know. The Go database writes them in `custom_ranges` when a module's tags are
// not valid Go versions; its plain range then says that every version is affected. They count only as far as two versions can be compared: a
// pseudo-version names a day and a commit after some tag, so it has no place among tags of another major version. Pure.
import type { RangeEvent, VersionRange } from './advisory.ts';
import type { VersionOrder } from './orders.ts';

/** The events of a range that can be compared with this version; undefined when they decide nothing about it. */
export function comparableRange(version: string, range: VersionRange, order: VersionOrder): VersionRange | undefined {
  const events = range.events.filter((one) => one.version === '0' || isComparable(version, one.version, order));
  const isDecided = events.some((one) => one.version !== '0') && events.some(({ event }) => event === 'introduced');
  return isDecided ? { ...range, events } : undefined;
}

/** Whether a range names only its beginning, because the ecosystem does not know its end. */
export function hasNoEnd({ events }: VersionRange): boolean {
  return events.length > 0 && events.every(({ event }: RangeEvent) => event === 'introduced');
}

interface Place {
  major: string;
  /** The tag that follows the commit: `1.9.2` of `1.9.2-0.20251106142618-ca5d89812015`; '' for a tag. */
  base: string;
}

function placeOf(version: string): Place {
  const plain = version.replace(/^v(?=\d)/, '');
  const isPseudo = /[.-]\d{14}-[0-9a-f]{11,13}(?:\+incompatible)?$/.test(plain);
  return { major: /^\d+/.exec(plain)?.[0] ?? '', base: isPseudo ? (/^\d+\.\d+\.\d+/.exec(plain)?.[0] ?? plain) : '' };
}

function isComparable(version: string, bound: string, order: VersionOrder): boolean {
  if (!order.isVersion(bound)) return false;
  const [one, other] = [placeOf(version), placeOf(bound)];
  if (one.base === '' && other.base === '') return true;
  if (one.base === other.base) return true;
  return one.major === other.major && one.base !== '0.0.0' && other.base !== '0.0.0';
}
