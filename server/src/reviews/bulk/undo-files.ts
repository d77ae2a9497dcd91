// Undoes a step of a bulk decision about files: their marks, or the files of an item.
import { type BulkStep, listImages } from '../../db/bulk/decisions.ts';
import { listChangers, listMarkers, listTiers, pathsOfFiles, subjectsOfDecisions } from '../../db/bulk/since.ts';
import { readFiles, readItems, readTies, takeBack, writeBack, writeBackTies } from '../../db/bulk/states.ts';
import { refreshCountsOf } from '../../db/inventories/files.ts';
import { insertRevisions } from '../../db/inventories/history.ts';
import { lockItems } from '../../db/inventories/items.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import type { RowKind } from '../../domain/bulk/actions.ts';
import { isUnchanged, type RowImage, type RowStates } from '../../domain/bulk/images.ts';
import { historyOf } from '../../domain/inventories/inventory-history.ts';
import { UNDO_FIELD, type Undoing, type UndoResult } from './undo.ts';

export async function undoMarks(tx: Tx, step: BulkStep, { projectId, actor }: Undoing): Promise<UndoResult> {
  const images = await listImages(tx, step.bulkId, step.step);
  const ids = idsIn(images, 'file');
  const paths = await pathsOfFiles(tx, ids);
  const changers = await listMarkers(tx, projectId, ids, step.lastDecision);
  const states = await readFiles(tx, ids);
  const sorted = sortFiles(images, 'file', { paths, changers, states });
  await takeBackDecisions(tx, images, new Set(sorted.restorable.map(({ path }) => path)), actor.login);
  await writeBackOf(tx, images, 'file', new Set(sorted.restorable.map(({ id }) => id)));
  return { restored: sorted.restorable.length, kept: sorted.kept };
}

export async function undoTies(tx: Tx, step: BulkStep, undoing: Undoing, inventoryId: number): Promise<UndoResult> {
  const { projectId, actor, words } = undoing;
  const images = await listImages(tx, step.bulkId, step.step);
  const ids = idsIn(images, 'tie');
  const [item] = await lockItems(tx, [inventoryId]);
  const paths = await pathsOfFiles(tx, ids);
  if (item === undefined)
    return {
      restored: 0,
      kept: ids.map((id) => ({ id, name: paths.get(id) ?? '', why: 'its item was deleted since' })),
    };
  const changers = await listTiers(tx, inventoryId, ids, step.lastDecision);
  const states = await readTies(tx, inventoryId, ids);
  const { restorable, kept } = sortFiles(images, 'tie', { paths, changers, states });
  const isItemUnchanged = await isUntouched(tx, step, undoing, images, inventoryId);
  const restoredIds = new Set(restorable.map(({ id }) => id));
  const restoredPaths = new Set(restorable.map(({ path }) => path));
  await takeBackDecisions(tx, images, restoredPaths, actor.login, isItemUnchanged && kept.length === 0);
  for (const image of images)
    if (image.kind === 'tie' && image.before !== null)
      await writeBackTies(
        tx,
        inventoryId,
        image.ids.filter((id) => restoredIds.has(id)),
        image.before,
      );
  // The item as a whole was edited only by this decision; otherwise it stays an edited one.
  if (isItemUnchanged && kept.length === 0) await writeBackOf(tx, images, 'item', new Set([inventoryId]));
  await refreshCountsOf(tx, inventoryId, [...restoredIds]);
  const isTied = images.some(({ kind, after }) => kind === 'tie' && after?.is_tied === true);
  const files = { files: [...restoredPaths] };
  const none = { files: [] };
  const revision = historyOf(isTied ? files : none, isTied ? none : files, 'User Action');
  if (revision)
    await insertRevisions(tx, [
      {
        projectId,
        itemId: inventoryId,
        user: actor,
        ...revision,
        changes: [...revision.changes, { field: UNDO_FIELD, oldValue: words, newValue: '' }],
      },
    ]);
  await refreshInventoryRollup(tx, projectId);
  return { restored: restorable.length, kept };
}

const idsIn = (images: readonly RowImage[], kind: RowKind) =>
  images.flatMap((image) => (image.kind === kind ? image.ids : []));

interface FileFacts {
  paths: ReadonlyMap<number, string>;
  changers: ReadonlyMap<number, string>;
  states: RowStates;
}

function sortFiles(images: readonly RowImage[], kind: RowKind, { paths, changers, states }: FileFacts) {
  const restorable: { id: number; path: string }[] = [];
  const kept: UndoResult['kept'] = [];
  for (const image of images) {
    if (image.kind !== kind) continue;
    for (const id of image.ids) {
      const path = paths.get(id);
      const state = states.get(id);
      const by = changers.get(id);
      if (path === undefined || state === undefined) kept.push({ id, name: '', why: 'deleted since' });
      else if (by !== undefined) kept.push({ id, name: path, why: `changed since by ${by}` });
      else if (!isUnchanged(image, state)) kept.push({ id, name: path, why: 'changed since' });
      else restorable.push({ id, path });
    }
  }
  return { restorable, kept };
}

/** Takes back the decisions about these paths, and with `isWhole` also what the step wrote about the item. */
async function takeBackDecisions(
  tx: Tx,
  images: readonly RowImage[],
  paths: ReadonlySet<string>,
  by: string,
  isWhole = false,
): Promise<void> {
  const subjects = await subjectsOfDecisions(tx, idsIn(images, 'decision'));
  const isMeant = (id: number) => {
    const path = subjects.get(id)?.path ?? null;
    return path === null ? isWhole : paths.has(path);
  };
  const decisions = images.filter(({ kind }) => kind === 'decision');
  await takeBack(
    tx,
    decisions.filter(({ before }) => before === null).flatMap(({ ids }) => ids.filter(isMeant)),
    by,
  );
  for (const { before, ids } of decisions)
    if (before !== null) await writeBack(tx, 'decision', ids.filter(isMeant), before);
}

async function writeBackOf(
  tx: Tx,
  images: readonly RowImage[],
  kind: 'file' | 'item',
  wanted: ReadonlySet<number>,
): Promise<void> {
  for (const image of images)
    if (image.kind === kind && image.before !== null)
      await writeBack(
        tx,
        kind,
        image.ids.filter((id) => wanted.has(id)),
        image.before,
      );
}

async function isUntouched(
  tx: Tx,
  step: BulkStep,
  { projectId }: Undoing,
  images: readonly RowImage[],
  itemId: number,
): Promise<boolean> {
  if ((await listChangers(tx, projectId, [itemId], step.lastRevision)).size > 0) return false;
  const now = (await readItems(tx, [itemId])).get(itemId);
  const image = images.find(({ kind }) => kind === 'item');
  return now !== undefined && (image === undefined || isUnchanged(image, now));
}
