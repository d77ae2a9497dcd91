// Licenses that people chose for a component version in all projects. Scans of every project use them.
import { sql } from 'kysely';
import { knownVersionName } from '../../domain/inventory.ts';
import type { Db } from '../postgres/connection.ts';

export async function rememberLicense(
  db: Db,
  memory: { versionId: number; licenseId: number; userId: number },
): Promise<void> {
  await db
    .insertInto('remembered_licenses')
    .values({ version_id: memory.versionId, license_id: memory.licenseId, user_id: memory.userId })
    .onConflict((conflict) =>
      conflict
        .column('version_id')
        .doUpdateSet({ license_id: memory.licenseId, user_id: memory.userId, remembered_at: sql`now()` }),
    )
    .execute();
}

/** Expressions by component purl, `@` and version, as the derivation of inventory needs them. */
export async function listRememberedLicenses(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('remembered_licenses')
    .innerJoin('component_versions', 'component_versions.id', 'remembered_licenses.version_id')
    .innerJoin('components', 'components.id', 'component_versions.component_id')
    .innerJoin('licenses', 'licenses.id', 'remembered_licenses.license_id')
    .select(['components.purl', 'component_versions.name', 'licenses.short_name'])
    .where('components.purl', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [`${row.purl}@${knownVersionName(row.name)}`, row.short_name]));
}
