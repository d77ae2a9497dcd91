// Unpacks an archive that arrived in parts (docs/adr/0056). A repeated run begins anew and gives the same code base; until its last step the project
// keeps the former one. The archive is removed after the end of the job (ingest/received.ts).
import { setTimeout as pause } from 'node:timers/promises';
import { rightOf } from '../../authorize/index.ts';
import { deleteJobIssues } from '../../db/job-issues.ts';
import { listOpenJobs } from '../../db/jobs.ts';
import { getResumableUpload } from '../../db/resumable-uploads.ts';
import { findUser } from '../../db/users/users.ts';
import { badRequest } from '../../errors.ts';
import { arrive, inPlace, UPLOAD_JOB } from '../../ingest/index.ts';
import { putTogether } from '../../ingest/put-together.ts';
import { receivedFile, requireReceived } from '../../ingest/received.ts';
import { outcomeText, progressText, requireArchive, unpackArchive } from '../../ingest/unpack.ts';
import { requireDigests } from '../../ingest/whole-digest.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import type { CodeUploadPayload } from './payload.ts';

const LOOK_AGAIN_MS = 500;

export async function unpackUpload(context: JobContext, { uploadId }: CodeUploadPayload): Promise<JobOutcome> {
  const { job, signal } = context;
  const { app } = context;
  const projectId = projectOf(job);
  const upload = uploadId === undefined ? undefined : await getResumableUpload(app.db, uploadId);
  if (upload === undefined || upload.project_id !== projectId)
    throw badRequest('The uploaded archive is no longer here. Upload it again.');
  const actor = await findUser(app.db, upload.user_id);
  if (!actor || (await rightOf(app.db, actor, 'UPLOAD_CODEBASE', projectId)) !== 'allowed')
    throw badRequest('The archive was not unpacked: its sender may no longer upload a code base to the project.');
  if (upload.parts.length === 0) await requireReceived(app.config, upload);
  await waitForEarlier(context, projectId);
  await deleteJobIssues(app.db, job.id);
  const onPart = (done: number) =>
    context.checkpoint({ phase: 'Putting the parts together', done, total: upload.parts.length });
  await putTogether(app, upload, onPart, signal);
  const file = receivedFile(app.config, upload.id);
  if (upload.digests.length > 0) await context.checkpoint({ phase: 'Comparing the digest', done: 0, total: 0 });
  await requireDigests(file, upload.digests, signal);
  await requireArchive(file, upload.file_name, signal);
  const unpacking = {
    file,
    options: upload.options,
    actor: { id: actor.id, login: actor.login },
    onProgress: (progress: Parameters<typeof progressText>[0]) =>
      context.checkpoint({ phase: progressText(progress), done: progress.files, total: 0 }),
  };
  const outcome = await arrive(
    app,
    projectId,
    signal,
    (arrival) => inPlace(app, signal, () => unpackArchive(app, arrival, unpacking, signal)),
    job.id,
  );
  await context.issues(outcome.issueLines);
  return {
    details: outcomeText(outcome),
    result: { files: outcome.files, bytes: outcome.bytes, issues: outcome.issues },
  };
}

/** The queue knows nothing of uploads that a request unpacks itself. */
async function waitForEarlier(context: JobContext, projectId: number): Promise<void> {
  for (;;) {
    const jobs = await listOpenJobs(context.app.db, projectId);
    if (!jobs.some(({ id, type }) => type === UPLOAD_JOB && id < context.job.id)) return;
    await context.checkpoint({ phase: 'Waiting for another upload', done: 0, total: 0 });
    await pause(LOOK_AGAIN_MS, undefined, { signal: context.signal });
  }
}
