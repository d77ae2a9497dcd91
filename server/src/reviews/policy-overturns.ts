// The decisions of people that the policy of a project would overturn, or overturns. Reads only.

import { listLastReviews } from '../db/decisions/reviews.ts';
import { eachItem } from '../db/inventories/item-lists.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { DecidedStatus, InventoryStatus } from '../domain/inventories/inventory.ts';
import { isOverturned } from '../domain/reviews/policy.ts';
import { explain, itemVulnerabilities, loadPolicy } from './policy.ts';

export interface Overturn {
  inventoryId: number;
  inventoryName: string;
  status: InventoryStatus;
  decidedBy: string;
  decidedAt: Date | null;
  policyDecision: DecidedStatus;
  reasons: string[];
}

/** Published items that count, by id. */
export async function* overturnsOf(db: Db, projectId: number): AsyncGenerator<Overturn> {
  const policy = await loadPolicy(db, projectId);
  for await (const batch of eachItem(db, projectId, { published: true, presence: 'PRESENT' })) {
    const byPeople = batch.filter((item) => item.is_status_set_by_person);
    const ids = byPeople.map(({ id }) => id);
    const vulnerabilities = await itemVulnerabilities(db, ids);
    const authors = await listLastReviews(db, ids);
    for (const item of byPeople) {
      const { decision, reasons } = explain(policy, item, vulnerabilities(item.id));
      if (decision === 'UNDECIDED' || !isOverturned(item, decision)) continue;
      const author = authors.get(item.id);
      yield {
        inventoryId: item.id,
        inventoryName: item.name,
        status: item.status,
        decidedBy: author?.author ?? '',
        decidedAt: author?.decidedAt ?? null,
        policyDecision: decision,
        reasons: [...reasons],
      };
    }
  }
}
