// How git reaches one repository: the address without user and password, the only protocol that is allowed, and the way there, which this server checks.
// http and https go through a tunnel that checks every connection, redirects included. For ssh and git the name is resolved here, and the
// program connects to the checked address. The password is read by git's helper from a descriptor; it is in no argument, address, variable or file.
import type { App } from '../../app.ts';
import { decodedPart, refuseGitUrl, USUAL_PORTS, withoutPassword } from '../../domain/scm/scm-address.ts';
import type { Tunnel } from '../../outgoing/index.ts';
import { ScmError } from '../member.ts';
import { allowedFile, bracketed, checkedAddress, sshWords } from '../ways.ts';
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
  const address = await checkedAddress(app, parts.host, Number(parts.port) || (USUAL_PORTS[parts.protocol] ?? 0));
  // People need not know what lies inside the network.
  failures.hide(address, parts.host);
  const remote = parts.protocol === 'ssh' ? await sshRemote(app, parts, text, address) : gitRemote(parts, address);
  return { ...base, ...remote, failure: (said) => failures.of(said) };
}

/** Of an address that `refuseGitUrl` accepts. */
export const isSsh = (text: string): boolean => partsOf(text).protocol === 'ssh';

export function partsOf(text: string): Parts {
  const [, scpUser = '', scpHost = '', scpPath = ''] = /^([^@/:]+)@([^:/]+):(.+)$/.exec(text) ?? [];
  if (scpHost !== '') return { protocol: 'ssh', user: scpUser, host: scpHost, port: '', path: scpPath };
  const [, protocol = '', user = '', host = '', port = '', path = ''] =
    /^([a-z]+):\/\/(?:([^/@]*)@)?(\[[^\]]*\]|[^:/]*)(?::(\d+))?(\/.*)$/i.exec(text) ?? [];
  return { protocol: protocol.toLowerCase(), user, host, port, path };
}

function httpRemote({ protocol, user, host, port, path }: Parts, login: Login, { port: tunnel }: Tunnel) {
  const origin = `${protocol}://${host}${port === '' ? '' : `:${port}`}`;
  const userName = userFor(user, login);
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

const userFor = (user: string, login: Login) =>
  login.userName || decodedPart(user) || (login.password === '' ? '' : USER_OF_TOKENS);

/** Who signs in at an address of http or https; '' for nobody. */
export const httpUserOf = (text: string, login: Login): string => userFor(partsOf(text).user, login);

function gitRemote({ host, port, path }: Parts, address: string) {
  return {
    url: `git://${bracketed(address)}:${port || USUAL_PORTS.git}${path}`,
    env: { GIT_ALLOW_PROTOCOL: 'git', GIT_OVERRIDE_VIRTUAL_HOST: `${host}${port === '' ? '' : `:${port}`}` },
    config: [],
  };
}

async function sshRemote({ config }: App, { host, port }: Parts, text: string, address: string) {
  const words = await sshWords(config, host, port, address);
  return {
    url: text,
    env: { GIT_ALLOW_PROTOCOL: 'ssh', GIT_SSH_COMMAND: words.map(quoted).join(' '), GIT_SSH_VARIANT: 'ssh' },
    config: [],
  };
}

async function fileRemote({ config }: App, text: string, { path }: Parts) {
  return { url: `file://${await allowedFile(config, text, path)}`, env: { GIT_ALLOW_PROTOCOL: 'file' }, config: [] };
}

/** For a shell. */
export const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
