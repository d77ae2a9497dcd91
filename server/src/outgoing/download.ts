// A large answer of another server, written to a file as it comes: guarded like every call, with each redirect checked, and bounded in
// size, in time, and in slowness.
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, request } from 'undici';
import { OutgoingError } from './errors.ts';
import { asOutgoingError, checkedUrl, OUTGOING_DEFAULTS } from './fetch.ts';

export interface DownloadOptions {
  maxBytes: number;
  timeoutMs: number;
  /** Longest silence of the server. */
  silenceMs?: number;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Download {
  /** 304 when the server says that nothing has changed since the etag that was sent; then no file was written. */
  status: 200 | 304;
  etag: string;
  sizeBytes: number;
}

const SILENCE_MS = 60_000;

export async function guardedDownload(
  dispatcher: Dispatcher,
  address: string,
  file: string,
  options: DownloadOptions,
): Promise<Download> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let url = checkedUrl(address);
  try {
    for (let count = 0; count <= OUTGOING_DEFAULTS.maxRedirects; count++) {
      const silenceMs = options.silenceMs ?? SILENCE_MS;
      const answer = await request(url, {
        dispatcher,
        signal,
        headers: options.headers ?? {},
        headersTimeout: silenceMs,
        bodyTimeout: silenceMs,
      });
      const location = answer.headers.location;
      if (answer.statusCode >= 300 && answer.statusCode < 400 && answer.statusCode !== 304 && location !== undefined) {
        await answer.body.dump();
        url = checkedUrl(String(location), url);
        continue;
      }
      const etag = String(answer.headers.etag ?? '');
      if (answer.statusCode === 304) {
        await answer.body.dump();
        return { status: 304, etag, sizeBytes: 0 };
      }
      if (answer.statusCode !== 200) {
        await answer.body.dump();
        throw new OutgoingError('unreachable', `${url.host} answered with status ${answer.statusCode}, not 200.`);
      }
      const sizeBytes = await written(answer.body, file, options.maxBytes, url.host, signal);
      return { status: 200, etag, sizeBytes };
    }
    throw new OutgoingError(
      'tooManyRedirects',
      `${url.host} redirects more than ${OUTGOING_DEFAULTS.maxRedirects} times.`,
    );
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (timeout.aborted)
      throw new OutgoingError(
        'timeout',
        `${url.host} has not sent everything within ${options.timeoutMs / 1000} seconds.`,
        { cause: error },
      );
    throw asOutgoingError(error, url.host);
  }
}

async function written(
  body: Readable,
  file: string,
  maxBytes: number,
  host: string,
  signal: AbortSignal,
): Promise<number> {
  let size = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes)
        throw new OutgoingError('tooLarge', `The answer of ${host} is larger than ${maxBytes} bytes.`);
      yield chunk;
    }
  }
  await pipeline(body, counted, createWriteStream(file, { mode: 0o600 }), { signal });
  return size;
}
