// What the rules of a policy would decide about the published items of a project. Reads only.
import { listLastReviews } from '../db/decisions/reviews.ts';
import { eachItem } from '../db/inventories/item-lists.ts';
import type { DetailedItem } from '../db/inventories/items.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { DecidedStatus } from '../domain/inventories/inventory.ts';
import { isOverturned } from '../domain/reviews/policy.ts';
import { giveWay } from '../turns.ts';
import { explain, itemVulnerabilities, type LoadedPolicy } from './policy.ts';

/** An item that would get another status. */
interface ChangedItem {
  item: DetailedItem;
  decision: DecidedStatus;
  reasons: string[];
  /** The person whose decision would be overturned. */
  author?: { author: string; decidedAt: Date };
}

export interface PolicyTrial {
  items: number;
  isComplete: boolean;
  counts: Record<DecidedStatus | 'UNDECIDED', number>;
  changed: number;
  overturned: number;
  examples: ChangedItem[];
  overturnedItems: ChangedItem[];
}

export interface TrialLimits {
  items: number;
  /** Of each list. */
  examples: number;
}

export async function tryPolicy(
  db: Db,
  projectId: number,
  policy: LoadedPolicy,
  limits: TrialLimits,
): Promise<PolicyTrial> {
  const trial: PolicyTrial = {
    items: 0,
    isComplete: true,
    counts: { APPROVED: 0, REJECTED: 0, UNDECIDED: 0 },
    changed: 0,
    overturned: 0,
    examples: [],
    overturnedItems: [],
  };
  for await (const batch of eachItem(db, projectId, { published: true, presence: 'PRESENT' })) {
    const items = batch.slice(0, limits.items - trial.items);
    const vulnerabilities = await itemVulnerabilities(
      db,
      items.map(({ id }) => id),
    );
    for (const item of items) {
      await giveWay();
      const { decision, reasons } = explain(policy, item, vulnerabilities(item.id));
      trial.counts[decision]++;
      if (decision === 'UNDECIDED' || item.type === 'WORK_IN_PROGRESS' || decision === item.status) continue;
      trial.changed++;
      const isPersons = isOverturned(item, decision);
      if (isPersons) trial.overturned++;
      const named = isPersons ? trial.overturnedItems : trial.examples;
      if (named.length < limits.examples) named.push({ item, decision, reasons });
    }
    trial.items += items.length;
    if (items.length < batch.length) return withAuthors(db, { ...trial, isComplete: false });
  }
  return withAuthors(db, trial);
}

async function withAuthors(db: Db, trial: PolicyTrial): Promise<PolicyTrial> {
  const authors = await listLastReviews(
    db,
    trial.overturnedItems.map(({ item }) => item.id),
  );
  return {
    ...trial,
    overturnedItems: trial.overturnedItems.map((one) => ({ ...one, author: authors.get(one.item.id) })),
  };
}
