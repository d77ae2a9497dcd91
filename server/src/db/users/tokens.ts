// Tokens, stored as hashes, so that a copy of the database lets nobody sign in.
import { sql } from 'kysely';
import { openJobStatuses } from '../../domain/jobs/job.ts';
import type { TokenAccess } from '../../domain/users/token-limits.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';

export interface TokenOwner {
  id: number;
  login: string;
  permissions: string[];
  tokenId: number;
  lastUsedAt: Date | null;
  /** The job of the script that got the token. */
  jobId: number | null;
  isSession: boolean;
  access: TokenAccess;
  /** Null: all projects of the owner. */
  projectIds: number[] | null;
}

/** The active user of a token that has not expired, in one query. A script's token ends with its job, however the job ends. */
export function findTokenOwner(db: Db, tokenHash: Buffer, now: Date): Promise<TokenOwner | undefined> {
  return liveTokens(db, now).where('tokens.token_hash', '=', tokenHash).executeTakeFirst();
}

/** Those of these tokens that are still good, with what they allow now. */
export function listTokenOwners(db: Db, tokenIds: readonly number[], now: Date): Promise<TokenOwner[]> {
  return liveTokens(db, now).where('tokens.id', '=', sql<number>`any(${tokenIds}::bigint[])`).execute();
}

function liveTokens(db: Db, now: Date) {
  return db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('jobs', 'jobs.id', 'tokens.job_id')
    .select([
      'users.id',
      'users.login',
      'users.permissions',
      'tokens.id as tokenId',
      'tokens.last_used_at as lastUsedAt',
      'tokens.job_id as jobId',
      'tokens.is_session as isSession',
      'tokens.access',
      'tokens.project_ids as projectIds',
    ])
    .where('users.is_active', '=', true)
    .where((eb) => eb.or([eb('tokens.expires_at', 'is', null), eb('tokens.expires_at', '>', now)]))
    .where((eb) => eb.or([eb('tokens.job_id', 'is', null), eb('jobs.status', 'in', openJobStatuses)]));
}

export async function touchToken(db: Db, tokenId: number, now: Date): Promise<void> {
  await db.updateTable('tokens').set({ last_used_at: now }).where('id', '=', tokenId).execute();
}

export interface NewToken {
  userId: number;
  name: string;
  tokenHash: Buffer;
  isSession: boolean;
  expiresAt: Date | null;
  jobId?: number;
  access?: TokenAccess;
  projectIds?: readonly number[] | null;
}

export async function insertToken(db: Db, token: NewToken): Promise<number> {
  const { id } = await db
    .insertInto('tokens')
    .values({
      user_id: token.userId,
      name: token.name,
      token_hash: token.tokenHash,
      is_session: token.isSession,
      expires_at: token.expiresAt,
      job_id: token.jobId ?? null,
      access: token.access ?? 'ALL',
      project_ids: token.projectIds ? [...token.projectIds] : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The user's own API tokens, newest first, without sessions and tokens of scripts. */
export function listTokens(db: Db, userId: number) {
  return db
    .selectFrom('tokens')
    .select(['id', 'name', 'created_at', 'expires_at', 'last_used_at', 'access', 'project_ids'])
    .where('user_id', '=', userId)
    .where('is_session', '=', false)
    .where('job_id', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** The API tokens of all users with the text in login, name of the user or name of the token, newest first. */
export async function listTokensOfAll(db: Db, find: string | undefined, page: { limit: number; offset: number }) {
  let query = db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.is_session', '=', false)
    .where('tokens.job_id', 'is', null);
  if (find)
    query = query.where(
      sql`users.login || ' ' || users.first_name || ' ' || users.last_name || ' ' || tokens.name`,
      'ilike',
      sql<string>`${anywhere(find)}`,
    );
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['tokens.id', 'tokens.name', 'tokens.created_at', 'tokens.expires_at', 'tokens.last_used_at'])
    .select(['tokens.access', 'tokens.project_ids', 'users.login', 'users.is_active as isOwnerActive'])
    .orderBy('tokens.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total: Number(count) };
}

export async function renameToken(db: Db, userId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tokens')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('is_session', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteToken(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the tokens that runs of a job's script got. */
export async function deleteTokensOfJob(db: Db, jobId: number): Promise<void> {
  await db.deleteFrom('tokens').where('job_id', '=', jobId).execute();
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('tokens').where('is_session', '=', true).where('expires_at', '<', sql<Date>`now()`).execute();
}

/** Revokes one API token or all of them; sessions stay. Returns the names of the revoked ones. */
export async function revokeTokens(db: Db, userId: number, id?: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('is_session', '=', false)
    .where('job_id', 'is', null)
    .where((eb) => (id === undefined ? eb.val(true) : eb('id', '=', id)))
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}

export async function deleteTokensOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('tokens').where('user_id', '=', userId).execute();
}

/**
 * After a new password, everything ends that lets somebody in as this user: sessions, tokens of running scripts, and API tokens, unless they are kept
 * on purpose. `keptTokenId` is the session that asks.
 */
export async function endAfterPassword(
  db: Db,
  userId: number,
  { keepTokens = false, keptTokenId = 0 }: { keepTokens?: boolean; keptTokenId?: number },
): Promise<void> {
  await db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('id', '!=', keptTokenId)
    .where((eb) => (keepTokens ? eb.or([eb('is_session', '=', true), eb('job_id', 'is not', null)]) : eb.val(true)))
    .execute();
}
