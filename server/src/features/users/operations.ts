// Creates and finds users, activates them, and gives them permissions.

import type { App } from '../../app.ts';
import { forbidden } from '../../authorize/index.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { isUniqueViolation } from '../../db/postgres/unique-violation.ts';
import { deleteTokensOfUser, endAfterPassword, listTokens, revokeTokens } from '../../db/users/tokens.ts';
import {
  countActiveAdmins,
  findUserByIdOrLogin,
  findUserByLogin,
  insertUser,
  listUsers,
  lookupUsers,
  searchUsers,
  setPasswordHash,
  setPermissions,
  setProfile,
  setUserActive,
  type User,
  type UserFilter,
} from '../../db/users/users.ts';
import { normalizedAnswer } from '../../domain/users/password-reset.ts';
import { isSystemAdmin } from '../../domain/users/permissions.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { tokenModel } from '../../http/models/token-model.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import { newAccountMail, writeSecretMail } from '../../mail/outbox.ts';
import { hashPassword } from '../../security/passwords.ts';
import type { NewUser, PasswordChange, Profile } from './schemas.ts';

export async function createUser(app: App, input: NewUser): Promise<number> {
  if (await findUserByLogin(app.db, input.login)) throw duplicate(input.login);
  const passwordHash = await hashPassword(input.password);
  const securityAnswerHash = await hashPassword(normalizedAnswer(input.answer));
  return app.db
    .transaction()
    .execute(async (tx) => {
      const id = await insertUser(tx, {
        login: input.login,
        firstName: input.firstName,
        lastName: input.lastName,
        email: input.email,
        passwordHash,
        securityQuestion: input.question,
        securityAnswerHash,
      });
      await writeSecretMail(app, tx, newAccountMail(id, input.password));
      return id;
    })
    .catch((error) => {
      // If two requests create the same login at once, the unique index refuses one.
      throw isUniqueViolation(error) ? duplicate(input.login) : error;
    });
}

function duplicate(login: string): AppError {
  return new AppError('alreadyExists', { what: 'user', name: login });
}

/** Every signed-in user may search, because existing clients look people up for their reports. Only administrators see permissions. */
export async function findUsers(app: App, caller: Caller, filter: UserFilter) {
  const users = await searchUsers(app.db, filter);
  if (users.length === 0) throw notFound('User', filter.login ?? filter.email ?? filter.id ?? '');
  const isAdmin = isSystemAdmin(caller);
  return users.map((user) => userModel(user, isAdmin || user.id === caller.id));
}

export async function describeUser(app: App, loginId: string) {
  return userModel(await requireUser(app.db, loginId), true);
}

export async function listAllUsers(app: App, filter: { find?: string; active?: boolean }, page: PageRequest) {
  const { rows, total } = await listUsers(
    app.db,
    { find: filter.find, isActive: filter.active },
    { limit: page.pageSize, offset: rowsBefore(page) },
  );
  return { users: rows.map((user) => userModel(user, true)), paging: pagingOf(page, total) };
}

const COLLEAGUES_SHOWN = 50;

/** Finds active users for everybody who gives a role or a task. Leaves out the data that only administrators see. */
export async function findColleagues(app: App, find: string | undefined) {
  const users = await lookupUsers(app.db, find?.trim() || undefined, COLLEAGUES_SHOWN);
  return users.map(({ id, login, first_name, last_name }) => ({
    id,
    login,
    firstName: first_name,
    lastName: last_name,
  }));
}

export function userModel(user: User, withPermissions: boolean) {
  return {
    id: user.id,
    login: user.login,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    active: user.is_active,
    source: user.source,
    permissions: withPermissions ? user.permissions : [],
  };
}

/** The values before and after a change, for the audit log. */
export interface Change {
  login: string;
  before: unknown;
  after: unknown;
}

export async function setActive(app: App, loginId: string, isActive: boolean): Promise<Change> {
  return app.db.transaction().execute(async (tx) => {
    const user = await requireUser(tx, loginId);
    await setUserActive(tx, user.id, isActive);
    // Deletes the user's tokens, so that they do not work again when the user comes back.
    if (!isActive) await deleteTokensOfUser(tx, user.id);
    await keepAnAdmin(tx);
    return { login: user.login, before: { isActive: user.is_active }, after: { isActive } };
  });
}

export async function replacePermissions(app: App, loginId: string, permissions: string[]): Promise<Change> {
  const after = [...new Set(permissions)];
  return app.db.transaction().execute(async (tx) => {
    const user = await requireUser(tx, loginId);
    await setPermissions(tx, user.id, after);
    await keepAnAdmin(tx);
    return { login: user.login, before: user.permissions, after };
  });
}

/** The address of another user takes a sign-in: the link that resets a password is mailed to it. */
export async function changeProfile(
  app: App,
  caller: { isSession: boolean },
  loginId: string,
  profile: Profile,
): Promise<Change> {
  return app.db.transaction().execute(async (tx) => {
    const user = await requireUser(tx, loginId);
    if (!caller.isSession && profile.email !== undefined && profile.email !== user.email)
      throw forbidden('changing an e-mail address needs a sign-in with the password; an API token cannot do it.');
    return writeProfile(tx, user, profile);
  });
}

/** Changes names and address. Those of an LDAP user cannot be changed here, because the next synchronisation would undo the change. */
export async function writeProfile(db: Db, user: User, profile: Profile): Promise<Change> {
  if (user.source === 'LDAP')
    throw badRequest(`The names and address of "${user.login}" come from the LDAP directory: change them there.`);
  await setProfile(db, user.id, profile);
  const before = { firstName: user.first_name, lastName: user.last_name, email: user.email };
  return { login: user.login, before, after: { ...before, ...profile } };
}

/** An administrator sets the password of another user. Ends the sessions and API tokens of the user, so that those who
 * knew the old password are out. */
export async function givePassword(
  app: App,
  loginId: string,
  { password, keepTokens }: PasswordChange,
): Promise<{ login: string; keepTokens: boolean }> {
  const passwordHash = await hashPassword(password);
  return app.db.transaction().execute(async (tx) => {
    const user = await requireUser(tx, loginId);
    refuseDirectoryPassword(user);
    await setPasswordHash(tx, user.id, passwordHash);
    await endAfterPassword(tx, user.id, { keepTokens });
    return { login: user.login, keepTokens: keepTokens === true };
  });
}

export async function listTokensOf(app: App, loginId: string) {
  const user = await requireUser(app.db, loginId);
  return (await listTokens(app.db, user.id)).map(tokenModel);
}

/** One API token of a user; without an id all of them, and the sessions. Returns the names of the tokens, for the audit log. */
export async function revokeTokensOf(app: App, loginId: string, tokenId?: number) {
  return app.db.transaction().execute(async (tx) => {
    const user = await requireUser(tx, loginId);
    const tokens = await revokeTokens(tx, user.id, tokenId);
    if (tokenId !== undefined && tokens.length === 0) throw notFound('Token', tokenId);
    if (tokenId === undefined) await deleteTokensOfUser(tx, user.id);
    return { login: user.login, tokens };
  });
}

export function refuseDirectoryPassword(user: User): void {
  if (user.source === 'LDAP')
    throw badRequest(`The password of "${user.login}" is kept by the LDAP directory: change it there.`);
}

/** Refuses to leave no active system administrator, because nobody could make another one. */
async function keepAnAdmin(db: Db): Promise<void> {
  if ((await countActiveAdmins(db)) === 0) {
    throw badRequest('This would leave no active system administrator: make another one first.');
  }
}

async function requireUser(db: Db, loginId: string): Promise<User> {
  const user = await findUserByIdOrLogin(db, loginId);
  if (!user) throw notFound('User', loginId);
  return user;
}
