// The policy's say on items that a rescan has given another component, version or license: what it approved may not be what stands there
// now. What a person decided stays, and so does what no rule speaks of.
import type { Tx } from '../db/connection.ts';
import { findItems, lockItem } from '../db/inventory-items.ts';
import { findUser } from '../db/users.ts';
import type { InventoryMerge } from '../domain/inventory-merge.ts';
import type { Notice } from '../domain/mail-notices.ts';
import { decide, loadPolicy } from '../reviews/policy.ts';
import { applyReview } from '../reviews/review.ts';

const IDENTIFYING = ['componentPurl', 'versionName', 'licenseExpression'] as const;
const ITEMS_PER_QUERY = 500;

/** `startedBy` is in whose name rejections open tasks; `notices` takes what people are to be told of. */
export async function reviewRewritten(
  tx: Tx,
  updates: InventoryMerge['updates'],
  { projectId, startedBy, notices }: { projectId: number; startedBy: number; notices: Notice[] },
): Promise<void> {
  const ids = updates.filter(({ set }) => IDENTIFYING.some((member) => set[member] !== undefined)).map(({ id }) => id);
  if (ids.length === 0) return;
  const actor = await findUser(tx, startedBy);
  if (!actor) throw new Error(`The user ${startedBy} who started the scan is gone.`);
  const policy = await loadPolicy(tx, projectId);
  for (let from = 0; from < ids.length; from += ITEMS_PER_QUERY) {
    for (const item of (await findItems(tx, ids.slice(from, from + ITEMS_PER_QUERY))).values()) {
      if (!item.is_published || item.is_status_set_by_person) continue;
      const decision = decide(policy, item);
      if (decision === 'UNDECIDED' || decision === item.status) continue;
      const event = { type: 'policy-decides', decision, keepsManualStatus: true } as const;
      await applyReview(tx, await lockItem(tx, item.id), event, actor, 'Project Rescan', notices);
    }
  }
}
