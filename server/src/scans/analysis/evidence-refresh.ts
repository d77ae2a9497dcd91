// Queues the refresh of stored evidence if another version of the analyser or other rules made it. One waiting job is enough, because it finds
// outdated evidence when it runs. A running one may have finished its last search, so another may wait behind it.
import type { App } from '../../app.ts';
import { listOutdatedProjects } from '../../db/files/facts.ts';
import { listOpenJobsOfTypes } from '../../db/jobs.ts';
import { takeDueRefresh } from '../../db/license-rules.ts';
import { EVIDENCE_REFRESH_LOCK, lockUntilEnd } from '../../db/postgres/advisory-locks.ts';
import { scanVersion } from './pool.ts';

const JOB_TYPE = 'Evidence Refresh';

/**
 * Returns the job's id, or undefined if nothing is outdated or a refresh is already queued. `atStart`: a job that the database calls running belongs
 * to a server that has ended; it begins again and searches then.
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

/** Queues the refresh after a change of rules, once for each change. */
export async function queueDueRefresh(app: App): Promise<void> {
  if (await takeDueRefresh(app.db)) await queueEvidenceRefresh(app);
}
