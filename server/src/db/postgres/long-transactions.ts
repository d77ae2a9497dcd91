// Transactions that may take minutes for a caller who may disconnect meanwhile.

import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { onlyRow } from './rows.ts';

const AGAIN_AFTER_MS = 200;

export interface LongTransaction {
  /** When it is aborted, the running statement is cancelled and the transaction is rolled back. */
  signal: AbortSignal;
  /** Longest time of one of its statements. */
  statementTimeoutMs: number;
  /** Whose sessions cancel it, if those of `db` are few. */
  cancelling?: Db;
}

export async function longTransaction<T>(
  db: Db,
  { signal, statementTimeoutMs, cancelling: canceller = db }: LongTransaction,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`.execute(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const over = new AbortController();
    const cancelling = cancelWhenFired(canceller, onlyRow(rows).pid, signal, over.signal);
    cancelling.catch(() => undefined);
    const outcome = await settled(work(tx));
    over.abort();
    // Waits before the connection returns to the pool, so that the cancellation cannot hit another caller's statement.
    await cancelling;
    signal.throwIfAborted();
    return outcome();
  });
}

/** The result of the work, for later. */
function settled<T>(work: Promise<T>): Promise<() => T> {
  return work.then(
    (value) => () => value,
    (error) => () => {
      throw error;
    },
  );
}

/** Repeats the request until the work ends, because a request between two statements cancels none. */
async function cancelWhenFired(db: Db, pid: number, signal: AbortSignal, over: AbortSignal): Promise<void> {
  await firstOf(signal, over);
  while (!over.aborted) {
    await sql`select pg_cancel_backend(${pid}::integer)`.execute(db);
    await setTimeout(AGAIN_AFTER_MS, undefined, { signal: over }).catch(() => undefined);
  }
}

function firstOf(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  if (any.aborted) return Promise.resolve();
  return new Promise((resolve) => any.addEventListener('abort', () => resolve(), { once: true }));
}
