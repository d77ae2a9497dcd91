// Lets the policy decide again on items that got another component, version or license in a rescan, because its approval may not apply to the new
// one. Decisions of people stay, and so do statuses about which no rule decides.

import { findItems, lockItems } from '../db/inventories/items.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { getProject } from '../db/projects/projects.ts';
import { findUser } from '../db/users/users.ts';
import type { HistoryAction } from '../domain/inventory-history.ts';
import type { InventoryMerge } from '../domain/inventory-merge.ts';
import type { Notice } from '../domain/mail-notices.ts';
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

export async function reviewRewritten(
  tx: Tx,
  updates: InventoryMerge['updates'],
  options: ReviewedAnew,
): Promise<void> {
  const ids = updates.filter(({ set }) => IDENTIFYING.some((member) => set[member] !== undefined)).map(({ id }) => id);
  await reviewAnew(tx, ids, options);
}

/** Items of one project whose component, version or license has changed. */
export async function reviewAnew(
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
    const reviews = (await lockItems(tx, [...details.keys()])).flatMap((item): Review[] => {
      const detail = details.get(item.id);
      if (!item.is_published || item.is_status_set_by_person || detail === undefined) return [];
      const decision = decide(policy, detail, vulnerabilities(item.id));
      if (decision === 'UNDECIDED' || decision === item.status) return [];
      return [{ item, event: { type: 'policy-decides', decision, keepsManualStatus: true } }];
    });
    await applyReviews(tx, project, reviews, actor, { action, ...(notices && { notices }) });
  }
}

/** The user in whose name a scan opens and closes tasks. */
export async function userWhoStarted(tx: Tx, userId: number): Promise<Actor> {
  const user = await findUser(tx, userId);
  if (!user) throw new Error(`The user ${userId} who started the scan no longer exists.`);
  return user;
}
