// How far the review of an item reaches: people widen it to versions of its component and to other projects (docs/adr/0057).
import type { App } from '../../app.ts';
import { forbidden } from '../../authorize/index.ts';
import {
  deleteReach,
  findReviewToWiden,
  pageOfReaches,
  type ReachFilter,
  type WidenedReview,
  writeReach,
} from '../../db/decisions/reaches.ts';
import { folderPath, listFoldersAbove } from '../../db/folders.ts';
import { insertRevisions } from '../../db/inventories/history.ts';
import { lockItem } from '../../db/inventories/items.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import { type Reach, rangeFor, reachesOtherProjects, reachWords } from '../../domain/decisions/reach.ts';
import { type InventoryStatus, inventoryStatusNames } from '../../domain/inventories/inventory.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, unlessRefused } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import type { ReachInput } from './schemas.ts';

const conflict = (message: string) => new AppError('conflict', { message });

export async function reachOf(app: App, inventoryId: number) {
  const review = await findReviewToWiden(app.db, inventoryId);
  const reach = review?.reach ?? null;
  return {
    scope: reach?.scope ?? ('ITEM' as const),
    versions: reach?.versions ?? '',
    folderId: reach?.folderId ?? 0,
    folderPath: reach?.folderId == null ? '' : await folderPath(app.db, reach.folderId),
    setBy: reach?.setBy ?? '',
    setOn: reach === null ? '' : wireTime(reach.setAt),
    ...componentOf(review),
    whyNot: whyNot(review),
  };
}

/** Why the review cannot reach further; '' if it can. */
function whyNot(review: WidenedReview | undefined): string {
  if (review === undefined || review.status === 'DRAFT') return 'Nobody has decided about the item.';
  if (review.by !== 'person' && review.by !== 'import')
    return 'The review follows from a rule or another decision: decide yourself first, or let that decision reach further.';
  return review.version === null ? 'What the review rests on was not recorded.' : '';
}

/** What ranges of versions are about. */
function componentOf(review: WidenedReview | undefined) {
  const type = /^pkg:([^/]+)\//.exec(review?.component ?? '')?.[1] ?? 'generic';
  return { versionScheme: type, decidedFor: review?.version ?? '' };
}

export async function setReach(
  app: App,
  caller: Caller,
  inventoryId: number,
  { scope, versions = '', folderId }: ReachInput,
): Promise<void> {
  if (reachesOtherProjects(scope) && !caller.permissions.includes('edit_policy'))
    throw forbidden('to decide for other projects, it takes the permission edit_policy.');
  await app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    const project = await lockForChange(tx, item.project_id, 'REVIEW_INVENTORY');
    const review = await findReviewToWiden(tx, inventoryId);
    const problem =
      item.status === 'DRAFT' ? 'Nobody has decided about the item, or it is to be decided again.' : whyNot(review);
    if (problem !== '' || review === undefined) throw conflict(problem);
    if (reachesOtherProjects(scope) && project.is_private)
      throw conflict('The project is private: its decisions do not reach other projects.');
    const { versionScheme: type, decidedFor: version } = componentOf(review);
    const range = unlessRefused(rangeFor(versions, { type, version }));
    const before = await wordsOf(tx, review.reach, version);
    const folder = scope === 'FOLDER' ? (folderId ?? project.folder_id) : null;
    if (scope === 'ITEM') await deleteReach(tx, review.decisionId);
    else {
      if (folder !== null && !(await listFoldersAbove(tx, project.folder_id)).includes(folder))
        throw conflict(`The folder ${folder} does not contain the project.`);
      await writeReach(tx, review.decisionId, { scope, versions: range, folderId: folder, setBy: caller.login });
    }
    const after = await wordsOf(tx, scope === 'ITEM' ? null : { scope, versions: range, folderId: folder }, version);
    if (before === after) return;
    await insertRevisions(tx, [
      {
        ...{ projectId: item.project_id, itemId: inventoryId, user: caller },
        ...{ event: 'Inventory Updated', action: 'User Action' },
        changes: [{ field: 'Reach of the review', oldValue: before, newValue: after }],
      },
    ]);
  });
}

/** For the history: two folders are two reaches. */
async function wordsOf(tx: Tx, reach: (Reach & { folderId: number | null }) | null, version: string): Promise<string> {
  if (reach === null) return 'this version';
  const folder = reach.folderId === null ? '' : ` (${await folderPath(tx, reach.folderId)})`;
  return `${reachWords(reach, version)}${folder}`;
}

/** The reaches in all projects that the caller may see. */
export async function reachesOf(app: App, caller: Caller, filter: ReachFilter, page: PageRequest) {
  const { rows, total } = await pageOfReaches(app.db, caller, filter, rangeOf(page));
  const folders = new Map<number, string>();
  for (const { folderId } of rows)
    if (folderId !== null && !folders.has(folderId)) folders.set(folderId, await folderPath(app.db, folderId));
  return {
    rows: rows.map(({ decisionId, itemId, itemName, projectId, projectName, folderId, ...row }) => ({
      ...{ decisionId: Number(decisionId), inventoryId: Number(itemId), inventoryName: itemName },
      ...{ projectId: Number(projectId), projectName, status: inventoryStatusNames[row.status as InventoryStatus] },
      ...{ scope: row.scope, versions: row.versions, decidedFor: row.version, folderId: folderId ?? 0 },
      ...{ folderPath: folders.get(folderId ?? 0) ?? '', decidedBy: row.author, decidedOn: wireTime(row.decidedAt) },
      ...{ setBy: row.setBy, setOn: wireTime(row.setAt), followers: row.followers, isHeldBack: row.isHeldBack },
    })),
    paging: pagingOf(page, total),
  };
}
