// The verification of the store, on request and by schedule.
import type { App } from '../../app.ts';
import { countOpenDamage } from '../../db/files/damage.ts';
import { listOpenJobsOfTypes } from '../../db/jobs.ts';
import { lockUntilEnd, STORE_VERIFICATION_LOCK } from '../../db/postgres/advisory-locks.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { insertSetting, readSetting, siteSettings, writeSetting } from '../../db/site-settings.ts';
import type { JobType } from '../../domain/jobs/job.ts';
import { AppError } from '../../errors.ts';

const TYPE = 'Store Verification' satisfies JobType;
const DAY_MS = 86_400_000;

/** The time of the last one, or of the first check of the schedule: jobs themselves may have been removed. */
interface Memory {
  lastOn: string;
  isFirst?: boolean;
}

export async function queueVerification(app: App, triggeredBy: number | null): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, STORE_VERIFICATION_LOCK);
    const open = await openVerification(tx);
    if (open)
      throw new AppError('conflict', {
        message: `A verification of the store is queued or running already. task ID: ${open.id}`,
      });
    return submit(app, tx, triggeredBy);
  });
}

/** Queues a verification when it is due. Only one of several servers does. A new installation starts to wait at the first check. */
export async function verifyStoreWhenDue(app: App): Promise<void> {
  const { next } = await verificationTimes(app);
  if (next === null || next > app.now()) return;
  const jobId = await app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, STORE_VERIFICATION_LOCK);
    const now = await verificationTimes({ ...app, db: tx });
    if (now.next === null || now.next > app.now() || (await openVerification(tx))) return undefined;
    return submit(app, tx, null);
  });
  if (jobId !== undefined) app.log.info({ jobId }, 'a scheduled verification of the store is queued');
}

/** `last` is null before the first one, `next` if the schedule is off. */
export async function verificationTimes(
  app: Pick<App, 'db' | 'now'>,
): Promise<{ last: Date | null; next: Date | null }> {
  const { storeVerificationDays } = await siteSettings(app.db);
  await insertSetting(app.db, 'storeVerification', { lastOn: app.now().toISOString(), isFirst: true } satisfies Memory);
  const { lastOn = app.now().toISOString(), isFirst } = await readSetting<Memory>(app.db, 'storeVerification');
  const from = new Date(lastOn);
  return {
    last: isFirst ? null : from,
    next: storeVerificationDays === 0 ? null : new Date(from.getTime() + storeVerificationDays * DAY_MS),
  };
}

/** At the start, reports damage until it is repaired. */
export async function logOpenDamage({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> {
  const damaged = await countOpenDamage(db);
  if (damaged > 0)
    log.error(
      { damaged },
      `${damaged} stored contents are damaged and not repaired yet; "assay store verify" names the files`,
    );
}

async function openVerification(tx: Tx) {
  const [open] = await listOpenJobsOfTypes(tx, [TYPE]);
  return open;
}

async function submit(app: App, tx: Tx, triggeredBy: number | null): Promise<number> {
  await writeSetting(tx, 'storeVerification', { lastOn: app.now().toISOString() } satisfies Memory);
  return app.queue.submit(tx, { type: TYPE, projectId: null, triggeredBy, payload: {} });
}
