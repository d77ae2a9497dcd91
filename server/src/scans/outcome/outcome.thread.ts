// Makes the outcome of a scan in a thread, with its own database connections.

import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '@assay/scanner/thread-priority';
import { connect, OF_LOCKING, STATEMENT_TIMEOUTS_MS } from '../../db/postgres/connection.ts';
import { AppError } from '../../errors.ts';
import { type Fence, fencedDb, RunIsOver } from '../../queue/fence.ts';
import { outcomeOf, type Scanned } from './any-outcome.ts';
import type { OutcomeMessage, ThreadTarget } from './outcome-place.ts';

giveWay();

const { target, scanned } = workerData as { target: ThreadTarget; scanned: Scanned };
const connection = connect(target, {
  maxConnections: 1,
  statementTimeoutMs: STATEMENT_TIMEOUTS_MS.jobs,
  isBackground: true,
});
const locking = connect(target, { ...OF_LOCKING, maxConnections: 1 });

const fence: Fence = { jobId: scanned.job.id, attempt: scanned.job.attempt };

async function answer(): Promise<OutcomeMessage> {
  try {
    return {
      outcome: await outcomeOf(
        { db: fencedDb(connection.pool, fence), lockingDb: fencedDb(locking.pool, fence) },
        scanned,
      ),
    };
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, data: error.data } };
    const { message, stack } = error as Error;
    return { failure: { message, stack, isRunOver: error instanceof RunIsOver, codes: codesOf(error as Error) } };
  } finally {
    await Promise.all([connection.close(), locking.close()]);
  }
}

/** Code, severity, system call and similar members, which distinguish a lost connection from other errors. */
function codesOf(error: Error): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(error).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  );
}

parentPort?.postMessage(await answer());
