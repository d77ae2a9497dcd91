// The ids of the standard licenses. Programs and configuration files of the interface's users name licenses by these numbers, so an id
// that was given once never changes and is never given to another license. They stand in license-ids.json:
//
//   knownToClients  ids that public configuration files of existing programs name
//   others          from 10001 up, in the order in which the licenses came into the library; new ones are appended
//   earlierIds      numbers under which a license was known besides; look-ups and changes take them, answers give the license's own id
//   otherSpellings  names that mean an entry of the library without being its short name
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

/** What `licenseNameInLibrary` knows besides the names themselves: spelling and short name. */
export const spellingsOfLicenses: readonly (readonly [string, string])[] = Object.entries(table.otherSpellings);

/** 20 for 388, the alias of Apache-2.0; ids that are nobody's alias stay as they are. */
export function currentLicenseId(id: number): number {
  const license = earlierIds.get(id);
  return license === undefined ? id : valueFor(standardLicenseIds, license);
}

/** `GPL-2.0-with-classpath-exception` for `GPL-2.0-only WITH Classpath-exception-2.0`: the entry's short name; other names stay as they are. */
export function licenseNameInLibrary(name: string): string {
  return otherSpellings.get(name.trim().replace(/\s+/g, ' ').toLowerCase()) ?? name;
}
