// The only way in which the server calls other servers. Nothing else connects to addresses that people enter. docs/adr/0010-outgoing-calls.md says
// what is refused and why.
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { Dispatcher } from 'undici';
import type { AllowRule } from './allow-list.ts';
import {
  addressesOfAdministratorsHost,
  allowedAddresses,
  type Guard,
  guardedAgents,
  guardedDispatcher,
  type Resolve,
  type ResolvedAddress,
  systemResolve,
} from './connect.ts';
import { type Download, type DownloadOptions, guardedDownload } from './download.ts';
import { guardedFetch, OUTGOING_DEFAULTS, type OutgoingInit, type OutgoingOptions } from './fetch.ts';
import { openTunnel, type Tunnel } from './tunnel.ts';
import { openWebProxy, type WebTarget } from './web-proxy.ts';

export { OutgoingError } from './errors.ts';
export { checkedUrl } from './fetch.ts';
export type { Tunnel } from './tunnel.ts';

export interface Outgoing {
  /** Calls a server and reads its whole answer within limits; throws OutgoingError. Can be given to libraries that take a `fetch`. */
  fetch(url: string | URL, init?: OutgoingInit, options?: OutgoingOptions): Promise<Response>;
  /** Writes a large answer to a file; throws OutgoingError. */
  download(url: string, file: string, options: DownloadOptions): Promise<Download>;
  /** For libraries on undici. The library must then limit redirects, time and size. */
  dispatcher: Dispatcher;
  /** For libraries on node:http, with the same duty. */
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
  /**
   * For hosts that only administrators set (SMTP, LDAP). They may be inside the own network, but not at an address with only metadata. Returns the
   * checked addresses: connect to one of them and give TLS the name, so that the name is not resolved again.
   */
  assertAllowedHost(host: string, port: number): Promise<ResolvedAddress[]>;
  /** The addresses at which a host that people entered may be called; throws OutgoingError. For programs that connect by themselves. */
  allowedAddresses(host: string, port: number): Promise<ResolvedAddress[]>;
  /** A way out for a program that speaks SOCKS5. The caller closes it when the program has ended. */
  openTunnel(): Promise<Tunnel>;
  /** The same for a program that knows only proxies of the web, to one host. */
  openWebProxy(target: WebTarget): Promise<Tunnel>;
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
    allowedAddresses: (host, port) => allowedAddresses(guard, host, port),
    openTunnel: () => openTunnel((host, port) => allowedAddresses(guard, host, port)),
    openWebProxy: (target) => openWebProxy(guard, (host, port) => allowedAddresses(guard, host, port), target),
    async close() {
      agents.http.destroy();
      agents.https.destroy();
      await dispatcher.destroy();
    },
  };
}
