// Takes a zip with a custom report that a program outside of this server made. It becomes the latest result of the report.

import type { App } from '../../app.ts';
import { forbidden } from '../../authorize/index.ts';
import { keepFile } from '../../contents/kept-file.ts';
import { activateJob, findJob, findOpenReportJob, finishJob, insertJob, noteJobResult } from '../../db/jobs.ts';
import { lockProject } from '../../db/projects/projects.ts';
import { findReport, saveReportResult } from '../../db/reports/reports.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Requester } from '../../http/call.ts';
import { type Form, formFile } from '../../http/forms.ts';
import { inputReader } from '../../http/input.ts';
import { listZip } from '../../ingest/zip-check.ts';
import { reportOfJob } from '../../jobs/report/payload.ts';
import { ReportUpload } from './schemas.ts';

const readIds = inputReader(ReportUpload, 'body') as (raw: unknown) => ReportUpload;

/**
 * Returns the task id under which the result can be downloaded: the id of the open job that waits for it, or of a new job that is completed at once.
 */
export async function uploadReport(app: App, requester: Requester, form: Form, signal: AbortSignal): Promise<number> {
  const { caller } = requester;
  const { projectId, reportId, report, waitingJob } = await requireReport(app, requester, form.texts);
  const { path } = formFile(form, 'file');
  await listZip(path, 'The form field "file"', app.folder.temporary, signal);
  const { sha256 } = await keepFile(app, path);
  return app.db.transaction().execute(async (tx) => {
    const project = await lockProject(tx, projectId);
    const open = waitingJob ?? (await findOpenReportJob(tx, projectId, reportId));
    const jobId =
      open ??
      (await insertJob(tx, {
        type: 'Custom Report',
        projectId,
        projectName: project.name,
        triggeredBy: caller.id,
        payload: { reportId },
      }));
    const fileName = `${report.name}-${project.name}-${jobId}.zip`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
    await saveReportResult(tx, { projectId, reportId, jobId, fileName, sha256 });
    // The runner of a waiting job looks for this note and then ends the job.
    if (open !== undefined) await noteJobResult(tx, jobId, { fileName });
    else {
      await activateJob(tx, jobId);
      await finishJob(tx, jobId, 'Completed', { details: fileName, result: { fileName } });
    }
    return jobId;
  });
}

/** Returns the project and report that the form names, if the caller may upload the report. Called before the file is stored. */
export async function requireReport(app: App, { caller, authorize }: Requester, texts: Record<string, string>) {
  const { projectId, reportId } = readIds(texts);
  await authorize('UPLOAD_REPORT', { projectId, missing: notFound('Project', projectId) });
  const report = await findReport(app.db, reportId);
  if (!report) throw notFound('Report', reportId);
  if (report.is_default)
    throw badRequest(`The report ${report.name} is a standard report, which the server makes itself.`);
  const waitingJob = caller.jobId;
  if (waitingJob !== undefined) await requireOwnJob(app, waitingJob, projectId, reportId);
  return { projectId, reportId, report, waitingJob };
}

/** The token of a report job allows the result of that job only, so that its script cannot replace other results. */
async function requireOwnJob(app: App, jobId: number, projectId: number, reportId: number): Promise<void> {
  const job = await findJob(app.db, jobId);
  const isIts = job?.project_id === projectId && reportOfJob(job) === reportId;
  if (!isIts)
    throw forbidden(
      `the token belongs to job ${jobId}, whose script may upload the result of its own project and report only.`,
    );
}
