// Removes jobs that ended longer ago than the installation keeps them.
import type { App } from '../app.ts';
import { SYSTEM } from '../audit/system.ts';
import { insertAuditLines } from '../db/audit-log.ts';
import { deleteEndedJobs } from '../db/jobs.ts';
import { siteSettings } from '../db/settings.ts';

const DELETED_AT_ONCE = 500;
const DAY_MS = 86_400_000;

/** Returns how many were removed. In batches, so that no request waits for locks. */
export async function removeOldJobs(app: App, signal: AbortSignal): Promise<number> {
  const { jobRetentionDays } = await siteSettings(app.db);
  if (jobRetentionDays === 0) return 0;
  const before = new Date(app.now().getTime() - jobRetentionDays * DAY_MS);
  let count = 0;
  while (!signal.aborted) {
    const deleted = await app.db.transaction().execute(async (tx) => {
      const removed = await deleteEndedJobs(tx, before, DELETED_AT_ONCE);
      const details = { jobs: removed, jobRetentionDays };
      if (removed > 0)
        await insertAuditLines(tx, [{ ...SYSTEM, operation: 'removeOldJobs', details, status: 'Completed' }]);
      return removed;
    });
    count += deleted;
    if (deleted < DELETED_AT_ONCE) break;
  }
  if (count > 0) app.log.info({ count, jobRetentionDays }, 'old jobs removed');
  return count;
}
