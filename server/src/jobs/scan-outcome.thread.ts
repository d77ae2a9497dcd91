// Makes the outcome of a scan in a thread of its own, on a connection of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { connect, STATEMENT_TIMEOUTS_MS } from '../db/connection.ts';
import { AppError } from '../errors.ts';
import { type Fence, fencedDb, RunIsOver } from './fence.ts';
import { type ScannedFacts, writeOutcome } from './scan-outcome.ts';
import type { OutcomeMessage, ThreadTarget } from './scan-outcome-place.ts';

const { target, scanned } = workerData as { target: ThreadTarget; scanned: ScannedFacts };
const connection = connect(target, { maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUTS_MS.jobs });

const fence: Fence = { jobId: scanned.job.id, attempt: scanned.job.attempt };

async function answer(): Promise<OutcomeMessage> {
  try {
    return { outcome: await writeOutcome(fencedDb(connection.pool, fence), scanned) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, data: error.data } };
    const { message, stack, code } = error as NodeJS.ErrnoException;
    return { failure: { message, stack, code, isRunOver: error instanceof RunIsOver } };
  } finally {
    await connection.close();
  }
}

parentPort?.postMessage(await answer());
