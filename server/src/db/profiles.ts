// Scan profiles: how a project is scanned. The standard profiles are installed with the server.
import { type Selectable, sql } from 'kysely';
import type { Db } from './postgres/connection.ts';
import type { ScanProfilesTable } from './tables.ts';

export type ScanProfile = Selectable<ScanProfilesTable>;

export async function listScanProfiles(db: Db, page: { limit: number; offset: number }) {
  const rows = await db
    .selectFrom('scan_profiles')
    .selectAll()
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom('scan_profiles')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export function findScanProfileById(db: Db, id: number): Promise<ScanProfile | undefined> {
  return db.selectFrom('scan_profiles').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockScanProfile(db: Db, id: number): Promise<ScanProfile | undefined> {
  return db.selectFrom('scan_profiles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function isScanProfileName(db: Db, name: string, otherThan: number): Promise<boolean> {
  const row = await db
    .selectFrom('scan_profiles')
    .select('id')
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('id', '<>', otherThan)
    .executeTakeFirst();
  return row !== undefined;
}

export interface ScanProfileValues {
  name: string;
  description: string;
  settings: object;
}

/** Undefined if another profile has this name. */
export async function insertScanProfile(db: Db, values: ScanProfileValues): Promise<number | undefined> {
  const inserted = await db
    .insertInto('scan_profiles')
    .values({ ...values, settings: JSON.stringify(values.settings) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updateScanProfile(db: Db, id: number, values: ScanProfileValues): Promise<void> {
  await db
    .updateTable('scan_profiles')
    .set({ ...values, settings: JSON.stringify(values.settings) })
    .where('id', '=', id)
    .execute();
}

export async function deleteScanProfile(db: Db, id: number): Promise<void> {
  await db.deleteFrom('scan_profiles').where('id', '=', id).execute();
}

export async function countProjectsOfScanProfile(db: Db, id: number): Promise<number> {
  const { total } = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('scan_profile_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(total);
}
