// The ids of the standard licenses. Programs and configuration files of users name licenses by these numbers, so an id
// never changes and is never given to another license. The ids are in license-ids.json:
//
//   knownToClients  ids in public configuration files of existing programs
//   others          from 10001 up, in the order in which the licenses came into the library; new ones are appended
//   earlierIds      former ids of a license; look-ups and changes accept them, answers have the current id
//   otherSpellings  other names of a library entry besides its short name
import { valueFor } from '@assay/scanner/items';
import table from './license-ids.json' with { type: 'json' };

const earlierIds: ReadonlyMap<number, string> = new Map(
  Object.entries(table.earlierIds).map(([id, license]) => [Number(id), license]),
);
const otherSpellings: ReadonlyMap<string, string> = new Map(
  Object.entries(table.otherSpellings).map(([spelling, license]) => [spelling.toLowerCase(), license]),
);

/** By SPDX id. */
export const standardLicenseIds: ReadonlyMap<string, number> = new Map<string, number>([
  ...Object.entries(table.knownToClients),
  ...Object.entries(table.others),
]);

/** The spellings that `licenseNameInLibrary` knows, each with its short name. */
export const spellingsOfLicenses: readonly (readonly [string, string])[] = Object.entries(table.otherSpellings);

/** Turns 388, an alias of Apache-2.0, into 20; other ids stay unchanged. */
export function currentLicenseId(id: number): number {
  const license = earlierIds.get(id);
  return license === undefined ? id : valueFor(standardLicenseIds, license);
}

/**
 * Turns a spelling such as `GPL-2.0-only WITH Classpath-exception-2.0` into the short name `GPL-2.0-with-classpath-exception`; other names stay
 * unchanged.
 */
export function licenseNameInLibrary(name: string): string {
  return otherSpellings.get(name.trim().replace(/\s+/g, ' ').toLowerCase()) ?? name;
}
