// One call over the guarded agent: checks the address, follows and checks each redirect itself, and limits time and size.
import { type Dispatcher, fetch, type RequestInit as UndiciInit } from 'undici';
import { OutgoingError } from './errors.ts';

/** What to do with a redirect. */
type RedirectMode = 'follow' | 'manual' | 'error';

export interface OutgoingInit {
  /** GET is the default. */
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | Uint8Array | null;
  signal?: AbortSignal | null;
  /** As for `fetch`: "manual" returns redirects, "error" refuses them. */
  redirect?: RedirectMode;
}

export interface OutgoingOptions {
  /** From the first step to the last byte of the answer, including redirects. */
  timeoutMs?: number;
  /** Bytes of the answer, counted after decompression. */
  maxBytes?: number;
  /** Number of followed redirects; by default 5 for GET and HEAD and none for other methods, which then return the redirect. */
  maxRedirects?: number;
}

export const OUTGOING_DEFAULTS = {
  connectTimeoutMs: 10_000,
  timeoutMs: 30_000,
  maxBytes: 10 * 1024 * 1024,
  maxRedirects: 5,
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BODILESS = new Set([101, 204, 205, 304]);
/** These headers are for the original server only. */
export const PRIVATE_HEADERS = ['authorization', 'cookie', 'proxy-authorization'];
/** These headers describe a body, which a redirect with GET no longer has. */
const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location'];

interface Step {
  url: URL;
  method: string;
  headers: Headers;
  body?: string | Uint8Array;
}

/**
 * Calls another server and reads its whole answer. Any status is an answer; an OutgoingError says why there is none. It has the signature of `fetch`,
 * so that it can be given to libraries that take one.
 */
export async function guardedFetch(
  dispatcher: Dispatcher,
  url: string | URL,
  init: OutgoingInit = {},
  options: OutgoingOptions = {},
): Promise<Response> {
  const timeoutMs = options.timeoutMs ?? OUTGOING_DEFAULTS.timeoutMs;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const first: Step = {
    url: checkedUrl(String(url)),
    method: (init.method ?? 'GET').toUpperCase(),
    headers: new Headers(init.headers),
    ...(init.body === undefined || init.body === null ? {} : { body: init.body }),
  };
  try {
    return await followed(dispatcher, first, init.redirect ?? 'follow', signal, options);
  } catch (error) {
    // A caller who aborts gets the own reason back.
    if (init.signal?.aborted) throw init.signal.reason;
    if (timeout.aborted)
      throw new OutgoingError('timeout', `${first.url.host} has not answered within ${timeoutMs / 1000} seconds.`, {
        cause: error,
      });
    throw asOutgoingError(error, first.url.host);
  }
}

async function followed(
  dispatcher: Dispatcher,
  first: Step,
  mode: RedirectMode,
  signal: AbortSignal,
  options: OutgoingOptions,
): Promise<Response> {
  const isRead = first.method === 'GET' || first.method === 'HEAD';
  const most = options.maxRedirects ?? (isRead ? OUTGOING_DEFAULTS.maxRedirects : 0);
  let step = first;
  for (let count = 0; ; count++) {
    const { answer, location } = await send(dispatcher, step, signal, options.maxBytes ?? OUTGOING_DEFAULTS.maxBytes);
    if (location === undefined || mode === 'manual') return answer;
    if (mode === 'error')
      throw new OutgoingError(
        'refused',
        `${step.url.host} redirects to another address. Redirects are not followed here.`,
      );
    if (most === 0) return answer;
    if (count === most)
      throw new OutgoingError('tooManyRedirects', `${first.url.host} redirects more than ${most} times.`);
    step = redirected(step, location, answer.status);
  }
}

async function send(
  dispatcher: Dispatcher,
  { url, method, headers, body }: Step,
  signal: AbortSignal,
  maxBytes: number,
): Promise<{ answer: Response; location?: string }> {
  const init: UndiciInit = { method, headers: [...headers], body, signal, redirect: 'manual', dispatcher };
  const response = await fetch(url, init);
  const location = REDIRECTS.has(response.status) ? (response.headers.get('location') ?? undefined) : undefined;
  const bytes = await readBody(response.body, maxBytes, url.host);
  const { status, statusText } = response;
  const kept = new Headers([...response.headers]);
  // The bytes are decompressed, so their length differs.
  if (kept.has('content-encoding')) for (const name of ['content-encoding', 'content-length']) kept.delete(name);
  const answer = new Response(BODILESS.has(status) ? null : bytes, { status, statusText, headers: kept });
  return location === undefined ? { answer } : { answer, location };
}

async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  host: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the stream and so the connection.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes)
      throw new OutgoingError('tooLarge', `The answer of ${host} is larger than ${maxBytes} bytes, unpacked.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function redirected(step: Step, location: string, status: number): Step {
  const url = checkedUrl(location, step.url);
  const headers = new Headers(step.headers);
  if (url.origin !== step.url.origin) for (const name of PRIVATE_HEADERS) headers.delete(name);
  const becomesGet = (status === 303 && step.method !== 'HEAD') || (status < 303 && step.method === 'POST');
  if (!becomesGet) return { ...step, url, headers };
  for (const name of BODY_HEADERS) headers.delete(name);
  return { url, headers, method: 'GET' };
}

/** An absolute http or https address without credentials. The addresses behind its name are checked when connecting. */
export function checkedUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base))
    throw new OutgoingError('refused', 'The address must be a full address that begins with http:// or https://.');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutgoingError(
      'refused',
      `The address begins with ${url.protocol}, but must begin with http:// or https://.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new OutgoingError('refused', 'The address must not contain a user name or password.');
  return url;
}

/** undici wraps connection errors, sometimes more than once. */
export function asOutgoingError(error: unknown, host: string): OutgoingError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof OutgoingError) return cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'UND_ERR_CONNECT_TIMEOUT')
      return new OutgoingError('timeout', `${host} did not accept the connection in time.`, { cause: error });
    if (code === 'UND_ERR_SOCKET')
      return new OutgoingError('unreachable', `${host} broke off the connection (${code}).`, { cause: error });
    if (typeof code === 'string')
      return new OutgoingError('unreachable', `${host} cannot be reached (${code}).`, { cause: error });
  }
  return new OutgoingError('unreachable', `${host} cannot be reached.`, { cause: error });
}
