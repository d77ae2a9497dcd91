// Sign-in with a password, sessions of the browser, and API tokens.
import type { App } from '../../app.ts';
import { maySeeProject } from '../../authorize/index.ts';
import { siteSettings } from '../../db/site-settings.ts';
import { deleteToken, insertToken, listTokens, renameToken } from '../../db/users/tokens.ts';
import { findUser, type User } from '../../db/users/users.ts';
import { countOf } from '../../domain/count-text.ts';
import type { TokenAccess } from '../../domain/users/token-limits.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { tokenModel } from '../../http/models/token-model.ts';
import { hashToken, signToken } from '../../security/tokens.ts';
import type { NewToken } from './schemas.ts';

export const SESSION_HOURS = 12;
const DAY_MS = 86_400_000;
/** The latest expiry of a token. It is well below 2^53 milliseconds, so every client can read it. */
const LATEST_EXPIRY = new Date('9999-12-31T23:59:59Z');

/** Creates a token for a person or a browser session and returns its text, which is not stored. */
export async function issueToken(
  app: App,
  user: { id: number; login: string },
  token: {
    name: string;
    isSession: boolean;
    expiresAt: Date | null;
    access?: TokenAccess;
    projectIds?: readonly number[];
  },
): Promise<{ id: number; token: string }> {
  const text = await signToken(app.tokenKey, { login: user.login, userId: user.id }, app.now(), token.expiresAt);
  const id = await insertToken(app.db, { userId: user.id, tokenHash: hashToken(text), ...token });
  return { id, token: text };
}

export function sessionEnd(app: App): Date {
  return new Date(app.now().getTime() + SESSION_HOURS * 3_600_000);
}

export async function describeCaller(app: App, caller: Caller) {
  const user = await findUser(app.db, caller.id);
  if (!user) throw notFound('User', caller.id);
  return describeUser(user);
}

export function describeUser(user: User) {
  return {
    id: user.id,
    login: user.login,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    permissions: user.permissions,
  };
}

export async function endSession(app: App, caller: Caller): Promise<void> {
  await deleteToken(app.db, caller.id, caller.tokenId);
}

export async function createToken(app: App, caller: Caller, input: NewToken) {
  const { access, projectIds } = input;
  for (const projectId of projectIds ?? [])
    if (!(await maySeeProject(app.db, caller, projectId))) throw notFound('Project', projectId);
  return issueToken(app, caller, {
    name: input.name.trim(),
    isSession: false,
    expiresAt: await expiryOf(app, input.expiresOn),
    access,
    projectIds,
  });
}

/** The end of the named day, in UTC, or else of the last day that the site settings allow; null if they set no limit. */
async function expiryOf(app: App, day: string | undefined): Promise<Date | null> {
  const { tokenMostDays } = await siteSettings(app.db);
  const latest = tokenMostDays === 0 ? LATEST_EXPIRY : endOfDay(new Date(app.now().getTime() + tokenMostDays * DAY_MS));
  if (day === undefined) return tokenMostDays === 0 ? null : latest;
  const end = new Date(`${day}T23:59:59Z`);
  // A date such as 2027-02-30 would roll over to March. It is a typing error and is refused.
  if (Number.isNaN(end.getTime()) || !end.toISOString().startsWith(day))
    throw badRequest(`The field "expiresOn" must be a date that exists; ${day} does not.`);
  if (end <= app.now()) throw badRequest('The field "expiresOn" must be today or a later day.');
  if (end > latest)
    throw badRequest(
      tokenMostDays === 0
        ? 'The field "expiresOn" must be today or a later day.'
        : `The field "expiresOn" must be ${latest.toISOString().slice(0, 10)} or earlier: tokens of this installation work for ${countOf(tokenMostDays, 'day')} at most.`,
    );
  return end;
}

function endOfDay(time: Date): Date {
  return new Date(`${time.toISOString().slice(0, 10)}T23:59:59Z`);
}

export async function listOwnTokens(app: App, caller: Caller) {
  return (await listTokens(app.db, caller.id)).map(tokenModel);
}

export async function renameOwnToken(app: App, caller: Caller, id: number, name: string): Promise<void> {
  if (!(await renameToken(app.db, caller.id, id, name.trim()))) throw notFound('Token', id);
}

export async function revokeOwnToken(app: App, caller: Caller, id: number): Promise<void> {
  if (!(await deleteToken(app.db, caller.id, id))) throw notFound('Token', id);
}
