// What people may change about themselves: names and address, password, security question.
import type { App } from '../../app.ts';
import { endAfterPassword } from '../../db/users/tokens.ts';
import { findUser, setPasswordHash, setSecurityQuestion, type User } from '../../db/users/users.ts';
import { normalizedAnswer } from '../../domain/users/password-reset.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { AuditNote, Caller } from '../../http/call.ts';
import { checkCredentials } from '../../ldap/credentials.ts';
import { hashPassword } from '../../security/passwords.ts';
import { type Change, refuseDirectoryPassword, userModel, writeProfile } from './operations.ts';
import type { OwnPassword, OwnQuestion, Profile } from './schemas.ts';

export async function describeAccount(app: App, caller: Caller) {
  const user = await requireCaller(app, caller);
  return { ...userModel(user, true), question: user.security_question };
}

export async function changeOwnProfile(app: App, caller: Caller, profile: Profile): Promise<Change> {
  return writeProfile(app.db, await requireCaller(app, caller), profile);
}

/** Ends the other sessions and the API tokens of the user, so that nobody else stays in. The session that asks stays. */
export async function changeOwnPassword(
  app: App,
  caller: Caller,
  { currentPassword, password, keepTokens }: OwnPassword,
  address: string,
  note: (note: AuditNote) => void,
): Promise<void> {
  const user = await requirePassword(app, caller, currentPassword, address, note);
  const passwordHash = await hashPassword(password);
  await app.db.transaction().execute(async (tx) => {
    await setPasswordHash(tx, user.id, passwordHash);
    await endAfterPassword(tx, user.id, { keepTokens, keptTokenId: caller.tokenId });
  });
}

export async function changeOwnQuestion(
  app: App,
  caller: Caller,
  { currentPassword, question, answer }: OwnQuestion,
  address: string,
  note: (note: AuditNote) => void,
): Promise<void> {
  const user = await requirePassword(app, caller, currentPassword, address, note);
  await setSecurityQuestion(app.db, user.id, question, await hashPassword(normalizedAnswer(answer)));
}

/** Wrong passwords count as at sign-in, so that nobody can guess the password in an open session. */
async function requirePassword(
  app: App,
  caller: Caller,
  password: string,
  address: string,
  note: (note: AuditNote) => void,
): Promise<User> {
  refuseDirectoryPassword(await requireCaller(app, caller));
  try {
    return await checkCredentials(app, { username: caller.login, password }, address, note);
  } catch (error) {
    // A 401 would tell the page that its session has ended.
    if (error instanceof AppError && error.code === 'badCredentials')
      throw badRequest('The field "currentPassword" is not your password.');
    throw error;
  }
}

async function requireCaller(app: App, caller: Caller): Promise<User> {
  const user = await findUser(app.db, caller.id);
  if (!user) throw notFound('User', caller.id);
  return user;
}
