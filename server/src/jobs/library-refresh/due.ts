// Automatic updates of advisories and VEX: once a day for each source with an address.
import type { App } from '../../app.ts';
import { listSources } from '../../db/advisories/sources.ts';
import { listOpenJobsOfTypes } from '../../db/jobs.ts';
import { LIBRARY_REFRESH_LOCK, lockUntilEnd } from '../../db/postgres/advisory-locks.ts';
import { siteSettings } from '../../db/site-settings.ts';
import { listVexSources } from '../../db/vulnerabilities/vex-sources.ts';
import type { JobType } from '../../domain/jobs/job.ts';
import { AppError } from '../../errors.ts';

const TYPE = 'Library Refresh' satisfies JobType;
const HOUR_MS = 3_600_000;

/** Queues an update if a source has been neither updated nor tried for this long. Only one of several servers does. */
export async function refreshWhenDue(app: App): Promise<void> {
  if (!(await isDue(app))) return;
  await app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, LIBRARY_REFRESH_LOCK);
    const [open] = await listOpenJobsOfTypes(tx, [TYPE]);
    if (open || !(await isDue({ db: tx, now: app.now }))) return;
    await app.queue.submit(tx, { type: TYPE, projectId: null, triggeredBy: null, payload: {} });
  });
}

/** So many files wait their turn; each is kept in the store until then. */
const MOST_WAITING = 200;

/**
 * Queues a refresh that a person asked for. Files that were sent are imported one after the other. An update of the sources is refused while
 * another one is queued or running, because it would bring the same.
 */
export function submitLibraryRefresh(app: App, triggeredBy: number, payload: Record<string, unknown>): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, LIBRARY_REFRESH_LOCK);
    await refuseRefresh(tx, { isOfFile: payload.upload !== undefined });
    return app.queue.submit(tx, { type: TYPE, projectId: null, triggeredBy, payload });
  });
}

async function refuseRefresh(db: App['db'], { isOfFile }: { isOfFile: boolean }): Promise<void> {
  const open = await listOpenJobsOfTypes(db, [TYPE]);
  const same = isOfFile ? undefined : open.find(({ payload }) => !Object.hasOwn(Object(payload), 'upload'));
  if (same)
    throw new AppError('conflict', {
      message: `An update of the library is queued or running already. task ID: ${same.id}`,
    });
  if (open.length >= MOST_WAITING)
    throw new AppError('conflict', {
      message: `${open.length} imports and updates of the library are waiting already. Send more when some of them have ended. task ID: ${open[0]?.id}`,
    });
}

async function isDue({ db, now }: Pick<App, 'db' | 'now'>): Promise<boolean> {
  const { advisoryUpdateHours } = await siteSettings(db);
  if (advisoryUpdateHours === 0) return false;
  const before = now().getTime() - advisoryUpdateHours * HOUR_MS;
  return [...(await listSources(db)), ...(await listVexSources(db))].some(
    ({ isEnabled, location, updatedAt, failedAt }) => {
      const last = Math.max(updatedAt?.getTime() ?? 0, failedAt?.getTime() ?? 0);
      return isEnabled && location !== '' && last < before;
    },
  );
}
