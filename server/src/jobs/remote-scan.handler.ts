// The scan of a remote code base: an agent has analysed the files, so that only their list and the inventory are left to make. Sends no mail.
import { recheckAbsencesOfProject } from '../advisories/accepted-absences.ts';
import { reportNewsOfProject } from '../advisories/news.ts';
import { getProject, getScanProfile } from '../db/projects/projects.ts';
import { reviewSettingsOf } from '../domain/review-settings.ts';
import { scanProfileSettingsOf } from '../domain/scan-profile.ts';
import { fillEmptyNotices } from '../reviews/notices.ts';
import { type JobContext, type JobOutcome, projectOf } from './job-context.ts';
import { payloadOf } from './job-definition.ts';
import { remoteScanJob } from './remote-scan.job.ts';
import { makeOutcome } from './scan-outcome-place.ts';

export async function scanRemotely(context: JobContext): Promise<JobOutcome> {
  const { app, job } = context;
  const projectId = projectOf(job);
  const { codeBaseId, sendId, removes = false } = payloadOf(remoteScanJob, job);
  await context.checkpoint({ phase: 'Making inventory', done: 0, total: 0 });
  const project = await getProject(app.db, projectId);
  const profile = await getScanProfile(app.db, project.scan_profile_id);
  const outcome = await makeOutcome(app, {
    remote: { codeBaseId, sendId: removes ? undefined : sendId },
    job,
    settings: scanProfileSettingsOf(profile.settings),
    now: app.now(),
  });
  if (reviewSettingsOf(project.review_settings).updateNoticesAutomatically)
    await fillEmptyNotices(app.db, projectId, 'Project Rescan');
  await recheckAbsencesOfProject(app, projectId, job.triggered_by);
  await reportNewsOfProject(app, projectId, job.triggered_by);
  return outcome;
}
