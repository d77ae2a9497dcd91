// Transactions that may take minutes on behalf of somebody who may go away meanwhile.

import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { onlyRow } from './rows.ts';

const AGAIN_AFTER_MS = 200;

export interface LongTransaction {
  /** When it fires, the statement under way is cancelled and the transaction is rolled back. */
  signal: AbortSignal;
  /** Longest time of one of its statements. */
  statementTimeoutMs: number;
}

export async function longTransaction<T>(
  db: Db,
  { signal, statementTimeoutMs }: LongTransaction,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`.execute(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const over = new AbortController();
    const cancelling = cancelWhenFired(db, onlyRow(rows).pid, signal, over.signal);
    cancelling.catch(() => undefined);
    const outcome = await settled(work(tx));
    over.abort();
    // The connection goes back to the pool afterwards: nobody else's statement may be hit.
    await cancelling;
    signal.throwIfAborted();
    return outcome();
  });
}

/** What became of the work, to be taken up later. */
function settled<T>(work: Promise<T>): Promise<() => T> {
  return work.then(
    (value) => () => value,
    (error) => () => {
      throw error;
    },
  );
}

/** Asks again until the work is over: a request between two statements cancels none. */
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
