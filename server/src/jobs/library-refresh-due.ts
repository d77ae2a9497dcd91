// Automatic updates of advisories: once a day for each source with an address.
import type { App } from '../app.ts';
import { listSources } from '../db/advisories/sources.ts';
import { listOpenJobsOfTypes } from '../db/jobs.ts';
import { LIBRARY_REFRESH_LOCK, lockUntilEnd } from '../db/postgres/advisory-locks.ts';
import { siteSettings } from '../db/site-settings.ts';
import type { JobType } from '../domain/job.ts';
import { AppError } from '../errors.ts';

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

/** Queues a refresh that a person asked for. Refused while another one is queued or running. */
export function submitLibraryRefresh(app: App, triggeredBy: number, payload: Record<string, unknown>): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, LIBRARY_REFRESH_LOCK);
    await refuseSecondRefresh(tx);
    return app.queue.submit(tx, { type: TYPE, projectId: null, triggeredBy, payload });
  });
}

export async function refuseSecondRefresh(db: App['db']): Promise<void> {
  const [open] = await listOpenJobsOfTypes(db, [TYPE]);
  if (open)
    throw new AppError('conflict', {
      message: `An update of the library is queued or running already. task ID: ${open.id}`,
    });
}

async function isDue({ db, now }: Pick<App, 'db' | 'now'>): Promise<boolean> {
  const { advisoryUpdateHours } = await siteSettings(db);
  if (advisoryUpdateHours === 0) return false;
  const before = now().getTime() - advisoryUpdateHours * HOUR_MS;
  return (await listSources(db)).some(({ isEnabled, location, updatedAt, failedAt }) => {
    const last = Math.max(updatedAt?.getTime() ?? 0, failedAt?.getTime() ?? 0);
    return isEnabled && location !== '' && last < before;
  });
}
