// What a connection may cost before anybody is known behind it: time for headers, their size, and how many one address may hold open.

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { valueFor } from '@assay/scanner/items';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { addressGroup, type TrustedProxies } from '../security/proxies.ts';
import { errorBody } from './error-bodies.ts';
import { ERROR_STATUSES } from './error-statuses.ts';

const MOST_CONNECTIONS = 8000;
/** A proxy that is trusted brings everybody, so it is not counted. */
const MOST_OF_ONE_ADDRESS = 500;
/** How long a refused body is read and thrown away, so that its sender gets to read the answer: an upload of many gigabytes, or a stranger's. */
const LINGER_MS = { signedIn: 600_000, stranger: 15_000 };

/** For Node's HTTP server. The address counts as a header. */
export const CONNECTION_LIMITS = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 };

export function limitConnections(server: FastifyInstance, isTrusted: TrustedProxies): void {
  const open = new Map<string, number>();
  server.server.maxConnections = MOST_CONNECTIONS;
  server.server.on('connection', (socket: Socket) => {
    if (isTrusted(socket.remoteAddress)) return;
    const address = addressGroup(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = valueFor(open, address) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > MOST_OF_ONE_ADDRESS) socket.destroy();
  });
}

/** Ends the connections of callers who go on sending long after they were answered. */
export function endLateSenders(server: FastifyInstance): void {
  server.addHook('onResponse', async (request) => {
    const { raw } = request;
    // Requests that a test makes without a connection do not say whether they are complete.
    if (raw.complete !== false) return;
    const isKnown = (request.caller?.id ?? 0) > 0;
    const timer = setTimeout(() => raw.destroy(), isKnown ? LINGER_MS.signedIn : LINGER_MS.stranger);
    timer.unref();
    for (const event of ['end', 'close', 'error']) raw.once(event, () => clearTimeout(timer));
  });
}

const UNREAD: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new AppError('headersTooLarge', {
    message: `The address and the headers of the request together are larger than ${CONNECTION_LIMITS.maxHeaderSize} bytes.`,
  }),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('tooSlow', {
    message: `The headers of the request were not complete after ${CONNECTION_LIMITS.headersTimeout / 1000} seconds.`,
  }),
};

/** Answers what is not a request yet: no operation is known, so no family of envelopes either. */
export function answerUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const known = UNREAD[error.code ?? ''] ?? new AppError('badRequest', { message: 'This is not an HTTP request.' });
  const { status } = ERROR_STATUSES[known.code];
  const { requestId: _none, ...body } = errorBody('standard', known, '');
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    () => socket.destroy(),
  );
}
