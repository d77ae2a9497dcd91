// Forgotten passwords: requesting a link, and choosing a new password with it.
import type { App } from '../../app.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import {
  countWrongAnswer,
  expirePasswordResets,
  insertPasswordRequest,
  lockPasswordReset,
} from '../../db/users/passwords.ts';
import { endAfterPassword } from '../../db/users/tokens.ts';
import { findUser, hasOwnPassword, setPasswordHash, type User } from '../../db/users/users.ts';
import { normalizedAnswer, refuseReset } from '../../domain/users/password-reset.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { AuditNote } from '../../http/call.ts';
import { isMailOn } from '../../mail/settings.ts';
import { checkPassword, hashPassword } from '../../security/passwords.ts';
import { hashToken } from '../../security/tokens.ts';
import type { NewPassword } from './schemas.ts';

export async function canReset(app: App): Promise<boolean> {
  return isMailOn(app.db);
}

/** Only stores the request. A job looks the login up later, so neither the answer nor its time shows whether the login exists. */
export async function requestReset(app: App, login: string): Promise<void> {
  if (!(await isMailOn(app.db)))
    throw badRequest(
      'This server sends no mails, so it cannot send a link. Ask a system administrator for a password.',
    );
  await insertPasswordRequest(app.db, login.trim());
}

export async function resetQuestion(app: App, token: string) {
  return app.db.transaction().execute(async (tx) => {
    const user = await requireReset(app, tx, hashToken(token));
    return { login: user.login, question: hasQuestion(user) ? user.security_question : '' };
  });
}

export async function resetPassword(
  app: App,
  { token, answer, password, keepTokens }: NewPassword,
  note: (note: AuditNote) => void,
): Promise<void> {
  const tokenHash = hashToken(token);
  const isRight = await app.db.transaction().execute(async (tx) => {
    const user = await requireReset(app, tx, tokenHash);
    note({ userId: user.id, login: user.login });
    if (hasQuestion(user) && !(await checkPassword(user.security_answer_hash, normalizedAnswer(answer ?? '')))) {
      await countWrongAnswer(tx, tokenHash);
      return false;
    }
    await setPasswordHash(tx, user.id, await hashPassword(password));
    await endAfterPassword(tx, user.id, { keepTokens });
    await expirePasswordResets(tx, user.id, app.now());
    return true;
  });
  // Throws after the transaction, so that the count of wrong answers is committed.
  if (!isRight) throw badRequest('The field "answer" is not the answer to the security question.');
}

async function requireReset(app: App, tx: Tx, tokenHash: Buffer): Promise<User> {
  const reset = await lockPasswordReset(tx, tokenHash);
  const user = reset && (await findUser(tx, reset.user_id));
  const refusal = refuseReset(
    reset &&
      user && {
        expiresAt: reset.expires_at,
        wrongAnswers: reset.wrong_answers,
        isUserActive: user.is_active,
        hasPassword: hasOwnPassword(user),
      },
    app.now(),
  );
  if (refusal || !user) throw new AppError('badRequest', { message: refusal?.refusal.message ?? '' });
  return user;
}

function hasQuestion(user: User): boolean {
  return user.security_question !== '' && user.security_answer_hash !== null;
}
