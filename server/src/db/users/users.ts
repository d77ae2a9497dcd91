// Users: who may sign in, and their system permissions.
import { type Selectable, sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import type { UsersTable } from './tables.ts';

export type User = Selectable<UsersTable>;

export function findUserByLogin(db: Db, login: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(login)`, '=', sql<string>`lower(${login})`)
    .executeTakeFirst();
}

/** Keyed by the given logins. An unknown login has no entry. */
export async function findUsersByLogins(db: Db, logins: readonly string[]): Promise<Map<string, User>> {
  if (logins.length === 0) return new Map();
  const { rows } = await sql<User & { asked: string }>`
    select u.*, t.asked from unnest(${logins}::text[]) as t(asked) join users u on lower(u.login) = lower(t.asked)`.execute(
    db,
  );
  return new Map(rows.map(({ asked, ...user }) => [asked, user]));
}

export function findUser(db: Db, id: number): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findUsersByIds(db: Db, ids: number[]): Promise<User[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
}

/** False for users with a password in a directory, and for users without one. */
export function hasOwnPassword(user: User): boolean {
  return user.password_hash !== null && user.directory_id === null;
}

/** Finds users by id or login; a login of digits is tried as a login first. */
export async function findUserByIdOrLogin(db: Db, text: string): Promise<User | undefined> {
  const byLogin = await findUserByLogin(db, text);
  if (byLogin || !/^\d{1,15}$/.test(text)) return byLogin;
  return findUser(db, Number(text));
}

export interface NewUser {
  login: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  passwordHash: string | null;
  permissions?: string[];
  securityQuestion?: string;
  securityAnswerHash?: string;
}

export async function insertUser(db: Db, user: NewUser): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      login: user.login,
      first_name: user.firstName ?? '',
      last_name: user.lastName ?? '',
      email: user.email ?? '',
      password_hash: user.passwordHash,
      permissions: user.permissions ?? [],
      security_question: user.securityQuestion ?? '',
      security_answer_hash: user.securityAnswerHash ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function setPasswordHash(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

export interface UserFilter {
  id?: number;
  login?: string;
  email?: string;
}

/** Users that match everything that was asked for; case does not matter for logins and addresses. */
export function searchUsers(db: Db, filter: UserFilter): Promise<User[]> {
  let query = db.selectFrom('users').selectAll();
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.login) query = query.where(sql`lower(login)`, '=', sql<string>`lower(${filter.login})`);
  if (filter.email) query = query.where(sql`lower(email)`, '=', sql<string>`lower(${filter.email})`);
  return query.orderBy('id').limit(1000).execute();
}

/** The list for administrators: users with the text in login, name or address, ordered by login. */
export async function listUsers(
  db: Db,
  filter: { find?: string; isActive?: boolean },
  page: { limit: number; offset: number },
): Promise<{ rows: User[]; total: number }> {
  let query = db.selectFrom('users');
  if (filter.find) {
    const text = `%${filter.find.replaceAll(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql`login || ' ' || first_name || ' ' || last_name || ' ' || email`,
      'ilike',
      sql<string>`${text}`,
    );
  }
  if (filter.isActive !== undefined) query = query.where('is_active', '=', filter.isActive);
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query.selectAll().orderBy(sql`lower(login)`).limit(page.limit).offset(page.offset).execute();
  return { rows, total: Number(count) };
}

/** Active users with the text in login, name or address, ordered by login; at most `limit`. */
export async function lookupUsers(db: Db, find: string | undefined, limit: number): Promise<User[]> {
  return (await listUsers(db, { find, isActive: true }, { limit, offset: 0 })).rows;
}

export interface Profile {
  firstName?: string;
  lastName?: string;
  email?: string;
}

/** Omitted members stay unchanged. */
export async function setProfile(db: Db, id: number, { firstName, lastName, email }: Profile): Promise<void> {
  const change = {
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(email !== undefined && { email }),
  };
  if (Object.keys(change).length > 0) await db.updateTable('users').set(change).where('id', '=', id).execute();
}

export async function setSecurityQuestion(db: Db, id: number, question: string, answerHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ security_question: question, security_answer_hash: answerHash })
    .where('id', '=', id)
    .execute();
}

export async function setUserActive(db: Db, id: number, isActive: boolean): Promise<void> {
  await db
    .updateTable('users')
    // A synchronisation does not undo a decision of a person.
    .set({ is_active: isActive, is_deactivated_by_sync: false })
    .where('id', '=', id)
    .execute();
}

export async function setPermissions(db: Db, id: number, permissions: string[]): Promise<void> {
  await db.updateTable('users').set({ permissions }).where('id', '=', id).execute();
}

/** Locks the rows, so that two changes at once cannot each rely on the other administrator. */
export async function countActiveAdmins(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', true)
    .where(sql`'system_admin' = any(permissions)`, '=', sql`true`)
    .forUpdate()
    .execute();
  return rows.length;
}
