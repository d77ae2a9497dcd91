// Answers failed requests: Assay's errors, Fastify's errors, lost races, an unavailable database, a full disk, damaged bytes, and faults.

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { damageError } from '../contents/stored-bytes.ts';
import { isConnectionLoss } from '../db/postgres/connection-loss.ts';
import { isUniqueViolation } from '../db/postgres/unique-violation.ts';
import { AppError, badRequest } from '../errors.ts';
import { diskError } from '../installation/disks.ts';
import { trailOf } from './audit.ts';
import { errorBody, faultBody } from './error-bodies.ts';
import { ERROR_STATUSES } from './error-statuses.ts';
import { writeHeader } from './headers.ts';

/** While the database is unavailable, callers are asked to wait this long. */
const RETRY_AFTER_S = 5;
/** PostgreSQL: a statement was cancelled, usually because it exceeded the time limit of its kind. */
const STATEMENT_STOPPED = '57014';
/** PostgreSQL: a referenced record was just deleted, serialization failure, deadlock. */
const LOST_RACES = new Set(['23503', '40001', '40P01']);

export function answerFaults(server: FastifyInstance, config: App['config']): void {
  server.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const family = request.routeOptions.config.route?.family ?? 'standard';
    const race = raceError(error);
    const disk = error instanceof AppError ? undefined : diskError(error, config);
    const damage = error instanceof AppError ? undefined : damageError(error);
    const known =
      race ?? disk ?? damage ?? (error instanceof AppError ? error : (outageError(error) ?? fastifyError(error)));
    trailOf(request)?.failed(known ?? error);
    if (known?.data.retryAfterSeconds !== undefined)
      writeHeader(reply, 'Retry-After', String(known.data.retryAfterSeconds));
    if (error instanceof AppError) {
      reply.status(ERROR_STATUSES[error.code].status).type('application/json; charset=utf-8');
      return reply.send(JSON.stringify(errorBody(family, error, request.id)));
    }
    if (race) request.log.warn({ err: error }, 'another call came first');
    if (disk) request.log.error({ err: error }, 'a disk is full or cannot be written');
    else if (damage) request.log.error({ err: error }, 'stored bytes are damaged');
    else if (known?.code === 'unavailable') request.log.warn({ err: error }, 'the database does not answer');
    if (known)
      return reply
        .status(ERROR_STATUSES[known.code].status)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(errorBody(family, known, request.id)));
    request.log.error({ err: error }, 'request failed');
    return reply
      .status(500)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(faultBody(family, request.id)));
  });
}

export function sendUnread(requestId: string, reply: FastifyReply): void {
  const unread = badRequest(
    'The address is not valid: a percent sign must begin an escape of UTF-8 text, such as %20.',
  );
  reply.status(ERROR_STATUSES[unread.code].status).type('application/json; charset=utf-8');
  reply.send(JSON.stringify(errorBody('standard', unread, requestId)));
}

/** Translates Fastify's errors about a request. */
function fastifyError(error: { statusCode?: number; message: string }): AppError | undefined {
  if (error.statusCode === 429)
    return new AppError('tooManyRequests', { message: 'Too many attempts; wait a minute.' });
  if (error.statusCode !== undefined && error.statusCode < 500) return badRequest(error.message);
  return undefined;
}

/** The database restarts or cannot be reached. It is unknown whether the change was made. */
function outageError(error: unknown): AppError | undefined {
  if (!isConnectionLoss(error)) return undefined;
  return new AppError('unavailable', {
    message: 'The database does not answer at the moment. Please try again in a few seconds.',
    retryAfterSeconds: RETRY_AFTER_S,
  });
}

/** Two calls passed the same check at once, and the database accepted only one of them. */
function raceError(error: { code?: string }): AppError | undefined {
  if (isUniqueViolation(error)) return badRequest('Another call has just used this name. Nothing was changed.');
  if (error.code === STATEMENT_STOPPED)
    return new AppError('unavailable', {
      message:
        'The database took too long for this call and was stopped, so nothing was changed. Ask for less data, or try again later.',
    });
  if (error.code !== undefined && LOST_RACES.has(error.code))
    return new AppError('conflict', {
      message: 'Another change came in between, so nothing was changed. Please try again.',
    });
  return undefined;
}
