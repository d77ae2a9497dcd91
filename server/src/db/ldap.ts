// Users of an LDAP directory, and the record of synchronisations.
import { type Selectable, sql } from 'kysely';
import type { KnownUser, UserValues } from '../domain/users/ldap-sync.ts';
import type { Db } from './postgres/connection.ts';
import type { LdapSyncsTable } from './tables.ts';

export type LdapSync = Selectable<LdapSyncsTable>;

/** Number of stored synchronisations. */
const KEPT_SYNCS = 100;

/** Users with one of the ids of entries or with one of the logins, in upper or lower case. Locks their rows. */
export async function lockKnownUsers(db: Db, ids: string[], logins: string[]): Promise<KnownUser[]> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('directory_id', '=', sql<string>`any(${ids}::text[])`),
        eb(sql`lower(login)`, '=', sql<string>`any(select lower(x) from unnest(${logins}::text[]) x)`),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    login: row.login,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    source: row.source,
    directoryId: row.directory_id,
    dn: row.directory_dn,
    isActive: row.is_active,
    isDeactivatedBySync: row.is_deactivated_by_sync,
    permissions: row.permissions,
  }));
}

/** Creates users of the directory and returns their logins. A login that another request took at the same moment is missing in the result. */
export async function insertDirectoryUsers(db: Db, users: UserValues[], syncId: number): Promise<Set<string>> {
  if (users.length === 0) return new Set();
  const rows = await db
    .insertInto('users')
    .values(
      users.map((user) => ({
        login: user.login,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        password_hash: null,
        permissions: user.permissions,
        source: 'LDAP' as const,
        directory_id: user.directoryId,
        directory_dn: user.dn,
        last_seen_sync_id: syncId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('login')
    .execute();
  return new Set(rows.map((row) => row.login));
}

export async function updateDirectoryUser(db: Db, id: number, user: UserValues, activates: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({
      login: user.login,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      permissions: user.permissions,
      directory_id: user.directoryId,
      directory_dn: user.dn,
      ...(activates ? { is_active: true, is_deactivated_by_sync: false } : {}),
    })
    .where('id', '=', id)
    .execute();
}

export async function markSeen(db: Db, ids: number[], syncId: number): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('users').set({ last_seen_sync_id: syncId }).where('id', 'in', ids).execute();
}

/** Active users of the directory that a synchronisation has not found, ordered by id. Locks their rows. */
export function lockVanished(db: Db, syncId: number, after: number, limit: number) {
  return db
    .selectFrom('users')
    .select(['id', 'login', 'permissions', 'directory_dn'])
    .where('source', '=', 'LDAP')
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('last_seen_sync_id', 'is', null), eb('last_seen_sync_id', '<>', syncId)]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** They keep their roles in projects; their tokens and sessions end. */
export async function deactivateVanished(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('users')
    .set({ is_active: false, is_deactivated_by_sync: true })
    .where('id', 'in', ids)
    .execute();
  await db.deleteFrom('tokens').where('user_id', 'in', ids).execute();
}

/** Lets the directory manage a local user, or makes a user of the directory local. The next synchronisation finds the user's entry by login. */
export async function handOverToDirectory(db: Db, id: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ source: 'LDAP', directory_id: null, directory_dn: '', password_hash: null })
    .where('id', '=', id)
    .execute();
}

export async function makeLocal(db: Db, id: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({
      source: 'LOCAL',
      directory_id: null,
      directory_dn: '',
      is_deactivated_by_sync: false,
      password_hash: passwordHash,
    })
    .where('id', '=', id)
    .execute();
}

/** Active system administrators with a password of this server, who can sign in when the directory does not answer. Locks their rows. */
export async function countLocalAdmins(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', true)
    .where('source', '=', 'LOCAL')
    .where(sql`'system_admin' = any(permissions)`, '=', sql`true`)
    .forUpdate()
    .execute();
  return rows.length;
}

export async function insertSync(db: Db, trigger: LdapSync['trigger'], userId: number | null): Promise<number> {
  const { id } = await db
    .insertInto('ldap_syncs')
    .values({ trigger, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function finishSync(
  db: Db,
  id: number,
  status: 'Completed' | 'Failed',
  { summary, error }: { summary: Record<string, unknown>; error: string },
): Promise<LdapSync> {
  await db
    .deleteFrom('ldap_syncs')
    .where('id', '<=', id - KEPT_SYNCS)
    .execute();
  return db
    .updateTable('ldap_syncs')
    .set({ status, summary: JSON.stringify(summary), error, finished_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends records that a killed server left open. The caller holds the lock, so none of them can be running. */
export async function failAbandonedSyncs(db: Db): Promise<void> {
  await db
    .updateTable('ldap_syncs')
    .set({ status: 'Failed', error: 'The server stopped during the synchronisation.', finished_at: sql`now()` })
    .where('status', '=', 'Active')
    .execute();
}

export function findLastSync(db: Db): Promise<LdapSync | undefined> {
  return db.selectFrom('ldap_syncs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
}
