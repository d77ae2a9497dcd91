// Limits for connections of unknown callers: time for headers, their size, and open connections per address.

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { valueFor } from '@assay/scanner/items';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { addressGroup, type TrustedProxies } from '../security/proxies.ts';
import { errorBody } from './error-bodies.ts';
import { ERROR_STATUSES } from './error-statuses.ts';

const MOST_CONNECTIONS = 8000;
/** All connections of a trusted proxy come from its address, so they are not counted. */
const MOST_OF_ONE_ADDRESS = 500;
/** How long the rest of a refused body is read and dropped, so that the sender can read the answer: for uploads, and for other bodies. */
const LINGER_MS = { signedIn: 600_000, stranger: 15_000 };

/** Options of Node's HTTP server. The address counts as a header. */
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

/** Closes connections of callers who keep sending long after their answer. */
export function endLateSenders(server: FastifyInstance): void {
  server.addHook('onResponse', async (request) => {
    const { raw } = request;
    // Injected requests of tests have no connection and do not say whether they are complete.
    if (raw.complete !== false) return;
    const isKnown = (request.caller?.id ?? 0) > 0;
    const timer = setTimeout(() => raw.destroy(), isKnown ? LINGER_MS.signedIn : LINGER_MS.stranger);
    timer.unref();
    for (const event of ['end', 'close', 'error']) raw.once(event, () => clearTimeout(timer));
  });
}

/**
 * Keeps the connection of a refused body open until the body is read, also if the sender asked to close it (the default of Python's urllib). A connection
 * that is closed while the sender still sends loses the response.
 */
export function lingerForClosers(server: FastifyInstance): void {
  server.addHook('onSend', async ({ raw }, reply) => {
    const response = reply.raw;
    if (raw.complete !== false || response.shouldKeepAlive !== false || reply.statusCode < 400) return;
    response.shouldKeepAlive = true;
    raw.once('end', () => {
      const close = () => raw.socket.end();
      if (response.writableFinished) close();
      else response.once('finish', close);
    });
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

/** Answers bytes that are not a complete request. No operation is known, so no envelope family either. */
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
