// Synchronises and scans projects by their schedules. Times that were missed are made up for once, and of several servers one asks for the job.
import type { App } from '../app.ts';
import { sharedNow } from '../db/postgres/shared-clock.ts';
import { tryLockProject } from '../db/projects/projects.ts';
import { type CodeSchedule, findCodeSchedule, listCodeSchedules, noteScheduled } from '../db/scm/schedules.ts';
import { isDue } from '../domain/scm/schedule.ts';
import { requestCode } from './code-requests.ts';

export async function startScheduled(app: App, signal: AbortSignal): Promise<void> {
  const now = await sharedNow(app);
  for (const { project_id: projectId } of (await listCodeSchedules(app.db)).filter((one) => isDueNow(one, now))) {
    if (signal.aborted) return;
    await app.db.transaction().execute(async (tx) => {
      if (!(await tryLockProject(tx, projectId))) return;
      // Another server may have been first.
      const schedule = await findCodeSchedule(tx, projectId);
      if (schedule === undefined || !isDueNow(schedule, now)) return;
      const outcome = await requestCode(app, tx, projectId, schedule.action);
      await noteScheduled(tx, projectId, now, outcome);
      app.log.info({ projectId, action: schedule.action, ...outcome }, 'the schedule of a project came due');
    });
  }
}

function isDueNow({ schedule, changed_at, started_at }: CodeSchedule, now: Date): boolean {
  return isDue(schedule, started_at !== null && started_at > changed_at ? started_at : changed_at, now);
}
