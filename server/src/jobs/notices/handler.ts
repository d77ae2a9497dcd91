// Fills the notices texts of a project's inventory, batch by batch. A repeated run changes nothing.

import { eachItem } from '../../db/inventories/item-lists.ts';
import { lockItems } from '../../db/inventories/items.ts';
import { shortSteps } from '../../db/postgres/short-steps.ts';
import { findUser } from '../../db/users/users.ts';
import { countOf } from '../../domain/count-text.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { fillItemNotices, libraryTexts } from '../../reviews/notices.ts';
import type { NoticesPayload } from './payload.ts';

export async function updateNotices(
  { app, job, checkpoint }: JobContext,
  { overwriteAll }: NoticesPayload,
): Promise<JobOutcome> {
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const texts = libraryTexts(app.db);
  let done = 0;
  let changed = 0;
  const steps = shortSteps();
  for await (const batch of eachItem(app.db, projectOf(job), { presence: 'PRESENT' })) {
    // People who change one of these items wait until it is unlocked, so the library is read before.
    for (const item of batch) await texts(item.license_expression);
    for await (const ids of steps(batch.map((item) => item.id))) {
      await app.lockingDb.transaction().execute(async (tx) => {
        changed += await fillItemNotices(tx, await lockItems(tx, ids), overwriteAll === true, texts, user ?? null);
      });
    }
    done += batch.length;
    await checkpoint({ phase: 'Updating notices', done, total: done });
  }
  return {
    details: `${countOf(done, 'inventory item')}, ${countOf(changed, 'notices text')} updated`,
    result: { items: done, changed },
  };
}
