// Fills the license library: every SPDX license and exception, with the ids that existing clients have in their configurations.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { licenseLibrary, licenseLibraryVersion, licensesOffTheList } from '../../scanner/src/licenses/library.ts';
import type { Db } from './db/connection.ts';
import { completeFoundLicenses, listStandardIds, upsertStandardLicenses } from './db/licenses.ts';
import { readSetting, writeSetting } from './db/settings.ts';
import { licenseFamilyOf, licensePriorityOf } from './domain/license-priority.ts';

/** Ids that public configuration files of existing clients name. */
const KNOWN_IDS: Readonly<Record<string, number>> = {
  'LGPL-2.1-only': 1,
  'BSD-3-Clause': 4,
  MIT: 7,
  'Apache-2.0': 20,
  'EPL-1.0': 46,
  'GPL-3.0-only': 197,
  'GPL-2.0-only': 331,
  'BSD-2-Clause': 389,
  'MPL-2.0': 1201,
  'EPL-2.0': 1911,
};
const FIRST_FREE_ID = 10_001;

/** Writes what is missing or has changed; ids once given stay. Does nothing when this version has written it before. */
export async function fillLicenseLibrary(db: Db): Promise<void> {
  const version = libraryVersion();
  if ((await readSetting<{ version: string }>(db, 'licenseLibrary')).version === version) return;
  const rows = await listStandardIds(db);
  const ids = new Map(rows.flatMap((row) => (row.spdx_id === null ? [] : [[row.spdx_id, row.id] as const])));
  let next = Math.max(FIRST_FREE_ID - 1, ...[...ids.values()].filter((id) => id < 1_000_000_000)) + 1;
  const licenses = licenseLibrary().map((license) => ({
    id: ids.get(license.id) ?? KNOWN_IDS[license.id] ?? next++,
    name: license.name,
    spdxId: license.id,
    priority: licensePriorityOf(license.id),
    family: licenseFamilyOf(license.id),
    url: license.url,
    text: license.text,
    isException: license.isException,
    isDeprecated: license.isDeprecated,
  }));
  await upsertStandardLicenses(db, licenses);
  await completeFoundLicenses(db, licensesOffTheList());
  await writeSetting(db, 'licenseLibrary', { version });
}

/** Names and texts are the scanner's; priorities, families and ids come from this file and the domain's table. */
function libraryVersion(): string {
  const tables = [import.meta.url, new URL('./domain/license-priority.ts', import.meta.url).href].map((url) =>
    readFileSync(fileURLToPath(url)),
  );
  const digest = createHash('sha256').update(Buffer.concat(tables)).digest('hex').slice(0, 16);
  return `${licenseLibraryVersion()}-${digest}`;
}
