// Synchronisations and scans that pushes and schedules ask for. At most one of a project is queued, and at most one more waits for the job in the way:
// a job that has not begun brings everything that was pushed before it begins.
import type { App } from '../app.ts';
import { listOpenJobs } from '../db/jobs.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { lockProject } from '../db/projects/projects.ts';
import { type PushOutcome, settleWaitingPushes } from '../db/scm/push-hooks.ts';
import { findCodeRequest, keepCodeRequest, listRequestedProjects, removeCodeRequest } from '../db/scm/requests.ts';
import { settleWaitingSchedule } from '../db/scm/schedules.ts';
import type { JobType } from '../domain/jobs/job.ts';
import type { CodeAction } from '../domain/scm/push-delivery.ts';
import { AppError } from '../errors.ts';
import { queueScan, queueSync } from './code-jobs.ts';

/** Jobs that do what was asked, if they have not begun. */
const COVERED_BY: Readonly<Record<CodeAction, readonly JobType[]>> = {
  SYNC: ['SCM Sync', 'Project Scan', 'Project Re-Scan'],
  SCAN: ['Project Scan', 'Project Re-Scan'],
};

const WORDS: Readonly<Record<CodeAction, string>> = { SYNC: 'synchronisation', SCAN: 'scan' };

/** Queues what was asked, or keeps the request until the job in the way has ended. */
export async function requestCode(app: App, tx: Tx, projectId: number, action: CodeAction): Promise<PushOutcome> {
  await lockProject(tx, projectId);
  const asked = (await findCodeRequest(tx, projectId)) === 'SCAN' ? 'SCAN' : action;
  const outcome = await tryToQueue(app, tx, projectId, asked);
  if (outcome.result === 'WAITING') await keepCodeRequest(tx, projectId, asked);
  else await settle(tx, projectId, outcome);
  return outcome;
}

/** Queues what waited. A background step calls this regularly; of several servers only one queues. */
export async function startRequested(app: App, signal: AbortSignal): Promise<void> {
  for (const projectId of await listRequestedProjects(app.db)) {
    if (signal.aborted) return;
    await app.db
      .transaction()
      .execute(async (tx) => {
        await lockProject(tx, projectId);
        const action = await findCodeRequest(tx, projectId);
        if (action === undefined) return;
        const outcome = await tryToQueue(app, tx, projectId, action);
        if (outcome.result === 'WAITING') return;
        await settle(tx, projectId, outcome);
        app.log.info({ projectId, action, ...outcome }, 'what was asked for the code of a project no longer waits');
      })
      .catch(unlessDeleted);
  }
}

function unlessDeleted(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'notFound') throw error;
}

async function settle(tx: Tx, projectId: number, outcome: PushOutcome): Promise<void> {
  await removeCodeRequest(tx, projectId);
  await settleWaitingPushes(tx, projectId, outcome);
  await settleWaitingSchedule(tx, projectId, outcome);
}

async function tryToQueue(app: App, tx: Tx, projectId: number, action: CodeAction): Promise<PushOutcome> {
  const waiting = (await listOpenJobs(tx, projectId)).find(
    (job) => job.status === 'Scheduled' && COVERED_BY[action].includes(job.type as JobType),
  );
  if (waiting) return { result: 'QUEUED', jobId: waiting.id, detail: `The queued ${waiting.type} brings it.` };
  const job = { projectId, triggeredBy: null };
  try {
    const jobId = action === 'SCAN' ? await queueScan(app, tx, job, false) : await queueSync(app, tx, job);
    return { result: 'QUEUED', jobId, detail: `A ${WORDS[action]} was queued.` };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { result: error.code === 'conflict' ? 'WAITING' : 'FAILED', detail: error.message };
  }
}
