// Reads everything in the store; the job's log names each damaged file. After an interruption it begins again.

import { UPLOAD_AGAIN } from '../../contents/stored-bytes.ts';
import { type DamagedContent, verificationText, verifyStore } from '../../contents/verification.ts';
import { deleteJobIssues, type JobIssue } from '../../db/job-issues.ts';
import type { JobContext, JobOutcome } from '../../queue/job-context.ts';

export async function verifyStoreJob(context: JobContext): Promise<JobOutcome> {
  const { app, job, signal } = context;
  await deleteJobIssues(app.db, job.id);
  const result = await verifyStore(app, {
    signal,
    onProgress: (done, total) => context.checkpoint({ phase: 'Reading the store', done, total }),
    onDamaged: (damaged) => context.issues(issuesOf(damaged)),
  });
  return { details: verificationText(result), result: { ...result } };
}

function issuesOf({ sha256, finding, uses, moreUses }: DamagedContent): JobIssue[] {
  const damage = `The stored bytes are damaged (content ${sha256}, ${finding}).`;
  if (uses.length === 0)
    return [{ code: 'unreadable', path: '', message: `${damage} No file, report or rule needs them any more.` }];
  return uses.map(({ project, path, what }, index) => ({
    code: 'unreadable',
    path,
    message: `${damage} They belong to ${what}${project === '' ? '' : ` of the project "${project}"`}${index === 0 && moreUses > 0 ? ` and ${moreUses} more` : ''}. ${UPLOAD_AGAIN}`,
  }));
}
