import { licenseLibrary } from '@assay/scanner/licenses';
import { expect, it } from 'vitest';
import table from './license-ids.json' with { type: 'json' };
import { currentLicenseId, licenseNameInLibrary, spellingsOfLicenses, standardLicenseIds } from './license-ids.ts';

const library = new Set(licenseLibrary().map(({ id }) => id));
const ids = [...standardLicenseIds.values()];

it('every license of the SPDX list has an id, and no two have the same', () => {
  // If this fails, the list has new licenses: append them to `others` with the next free numbers.
  expect([...library].filter((id) => !standardLicenseIds.has(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

it('ids of our own start at 10,001, and those of existing programs are below', () => {
  expect(Object.values(table.others).filter((id) => id < 10_001)).toEqual([]);
  expect(Object.values(table.knownToClients).filter((id) => id > 10_000)).toEqual([]);
  expect(Object.keys(table.knownToClients)).toHaveLength(80);
});

it('earlier ids belong to no current license, and lead to one', () => {
  for (const [id, license] of Object.entries(table.earlierIds)) {
    expect(ids).not.toContain(Number(id));
    expect(currentLicenseId(Number(id))).toBe(standardLicenseIds.get(license));
  }
});

it('other spellings lead to entries of the library', () => {
  for (const [spelling, license] of spellingsOfLicenses) {
    expect(library).toContain(license);
    expect(library).not.toContain(spelling);
  }
});

it.each([
  [388, 20],
  [20, 20],
  [688, 688],
  [10_001, 10_001],
  [1_000_000_001, 1_000_000_001],
  [-1, -1],
])('the license %i has the id %i', (id, current) => expect(currentLicenseId(id)).toBe(current));

it.each([
  ['GPL-2.0-only WITH Classpath-exception-2.0', 'GPL-2.0-with-classpath-exception'],
  ['gpl-2.0-only  with classpath-exception-2.0', 'GPL-2.0-with-classpath-exception'],
  ['GPL-2.0-or-later WITH Classpath-exception-2.0', 'GPL-2.0-or-later WITH Classpath-exception-2.0'],
  ['AGPL-3.0-deprecated', 'AGPL-3.0'],
  ['MIT', 'MIT'],
])('%s is %s in the library', (name, inLibrary) => expect(licenseNameInLibrary(name)).toBe(inLibrary));
