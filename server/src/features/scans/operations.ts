// Starts a scan and shows its status.
import type { App } from '../../app.ts';
import { findJob } from '../../db/jobs.ts';
import { getProject } from '../../db/projects/projects.ts';
import { countScmInstances } from '../../db/scm.ts';
import { statusForScans } from '../../domain/job.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { submitProjectJob } from '../../jobs/submit.ts';

/** Queues a scan and returns the id of its job. Refused with 409 while another job of the project is in the way. */
export async function startScan(app: App, caller: Caller, projectId: number, fullRescan: boolean): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const project = await getProject(tx, projectId);
    const type = project.last_scan_id === null ? 'Project Scan' : 'Project Re-Scan';
    const jobId = await submitProjectJob(app, tx, { type, projectId, triggeredBy: caller.id, payload: { fullRescan } });
    const hasCode = project.file_count > 0 || project.last_scan_id !== null;
    if (!hasCode && (await countScmInstances(tx, projectId)) === 0)
      throw badRequest(
        `The project ${project.name} has no code base yet: upload one or add a source control instance, then scan.`,
      );
    return jobId;
  });
}

/** In lower case with blanks, because clients that ask for it compare this spelling. */
export async function scanStatus(app: App, taskId: number): Promise<string> {
  const job = await findJob(app.db, taskId);
  if (!job) throw new AppError('jobNotFound', { id: taskId });
  return statusForScans(job.status);
}
