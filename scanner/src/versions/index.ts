// Versions and version ranges by ecosystem: their order, and whether a range contains a version. Independent of packages.
import type { Order } from './scheme.ts';
import { versionSchemeOf } from './schemes.ts';

export { nativeRangeTest, readNativeRange, versFromNative } from './native.ts';
export type { Comparator, Constraint, Interval, NativeAnswer, NativeRange, Order, VersionScheme } from './scheme.ts';
export { VERSION_SCHEMES, versionSchemeOf } from './schemes.ts';
export {
  canonicalVers,
  formatVers,
  orderOf as rangeOrderOf,
  parseVers,
  type Vers,
  type VersAnswer,
  versionInRange,
  versionTest,
} from './vers.ts';

const SEMANTIC_PRERELEASE = /^v?\d+(\.\d+)*-/;

/** Whether a version is a pre-release. Text after a plus sign does not count. */
export function isPrerelease(scheme: string, version: string): boolean {
  const plain = version.replace(/\+.*$/, '');
  return versionSchemeOf(scheme).isPrerelease?.(plain) ?? SEMANTIC_PRERELEASE.test(plain);
}

/** The order of two versions. The scheme is a package URL type; an unknown one orders like `generic`. Never throws. */
export function compareVersions(scheme: string, a: string, b: string): Order {
  const { parse, compare } = versionSchemeOf(scheme);
  return compare(parse(a), parse(b));
}
