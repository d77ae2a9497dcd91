// How svn reaches one repository. http and https go through a proxy of this server that checks every connection and leads to no other host; for svn
// and ssh the name is resolved here, and the program connects to the checked address. The password goes in by the program's input; it is in no
// argument, address, variable or file.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { refuseSubversionUrl, USUAL_PORTS, withoutPassword } from '../../domain/scm/scm-address.ts';
import type { OutgoingError } from '../../outgoing/index.ts';
import { ScmError } from '../member.ts';
import { allowedPathInside, bracketed, checkedAddress, sshWords } from '../ways.ts';
import type { SvnConnection } from './command.ts';
import { SvnFailures } from './failures.ts';

interface Login {
  userName: string;
  password: string;
}

export interface SvnRemote extends SvnConnection {
  /** For svn; without a revision. */
  url: string;
  /** The same for people. */
  shown: string;
  mostFileBytes: number;
  /** Makes an error of a failed call. */
  failure(complaints: string, exitCode: number): ScmError;
  close(): Promise<void>;
}

const HTTP_SECONDS = 60;

interface Parts {
  protocol: string;
  user: string;
  host: string;
  port: string;
  path: string;
}

function partsOf(text: string): Parts {
  const [, protocol = '', user = '', host = '', port = '', path = ''] =
    /^([a-z+]+):\/\/(?:([^/@]*)@)?(\[[^\]]*\]|[^:/]*)(?::(\d+))?(\/.*)$/i.exec(text) ?? [];
  return { protocol: protocol.toLowerCase(), user, host, port, path: path.replace(/(?<=.)\/+$/, '') };
}

/** What svn itself writes with percent signs; what is written so already stays. */
const encoded = (path: string) =>
  encodeURI(path)
    .replaceAll('%25', '%')
    .replace(/%(?![0-9a-f]{2})/gi, '%25');

export async function openRemote(app: App, text: string, login: Login): Promise<SvnRemote> {
  const refusal = refuseSubversionUrl(text, app.config.scmAddresses);
  if (refusal) throw new ScmError('refused', refusal.refusal.message);
  const parts = partsOf(text);
  const shown = withoutPassword(text);
  const failures = new SvnFailures(shown);
  for (const secret of [login.password, encodeURIComponent(login.password)]) failures.hide(secret, '********');
  await mkdir(app.folder.temporary, { recursive: true });
  const home = await mkdtemp(join(app.folder.temporary, 'svn-'));
  const removeHome = () => rm(home, { recursive: true, force: true });
  // The last that can fail: what it opens needs no closing then.
  const way = await wayTo(app, text, parts, failures).catch(async (error) => {
    await removeHome();
    throw error;
  });
  const userName = login.userName || (parts.protocol === 'svn+ssh' ? '' : parts.user);
  const isAnonymous = userName === '' && login.password === '';
  return {
    url: way.url,
    shown,
    home,
    env: way.env,
    mostFileBytes: app.config.maxUploadBytes,
    password: isAnonymous ? undefined : login.password,
    args: [
      '--non-interactive',
      '--no-auth-cache',
      `--config-dir=${join(home, 'configuration')}`,
      // No keyring of this machine gives anything away.
      '--config-option=config:auth:password-stores=',
      ...way.args,
      ...(isAnonymous ? [] : [`--username=${userName}`, '--password-from-stdin']),
    ],
    failure: (complaints, exitCode) => failures.of(complaints, exitCode, way.failure()),
    close: () => way.close().finally(removeHome),
  };
}

interface Way {
  url: string;
  env: Readonly<Record<string, string>>;
  args: readonly string[];
  failure(): OutgoingError | undefined;
  close(): Promise<void>;
}

async function wayTo(
  app: App,
  text: string,
  { protocol, user, host, port, path }: Parts,
  failures: SvnFailures,
): Promise<Way> {
  const plain = { env: {}, args: [] as string[], failure: () => undefined, close: async () => undefined };
  const authority = `${host}${port === '' ? '' : `:${port}`}`;
  if (protocol === 'file')
    return { ...plain, url: `file://${encoded(await allowedPathInside(app.config, text, path))}` };
  if (protocol === 'http' || protocol === 'https') {
    const url = `${protocol}://${authority}${encoded(path)}`;
    const proxy = await app.outgoing.openWebProxy({ protocol, host });
    const servers = {
      'http-proxy-host': '127.0.0.1',
      'http-proxy-port': String(proxy.port),
      'http-proxy-exceptions': '',
      'http-timeout': String(HTTP_SECONDS),
    };
    return {
      url,
      env: {},
      args: Object.entries(servers).map(([name, value]) => `--config-option=servers:global:${name}=${value}`),
      failure: () => proxy.failure(),
      close: () => proxy.close(),
    };
  }
  const address = await checkedAddress(app, host, Number(port) || (USUAL_PORTS[protocol] ?? 0));
  // People need not know what lies inside the network.
  failures.hide(address, host);
  if (protocol === 'svn')
    return { ...plain, url: `svn://${bracketed(address)}${port === '' ? '' : `:${port}`}${encoded(path)}` };
  const words = await sshWords(app.config, host, port, address);
  // svn leaves the port to the program.
  if (port !== '') words.push('-o', `Port=${port}`);
  return {
    ...plain,
    url: `svn+ssh://${user === '' ? '' : `${user}@`}${host}${encoded(path)}`,
    env: { SVN_SSH: words.map(quoted).join(' ') },
  };
}

const quoted = (word: string) => `"${word.replace(/["\\]/g, '\\$&')}"`;
