// The ways to other servers that all systems share: a checked address, a folder of this server that is allowed, and ssh with the server's own keys.
import { readdir, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { App } from '../app.ts';
import { OutgoingError } from '../outgoing/index.ts';
import { ScmError } from './member.ts';

const CONNECT_SECONDS = 10;
/** For each of several addresses of a host. */
const TRY_MS = 2000;

type Config = App['config'];

/** The address that a program may connect to; it is told this one, so that it resolves nothing itself. */
export function checkedAddress(app: App, host: string, port: number): Promise<string> {
  return firstThatAnswers(host, port, () => app.outgoing.allowedAddresses(host, port));
}

/** The same for a host that only administrators set, which may be inside the own network. */
export function checkedAdministratorsAddress(app: App, host: string, port: number): Promise<string> {
  return firstThatAnswers(host, port, () => app.outgoing.assertAllowedHost(host, port));
}

/** Of several addresses the first that takes a connection: a program is told one, and would not try the others. */
async function firstThatAnswers(
  host: string,
  port: number,
  find: () => Promise<{ address: string }[]>,
): Promise<string> {
  try {
    const found = await find();
    const [first] = found;
    if (first === undefined) throw new ScmError('unreachable', `The host name ${host} has no address.`);
    if (found.length === 1) return first.address;
    for (const { address } of found) if (await answers(address, port)) return address;
    return first.address;
  } catch (error) {
    if (error instanceof OutgoingError)
      throw new ScmError(error.code === 'refused' ? 'refused' : 'unreachable', error.message, { cause: error });
    throw error;
  }
}

function answers(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: TRY_MS });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

export const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);

/** The folder that the path leads to must be an allowed one as well: a link would lead out. */
export async function allowedFile(config: Config, text: string, path: string): Promise<string> {
  const real = await realpath(path).catch(() => {
    throw notFound(text);
  });
  const allowed = await Promise.all(
    config.scmAddresses.fileFolders.map((folder) => realpath(folder).catch(() => folder)),
  );
  if (!allowed.some((folder) => real.startsWith(`${folder}/`)))
    throw new ScmError('refused', `The repository ${text} leads out of the folders that this server may read.`);
  return real;
}

/** The same for an address that goes on inside of the repository, where no folder of this server is. */
export async function allowedPathInside(config: Config, text: string, path: string): Promise<string> {
  const plain = path.replace(/\/+$/, '');
  for (let folder = plain; isBelowAllowed(config, folder); folder = dirname(folder)) {
    const isThere = await realpath(folder).then(
      () => true,
      () => false,
    );
    if (isThere) return (await allowedFile(config, text, folder)) + plain.slice(folder.length);
  }
  throw notFound(text);
}

function isBelowAllowed({ scmAddresses }: Config, folder: string): boolean {
  return scmAddresses.fileFolders.some((allowed) => folder.startsWith(`${allowed.replace(/\/+$/, '')}/`));
}

const notFound = (text: string) => new ScmError('missing', `The repository ${text} was not found on this server.`);

/** The call of ssh: nothing of this machine's configuration, the keys of the server, and the checked address under the name that people wrote. */
export async function sshWords(config: Config, host: string, port: string, address: string): Promise<string[]> {
  const folder = config.scmSshFolder || join(userInfo().homedir, '.ssh');
  const names = await readdir(folder).catch(() => []);
  const keys = names.filter((name) => /^id_[A-Za-z0-9_-]+$/.test(name)).map((name) => join(folder, name));
  const bare = host.replace(/^\[|\]$/g, '');
  const options = {
    BatchMode: 'yes',
    StrictHostKeyChecking: config.scmSshHostKeys === 'known' ? 'yes' : 'accept-new',
    UserKnownHostsFile: `"${join(folder, 'known_hosts')}"`,
    HostKeyAlias: port === '' || port === '22' ? bare : `[${bare}]:${port}`,
    HostName: address,
    CheckHostIP: 'no',
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    ForwardAgent: 'no',
    ClearAllForwardings: 'yes',
    PermitLocalCommand: 'no',
    ProxyCommand: 'none',
    ProxyJump: 'none',
    ControlPath: 'none',
    UpdateHostKeys: 'no',
    ConnectTimeout: String(CONNECT_SECONDS),
    ServerAliveInterval: '30',
  };
  const words = [
    'ssh',
    '-F',
    '/dev/null',
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
  ];
  for (const key of keys) words.push('-o', `IdentityFile="${key}"`);
  return words;
}
