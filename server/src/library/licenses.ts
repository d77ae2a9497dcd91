// Fills the license library: every SPDX license and exception, with the ids that existing clients have in their configurations.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { licenseLibrary, licenseLibraryVersion, licensesOffTheList } from '@assay/scanner/licenses';
import { renumberLicensesInHistory } from '../db/inventories/history.ts';
import {
  completeFoundLicenses,
  listStandardIds,
  lockLicenses,
  mergeFoundLicenses,
  renumberLicenses,
  upsertStandardLicenses,
} from '../db/licenses.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { readSetting, writeSetting } from '../db/site-settings.ts';
import { spellingsOfLicenses, standardLicenseIds } from '../domain/licenses/license-ids.ts';
import { licenseFamilyOf, licensePriorityOf } from '../domain/licenses/license-priority.ts';

/** Writes missing and changed licenses. Does nothing if this version has done so before. */
export async function fillLicenseLibrary(db: Db): Promise<void> {
  const version = libraryVersion();
  const isFilled = async (from: Db) =>
    (await readSetting<{ version: string }>(from, 'licenseLibrary')).version === version;
  if (await isFilled(db)) return;
  await db.transaction().execute(async (tx) => {
    await lockLicenses(tx);
    // Another server of the same version may have done it first.
    if (await isFilled(tx)) return;
    await takeKnownIds(tx);
    await upsertStandardLicenses(
      tx,
      licenseLibrary().map((license) => ({
        id: idOf(license.id),
        name: license.name,
        spdxId: license.id,
        priority: licensePriorityOf(license.id),
        family: licenseFamilyOf(license.id),
        url: license.url,
        text: license.text,
        isException: license.isException,
        isDeprecated: license.isDeprecated,
      })),
    );
    const merged = await mergeFoundLicenses(tx, spellingsOfLicenses);
    await renumberLicensesInHistory(tx, merged);
    await completeFoundLicenses(tx, licensesOffTheList());
    await writeSetting(tx, 'licenseLibrary', { version });
  });
}

/** Installations older than the table of ids had their own numbers for licenses. */
async function takeKnownIds(tx: Tx): Promise<void> {
  const moves = (await listStandardIds(tx)).flatMap(({ id, spdx_id: spdxId }) => {
    const known = spdxId === null ? undefined : standardLicenseIds.get(spdxId);
    return known === undefined || known === id ? [] : [{ from: id, to: known }];
  });
  await renumberLicenses(tx, moves);
  await renumberLicensesInHistory(tx, moves);
}

function idOf(spdxId: string): number {
  const id = standardLicenseIds.get(spdxId);
  if (id === undefined)
    throw new Error(`The license ${spdxId} has no id: append it to domain/licenses/license-ids.json.`);
  return id;
}

/** Names and texts are the scanner's; priorities, families and ids come from this file and the domain's tables. */
function libraryVersion(): string {
  const files = ['../domain/licenses/license-priority.ts', '../domain/licenses/license-ids.json'].map(
    (file) => new URL(file, import.meta.url).href,
  );
  const tables = [import.meta.url, ...files].map((url) => readFileSync(fileURLToPath(url)));
  const digest = createHash('sha256').update(Buffer.concat(tables)).digest('hex').slice(0, 16);
  return `${licenseLibraryVersion()}-${digest}`;
}
