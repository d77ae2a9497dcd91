// Sends requests to one server of a registry: with the outgoing guard, a few at a time, and as slowly as the server asks for.
import { setTimeout as wait } from 'node:timers/promises';
import { type Outgoing, OutgoingError } from '../outgoing/index.ts';
import { RegistryError, type RegistryServer } from './registry.ts';

export interface ServerLogin {
  /** Without a slash at the end; may have a path. */
  address: string;
  userName: string;
  /** '' for none; a password if there is a user name, otherwise a token. */
  secret: string;
}

interface CallContext {
  outgoing: Pick<Outgoing, 'fetch'>;
  now(): Date;
}

/** Requests at a time to one host; more would be impolite. */
const REQUESTS_AT_ONCE = 4;
const MAX_TRIES = 3;
/** A server that asks for a longer pause is not asked again in this scan. */
const LONGEST_WAIT_MS = 60_000;
const TIMEOUT_MS = 60_000;
/** All versions of a package in one answer. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

const ABSENT = [404, 410];
const BUSY = [429, 502, 503, 504];

export function openServer(context: CallContext, login: ServerLogin, signal?: AbortSignal): RegistryServer {
  const line = waitingLine(REQUESTS_AT_ONCE);
  const fetchText = (path: string, accept: string) => line(() => answerTo(context, login, { path, accept }, signal));
  return {
    async json(path) {
      const text = await fetchText(path, 'application/json');
      if (text === undefined) return undefined;
      try {
        return JSON.parse(text);
      } catch {
        throw new RegistryError(`${hostOf(login)} returned something other than JSON.`);
      }
    },
    text: (path) => fetchText(path, '*/*'),
  };
}

export function hostOf({ address }: Pick<ServerLogin, 'address'>): string {
  return new URL(address).host;
}

async function answerTo(
  { outgoing, now }: CallContext,
  login: ServerLogin,
  { path, accept }: { path: string; accept: string },
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  // Some answers name further addresses. Credentials are sent only to their own server.
  const url = /^https?:\/\//.test(path) ? path : login.address + path;
  const isOwn = new URL(url).origin === new URL(login.address).origin;
  for (let tried = 1; ; tried++) {
    const answer = await call(outgoing, url, { accept, ...(isOwn ? authorization(login) : {}) }, login, signal);
    if (answer.ok) return answer.text();
    if (ABSENT.includes(answer.status)) return undefined;
    const waitMs = retryAfter(answer.headers.get('retry-after'), now(), tried);
    if (!BUSY.includes(answer.status) || tried === MAX_TRIES || waitMs > LONGEST_WAIT_MS) {
      throw new RegistryError(`${hostOf(login)} returned status ${answer.status}${reasonOf(answer.status)}.`);
    }
    await wait(waitMs, undefined, { signal });
  }
}

async function call(
  outgoing: Pick<Outgoing, 'fetch'>,
  url: string,
  headers: Record<string, string>,
  login: ServerLogin,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await outgoing.fetch(
      url,
      { headers: { ...headers, 'user-agent': 'Assay (software composition analysis)' }, signal: signal ?? null },
      { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES },
    );
  } catch (error) {
    if (error instanceof OutgoingError) throw new RegistryError(error.message || `${hostOf(login)} cannot be reached.`);
    throw error;
  }
}

export function authorization({ userName, secret }: ServerLogin): Record<string, string> {
  if (secret === '') return {};
  const value =
    userName === '' ? `Bearer ${secret}` : `Basic ${Buffer.from(`${userName}:${secret}`, 'utf8').toString('base64')}`;
  return { authorization: value };
}

function reasonOf(status: number): string {
  if (status === 401 || status === 403) return ': the credentials are missing or wrong';
  return status === 429 ? ': it received too many requests' : '';
}

/** Milliseconds to wait, from seconds or a date; if the server does not say, one second, then two. */
function retryAfter(header: string | null, now: Date, tried: number): number {
  if (header === null) return 1000 * tried;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? 1000 * tried : Math.max(0, seconds * 1000);
}

/** Lets this many through at a time, and the others in the order of arrival. */
function waitingLine(places: number): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free--;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
