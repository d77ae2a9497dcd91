// Where the files of Git LFS of a repository are that is reached by ssh: its server is asked with the command git-lfs-authenticate, and answers with an
// address of http or https and what to send there (https://github.com/git-lfs/git-lfs/blob/main/docs/api/server-discovery.md).
import { mkdir } from 'node:fs/promises';
import type { App } from '../../app.ts';
import { decodedPart, USUAL_PORTS, withoutPassword } from '../../domain/scm/scm-address.ts';
import { refuseEnded, runProgram } from '../processes.ts';
import { checkedAddress, sshWords } from '../ways.ts';
import { GitFailures } from './failures.ts';
import { partsOf, quoted } from './remote.ts';

const ASK_MS = 60_000;
const MOST_ANSWER_BYTES = 64 * 1024;
/** Of an answer that does not say how long it holds, and of one that says no. */
const USUAL_MS = 5 * 60_000;
/** Earlier than the other server says, because clocks differ and a call takes time. */
const EARLIER_MS = 30_000;
/** The status of ssh itself; any other one is that of the command. */
const SSH_FAILED = 255;

/** Where something is asked for, and what is sent with it. */
export interface LfsPlace {
  url: string;
  headers: Record<string, string>;
}

/** Or why there is none; asked again after that time. */
export type PlaceBySsh = (LfsPlace | { reason: string }) & { until: number };

export async function placeBySsh(app: App, url: string, signal: AbortSignal): Promise<PlaceBySsh> {
  const { user, host, port, path } = partsOf(url);
  const name = /^ssh:/i.test(url) ? decodedPart(path) : path;
  const shown = withoutPassword(url);
  const address = await checkedAddress(app, host, Number(port) || (USUAL_PORTS.ssh ?? 0));
  const [program = '', ...options] = await sshWords(app.config, host, port, address);
  await mkdir(app.folder.mirrors, { recursive: true, mode: 0o700 });
  const target = [
    ...(port === '' ? [] : ['-p', port]),
    '--',
    `${user === '' ? '' : `${user}@`}${host.replace(/^\[|\]$/g, '')}`,
  ];
  const end = await runProgram(program, {
    args: [...options, ...target, `git-lfs-authenticate ${quoted(name)} download`],
    env: {},
    cwd: app.folder.mirrors,
    signal,
    timeoutMs: ASK_MS,
    mostFileBytes: MOST_ANSWER_BYTES,
    mostOutputBytes: MOST_ANSWER_BYTES,
  });
  refuseEnded(end, shown, ASK_MS);
  if (end.exitCode === SSH_FAILED) {
    const failures = new GitFailures(shown);
    failures.hide(address, host);
    const failure = failures.of(end.complaints);
    if (failure.code === 'unreachable') throw failure;
    return told(app, failure.message.replace(/\.$/, ''));
  }
  if (end.exitCode !== 0)
    return told(app, `${shown} does not say where it is (git-lfs-authenticate ended with status ${end.exitCode})`);
  return placeIn(end.output.toString('utf8'), app, shown);
}

const told = (app: App, reason: string) => ({ reason, until: app.now().getTime() + USUAL_MS });

function placeIn(text: string, app: App, shown: string): PlaceBySsh {
  const answer = parsed(text);
  const href = answer?.href;
  if (typeof href !== 'string' || !URL.canParse(href)) return told(app, `${shown} does not say where it is`);
  const protocol = new URL(href).protocol.replace(':', '');
  if (!['http', 'https'].includes(protocol) || !app.config.scmAddresses.protocols.includes(protocol))
    return told(app, `${shown} leads to ${protocol}, which this server does not allow`);
  const header = Object.entries((answer?.header ?? {}) as Record<string, unknown>);
  const headers = Object.fromEntries(header.filter((one): one is [string, string] => typeof one[1] === 'string'));
  return { url: href.replace(/\/+$/, ''), headers, until: app.now().getTime() + lifeOf(answer, app.now()) };
}

function lifeOf(answer: Record<string, unknown> | undefined, now: Date): number {
  const seconds = Number(answer?.expires_in);
  const at = Date.parse(String(answer?.expires_at ?? ''));
  const left = seconds > 0 ? seconds * 1000 : at - now.getTime();
  return left > 0 ? left - EARLIER_MS : USUAL_MS;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
