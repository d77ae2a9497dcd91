// Handles requests for a new password: mails the user a one-time token and stores only its hash. It runs in the background, so that the
// answer takes equally long for logins that do not exist.
import { randomBytes } from 'node:crypto';
import type { App } from '../app.ts';
import {
  countPasswordResets,
  deletePasswordResets,
  insertPasswordReset,
  takePasswordRequest,
} from '../db/users/passwords.ts';
import { findUserByLogin, hasOwnPassword } from '../db/users/users.ts';
import { mayHaveReset, RESET_VALID_MINUTES } from '../domain/users/password-reset.ts';
import { hashToken } from '../security/tokens.ts';
import { writeSecretMail } from './outbox.ts';

const MINUTE_MS = 60_000;
const RESETS_KEPT_MINUTES = 24 * 60;

/** Handles all waiting requests and returns their number. */
export async function answerPasswordRequests(app: App, signal: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal.aborted && (await answerOne(app))) count++;
  return count;
}

/** Handles one request in one transaction. Returns false when none waits. */
async function answerOne(app: App): Promise<boolean> {
  return app.db.transaction().execute(async (tx) => {
    const request = await takePasswordRequest(tx);
    if (!request) return false;
    const now = app.now();
    const user = await findUserByLogin(tx, request.login);
    const lately = user ? await countPasswordResets(tx, user.id, minutesFrom(now, -60)) : 0;
    const facts = user && { isActive: user.is_active, hasPassword: hasOwnPassword(user), email: user.email };
    if (!user || !mayHaveReset(facts, lately)) {
      app.log.info({ isKnown: user !== undefined, lately }, 'no mail is sent for a request for a new password');
      return true;
    }
    const token = randomBytes(32).toString('base64url');
    const expiresAt = minutesFrom(now, RESET_VALID_MINUTES);
    await insertPasswordReset(tx, { tokenHash: hashToken(token), userId: user.id, createdAt: now, expiresAt });
    await writeSecretMail(app, tx, {
      template: 'forgot_password',
      recipientId: user.id,
      texts: { VALID_MINUTES: String(RESET_VALID_MINUTES) },
      pages: {},
      // In the fragment of the address, which browsers never send to a server, so no log contains it.
      secretPages: { RESET_URL: `/reset-password#${token}` },
      expiresAt,
    });
    return true;
  });
}

export async function forgetOldResets(app: App): Promise<void> {
  await deletePasswordResets(app.db, minutesFrom(app.now(), -RESETS_KEPT_MINUTES));
}

function minutesFrom(time: Date, minutes: number): Date {
  return new Date(time.getTime() + minutes * MINUTE_MS);
}
