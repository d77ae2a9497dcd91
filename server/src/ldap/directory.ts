// One connection to the LDAP directory: bind, search, close. It never reconnects by itself, because a new connection would be unbound and
// see fewer entries. Filters are built from values; input never becomes filter text.
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, rootCertificates } from 'node:tls';
import {
  AndFilter,
  Client,
  type Entry,
  EqualityFilter,
  type Filter,
  FilterParser,
  InvalidCredentialsError,
} from 'ldapts';
import { type GroupMembers, MEMBER_ATTRIBUTES, membersOf } from '../domain/users/ldap-groups.ts';
import { type LdapAttributes, type LdapSettings, searchRoot } from '../domain/users/ldap-settings.ts';
import type { DirectoryEntry } from '../domain/users/ldap-sync.ts';
import type { Outgoing } from '../outgoing/index.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 60_000;
/** Plain words for socket and LDAP result codes. */
const WORDS: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'the host is unknown',
  32: 'there is no such entry',
  49: 'the name or the password is wrong',
};
/** Binary id attributes of known directories. ldapts compares names as the server spells them. */
const BINARY_IDS = ['objectGUID', 'objectguid', 'GUID', 'guid'];

/** The directory is unreachable, refuses, or gives an unusable answer. The message is for administrators. */
export class DirectoryError extends Error {
  override name = 'DirectoryError';
}

interface EntryPage {
  entries: DirectoryEntry[];
  /** Referrals to other servers. They are not followed. */
  referrals: string[];
}

export interface Directory {
  /** The address that answered. */
  url: string;
  /** All users, page by page. */
  pages(): AsyncGenerator<EntryPage>;
  /** Distinguished names of the users that fit a further filter. */
  namesWith(filter: string): Promise<Set<string>>;
  /** Distinguished names or logins of a group's members. */
  membersOfGroup(group: string): Promise<GroupMembers>;
  /** At most `most` users with a login. */
  withLogin(login: string, most: number): Promise<DirectoryEntry[]>;
  close(): Promise<void>;
}

export type HostGuard = Pick<Outgoing, 'assertAllowedHost'>;

/** Connects to the first address that answers, encrypts, and binds. */
export async function openDirectory(guard: HostGuard, settings: LdapSettings, password: string): Promise<Directory> {
  const { client, url } = await connectFirst(guard, settings);
  try {
    if (settings.bindDn !== '') await bind(client, settings.bindDn, password);
  } catch (error) {
    await close(client);
    throw directoryError(url, `the login of ${settings.bindDn}`, error);
  }
  return directoryOf(client, url, settings);
}

/** True when the directory accepts the password for the entry. Empty passwords are never sent: directories treat them as an anonymous bind. */
export async function acceptsPassword(
  guard: HostGuard,
  settings: LdapSettings,
  dn: string,
  password: string,
): Promise<boolean> {
  if (dn === '' || password === '') return false;
  const { client, url } = await connectFirst(guard, settings);
  try {
    await bind(client, dn, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false;
    throw directoryError(url, 'a login', error);
  } finally {
    await close(client);
  }
}

/** What is wrong with a filter; undefined when it is valid (RFC 4515). */
export function refuseFilter(text: string): string | undefined {
  // The parser would silently add missing parentheses.
  if (!text.startsWith('(')) return 'it does not begin with a parenthesis';
  if (text.split('(').length !== text.split(')').length) return 'its parentheses do not match';
  try {
    FilterParser.parseString(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function directoryOf(client: Client, url: string, settings: LdapSettings): Directory {
  const root = searchRoot(settings);
  const users = FilterParser.parseString(settings.userFilter);
  const search = async <T>(work: () => Promise<T>): Promise<T> => {
    // Check before each search, because the client would silently reconnect.
    if (!client.isConnected) throw new DirectoryError(`${url} has closed the connection.`);
    try {
      return await work();
    } catch (error) {
      throw directoryError(url, `the search below "${root}"`, error);
    }
  };
  const paged = (filter: Filter, attributes: string[]) =>
    client.searchPaginated(root, {
      scope: 'sub',
      derefAliases: 'never',
      filter,
      attributes,
      explicitBufferAttributes: [settings.attributes.id, ...BINARY_IDS],
      paged: { pageSize: settings.pageSize },
    });
  const wanted = [...new Set(Object.values(settings.attributes))];
  return {
    url,
    async *pages() {
      const pages = paged(users, wanted);
      for (;;) {
        const next = await search(() => pages.next());
        if (next.done) return;
        yield {
          entries: next.value.searchEntries.map((entry) => readEntry(entry, settings.attributes)),
          referrals: next.value.searchReferences,
        };
      }
    },
    async namesWith(filter) {
      const names = new Set<string>();
      const pages = paged(new AndFilter({ filters: [users, FilterParser.parseString(filter)] }), ['1.1']);
      for (;;) {
        const next = await search(() => pages.next());
        if (next.done) return names;
        for (const { dn } of next.value.searchEntries) names.add(dn);
      }
    },
    async membersOfGroup(group) {
      if (!client.isConnected) throw new DirectoryError(`${url} has closed the connection.`);
      try {
        const { searchEntries } = await client.search(group, {
          scope: 'base',
          derefAliases: 'never',
          attributes: [...MEMBER_ATTRIBUTES],
        });
        return readMembers(group, searchEntries[0]);
      } catch (error) {
        throw directoryError(url, `the search for the group "${group}"`, error);
      }
    },
    async withLogin(login, most) {
      const mine = new EqualityFilter({ attribute: settings.attributes.login, value: login });
      const filter = new AndFilter({ filters: [users, mine] });
      const { searchEntries } = await search(() =>
        client.search(root, {
          scope: 'sub',
          derefAliases: 'never',
          filter,
          attributes: wanted,
          explicitBufferAttributes: [settings.attributes.id, ...BINARY_IDS],
          sizeLimit: most,
        }),
      );
      return searchEntries.map((entry) => readEntry(entry, settings.attributes));
    },
    close: () => close(client),
  };
}

async function connectFirst(guard: HostGuard, settings: LdapSettings): Promise<{ client: Client; url: string }> {
  const failures: string[] = [];
  for (const url of settings.urls) {
    try {
      return { client: await connectTo(guard, url, settings), url };
    } catch (error) {
      failures.push(directoryError(url, 'a connection', error).message);
    }
  }
  throw new DirectoryError(failures.join(' '));
}

async function connectTo(guard: HostGuard, url: string, settings: LdapSettings): Promise<Client> {
  const { protocol, hostname, port: portText } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const port = Number(portText) || (protocol === 'ldaps:' ? 636 : 389);
  const checked = await guard.assertAllowedHost(host, port);
  // Only the addresses that were checked are connected to.
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first] = checked;
    if (all || first === undefined) done(null, checked);
    else done(null, first.address, first.family);
  };
  const tls: ConnectionOptions = {
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ...(settings.caCertificate === '' ? {} : { ca: [...rootCertificates, settings.caCertificate] }),
  };
  const once = onlyOnce();
  const client = new Client({
    url,
    connectTimeout: CONNECT_TIMEOUT_MS,
    timeout: ANSWER_TIMEOUT_MS,
    createConnection: () => once(() => connectPlain({ host, port, lookup })),
    // Also called to upgrade an open connection to TLS.
    createSecureConnection: ((options: unknown) =>
      typeof options === 'object'
        ? connectTls(options as ConnectionOptions)
        : once(() => connectTls({ ...tls, port, lookup }))) as typeof connectTls,
  });
  try {
    // The library connects with its first message. Every server answers or refuses a search for its root entry.
    if (settings.startTls) await client.startTLS({ ...tls });
    else
      await client.search('', { scope: 'base', attributes: ['1.1'] }).catch((error) => {
        if (!client.isConnected) throw error;
      });
    return client;
  } catch (error) {
    await close(client);
    throw error;
  }
}

/** Opens one connection and refuses a second. This is the only timeout of the TLS handshake. */
function onlyOnce(): (open: () => Socket) => Socket {
  let socket: Socket | undefined;
  return (open) => {
    if (socket) throw new DirectoryError('The connection is closed. It is not opened again.');
    socket = open();
    return socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket?.destroy(new Error('it did not answer in time')));
  };
}

async function bind(client: Client, dn: string, password: string): Promise<void> {
  if (password === '') throw new DirectoryError('an empty password is not allowed');
  if (!client.isConnected) throw new DirectoryError('the connection was closed');
  await client.bind(dn, password);
}

/** A broken connection counts as closed. */
async function close(client: Client): Promise<void> {
  await client.unbind().catch(() => undefined);
}

function directoryError(url: string, what: string, error: unknown): DirectoryError {
  if (error instanceof DirectoryError) return error;
  const { message, code } = error as { message: string; code?: string | number };
  const words = WORDS[String(code)] ?? message;
  return new DirectoryError(`${url}: ${what} failed: ${words.trim().slice(0, 500)}.`);
}

/** Fails when a group cannot be read completely, because members that are missing would lose permissions. */
function readMembers(group: string, entry: Entry | undefined): GroupMembers {
  if (!entry) throw new DirectoryError(`The group "${group}" was not found, or this server may not read it.`);
  const values = new Map(
    Object.entries(entry).map(([name, value]) => [name, [value].flat().map((one) => one.toString().toWellFormed())]),
  );
  const part = [...values.keys()].find((name) => name.includes(';range='));
  if (part)
    throw new DirectoryError(
      `The directory gives the group "${group}" only in parts (${part}). Use a memberOf filter in permissionFilters instead.`,
    );
  return membersOf(values);
}

/** Compares attribute names without case. Of several values the first counts. */
function readEntry(entry: Entry, attributes: LdapAttributes): DirectoryEntry {
  const values = new Map(Object.entries(entry).map(([name, value]) => [name.toLowerCase(), value]));
  const first = (name: string) => {
    const value = values.get(name.toLowerCase());
    return Array.isArray(value) ? value[0] : value;
  };
  const text = (name: string) => (first(name)?.toString() ?? '').toWellFormed().trim();
  const { login, firstName, lastName, email, id } = attributes;
  return {
    dn: entry.dn.toWellFormed(),
    id: idText(first(id)),
    login: text(login),
    firstName: text(firstName),
    lastName: text(lastName),
    email: text(email),
    granted: [],
  };
}

/** Binary ids become hexadecimal digits. */
function idText(value: Buffer | string | undefined): string {
  const bytes = Buffer.from(value ?? '');
  const text = bytes.toString('utf8');
  return /^[\x20-\x7e]*$/.test(text) ? text : bytes.toString('hex');
}
