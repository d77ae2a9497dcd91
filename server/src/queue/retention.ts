// Removes old jobs after the time that the installation keeps them, and hits of search terms that nobody uses any more.
import type { App } from '../app.ts';
import { SYSTEM } from '../audit/system.ts';
import { insertAuditLines } from '../db/audit-log/entries.ts';
import { deleteOldBulkDecisions } from '../db/bulk/decisions.ts';
import { deleteUnusedHits } from '../db/files/search-hits.ts';
import { deleteUnusedTexts } from '../db/inventories/license-texts.ts';
import { deleteEndedJobs } from '../db/jobs.ts';
import { siteSettings } from '../db/site-settings.ts';

const DELETED_AT_ONCE = 500;
const HITS_AT_ONCE = 20_000;
const TEXTS_AT_ONCE = 500;
const DAY_MS = 86_400_000;

/** Returns the number of removed jobs. Works in batches, so that no request waits for locks. */
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

/** Returns the number of removed rows. A new scan waits for one batch at most. */
export async function removeUnusedSearchHits(app: App, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (let removed = -1; removed !== 0 && !signal.aborted; count += removed)
    removed = await app.db.transaction().execute((tx) => deleteUnusedHits(tx, HITS_AT_ONCE));
  if (count > 0) app.log.info({ count }, 'removed hits of search terms that no project uses');
  return count;
}

/** Returns the number of removed license texts, which no item has any more. */
export async function removeUnusedTexts(app: App, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (let removed = -1; removed !== 0 && !signal.aborted; count += removed)
    removed = await deleteUnusedTexts(app.db, TEXTS_AT_ONCE);
  if (count > 0) app.log.info({ count }, 'removed license texts that no item has');
  return count;
}

const BULK_DECISIONS_AT_ONCE = 20;
/** So long the list of bulk decisions of a project goes back. What an undo needs goes with the day in which it is possible. */
const BULK_DECISION_DAYS = 30;

/** Returns the number of bulk decisions that can no longer be undone, whose former values were removed. */
export async function removeOldBulkDecisions(app: App, signal: AbortSignal): Promise<number> {
  const now = app.now();
  const before = new Date(now.getTime() - BULK_DECISION_DAYS * DAY_MS);
  // An undo that began in time may still be at work.
  const undoUntil = new Date(now.getTime() - DAY_MS);
  let count = 0;
  for (let removed = -1; removed !== 0 && !signal.aborted; count += removed)
    removed = await deleteOldBulkDecisions(app.db, { undoUntil, before, limit: BULK_DECISIONS_AT_ONCE });
  return count;
}
