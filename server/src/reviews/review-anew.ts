// What follows when items get another component, version or license: reviews that rested on the former one lapse (lapses.ts), and the policy decides
// again. Reviews of people that still hold stay, and so do statuses about which no rule decides.

import { valueFor } from '@assay/scanner/items';
import { findItems, lockItems } from '../db/inventories/items.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { getProject } from '../db/projects/projects.ts';
import { findUser } from '../db/users/users.ts';
import { recordItemDecisions } from '../decisions/index.ts';
import type { InventoryMerge } from '../domain/derivation/inventory-merge.ts';
import type { HistoryAction } from '../domain/inventories/inventory-history.ts';
import type { Notice } from '../domain/messages/mail-notices.ts';
import { isOfGone } from '../domain/reviews/review-lapse.ts';
import { type LapsedItem, settleReviews } from './lapses.ts';
import { decide, itemVulnerabilities, loadPolicy } from './policy.ts';
import { type Actor, applyReviews, type Review } from './review.ts';

const IDENTIFYING = ['componentPurl', 'versionName', 'licenseExpression'] as const;
const ITEMS_PER_QUERY = 500;

export interface ReviewedAnew {
  projectId: number;
  /** The creator of tasks that rejections open. */
  startedBy: number;
  /** Receives the mails. Without it, they are written at once. */
  notices?: Notice[];
  action?: HistoryAction;
}

/**
 * After a rescan. Looks at all reviews of the project, because evidence also changes below items that a person has edited; or at those of these items. Returns
 * the lapsed ones.
 */
export async function reviewRewritten(
  tx: Tx,
  updates: InventoryMerge['updates'],
  options: ReviewedAnew,
  ids?: readonly number[],
): Promise<LapsedItem[]> {
  const rewritten = updates.filter(({ set }) => IDENTIFYING.some((member) => set[member] !== undefined));
  await applyPolicyAnew(
    tx,
    rewritten.map(({ id }) => id),
    options,
  );
  return settleAndApply(tx, ids, options);
}

/** Items of one project whose component, version or license has changed. */
export async function reviewAnew(tx: Tx, ids: readonly number[], options: ReviewedAnew): Promise<void> {
  if (ids.length === 0) return;
  await applyPolicyAnew(tx, ids, options);
  await settleAndApply(tx, ids, options);
}

/** What the policy has just decided rests on the new facts and holds. What lapses is open to the policy from then on. */
export async function settleAndApply(
  tx: Tx,
  ids: readonly number[] | undefined,
  options: ReviewedAnew,
): Promise<LapsedItem[]> {
  const { projectId, startedBy, notices, action = 'Project Rescan' } = options;
  const actor = await userWhoStarted(tx, startedBy);
  const lapsed = await settleReviews(tx, {
    projectId,
    actor,
    action,
    ...(ids && { ids }),
    ...(notices && { notices }),
  });
  await applyPolicyAnew(
    tx,
    lapsed.map(({ itemId }) => itemId),
    options,
  );
  return lapsed;
}

async function applyPolicyAnew(
  tx: Tx,
  ids: readonly number[],
  { projectId, startedBy, notices, action = 'Project Rescan' }: ReviewedAnew,
): Promise<void> {
  if (ids.length === 0) return;
  const actor = await userWhoStarted(tx, startedBy);
  const policy = await loadPolicy(tx, projectId);
  const project = await getProject(tx, projectId);
  for (let from = 0; from < ids.length; from += ITEMS_PER_QUERY) {
    const details = await findItems(tx, ids.slice(from, from + ITEMS_PER_QUERY));
    const vulnerabilities = await itemVulnerabilities(tx, [...details.keys()]);
    const confirmed: number[] = [];
    const reviews = (await lockItems(tx, [...details.keys()])).flatMap((item): Review[] => {
      const detail = details.get(item.id);
      if (!item.is_published || item.is_status_set_by_person || item.gone_since_scan !== null) return [];
      // What a person decided before the item was gone holds again, or lapses for another reason, before the policy may decide.
      if (item.review_lapse?.isByPerson && isOfGone(item.review_lapse)) return [];
      if (detail === undefined) return [];
      const decision = decide(policy, detail, vulnerabilities(item.id));
      if (decision === item.status) confirmed.push(item.id);
      if (decision === 'UNDECIDED' || decision === item.status) return [];
      return [{ item, event: { type: 'policy-decides', decision, keepsManualStatus: true } }];
    });
    await applyReviews(tx, project, reviews, actor, { action, ...(notices && { notices }) });
    // The same decision, which from now on rests on the new facts.
    await recordItemDecisions(
      tx,
      confirmed.map((itemId) => ({
        itemId,
        kind: 'review' as const,
        ground: { by: 'policy' as const },
        value: { status: valueFor(details, itemId).status },
      })),
      actor,
    );
  }
}

/** The user in whose name a scan opens and closes tasks. */
export async function userWhoStarted(tx: Tx, userId: number): Promise<Actor> {
  const user = await findUser(tx, userId);
  if (!user) throw new Error(`The user ${userId} who started the scan no longer exists.`);
  return user;
}
