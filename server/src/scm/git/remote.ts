// How git reaches one repository: the address without user and password, the only protocol that is allowed, and the way there, which this server checks.
// http and https go through a tunnel that checks every connection, redirects included. For ssh and git the name is resolved here, and the
// program connects to the checked address. The password is read by git's helper from a descriptor; it is in no argument, address, variable or file.
import { readdir, realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { refuseGitUrl, withoutPassword } from '../../domain/scm-address.ts';
import { OutgoingError, type Tunnel } from '../../outgoing/index.ts';
import { ScmError } from '../member.ts';
import type { GitConnection } from './command.ts';
import { GitFailures } from './failures.ts';

export interface Login {
  userName: string;
  password: string;
}

export interface GitRemote extends GitConnection {
  /** For git. */
  url: string;
  /** The same for people. */
  shown: string;
  /** Makes an error of a failed call. */
  failure(complaints: string): ScmError;
  close(): Promise<void>;
}

/** How often one program may ask for the password; each request of a fetch may. */
const MOST_QUESTIONS = 24;
/** What servers take as the user of an access token. */
const USER_OF_TOKENS = 'x-access-token';
const USUAL_PORTS: Record<string, number> = { https: 443, http: 80, ssh: 22, git: 9418 };
const CONNECT_SECONDS = 10;

/** Answers from descriptor 3: a line with the user, a line with the password. */
const HELPER =
  '!f() { test "$1" = get || exit 0; IFS= read -r u <&3 && IFS= read -r p <&3 && printf \'username=%s\\npassword=%s\\n\' "$u" "$p"; }; f';

interface Parts {
  protocol: string;
  user: string;
  host: string;
  port: string;
  path: string;
}

/** @param text an address that `refuseGitUrl` accepts */
export async function openRemote(app: App, text: string, login: Login): Promise<GitRemote> {
  const refusal = refuseGitUrl(text, app.config.scmAddresses);
  if (refusal) throw new ScmError('refused', refusal.refusal.message);
  const parts = partsOf(text);
  const failures = new GitFailures(withoutPassword(text));
  for (const secret of [login.password, encodeURIComponent(login.password)]) failures.hide(secret, '********');
  const base = { shown: withoutPassword(text), secret: '', close: async () => undefined };
  if (parts.protocol === 'file') return { ...base, ...(await fileRemote(app, text, parts)), failure: (said) => failures.of(said) }; // biome-ignore format: one claim
  if (parts.protocol === 'http' || parts.protocol === 'https') {
    const tunnel = await app.outgoing.openTunnel();
    return {
      ...base,
      ...httpRemote(parts, login, tunnel),
      failure: (said) => failures.of(said, tunnel.failure()),
      close: () => tunnel.close(),
    };
  }
  const address = await checkedAddress(app, parts);
  // People need not know what lies inside the network.
  failures.hide(address, parts.host);
  const remote = parts.protocol === 'ssh' ? await sshRemote(app, parts, text, address) : gitRemote(parts, address);
  return { ...base, ...remote, failure: (said) => failures.of(said) };
}

function partsOf(text: string): Parts {
  const [, scpUser = '', scpHost = '', scpPath = ''] = /^([^@/:]+)@([^:/]+):(.+)$/.exec(text) ?? [];
  if (scpHost !== '') return { protocol: 'ssh', user: scpUser, host: scpHost, port: '', path: scpPath };
  const [, protocol = '', user = '', host = '', port = '', path = ''] =
    /^([a-z]+):\/\/(?:([^/@]*)@)?(\[[^\]]*\]|[^:/]*)(?::(\d+))?(\/.*)$/i.exec(text) ?? [];
  return { protocol: protocol.toLowerCase(), user, host, port, path };
}

function httpRemote({ protocol, user, host, port, path }: Parts, login: Login, { port: tunnel }: Tunnel) {
  const origin = `${protocol}://${host}${port === '' ? '' : `:${port}`}`;
  const userName = login.userName || decodeURIComponent(user) || (login.password === '' ? '' : USER_OF_TOKENS);
  const isAnonymous = userName === '' && login.password === '';
  return {
    url: `${origin}${path}`,
    // An https address is never left for http.
    env: { GIT_ALLOW_PROTOCOL: protocol === 'http' ? 'http:https' : protocol },
    config: [
      `http.proxy=socks5h://127.0.0.1:${tunnel}`,
      // Servers send renamed repositories elsewhere: by their first answer only, never down to http, and through the tunnel like all.
      'http.followRedirects=initial',
      'http.lowSpeedLimit=100',
      'http.lowSpeedTime=60',
      // Only this server is told the password, wherever it sends the program.
      ...(isAnonymous ? [] : [`credential.${origin}.helper=${HELPER}`]),
    ],
    secret: isAnonymous ? '' : `${userName}\n${login.password}\n`.repeat(MOST_QUESTIONS),
  };
}

function gitRemote({ host, port, path }: Parts, address: string) {
  return {
    url: `git://${bracketed(address)}:${port || USUAL_PORTS.git}${path}`,
    env: { GIT_ALLOW_PROTOCOL: 'git', GIT_OVERRIDE_VIRTUAL_HOST: `${host}${port === '' ? '' : `:${port}`}` },
    config: [],
  };
}

async function sshRemote({ config }: App, { host, port }: Parts, text: string, address: string) {
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
  return {
    url: text,
    env: { GIT_ALLOW_PROTOCOL: 'ssh', GIT_SSH_COMMAND: words.map(quoted).join(' '), GIT_SSH_VARIANT: 'ssh' },
    config: [],
  };
}

/** The folder that the path leads to must be an allowed one as well: a link would lead out. */
async function fileRemote({ config }: App, text: string, { path }: Parts) {
  const real = await realpath(path).catch(() => {
    throw new ScmError('missing', `The repository ${text} was not found on this server.`);
  });
  const allowed = await Promise.all(
    config.scmAddresses.fileFolders.map((folder) => realpath(folder).catch(() => folder)),
  );
  if (!allowed.some((folder) => real.startsWith(`${folder}/`)))
    throw new ScmError('refused', `The repository ${text} leads out of the folders that this server may read.`);
  return { url: `file://${real}`, env: { GIT_ALLOW_PROTOCOL: 'file' }, config: [] };
}

async function checkedAddress(app: App, { protocol, host, port }: Parts): Promise<string> {
  try {
    const [first] = await app.outgoing.allowedAddresses(host, Number(port) || (USUAL_PORTS[protocol] ?? 0));
    if (first) return first.address;
  } catch (error) {
    if (error instanceof OutgoingError)
      throw new ScmError(error.code === 'refused' ? 'refused' : 'unreachable', error.message, { cause: error });
    throw error;
  }
  throw new ScmError('unreachable', `The host name ${host} has no address.`);
}

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);
const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
