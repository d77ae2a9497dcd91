// Keeps pages of other sites from using operations that need no sign-in. A form of such a page can send any text as text/plain, and could so sign the
// visitor's browser in as somebody else, who then gets everything that the visitor uploads. The header that protects changes with the session cookie
// (authenticate.ts) does not help here, because programs without a browser call these operations too.
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../errors.ts';

/** `none`: the person typed the address. A neighbouring site under the same domain is foreign too. */
const OWN_SITES = new Set(['same-origin', 'none']);

export interface Sender {
  headers: IncomingHttpHeaders;
  /** The host and port that the caller addressed, as far as a trusted proxy reports it. */
  host: string;
}

/**
 * Throws for a change that a page of another site sends. Browsers say with each request where it comes from, and pages cannot change that: in
 * Sec-Fetch-Site, or, without HTTPS, at least in Origin. Programs send neither.
 */
export function refuseForeignPage({ headers, host }: Sender): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (!OWN_SITES.has(String(site).toLowerCase())) throw new AppError('foreignPage');
    return;
  }
  const { origin } = headers;
  if (origin !== undefined && hostOf(origin) !== host.toLowerCase()) throw new AppError('foreignPage');
}

/** Undefined for `null`, which sandboxed pages send, and for everything else that is no origin of a web page. */
function hostOf(origin: string): string | undefined {
  const { protocol, host } = URL.parse(origin) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? host : undefined;
}

/** Throws for a body that is not sent as JSON: a page of another site can send that type only with our consent, which nobody gets. */
export function requireJsonType(headers: IncomingHttpHeaders): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (hasBody && type !== 'application/json') throw new AppError('notJson');
}
