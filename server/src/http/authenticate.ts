// From a request's token or cookie to its caller. A token counts when its signature holds AND the database still knows it.
import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../app.ts';
import { findTokenOwner, touchToken } from '../db/tokens.ts';
import { hashToken, verifyToken } from '../security/tokens.ts';
import type { Caller } from './call.ts';

export const SESSION_COOKIE = 'assay_session';
/** Only our own page can set a header of its own; a form or image of another site cannot. */
const CSRF_HEADER = 'x-assay-request';
/** Tokens are handed to plugins with the word before them, and some clients write it once more. */
const BEARER = /^(?:Bearer\s+)+(\S+)\s*$/i;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** How stale `last used` of a token may be; writing it at every request would make each read a write. */
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
  return {
    id: owner.id,
    login: owner.login,
    permissions: owner.permissions,
    tokenId: owner.tokenId,
    viaCookie: bearer === undefined,
    ...(owner.jobId === null ? {} : { jobId: owner.jobId }),
  };
}

/** Changes made with the cookie need our header; bearer tokens are not sent by a browser on its own. */
export function isCsrfSafe(method: string, caller: Caller, headers: IncomingHttpHeaders): boolean {
  return !caller.viaCookie || SAFE_METHODS.has(method) || headers[CSRF_HEADER] !== undefined;
}
