// The guard itself: checks the addresses of a name at the moment of connecting. The socket connects to exactly the checked address, so a name that
// resolves to another address a moment later (DNS rebinding) gains nothing.
import { lookup } from 'node:dns';
import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AddressKind, kindOfAddress, NEVER_A_SERVER, OPEN_KIND } from '@assay/scanner/addresses';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type AllowRule, isAllowed } from './allow-list.ts';
import { OutgoingError } from './errors.ts';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** All addresses of a host name; rejects if there are none. Tests give their own resolver. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>;

export interface Guard {
  rules: readonly AllowRule[];
  resolve: Resolve;
}

export const systemResolve: Resolve = (host) =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true, verbatim: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 })));
    });
  });

/** The allowed addresses of host and port, at least one; throws an OutgoingError otherwise. */
export async function allowedAddresses(guard: Guard, host: string, port: number): Promise<ResolvedAddress[]> {
  const found = await addressesOf(guard, host);
  const open = found.filter(
    ({ address }) => kindOfAddress(address) === OPEN_KIND || isAllowed(guard.rules, { host, port, address }),
  );
  if (open.length > 0) return open;
  const kind = kindOfFirst(found);
  throw new OutgoingError(
    'refused',
    `${target(host, port)} leads to a ${kind} address, and this server does not call such addresses. To allow it, an administrator of this server adds ${target(host, port)} to the environment variable ASSAY_OUTGOING_ALLOW and restarts the server${kind === 'loopback' || kind === 'private' ? '' : ' (a link-local or reserved address must be named by its number)'}.`,
  );
}

/** The same for hosts that only administrators set (mail, directory), which are usually inside the own network. */
export async function addressesOfAdministratorsHost(
  guard: Guard,
  host: string,
  port: number,
): Promise<ResolvedAddress[]> {
  const found = await addressesOf(guard, host);
  const open = found.filter(
    ({ address }) =>
      !NEVER_A_SERVER.includes(kindOfAddress(address)) || isAllowed(guard.rules, { host, port, address }),
  );
  if (open.length > 0) return open;
  throw new OutgoingError(
    'refused',
    `${target(host, port)} leads to a ${kindOfFirst(found)} address, and this server does not call such addresses. To allow it, name the address itself in the environment variable ASSAY_OUTGOING_ALLOW and restart this server.`,
  );
}

function kindOfFirst([first]: readonly ResolvedAddress[]): AddressKind | 'unknown' {
  return first === undefined ? 'unknown' : kindOfAddress(first.address);
}

async function addressesOf({ resolve }: Guard, host: string): Promise<ResolvedAddress[]> {
  const bare = bareHost(host);
  const family = isIP(bare.replace(/%.*$/, ''));
  if (family !== 0) return [{ address: bare, family: family === 6 ? 6 : 4 }];
  const found = await resolve(bare).catch((cause) => {
    throw new OutgoingError(
      'unreachable',
      `The host name ${bare} cannot be resolved (${cause.code ?? cause.message}).`,
      {
        cause,
      },
    );
  });
  if (found.length === 0) throw new OutgoingError('unreachable', `The host name ${bare} has no address.`);
  return found;
}

function bareHost(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

function target(host: string, port: number): string {
  const bare = bareHost(host);
  return bare.includes(':') ? `[${bare}]:${port}` : `${bare}:${port}`;
}

/** For `net.connect` and everything built on it. It is not called for numeric addresses: the callers check those. */
function guardedLookup(guard: Guard, port: number): LookupFunction {
  return (host, options, done) => {
    allowedAddresses(guard, host, port).then(
      (addresses) => {
        const { family } = options;
        const wanted = family === 4 || family === 6 ? addresses.filter((one) => one.family === family) : addresses;
        const [first] = wanted;
        if (first === undefined) done(new OutgoingError('unreachable', `${host} has no IPv${family} address.`), '', 0);
        else if (options.all) done(null, wanted);
        else done(null, first.address, first.family);
      },
      (error) => done(error, '', 0),
    );
  };
}

/** For `fetch` and `request` of undici. */
export function guardedDispatcher(guard: Guard, connectTimeoutMs: number): Dispatcher {
  const connect: buildConnector.connector = (options, done) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    const open = () => {
      // buildConnector passes unknown options to net.connect, but its types do not say so.
      const settings = { timeout: connectTimeoutMs, lookup: guardedLookup(guard, port), allowH2: false };
      buildConnector(settings as buildConnector.BuildOptions)(options, done);
    };
    if (isIP(bareHost(options.hostname)) === 0) open();
    else allowedAddresses(guard, options.hostname, port).then(open, (error) => done(error, null));
  };
  return new Agent({ connect, allowH2: false, maxHeaderSize: 64 * 1024 });
}

type Created = (error: Error | null, socket: Duplex) => void;
interface ConnectTarget {
  host?: string | null;
  port?: number | string | null;
  socketPath?: string;
}

/** For libraries that take agents of node:http and node:https. */
export function guardedAgents(guard: Guard, options: AgentOptions = {}): { http: HttpAgent; https: HttpsAgent } {
  return { http: new GuardedHttpAgent(guard, options), https: new GuardedHttpsAgent(guard, options) };
}

class GuardedHttpAgent extends HttpAgent {
  readonly #guard: Guard;

  constructor(guard: Guard, options: AgentOptions) {
    super(options);
    this.#guard = guard;
  }

  override createConnection(options: ConnectTarget, created?: Created): Socket | undefined {
    return guardedConnection(this.#guard, options, 80, created, (checked) => super.createConnection(checked, created));
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  readonly #guard: Guard;

  constructor(guard: Guard, options: AgentOptions) {
    super(options);
    this.#guard = guard;
  }

  override createConnection(options: ConnectTarget, created?: Created): Socket | undefined {
    return guardedConnection(this.#guard, options, 443, created, (checked) => super.createConnection(checked, created));
  }
}

function guardedConnection(
  guard: Guard,
  options: ConnectTarget,
  usualPort: number,
  created: Created | undefined,
  open: (options: object) => Duplex | null | undefined,
): Socket | undefined {
  const host = options.host ?? 'localhost';
  const port = Number(options.port ?? usualPort);
  const fail = (error: Error) => created?.(error, undefined as unknown as Duplex);
  if (options.socketPath) {
    queueMicrotask(() => fail(new OutgoingError('refused', 'This server does not call sockets of its own machine.')));
    return undefined;
  }
  const checked = { ...options, lookup: guardedLookup(guard, port) };
  if (isIP(bareHost(host)) === 0) return open(checked) as Socket | undefined;
  allowedAddresses(guard, host, port).then(() => {
    const socket = open(checked);
    if (socket) created?.(null, socket);
  }, fail);
  return undefined;
}
