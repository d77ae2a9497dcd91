// A session with one Perforce server: the checked address, the trusted key, whether the server speaks Unicode, and a ticket. The password goes in by the
// program's input; the ticket lies in a folder that is removed with the session.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { type PerforceAddress, perforceAddress } from '../../domain/scm/perforce-address.ts';
import { withoutPassword } from '../../domain/scm/scm-address.ts';
import { ScmError, type ScmTarget } from '../member.ts';
import { bracketed, checkedAddress, checkedAdministratorsAddress } from '../ways.ts';
import { type P4Session, p4Records, runP4 } from './command.ts';
import { P4Failures } from './failures.ts';
import { textIn } from './records.ts';

export interface OpenSession extends P4Session {
  address: PerforceAddress;
  /** What the server calls itself; with the address it says which server this is. */
  serverId: string;
  userName: string;
  close(): Promise<void>;
}

interface Limits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Throws an ScmError if the server cannot be reached, is not trusted, or does not accept the credentials. */
export async function openSession(app: App, target: ScmTarget, limits: Limits): Promise<OpenSession> {
  const { address, shown, userName, password, isDefault } = placeOf(app, target);
  const failures = new P4Failures(shown);
  failures.hide(password, '********');
  const check = isDefault ? checkedAdministratorsAddress : checkedAddress;
  const ip = await check(app, address.host, address.port);
  // People need not know what lies inside the network.
  failures.hide(ip, address.host.replace(/^\[|\]$/g, ''));
  await mkdir(app.folder.temporary, { recursive: true });
  const home = await mkdtemp(join(app.folder.temporary, 'p4-'));
  const close = () => rm(home, { recursive: true, force: true });
  try {
    const protocol = `${address.isEncrypted ? 'ssl' : 'tcp'}${ip.includes(':') ? '6' : ''}`;
    const session = {
      program: app.config.scmP4Program,
      home,
      shown,
      failures,
      mostFileBytes: app.config.maxUploadBytes,
      env: environment(home, `${protocol}:${bracketed(ip)}:${address.port}`, userName),
    };
    if (address.isEncrypted) await trust(app, session, address, limits);
    const { serverId, isUnicode } = await lookAt(session, limits);
    const speaking = isUnicode ? { ...session, env: { ...session.env, P4CHARSET: 'utf8' } } : session;
    if (password !== '') await signIn(speaking, password, limits);
    return { ...speaking, address, serverId, userName, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The server's own address, user and password where the instance leaves them blank. That user and password go to that address only, as anybody who
 * edits an instance could have them sent elsewhere.
 */
function placeOf({ config }: App, target: ScmTarget) {
  const url = target.url || config.scmP4Address;
  if (url === '')
    throw new ScmError('refused', 'The instance has no address, and this server has none of its own (ASSAY_SCM_P4_ADDRESS).'); // biome-ignore format: one claim
  const address = perforceAddress(url, config.scmAddresses);
  if (isRefusal(address)) throw new ScmError('refused', address.refusal.message);
  const own = config.scmP4Address === '' ? undefined : perforceAddress(config.scmP4Address);
  const isOwn = own !== undefined && !isRefusal(own) && own.host === address.host && own.port === address.port && own.isEncrypted === address.isEncrypted; // biome-ignore format: one claim
  const usesOwnUser = isOwn && target.userName === '';
  const userName = target.userName || (isOwn ? config.scmP4User : '');
  if (userName === '')
    throw new ScmError('credentials', `${withoutPassword(url)} needs a user: write it in the field "userName".`);
  return {
    address,
    shown: withoutPassword(url),
    userName,
    password: target.password || (usesOwnUser || (isOwn && target.userName === config.scmP4User) ? config.scmP4Password : ''), // biome-ignore format: one claim
    isDefault: isOwn,
  };
}

function environment(home: string, port: string, userName: string): Record<string, string> {
  return {
    P4PORT: port,
    P4USER: userName,
    P4CLIENT: 'assay',
    P4CHARSET: 'none',
    P4TICKETS: join(home, 'tickets'),
    P4TRUST: join(home, 'trust'),
    P4ENVIRO: join(home, 'enviro'),
    P4ALIASES: join(home, 'aliases'),
    // A server may have the program write files: nowhere else than here.
    P4CLIENTPATH: join(home, 'files'),
    P4EDITOR: '/bin/false',
    P4DIFF: '/bin/false',
    P4MERGE: '/bin/false',
    P4PAGER: '/bin/false',
  };
}

/** Fingerprints that the administrator named are trusted, and no others; a certificate that the machine trusts needs none. */
async function trust(
  { config }: App,
  session: P4Session,
  { host, port }: PerforceAddress,
  limits: Limits,
): Promise<void> {
  const fingerprint = config.scmP4Fingerprints.get(`${host}:${port}`);
  if (fingerprint === undefined) return;
  const end = await runP4(session, { args: ['trust', '-i', fingerprint], ...limits });
  if (end.exitCode !== 0) throw session.failures.of(`${end.complaints}\n${end.output.toString('utf8')}`);
}

/** Says which server it is, before anybody signs in. */
async function lookAt(session: P4Session, limits: Limits): Promise<{ serverId: string; isUnicode: boolean }> {
  const ask = async (charset: string) => {
    const spoken = { ...session, env: { ...session.env, P4CHARSET: charset } };
    for await (const record of p4Records(spoken, { args: ['info'], ...limits }))
      if (textIn(record, 'code') === 'stat')
        return {
          serverId: textIn(record, 'serverID') || textIn(record, 'serverAddress'),
          isUnicode: charset !== 'none' || textIn(record, 'unicode') === 'enabled',
        };
    throw new ScmError('program', `${session.shown} says nothing of itself.`);
  };
  try {
    return await ask('none');
  } catch (error) {
    if (error instanceof ScmError && /unicode enabled clients/i.test(error.message)) return ask('utf8');
    throw error;
  }
}

async function signIn(session: P4Session, password: string, limits: Limits): Promise<void> {
  const end = await runP4(session, { args: ['login'], secret: `${password}\n`, ...limits });
  if (end.exitCode === 0) return;
  throw session.failures.of(`${end.complaints}\n${end.output.toString('utf8').replace(/^Enter password:\s*/i, '')}`);
}
