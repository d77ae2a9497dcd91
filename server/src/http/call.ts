// What an operation is told of a call, whatever route it came by.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { App } from '../app.ts';
import type { Authorize } from '../authorize/index.ts';
import type { LargeJson } from './large-json.ts';

/** Who calls. `viaCookie` is true for the web page, whose changes need the CSRF header. */
export interface Caller {
  id: number;
  login: string;
  permissions: string[];
  tokenId: number;
  viaCookie: boolean;
  /** The job whose script calls, with a token that the server gave it. */
  jobId?: number;
}

/** Whoever calls, and the way to ask whether they may: what operations take that need more than one right. */
export interface Asker {
  caller: Caller;
  authorize: Authorize;
}

/** What an operation tells about itself, beside what every call tells. Never a secret. */
export interface AuditNote {
  projectId?: number;
  /** Who signs in, for operations that nobody is signed in for. */
  userId?: number;
  login?: string;
  details?: Record<string, unknown>;
}

export interface Call<Params, Query, Body> {
  app: App;
  /** The signed-in user; operations with `anyone()` access must not read it. */
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  /** The version that the caller has edited. Only operations that change several things at once compare it themselves. */
  version: string | undefined;
  headers: IncomingHttpHeaders;
  /** The caller's address, behind the proxies that are trusted. */
  address: string;
  /** True when the caller came by HTTPS, as far as a trusted proxy tells. */
  isSecure: boolean;
  /** The request's bytes, for operations with a raw or form body. */
  stream: Readable;
  /** Reads large JSON without holding up other requests. */
  largeJson: LargeJson;
  log: App['log'];
  requestId: string;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
  /** For operations whose input decides which of the rights that the route names it takes. */
  authorize: Authorize;
  /** Tells the audit log more about this call than its ids and field names. */
  note(note: AuditNote): void;
}
