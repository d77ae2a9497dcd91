// Finds the caller by the token or cookie of a request. A token is valid if its signature is valid AND the database still has it.
import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../app.ts';
import { findTokenOwner, type TokenOwner, touchToken } from '../db/users/tokens.ts';
import { hashToken, verifyToken } from '../security/tokens.ts';
import type { Caller } from './call.ts';

export const SESSION_COOKIE = 'assay_session';
/** Only Assay's own page can set a header; a form or image of another site cannot. */
const CSRF_HEADER = 'x-assay-request';
/** Tokens are shown with this word before them, and some clients send the word twice. */
const BEARER = /^(?:Bearer\s+)+(\S+)\s*$/i;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Largest age of a token's `last used`. Updating it with every request would turn each read into a write. */
const TOUCH_AFTER_MS = 60_000;

export async function authenticate(
  app: App,
  authorization: string | undefined,
  cookies: Record<string, string | undefined>,
): Promise<Caller | undefined> {
  const bearer = BEARER.exec(authorization ?? '')?.[1];
  const token = bearer ?? (authorization ? undefined : cookies[SESSION_COOKIE]);
  if (!token) return undefined;
  const now = app.now();
  if ((await verifyToken(app.tokenKey, token, now)) === undefined) return undefined;
  const owner = await findTokenOwner(app.db, hashToken(token), now);
  if (!owner) return undefined;
  if (!owner.lastUsedAt || now.getTime() - owner.lastUsedAt.getTime() > TOUCH_AFTER_MS)
    await touchToken(app.db, owner.tokenId, now);
  return callerWith(owner, bearer === undefined);
}

export function callerWith(owner: TokenOwner, viaCookie: boolean): Caller {
  return {
    id: owner.id,
    login: owner.login,
    permissions: owner.projectIds ? [] : owner.permissions,
    tokenId: owner.tokenId,
    viaCookie,
    isSession: owner.isSession,
    tokenAccess: owner.access,
    ...(owner.projectIds
      ? { limits: { tokenId: owner.tokenId, projectIds: owner.projectIds, permissions: owner.permissions } }
      : {}),
    ...(owner.jobId === null ? {} : { jobId: owner.jobId }),
  };
}

/** Changes with the cookie need Assay's header. Browsers never send bearer tokens on their own. */
export function isCsrfSafe(method: string, caller: Caller, headers: IncomingHttpHeaders): boolean {
  return !caller.viaCookie || SAFE_METHODS.has(method) || headers[CSRF_HEADER] !== undefined;
}
