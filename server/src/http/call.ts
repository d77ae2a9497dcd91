// What an operation learns about a call, whatever its route.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { App } from '../app.ts';
import type { Authorize } from '../authorize/index.ts';
import type { ProjectLimits } from '../db/projects/standing.ts';
import type { TokenAccess } from '../domain/users/token-limits.ts';
import type { LargeJson } from './large-json.ts';

/** The caller. `viaCookie` is true for the web page, which needs the CSRF header for changes. */
export interface Caller {
  id: number;
  login: string;
  permissions: string[];
  tokenId: number;
  viaCookie: boolean;
  /** True for a token that a password bought: of the page, or of POST /login. */
  isSession: boolean;
  tokenAccess: TokenAccess;
  limits?: ProjectLimits;
  /** The job of a calling script, which got its token from the server. */
  jobId?: number;
}

/** The caller, with a way to check further rights in operations that need several. */
export interface Requester {
  caller: Caller;
  authorize: Authorize;
}

/** Details that an operation adds to its audit line. Never a secret. */
export interface AuditNote {
  projectId?: number;
  /** The user who signs in, for operations without a signed-in caller. */
  userId?: number;
  login?: string;
  details?: Record<string, unknown>;
}

export interface Call<Params, Query, Body> {
  app: App;
  /** The signed-in user. Operations with `anyone()` access must not read it. */
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  /** The version that the caller edited. Only operations that change several objects at once compare it themselves. */
  version: string | undefined;
  headers: IncomingHttpHeaders;
  /** The path of the request, with the prefix that the caller used. */
  path: string;
  /** The caller's address, as reported by trusted proxies. */
  address: string;
  /** True if the caller uses HTTPS, as far as a trusted proxy reports it. */
  isSecure: boolean;
  /** The request's bytes, for operations with a raw or form body. */
  stream: Readable;
  /** Reads large JSON without blocking other requests. */
  largeJson: LargeJson;
  log: App['log'];
  requestId: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  /** For operations in which the input decides which of the route's rights are needed. */
  authorize: Authorize;
  /** Adds details about this call to the audit log. */
  note(note: AuditNote): void;
}
