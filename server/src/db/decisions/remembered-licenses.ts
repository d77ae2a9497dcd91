// Licenses that people chose for a component version in all projects. Scans of every project use them.
import { sql } from 'kysely';
import type { DecisionGround } from '../../domain/decisions/decision.ts';
import { knownVersionName } from '../../domain/inventories/inventory.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';

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

export interface RememberedLicense {
  versionId: number;
  versionName: string;
  licenseId: number;
  shortName: string;
  licenseName: string;
  /** Login. '' if it is no longer known. */
  author: string;
  rememberedAt: Date;
  /** Why: the ground of the current decision. */
  ground: DecisionGround;
}

/** The remembered licenses of versions of a component, the newest first. */
export async function listRememberedOf(
  db: Db,
  { componentId, versionId }: { componentId: number; versionId: number | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: RememberedLicense[]; total: number }> {
  const remembered = sql`from remembered_licenses m
    join component_versions v on v.id = m.version_id
    join components c on c.id = v.component_id
    join licenses l on l.id = m.license_id
    where c.id = ${componentId} and ${versionId === undefined ? sql`true` : sql`v.id = ${versionId}`}`;
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${remembered}`.execute(db);
  const { rows } = await sql<RememberedLicense>`
    select r.*, coalesce(d.author, u.login, '') as author, coalesce(d.ground, '{"by": "person"}') as ground
    from (select v.id as "versionId", v.name as "versionName", l.id as "licenseId", l.short_name as "shortName", l.name as "licenseName",
        m.remembered_at as "rememberedAt", m.user_id,
        jsonb_build_object('component', coalesce(c.purl, lower(c.name)), 'version', v.name)::text as subject_key
      ${remembered} order by m.remembered_at desc, v.id limit ${page.limit} offset ${page.offset}) r
    left join users u on u.id = r.user_id
    left join decisions d on d.kind = 'concluded-license' and d.scope = 'site' and d.superseded_at is null
      and md5(d.subject_key) = md5(r.subject_key)
    order by r."rememberedAt" desc, r."versionId"`.execute(db);
  return { rows, total: onlyRow(counted.rows).total };
}

/** False if no license was remembered. */
export async function forgetLicense(db: Db, versionId: number): Promise<boolean> {
  const forgotten = await db
    .deleteFrom('remembered_licenses')
    .where('version_id', '=', versionId)
    .returning('version_id')
    .executeTakeFirst();
  return forgotten !== undefined;
}

/** License expressions by `<component purl>@<version>`, for the derivation of the inventory. */
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
