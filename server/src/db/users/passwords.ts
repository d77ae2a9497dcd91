// Forgotten passwords: requests, and hashes of the one-time tokens in mails.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

/** Stores a request. A login with a waiting request gets no second one. */
export async function insertPasswordRequest(db: Db, login: string): Promise<void> {
  await db
    .insertInto('password_requests')
    .values({ login })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes a request from the queue; undefined if there is none. Runs in a transaction, so that a crash leaves the request in the queue. */
export function takePasswordRequest(db: Db): Promise<{ login: string } | undefined> {
  return db
    .deleteFrom('password_requests')
    .where('login', '=', (eb) =>
      eb.selectFrom('password_requests').select('login').orderBy('requested_at').limit(1).forUpdate().skipLocked(),
    )
    .returning('login')
    .executeTakeFirst();
}

export async function insertPasswordReset(
  db: Db,
  reset: { tokenHash: Buffer; userId: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({
      token_hash: reset.tokenHash,
      user_id: reset.userId,
      created_at: reset.createdAt,
      expires_at: reset.expiresAt,
    })
    .execute();
}

export async function countPasswordResets(db: Db, userId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('password_resets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface PasswordReset {
  user_id: number;
  expires_at: Date;
  wrong_answers: number;
}

/** Locks the token's row, so that only one of two calls at once can use it. */
export function lockPasswordReset(db: Db, tokenHash: Buffer): Promise<PasswordReset | undefined> {
  return db
    .selectFrom('password_resets')
    .select(['user_id', 'expires_at', 'wrong_answers'])
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst();
}

export async function countWrongAnswer(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ wrong_answers: sql`wrong_answers + 1` })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Ends all tokens of a user. */
export async function expirePasswordResets(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable('password_resets').set({ expires_at: now }).where('user_id', '=', userId).execute();
}

export async function deletePasswordResets(db: Db, createdBefore: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('created_at', '<', createdBefore).execute();
}
