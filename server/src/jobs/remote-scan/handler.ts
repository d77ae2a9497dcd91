// The scan of a remote code base: an agent has analysed the files, so that only their list and the inventory are left to make. Sends no mail.
import { recheckAbsencesOfProject } from '../../advisories/accepted-absences.ts';
import { reportNewsOfProject } from '../../advisories/news.ts';
import { getProject, getScanProfile } from '../../db/projects/projects.ts';
import { scanProfileSettingsOf } from '../../domain/derivation/scan-profile.ts';
import { reviewSettingsOf } from '../../domain/reviews/review-settings.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { fillEmptyNotices } from '../../reviews/notices.ts';
import { makeOutcome } from '../../scans/outcome/outcome-place.ts';
import type { RemoteScanPayload } from './payload.ts';

export async function scanRemotely(context: JobContext, payload: RemoteScanPayload): Promise<JobOutcome> {
  const { app, job } = context;
  const projectId = projectOf(job);
  const { codeBaseId, sendId, removes = false } = payload;
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
