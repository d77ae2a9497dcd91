// The events of webhooks. Other rooms report what happened; this file chooses the event.
//
//   Event                | when                                                            | data
//   ---------------------+-----------------------------------------------------------------+--------------------------------------
//   project.created      | a project was created                                           |
//   project.deleted      | it was deleted with all its data                                |
//   project.scanned      | a scan has completed                                            | job, summary, dataAsOf, dataIsStale, dataByEcosystem, coverage
//   scan.failed          | a scan has failed (a canceled one has not)                      | job, error
//   inventory.published  | items became visible in the inventory, by a person or a scan    | items, action
//   inventory.recalled   | items were recalled                                             | items, action
//   inventory.reviewed   | a person or a policy set their status, or their review lapsed   | items, action, status, toBeDecidedAgain, gone
//   task.created         | a task was opened, by a person or by a rejection                | task, items
//   task.closed          | a task was closed, by a person or with the review of its item   | task, items, resolution
//   task.reopened        | a closed task was opened again                                  | task, items
//   report.ready         | a report can be downloaded                                      | job, report, fileName
//   vulnerability.found  | a library refresh found new vulnerabilities, or malicious files | items, vulnerabilities, dataAsOf, dataIsStale, dataByEcosystem, coverage
//   webhook.test         | an administrator asked for it; sent only to that webhook        |
//
// Items that changed together are in one event, up to a hundred.

import { inventoryStatusNames } from '../inventories/inventory.ts';
import { GONE_FIELD, type HistoryChange, type HistoryEvent, LAPSE_FIELD } from '../inventories/inventory-history.ts';
import { type JobStatus, reportJobTypes, scanJobTypes } from '../jobs/job.ts';
import type { DataAge } from '../vulnerabilities/data-age.ts';

export const webhookEvents = [
  'project.created',
  'project.deleted',
  'project.scanned',
  'scan.failed',
  'inventory.published',
  'inventory.recalled',
  'inventory.reviewed',
  'task.created',
  'task.closed',
  'task.reopened',
  'report.ready',
  'vulnerability.found',
] as const;
type WebhookEventName = (typeof webhookEvents)[number];

export interface WebhookEvent {
  event: WebhookEventName;
  projectId: number;
  /** The user who did it; null for the server itself. */
  actorId: number | null;
  /** The affected items. Their names, and those of project and actor, are added when the event is written. */
  itemIds: number[];
  data: Record<string, unknown>;
}

const ITEMS_PER_EVENT = 100;

const EVENT_OF_HISTORY: Partial<Record<HistoryEvent, WebhookEventName>> = {
  'Inventory Published': 'inventory.published',
  'Inventory Recalled': 'inventory.recalled',
  'Inventory Reviewed': 'inventory.reviewed',
};

interface Revision {
  projectId: number;
  itemId: number;
  user: { id: number; login: string } | null;
  event: HistoryEvent;
  action: string;
  changes: HistoryChange[];
}

/** Turns revisions that were saved together into as few events as possible. */
export function eventsOfRevisions(revisions: readonly Revision[]): WebhookEvent[] {
  const events = new Map<string, WebhookEvent[]>();
  for (const { projectId, itemId, user, event: historyEvent, action, changes } of revisions) {
    const event = EVENT_OF_HISTORY[historyEvent];
    if (!event) continue;
    const status = event === 'inventory.reviewed' ? statusOf(changes) : {};
    const key = JSON.stringify([event, projectId, user?.id ?? null, action, status]);
    const alike = events.get(key) ?? [];
    events.set(key, alike);
    const last = alike.at(-1);
    if (last && last.itemIds.length < ITEMS_PER_EVENT) {
      if (!last.itemIds.includes(itemId)) last.itemIds.push(itemId);
    } else
      alike.push({
        event,
        projectId,
        actorId: user?.id ?? null,
        itemIds: [itemId],
        data: { action, ...status },
      });
  }
  return [...events.values()].flat();
}

function statusOf(changes: HistoryChange[]): Record<string, string> {
  const change = changes.find(({ field }) => /status/i.test(field));
  const said = (field: string) => changes.find((one) => one.field === field)?.newValue;
  const [toBeDecidedAgain, gone] = [said(LAPSE_FIELD), said(GONE_FIELD)];
  // A review that lapses leaves a draft, also where the item was one already because it was gone.
  const status = change?.newValue ?? (toBeDecidedAgain || gone ? inventoryStatusNames.DRAFT : undefined);
  // Items with different reasons are in different events.
  return {
    ...(status && { status }),
    ...(toBeDecidedAgain && { toBeDecidedAgain }),
    ...(gone && { gone }),
  };
}

/** New vulnerabilities of the items of a project, in as few events as possible. */
export function eventOfNewVulnerabilities(
  projectId: number,
  news: readonly { itemId: number; name: string; severityV3: string; isExploited: boolean }[],
  age: DataAge,
): WebhookEvent[] {
  const items = [...Map.groupBy(news, ({ itemId }) => itemId)];
  const events: WebhookEvent[] = [];
  for (let from = 0; from < items.length; from += ITEMS_PER_EVENT) {
    const part = items.slice(from, from + ITEMS_PER_EVENT);
    const itemIds = part.map(([itemId]) => itemId);
    const vulnerabilities = part
      .flatMap(([, ofItem]) => ofItem)
      .map(({ itemId, name, severityV3, isExploited }) => ({ itemId, name, severity: severityV3, isExploited }));
    const found = { vulnerabilities, ...age };
    events.push({ event: 'vulnerability.found', projectId, actorId: null, itemIds, data: found });
  }
  return events;
}

/** Files of a code base with a digest in records of malware. They belong to no item. */
export function eventsOfMaliciousFiles(
  projectId: number,
  news: readonly { name: string; severityV3: string; isExploited: boolean; path: string; fileCount: number }[],
  age: DataAge,
): WebhookEvent[] {
  const events: WebhookEvent[] = [];
  for (let from = 0; from < news.length; from += ITEMS_PER_EVENT) {
    const vulnerabilities = news
      .slice(from, from + ITEMS_PER_EVENT)
      .map(({ name, severityV3, isExploited, ...file }) => ({
        itemId: null,
        name,
        severity: severityV3,
        isExploited,
        filePath: file.path,
        fileCount: file.fileCount,
      }));
    const data = { vulnerabilities, ...age };
    events.push({ event: 'vulnerability.found', projectId, actorId: null, itemIds: [], data });
  }
  return events;
}

/** The event for the end of a job; undefined if there is none for it. */
export function eventOfJob(
  type: string,
  status: JobStatus,
): 'project.scanned' | 'scan.failed' | 'report.ready' | undefined {
  const isScan = scanJobTypes.some((one) => one === type);
  if (isScan && status === 'Completed') return 'project.scanned';
  if (isScan && status === 'Failed') return 'scan.failed';
  if (status === 'Completed' && reportJobTypes.some((one) => one === type)) return 'report.ready';
  return undefined;
}
