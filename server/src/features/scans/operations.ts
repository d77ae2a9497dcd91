// Starts a scan and shows its status.
import type { App } from '../../app.ts';
import { findJob } from '../../db/jobs.ts';
import { statusForScans } from '../../domain/jobs/job.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { queueScan } from '../../queue/code-jobs.ts';

/** Queues a scan and returns the id of its job. Refused with 409 while another job of the project is in the way. */
export async function startScan(app: App, caller: Caller, projectId: number, fullRescan: boolean): Promise<number> {
  const job = { projectId, triggeredBy: caller.id };
  return app.db.transaction().execute((tx) => queueScan(app, tx, job, fullRescan));
}

/** In lower case with blanks, because clients that ask for it compare this spelling. */
export async function scanStatus(app: App, taskId: number): Promise<string> {
  const job = await findJob(app.db, taskId);
  if (!job) throw new AppError('jobNotFound', { id: taskId });
  return statusForScans(job.status);
}
