// The one way in which the server calls other servers. Nothing else opens connections to addresses that people type in.
// What is refused and why: docs/adr/0010-outgoing-calls.md.
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { Dispatcher } from 'undici';
import type { AllowRule } from './allow-list.ts';
import {
  addressesOfAdministratorsHost,
  type Guard,
  guardedAgents,
  guardedDispatcher,
  type Resolve,
  type ResolvedAddress,
  systemResolve,
} from './connect.ts';
import { type Download, type DownloadOptions, guardedDownload } from './download.ts';
import { guardedFetch, OUTGOING_DEFAULTS, type OutgoingInit, type OutgoingOptions } from './fetch.ts';

export { OutgoingError } from './errors.ts';
export { checkedUrl } from './fetch.ts';

export interface Outgoing {
  /** Calls a server and reads its whole answer within limits; throws OutgoingError. Fits where a library takes a `fetch`. */
  fetch(url: string | URL, init?: OutgoingInit, options?: OutgoingOptions): Promise<Response>;
  /** Writes a large answer to a file; throws OutgoingError. */
  download(url: string, file: string, options: DownloadOptions): Promise<Download>;
  /** For libraries on undici. Redirects, time and size are then the library's to bound. */
  dispatcher: Dispatcher;
  /** For libraries on node:http; the same holds. */
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
  /**
   * For hosts that administrators alone set (SMTP, LDAP), which may lie in the own network but not where only metadata answers.
   * Returns the addresses that were checked: connect to one of them and give TLS the name, so that nothing is resolved again.
   */
  assertAllowedHost(host: string, port: number): Promise<ResolvedAddress[]>;
  close(): Promise<void>;
}

export function createOutgoing(rules: readonly AllowRule[], resolve: Resolve = systemResolve): Outgoing {
  const guard: Guard = { rules, resolve };
  const dispatcher = guardedDispatcher(guard, OUTGOING_DEFAULTS.connectTimeoutMs);
  const agents = guardedAgents(guard, { keepAlive: true });
  return {
    fetch: (url, init, options) => guardedFetch(dispatcher, url, init, options),
    download: (url, file, options) => guardedDownload(dispatcher, url, file, options),
    dispatcher,
    httpAgent: agents.http,
    httpsAgent: agents.https,
    assertAllowedHost: (host, port) => addressesOfAdministratorsHost(guard, host, port),
    async close() {
      agents.http.destroy();
      agents.https.destroy();
      await dispatcher.destroy();
    },
  };
}
