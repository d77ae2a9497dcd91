// Policy profiles: rules that approve and reject. One profile is installed with the server and is the default of projects.
import { type Selectable, sql } from 'kysely';
import type { Db } from './postgres/connection.ts';
import type { PolicyProfilesTable } from './tables.ts';

export type PolicyProfile = Selectable<PolicyProfilesTable>;

export async function listPolicyProfiles(db: Db, page: { limit: number; offset: number }) {
  const rows = await db
    .selectFrom('policy_profiles')
    .selectAll()
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom('policy_profiles')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export function findPolicyProfileById(db: Db, id: number): Promise<PolicyProfile | undefined> {
  return db.selectFrom('policy_profiles').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockPolicyProfile(db: Db, id: number): Promise<PolicyProfile | undefined> {
  return db.selectFrom('policy_profiles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function isPolicyProfileName(db: Db, name: string, otherThan: number): Promise<boolean> {
  const row = await db
    .selectFrom('policy_profiles')
    .select('id')
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('id', '<>', otherThan)
    .executeTakeFirst();
  return row !== undefined;
}

export interface PolicyProfileValues {
  name: string;
  description: string;
  rules: object;
}

/** Undefined if another profile has this name. */
export async function insertPolicyProfile(db: Db, values: PolicyProfileValues): Promise<number | undefined> {
  const inserted = await db
    .insertInto('policy_profiles')
    .values({ ...values, rules: JSON.stringify(values.rules) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updatePolicyProfile(db: Db, id: number, values: PolicyProfileValues): Promise<void> {
  await db
    .updateTable('policy_profiles')
    .set({ ...values, rules: JSON.stringify(values.rules) })
    .where('id', '=', id)
    .execute();
}

export async function deletePolicyProfile(db: Db, id: number): Promise<void> {
  await db.deleteFrom('policy_profiles').where('id', '=', id).execute();
}

export async function countProjectsOfPolicyProfile(db: Db, id: number): Promise<number> {
  const { total } = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('policy_profile_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function listProjectsOfPolicyProfile(db: Db, id: number): Promise<number[]> {
  const rows = await db.selectFrom('projects').select('id').where('policy_profile_id', '=', id).orderBy('id').execute();
  return rows.map((row) => row.id);
}
