// Runs the outcome of a scan in this thread if it is small, otherwise in a thread of its own. A lockfile of 60,000 packages would block all requests
// of the process for seconds: reading it from the database, deriving and merging the inventory, and writing it all take time.
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type pg from 'pg';
import type { App } from '../../app.ts';
import { countRemoteWork } from '../../db/remote-code/files.ts';
import { countOutcomeWork } from '../../db/scans/inventory.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { RunIsOver } from '../../queue/fence.ts';
import { type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { closeIdleScanPool } from '../analysis/pool.ts';
import { outcomeOf, type Scanned } from './any-outcome.ts';

/** Up to this many packages, licensed files and items, the work takes less time than starting a thread. */
const LITTLE_WORK = 2_000;

/** As in the analyser's threads. Otherwise V8 keeps three times this for objects that live for milliseconds. */
const YOUNG_GENERATION_MB = 32;

/** The connection settings for a thread. */
export type ThreadTarget = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'
>;

export type OutcomeMessage =
  | { outcome: JobOutcome }
  | { refusal: { code: ErrorCode; data: Record<string, unknown> } }
  // An error loses its class between threads, so the facts that decide whether the job continues are sent explicitly.
  | { failure: { message: string; stack?: string; isRunOver: boolean; codes: Record<string, string | number> } };

export async function makeOutcome(app: App, scanned: Scanned): Promise<JobOutcome> {
  const projectId = projectOf(scanned.job);
  const work =
    'remote' in scanned
      ? await countRemoteWork(app.db, projectId, scanned.remote.codeBaseId)
      : await countOutcomeWork(app.db, projectId);
  if (work <= LITTLE_WORK) return outcomeOf(app, scanned);
  await closeIdleScanPool();
  // This process holds the job's row while the thread writes, so that the check of its writes covers those of the thread too.
  return app.db.transaction().execute(async (tx) => {
    await sql`select from jobs where id = ${scanned.job.id} for key share`.execute(tx);
    return inThread(targetOf(app.pool), scanned);
  });
}

function targetOf({ options }: pg.Pool): ThreadTarget {
  const { connectionString, host, port, user, database, ssl } = options;
  const { password } = options;
  return { connectionString, host, port, user, password, database, ssl };
}

async function inThread(target: ThreadTarget, scanned: Scanned): Promise<JobOutcome> {
  const thread = new Worker(new URL('./outcome.thread.ts', import.meta.url), {
    workerData: { target, scanned },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const message = await new Promise<OutcomeMessage>((resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`The thread that makes a scan's inventory ended with code ${code}.`)),
    );
    thread.once('message', resolve);
  });
  if ('outcome' in message) return message.outcome;
  if ('refusal' in message) throw new AppError(message.refusal.code, message.refusal.data);
  const { isRunOver, message: text, stack, codes } = message.failure;
  if (isRunOver) throw new RunIsOver({ jobId: scanned.job.id, attempt: scanned.job.attempt });
  throw Object.assign(new Error(text), { ...codes, stack });
}
