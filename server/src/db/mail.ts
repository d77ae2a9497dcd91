// Mails that wait, and the results of the others.
import { type Selectable, sql } from 'kysely';
import type { MailState } from '../domain/messages/mail-delivery.ts';
import type { MailTemplate, MailValues } from '../domain/messages/mail-events.ts';
import type { Db } from './postgres/connection.ts';
import type { MailsTable } from './tables.ts';

export type Mail = Selectable<MailsTable>;

/** Time for which an attempt reserves a mail. Longer than any attempt; a mail of a killed server waits this long. */
const CLAIM_MINUTES = 5;
/** Time for which a mail that is queued again may be sent; the same as the default of its column. */
const KEPT_DAYS = 3;

export interface NewMail {
  template: MailTemplate;
  recipientId: number;
  values: MailValues;
  secretsSealed?: Buffer;
  onceKey?: string | null;
  /** Three days ahead by default. */
  expiresAt?: Date;
}

/** A mail with the key of an existing mail is left out. */
export async function insertMails(db: Db, mails: NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await db
    .insertInto('mails')
    .values(
      mails.map((mail) => ({
        template: mail.template,
        recipient_id: mail.recipientId,
        variables: JSON.stringify(mail.values),
        secrets_sealed: mail.secretsSealed ?? null,
        once_key: mail.onceKey ?? null,
        ...(mail.expiresAt ? { expires_at: mail.expiresAt } : {}),
      })),
    )
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute();
}

/** Takes the mail that has been due longest, counts the attempt, and reserves the mail for some minutes. */
export function claimMail(db: Db, now: Date): Promise<Mail | undefined> {
  return db
    .updateTable('mails')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: new Date(now.getTime() + CLAIM_MINUTES * 60_000),
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mails as due')
        .select('due.id')
        .where('due.state', '=', 'QUEUED')
        .where('due.next_attempt_at', '<=', now)
        .orderBy('due.next_attempt_at')
        .orderBy('due.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Returns a mail after the server interrupted the attempt itself; the attempt does not count. */
export async function releaseMail(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ attempts: sql`attempts - 1`, next_attempt_at: now })
    .where('id', '=', id)
    .where('state', '=', 'QUEUED')
    .execute();
}

/** The result of the attempt, for people to see. */
export interface AttemptNotes {
  address: string;
  subject: string;
  note: string;
}

export async function markMailSent(db: Db, id: number, now: Date, notes: AttemptNotes): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...notes, state: 'SENT', sent_at: now, last_error: '', secrets_sealed: null })
    .where('id', '=', id)
    .execute();
}

export async function postponeMail(
  db: Db,
  id: number,
  until: Date,
  reason: string,
  notes: AttemptNotes,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...notes, next_attempt_at: until, last_error: reason })
    .where('id', '=', id)
    .execute();
}

export async function markMailFailed(db: Db, id: number, reason: string, notes: AttemptNotes): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...notes, state: 'FAILED', last_error: reason, secrets_sealed: null })
    .where('id', '=', id)
    .execute();
}

/** Queues a failed mail again; false if it does not exist or did not fail. */
export async function requeueMail(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({
      state: 'QUEUED',
      attempts: 0,
      next_attempt_at: now,
      expires_at: new Date(now.getTime() + KEPT_DAYS * 86_400_000),
    })
    .where('id', '=', id)
    .where('state', '=', 'FAILED')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function findMail(db: Db, id: number): Promise<Mail | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listMails(db: Db, state: MailState | undefined, page: { limit: number; offset: number }) {
  let matching = db.selectFrom('mails').innerJoin('users', 'users.id', 'mails.recipient_id');
  if (state) matching = matching.where('mails.state', '=', state);
  const rows = await matching
    .selectAll('mails')
    .select(['users.login', 'users.email'])
    .orderBy('mails.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Removes up to `limit` mails that ended before the given day, and returns their number. */
export async function deleteEndedMails(
  db: Db,
  state: Exclude<MailState, 'QUEUED'>,
  before: Date,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('state', '=', state)
        .where('created_at', '<', before)
        .orderBy('id')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
