// Queues the reading of everything that is stored.
import type { App } from '../../app.ts';
import { listOpenJobsOfTypes } from '../../db/jobs.ts';
import { lockUntilEnd, STORE_VERIFICATION_LOCK } from '../../db/postgres/advisory-locks.ts';
import type { JobType } from '../../domain/job.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../http/route.ts';

const TYPE = 'Store Verification' satisfies JobType;

export async function queueVerification(app: App, caller: Caller): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, STORE_VERIFICATION_LOCK);
    const [open] = await listOpenJobsOfTypes(tx, [TYPE]);
    if (open)
      throw new AppError('conflict', {
        message: `A verification of the store is queued or running already. task ID: ${open.id}`,
      });
    return app.queue.submit(tx, { type: TYPE, projectId: null, triggeredBy: caller.id, payload: {} });
  });
}
