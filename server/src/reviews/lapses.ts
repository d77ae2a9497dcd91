// Lets reviews lapse that no longer rest on what the items have, and lets those hold again that do. Called wherever component, version or license of
// items change: scans, imports, edits, settled choices, licenses of versions, removals from the library; and where items are gone, back or kept, or files are
// tied. The rule is domain/reviews/review-lapse.ts.
import { valueFor } from '@assay/scanner/items';
import { machineNow } from '../clock.ts';
import { markReported } from '../db/decisions/checks.ts';
import { listDependents } from '../db/decisions/review-grounds.ts';
import { listReviewedItems, type ReviewedItem } from '../db/decisions/reviews.ts';
import { lockItems } from '../db/inventories/items.ts';
import { shiftReviewRollup } from '../db/inventories/rollup.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { getProject } from '../db/projects/projects.ts';
import type { HistoryAction } from '../domain/inventories/inventory-history.ts';
import type { Notice } from '../domain/messages/mail-notices.ts';
import { LOCKED_STATUS } from '../domain/projects/project-status.ts';
import type { ReviewEvent } from '../domain/reviews/inventory-review.ts';
import { isOfGone, type ReviewLapse, standingOfReview } from '../domain/reviews/review-lapse.ts';
import { type Actor, applyReviews } from './review.ts';

export interface LapsedItem {
  itemId: number;
  itemName: string;
  lapse: ReviewLapse;
}

interface Settling {
  projectId: number;
  /** Only these items; absent for all of the project. */
  ids?: readonly number[];
  actor: Actor;
  action: HistoryAction;
  notices?: Notice[];
}

interface Settled {
  item: ReviewedItem;
  event: Extract<ReviewEvent, { type: 'review-lapses' | 'review-holds-again' }>;
}

/** Returns the items whose review has lapsed now, apart from those that are gone: nobody has to decide about them. */
export async function settleReviews(
  tx: Tx,
  { projectId, ids, actor, action, notices }: Settling,
): Promise<LapsedItem[]> {
  if (ids?.length === 0) return [];
  const now = machineNow();
  const settled = (await listReviewedItems(tx, projectId, ids)).flatMap((item) => settledReview(item, now));
  if (settled.length === 0) return [];
  const events = new Map(settled.map(({ item, event }) => [item.itemId, event]));
  const items = await lockItems(tx, [...events.keys()]);
  await applyReviews(
    tx,
    await getProject(tx, projectId),
    items.map((item) => ({ item, event: valueFor(events, item.id) })),
    actor,
    { action, isBySystem: true, ...(notices && { notices }) },
  );
  const lapsed = settled.flatMap(({ item: { itemId, itemName, decisionId }, event }) =>
    event.type === 'review-lapses' ? [{ itemId, itemName, decisionId, lapse: event.lapse }] : [],
  );
  const restored = settled.filter(({ event }) => event.type === 'review-holds-again');
  await markReported(
    tx,
    lapsed.map(({ decisionId, lapse }) => ({ id: decisionId, why: lapse.why })),
    restored.map(({ item }) => item.decisionId),
  );
  return lapsed.filter(({ lapse }) => !isOfGone(lapse));
}

/** Those of a project that `settleReviews` would change. */
export async function listUnsettledReviews(db: Db, projectId: number): Promise<number[]> {
  const now = machineNow();
  const reviewed = await listReviewedItems(db, projectId);
  return reviewed.filter((item) => settledReview(item, now).length > 0).map(({ itemId }) => Number(itemId));
}

function settledReview(item: ReviewedItem, at: Date): Settled[] {
  const { decision, status, lapse } = item;
  // A draft that a person has made, or a status without its decision, has nothing that could lapse.
  const isDecided = decision.value.status === 'APPROVED' || decision.value.status === 'REJECTED';
  if (!isDecided || (lapse === null && status !== decision.value.status)) return [];
  const standing = standingOfReview(decision, item.now, at);
  if (standing.is === 'lapsed')
    return lapse?.why === standing.lapse.why ? [] : [{ item, event: { type: 'review-lapses', lapse: standing.lapse } }];
  // Imported: what tied files had once, only a scan here can tell.
  if (!item.now.isScanned && lapse?.changes.some(({ what }) => what === 'tied files')) return [];
  return lapse === null ? [] : [{ item, event: { type: 'review-holds-again' } }];
}

/** After a review of an item: it is kept for when an item is back that is gone, and reviews that followed from the former one by themselves lapse. */
export async function settleGone(
  tx: Tx,
  item: { id: number; project_id: number; gone_since_scan: number | null },
  actor: Actor,
  notices?: Notice[],
): Promise<void> {
  const dependents = await lockItems(tx, await listDependents(tx, [item.id]));
  const own = item.gone_since_scan === null ? [] : [item];
  // A review that reaches other projects is followed there too.
  for (const [projectId, items] of Map.groupBy([...own, ...dependents], ({ project_id: id }) => id)) {
    // Nothing changes in a locked project.
    if (projectId !== item.project_id && (await getProject(tx, projectId)).status === LOCKED_STATUS) continue;
    await settleReviews(tx, {
      ...{ projectId, ids: items.map(({ id }) => id), actor, action: 'User Action' },
      ...(notices && { notices }),
    });
  }
  for (const before of dependents) await shiftReviewRollup(tx, before);
}
