// Writes a large answer of another server to a file: guarded like every call, with a check of each redirect, and limits of size, time, and slowness.
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, request } from 'undici';
import { OutgoingError } from './errors.ts';
import { asOutgoingError, checkedUrl, OUTGOING_DEFAULTS, PRIVATE_HEADERS } from './fetch.ts';

export interface DownloadOptions {
  maxBytes: number;
  timeoutMs: number;
  /** Longest time without data from the server. */
  silenceMs?: number;
  /** Those that sign in are sent to the first server only. */
  headers?: Record<string, string>;
  /** 5 by default; with 0 a redirect is refused. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

export interface Download {
  /** 304 if the server says that nothing has changed since the sent etag; then no file was written. */
  status: 200 | 304;
  etag: string;
  /** The etag from the server for the next request; '' if there is none. */
  lastModified: string;
  sizeBytes: number;
}

const SILENCE_MS = 60_000;
/** How often an interrupted download is continued. */
const MOST_RESUMES = 3;

/** The part of an interrupted answer on disk, and the etag that the server must still have. */
interface Begun {
  sizeBytes: number;
  validator: string;
}

export async function guardedDownload(
  dispatcher: Dispatcher,
  address: string,
  file: string,
  options: DownloadOptions,
): Promise<Download> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const host = checkedUrl(address).host;
  const begun: Begun = { sizeBytes: 0, validator: '' };
  await rm(file, { force: true });
  for (let resumes = 0; ; resumes++) {
    try {
      return await attempt(dispatcher, address, file, { ...options, signal }, begun);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (timeout.aborted)
        throw new OutgoingError(
          'timeout',
          `${host} has not sent everything within ${options.timeoutMs / 1000} seconds.`,
          { cause: error },
        );
      const sizeBytes = await stat(file).then(
        ({ size }) => size,
        () => 0,
      );
      // If the connection breaks before anything is on disk, the download begins again.
      const canGoOn = begun.validator !== '' || (sizeBytes === 0 && isBroken(error));
      if (error instanceof OutgoingError || !canGoOn || resumes >= MOST_RESUMES)
        throw (
          silent(error, host, options.silenceMs ?? SILENCE_MS) ??
          brokenOff(error, host, sizeBytes) ??
          asOutgoingError(error, host)
        );
      begun.sizeBytes = sizeBytes;
    }
  }
}

/** The other side closed an open connection. */
function isBroken(error: unknown): boolean {
  return codeOf(error) === 'UND_ERR_SOCKET' || codeOf(error) === 'ECONNRESET';
}

function silent(error: unknown, host: string, silenceMs: number): OutgoingError | undefined {
  const isSilent = codeOf(error) === 'UND_ERR_BODY_TIMEOUT' || codeOf(error) === 'UND_ERR_HEADERS_TIMEOUT';
  return isSilent
    ? new OutgoingError('timeout', `${host} has sent nothing for ${silenceMs / 1000} seconds.`, { cause: error })
    : undefined;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** The server was reached, so that "cannot be reached" would be wrong. Undefined for other errors. */
function brokenOff(error: unknown, host: string, sizeBytes: number): OutgoingError | undefined {
  return sizeBytes > 0 && isBroken(error)
    ? new OutgoingError('unreachable', `${host} broke off the download after ${sizeBytes} bytes.`, { cause: error })
    : undefined;
}

/** One call with its redirects. Asks only for the missing part if the server says that the file is still the same. */
async function attempt(
  dispatcher: Dispatcher,
  address: string,
  file: string,
  options: DownloadOptions & { signal: AbortSignal },
  begun: Begun,
): Promise<Download> {
  let url = checkedUrl(address);
  const silenceMs = options.silenceMs ?? SILENCE_MS;
  const most = options.maxRedirects ?? OUTGOING_DEFAULTS.maxRedirects;
  let own = options.headers ?? {};
  for (let count = 0; count <= most; count++) {
    const answer = await request(url, {
      dispatcher,
      signal: options.signal,
      headers: { ...own, ...rangeHeaders(begun) },
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    });
    const { statusCode, headers } = answer;
    const etag = String(headers.etag ?? '');
    const lastModified = String(headers['last-modified'] ?? '');
    if (statusCode >= 300 && statusCode < 400 && statusCode !== 304 && headers.location !== undefined) {
      await answer.body.dump();
      if (most === 0) throw new OutgoingError('refused', `${url.host} redirects to another address. Redirects are not followed here.`); // biome-ignore format: one claim
      const next = checkedUrl(String(headers.location), url);
      if (next.origin !== url.origin)
        own = Object.fromEntries(Object.entries(own).filter(([name]) => !PRIVATE_HEADERS.includes(name.toLowerCase())));
      url = next;
      continue;
    }
    if (statusCode === 304) {
      await answer.body.dump();
      return { status: 304, etag, lastModified, sizeBytes: 0 };
    }
    const isRest = statusCode === 206 && begun.sizeBytes > 0;
    if (statusCode !== 200 && !isRest) {
      await answer.body.dump();
      throw new OutgoingError('unreachable', `${url.host} answered with status ${statusCode}, not 200.`, {
        status: statusCode,
      });
    }
    if (isRest && !String(headers['content-range'] ?? '').startsWith(`bytes ${begun.sizeBytes}-`)) {
      await answer.body.dump();
      throw new OutgoingError('unreachable', `${url.host} sent another part of the file than the requested one.`);
    }
    if (!isRest) Object.assign(begun, { sizeBytes: 0, validator: strongValidator(etag, lastModified) });
    // A server that announces too much need not send it, and may keep the connection open without sending anything.
    if (begun.sizeBytes + Number(headers['content-length'] ?? 0) > options.maxBytes) {
      answer.body.on('error', () => undefined).destroy();
      throw tooLarge(url.host, options.maxBytes);
    }
    const sizeBytes = await written(answer.body, file, options.maxBytes, url.host, options.signal, begun.sizeBytes);
    return { status: 200, etag, lastModified, sizeBytes };
  }
  throw new OutgoingError('tooManyRedirects', `${checkedUrl(address).host} redirects more than ${most} times.`);
}

const tooLarge = (host: string, maxBytes: number) =>
  new OutgoingError('tooLarge', `The answer of ${host} is larger than ${maxBytes} bytes.`);

function rangeHeaders({ sizeBytes, validator }: Begun): Record<string, string> {
  return sizeBytes === 0 ? {} : { range: `bytes=${sizeBytes}-`, 'if-range': validator };
}

/** A weak etag does not prove that the bytes are the same. */
function strongValidator(etag: string, lastModified: string): string {
  return etag.startsWith('"') ? etag : lastModified;
}

async function written(
  body: Readable,
  file: string,
  maxBytes: number,
  host: string,
  signal: AbortSignal,
  from: number,
): Promise<number> {
  let size = from;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(host, maxBytes);
      yield chunk;
    }
  }
  await pipeline(body, counted, createWriteStream(file, { mode: 0o600, flags: from > 0 ? 'a' : 'w' }), { signal });
  return size;
}
