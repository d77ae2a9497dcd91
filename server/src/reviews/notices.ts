// Fills the Notices Text of items from the library, for one item or for a whole project. Used by the inventory operation and the job.

import { licensesOf } from '@assay/scanner/expressions';
import { insertRevisions, type NewRevision } from '../db/inventories/history.ts';
import { eachItem } from '../db/inventories/item-lists.ts';
import { type Item, lockItems, updateItem } from '../db/inventories/items.ts';
import { listMainTexts } from '../db/inventories/license-texts.ts';
import { findLicenses } from '../db/licenses.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { shortSteps } from '../db/postgres/short-steps.ts';
import { type HistoryAction, historyOf } from '../domain/inventories/inventory-history.ts';
import { fillNotices, isEmpty } from '../domain/inventories/notices.ts';
import type { Actor } from './review.ts';

/** The library's texts of all licenses in an expression, one after the other; '' if it has none. */
export type LibraryTexts = (expression: string) => Promise<string>;

/** Looks each expression up once. */
export function libraryTexts(db: Db): LibraryTexts {
  const known = new Map<string, string>();
  return async (expression) => {
    const cached = known.get(expression);
    if (cached !== undefined) return cached;
    const names = licensesOf(expression).flatMap((license) => license.split(' WITH '));
    const texts = new Map(
      (await findLicenses(db, names)).map((license) => [license.short_name.toLowerCase(), license.text]),
    );
    const text = names
      .map((name) => texts.get(name.toLowerCase()) ?? '')
      .filter(Boolean)
      .join('\n\n');
    known.set(expression, text);
    return text;
  };
}

/**
 * Fills the notices of items with rows that the caller has locked, and returns the number of changed ones. Does not count as a manual edit: a rescan
 * may still rewrite them.
 */
export async function fillItemNotices(
  tx: Tx,
  items: Item[],
  overwrite: boolean,
  texts: LibraryTexts,
  actor: Actor | null,
  action: HistoryAction = 'Update Notices',
): Promise<number> {
  const revisions: NewRevision[] = [];
  const found = await listMainTexts(
    tx,
    items.map(({ id }) => id),
  );
  for (const item of items) {
    const noticesText = fillNotices(
      {
        noticesText: item.notices_text,
        asFoundLicenseText: found.get(item.id) ?? '',
        libraryText: await texts(item.license_expression),
      },
      overwrite,
    );
    if (noticesText === undefined) continue;
    await updateItem(tx, item.id, { notices_text: noticesText });
    const revision = historyOf({ noticesText: item.notices_text }, { noticesText }, action);
    if (revision) revisions.push({ projectId: item.project_id, itemId: item.id, user: actor, ...revision });
  }
  await insertRevisions(tx, revisions);
  return revisions.length;
}

/**
 * Fills the empty texts of a whole project at the end of a scan, in its name, in transactions that each hold few items. An item with a text of its own
 * stays empty: reports print that text, and a copy would stay when a later scan finds another one.
 */
export async function fillEmptyNotices(db: Db, projectId: number, action: HistoryAction): Promise<void> {
  const texts = libraryTexts(db);
  const steps = shortSteps();
  for await (const batch of eachItem(db, projectId, { presence: 'PRESENT' })) {
    const wanted = batch.filter((item) => isEmpty(item.notices_text) && item.as_found_license_text.trim() === '');
    // People who change one of these items wait until it is unlocked, so the library is read before.
    for (const item of wanted) await texts(item.license_expression);
    for await (const ids of steps(wanted.map(({ id }) => id)))
      await db.transaction().execute(async (tx) => {
        const without = (await lockItems(tx, ids)).filter((item) => item.as_found_license_text.trim() === '');
        await fillItemNotices(tx, without, false, texts, null, action);
      });
  }
}
