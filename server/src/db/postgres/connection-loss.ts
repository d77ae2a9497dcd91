// Recognises errors of a lost database or connection, because such requests can be repeated.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const POLL_MS = 250;

/** PostgreSQL: connection exceptions, and a server that shuts down, has crashed, is starting, or has no free connection. */
const SQL_STATES = /^(08...|57P0[1235]|53300)$/;
const SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of `pg` without a code. */
const WORDS =
  /^(Connection terminated|Client was closed and is not queryable|Client has encountered a connection error and is not queryable|timeout expired$|timeout exceeded when trying to connect)/;

/** True for a connection error, even if it is the cause of another error. */
export function isConnectionLoss(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof AggregateError && one.errors.some(isConnectionLoss)) return true;
    const { code, syscall, address } = one as NodeJS.ErrnoException & { address?: string };
    if (WORDS.test(one.message)) return true;
    // The socket of the embedded database is missing. The error of a missing file has no address.
    if (code === 'ENOENT' && syscall === 'connect' && address !== undefined) return true;
    if (code !== undefined && (isSqlState(one, code) || (isOfSocket(syscall) && SYSTEM_ERRORS.has(code)))) return true;
  }
  return false;
}

function isSqlState(error: Error, code: string): boolean {
  return SQL_STATES.test(code) && 'severity' in error;
}

/** `EPIPE` and similar codes also come from files and pipes, which have nothing to do with the database. */
function isOfSocket(syscall: string | undefined): boolean {
  return syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo';
}

/** Resolves when the database answers again; rejects with the signal's reason if it is aborted first. */
export async function databaseAnswers(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
    }
    await pause(POLL_MS, undefined, { signal });
  }
}
