// Queues the refresh of stored evidence where it was made by another version of the analyser or other rules. One that waits is enough: it looks
// at what is outdated when it runs, not when it is queued. One that runs may have looked for the last time already, so that another waits behind it.
import type { App } from '../app.ts';
import { listOutdatedProjects } from '../db/files/facts.ts';
import { listOpenJobsOfTypes } from '../db/jobs.ts';
import { takeDueRefresh } from '../db/license-rules.ts';
import { EVIDENCE_REFRESH_LOCK, lockUntilEnd } from '../db/postgres/advisory-locks.ts';
import { scanVersion } from './scan-pool.ts';

const JOB_TYPE = 'Evidence Refresh';

/**
 * Returns the job's id, or undefined when nothing is outdated or a refresh is queued already. `atStart`: what the database calls running is a job
 * of a server that has ended; it begins anew and looks then.
 */
export async function queueEvidenceRefresh(app: App, { atStart = false } = {}): Promise<number | undefined> {
  const version = await scanVersion(app);
  await takeDueRefresh(app.db);
  const outdated = await listOutdatedProjects(app.db, version);
  if (outdated.length === 0) return undefined;
  return app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, EVIDENCE_REFRESH_LOCK);
    const open = await listOpenJobsOfTypes(tx, [JOB_TYPE]);
    if (open.some((job) => atStart || job.status === 'Scheduled')) return undefined;
    app.log.info({ projects: outdated.length }, 'evidence of an older analyser is refreshed in the background');
    return app.queue.submit(tx, { type: JOB_TYPE, projectId: null, triggeredBy: null, payload: {} });
  });
}

/** Queues the refresh that follows when other rules came into force, once for each change. */
export async function queueDueRefresh(app: App): Promise<void> {
  if (await takeDueRefresh(app.db)) await queueEvidenceRefresh(app);
}
