// Fills the notices texts of a project's inventory, batch by batch. A repeated run changes nothing.

import { eachItem } from '../db/inventories/item-lists.ts';
import { lockItems } from '../db/inventories/items.ts';
import { findUser } from '../db/users/users.ts';
import { countOf } from '../domain/count-text.ts';
import { fillItemNotices, libraryTexts } from '../reviews/notices.ts';
import { type JobContext, type JobOutcome, projectOf } from './job-context.ts';
import { payloadOf } from './job-definition.ts';
import { noticesJob } from './notices.job.ts';

/** So few that a person hardly notices that they are locked. */
const ITEMS_PER_TRANSACTION = 10;

export async function updateNotices({ app, job, checkpoint }: JobContext): Promise<JobOutcome> {
  const { overwriteAll } = payloadOf(noticesJob, job);
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const texts = libraryTexts(app.db);
  let done = 0;
  let changed = 0;
  for await (const batch of eachItem(app.db, projectOf(job), { presence: 'PRESENT' })) {
    // People who change one of these items wait until it is unlocked, so each lock is short, and the library is read before it.
    for (const item of batch) await texts(item.license_expression);
    for (let at = 0; at < batch.length; at += ITEMS_PER_TRANSACTION) {
      const ids = batch.slice(at, at + ITEMS_PER_TRANSACTION).map((item) => item.id);
      await app.db.transaction().execute(async (tx) => {
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
