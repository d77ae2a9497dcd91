// Items that are gone and may be kept; decisions that no longer hold; decisions that a policy would overturn.

import type { App } from '../../app.ts';
import { listToConfirm, pageOfToDecide, type ToDecideFilter, type ToDecideRow } from '../../db/decisions/to-decide.ts';
import { type GoneItemRow, pageOfGoneItems, setKept } from '../../db/inventories/gone-items.ts';
import { insertRevisions } from '../../db/inventories/history.ts';
import { lockItem } from '../../db/inventories/items.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import { recordItemDecisions } from '../../decisions/index.ts';
import { type InventoryStatus, inventoryStatusNames } from '../../domain/inventories/inventory.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Caller, Requester } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { confirmDecisions, rightToConfirm } from '../../reviews/confirmation.ts';
import { overturnsOf } from '../../reviews/policy-overturns.ts';
import { reviewAnew } from '../../reviews/review-anew.ts';
import type { Confirmation } from './schemas.ts';

export async function goneItems(app: App, projectId: number, page: PageRequest) {
  const { rows, total } = await pageOfGoneItems(app.db, projectId, rangeOf(page));
  return { rows: rows.map(goneForm), paging: pagingOf(page, total) };
}

function goneForm(row: GoneItemRow) {
  return {
    id: row.id,
    name: row.name,
    reviewStatus: inventoryStatusNames[row.status as InventoryStatus],
    decided: inventoryStatusNames[(row.decided ?? row.status) as InventoryStatus],
    isPublished: row.isPublished,
    goneSinceScan: row.since,
    goneOn: row.sinceAt === null ? '' : wireTime(row.sinceAt),
    why: row.why,
    isKept: row.isKept,
    keptBy: row.keptBy ?? '',
    keptOn: row.keptAt === null ? '' : wireTime(row.keptAt),
    keptWhy: row.keptWhy ?? '',
    openTasks: row.openTasks,
  };
}

/** Keeps an item whose evidence is gone, or no longer keeps it. */
export async function keepItem(
  app: App,
  caller: Caller,
  inventoryId: number,
  { isKept, why }: { isKept: boolean; why: string },
): Promise<void> {
  if (isKept && why.trim() === '') throw badRequest('The field "why" must not be blank.');
  await app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    if (isKept && item.missing_since_scan === null)
      throw new AppError('conflict', {
        message: `The item ${item.name} is not gone: nothing has to be kept.`,
      });
    if (!isKept && !item.is_kept)
      throw new AppError('conflict', { message: `Nobody keeps the item ${item.name} without evidence.` });
    await setKept(tx, inventoryId, isKept);
    const ground = {
      by: 'person' as const,
      ...(why.trim() !== '' && { words: why.trim() }),
      sinceScan: item.missing_since_scan,
    };
    await recordItemDecisions(tx, [{ itemId: inventoryId, kind: 'item-kept', value: { isKept }, ground }], caller);
    const words = (kept: boolean) => (kept ? 'Counts without evidence' : `Gone since scan ${item.missing_since_scan}`);
    await insertRevisions(tx, [
      {
        projectId: item.project_id,
        itemId: inventoryId,
        user: caller,
        event: 'Inventory Updated',
        action: 'User Action',
        changes: [
          {
            field: 'Evidence',
            oldValue: words(!isKept),
            newValue: `${words(isKept)}${why.trim() && `: ${why.trim()}`}`,
          },
        ],
      },
    ]);
    // Its facts may have changed while it did not count. Released, its review rests again.
    await reviewAnew(tx, [inventoryId], { projectId: item.project_id, startedBy: caller.id, action: 'User Action' });
    await refreshInventoryRollup(tx, item.project_id);
  });
}

export async function toDecideAgain(app: App, caller: Caller, of: ToDecideFilter, page: PageRequest) {
  const { rows, total } = await pageOfToDecide(app.db, of, caller, rangeOf(page));
  return { rows: rows.map(toDecideForm), paging: pagingOf(page, total) };
}

function toDecideForm({ lapse, ...row }: ToDecideRow) {
  return {
    decisionId: row.decisionId,
    kind: row.kind,
    scope: row.scope,
    projectId: row.projectId,
    projectName: row.projectName,
    inventoryId: row.itemId ?? 0,
    inventoryName: row.itemName ?? '',
    filePath: row.path ?? '',
    decided: lapse === null ? '' : inventoryStatusNames[lapse.status],
    decidedBy: row.author,
    decidedOn: wireTime(row.decidedAt),
    lapsedOn: wireTime(row.lapsedAt),
    changes: lapse?.changes.map(({ what, from, to }) => ({ what, from, to })) ?? [],
    why: row.why,
  };
}

/** All of them, or none. */
export async function confirmAgain(
  app: App,
  { caller, authorize }: Requester,
  projectId: number,
  { decisions, words = '' }: Confirmation,
): Promise<number> {
  const seen = new Map(decisions.map(({ decisionId, why }) => [decisionId, why]));
  const ids = [...seen.keys()];
  const kinds = new Set([...(await listToConfirm(app.db, projectId, ids)).values()].map(({ kind }) => kind));
  const missing = new AppError('projectNotFound', { id: projectId });
  for (const right of new Set([...kinds].map(rightToConfirm))) await authorize(right, { projectId, missing });
  await app.db.transaction().execute(async (tx) => {
    const project = await lockForChange(tx, projectId, 'REVIEW_INVENTORY');
    const open = await listToConfirm(tx, projectId, ids);
    for (const id of ids) {
      const one = open.get(id);
      // A kind that was not there before was not authorised.
      if (one === undefined || !kinds.has(one.kind))
        throw new AppError('conflict', { message: `The decision ${id} is not to be decided again in this project.` });
      if (one.why !== seen.get(id))
        throw new AppError('conflict', {
          message: `Something else has changed by now about ${one.itemName ?? one.path}: ${one.why}`,
        });
    }
    await confirmDecisions(tx, [...open.values()], { project, actor: caller, words: words.trim() });
  });
  return ids.length;
}

/** What Apply Policy would overturn, if it did not keep the statuses that people set. Changes nothing. */
export async function policyPreview(app: App, projectId: number, page: PageRequest) {
  const { limit, offset } = rangeOf(page);
  const rows = [];
  let total = 0;
  for await (const one of overturnsOf(app.db, projectId)) {
    if (total >= offset && rows.length < limit) rows.push(one);
    total++;
  }
  return {
    rows: rows.map(({ decidedAt, status, policyDecision, ...one }) => ({
      ...one,
      status: inventoryStatusNames[status],
      policyDecision: inventoryStatusNames[policyDecision],
      decidedOn: decidedAt === null ? '' : wireTime(decidedAt),
    })),
    paging: pagingOf(page, total),
  };
}
