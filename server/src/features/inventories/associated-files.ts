// Adds files to an inventory item and removes them, as people ask for it.
import type { App } from '../../app.ts';
import { noteDecidedContents } from '../../db/decisions/checks.ts';
import { setFilesReviewed } from '../../db/files/files.ts';
import {
  type FoundFile,
  findFilesByPaths,
  forgetUntiedEvidence,
  listFilesBelow,
  refreshCountsOf,
  tieFiles,
  untieFiles,
} from '../../db/inventories/files.ts';
import { insertRevisions } from '../../db/inventories/history.ts';
import { getItem, type Item, lockItem, updateItem } from '../../db/inventories/items.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { findingSubject, patternBelow, recordDecisions, recordMarks } from '../../decisions/index.ts';
import { type HistoryState, historyOf } from '../../domain/inventories/inventory-history.ts';
import { codebasePath } from '../../domain/projects/scan-nodes.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { settleReviews } from '../../reviews/lapses.ts';
import type { InventoryFiles } from './schemas.ts';

const PATHS_IN_MESSAGE = 5;

/** Adds all paths, or none if one path does not exist. Returns the number of files that are new to the item. */
export async function addFiles(app: App, caller: Caller, inventoryId: number, input: InventoryFiles): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    const { files, named } = await resolvePaths(tx, item.project_id, input);
    const tied = await tieFiles(tx, inventoryId, files);
    if (input.markAssociatedFilesAsReviewed) await markAsReviewed(tx, caller, item.project_id, { files, named }, input);
    await record(tx, caller, item, tied, { before: { files: [] }, after: { files: pathsOf(tied) } });
    if (tied.length > 0) {
      await recordTies(tx, caller, item, input, true);
      // What is tied now may prove what was in doubt.
      await settleReviews(tx, { projectId: item.project_id, ids: [item.id], actor: caller, action: 'User Action' });
      await refreshInventoryRollup(tx, item.project_id);
    }
    return tied.length;
  });
}

/** The files stay in the code base, but no later scan adds them to the item again. */
export async function removeFiles(
  app: App,
  caller: Caller,
  inventoryId: number,
  input: Pick<InventoryFiles, 'filePaths' | 'folderPaths'>,
): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    const untied = await untieFiles(tx, inventoryId, (await resolvePaths(tx, item.project_id, input)).files);
    await record(tx, caller, item, untied, { before: { files: pathsOf(untied) }, after: { files: [] } });
    if (untied.length > 0) {
      await recordTies(tx, caller, item, input, false);
      await forgetUntiedEvidence(tx, inventoryId);
    }
    return untied.length;
  });
}

async function record(
  tx: Tx,
  caller: Caller,
  item: Item,
  files: FoundFile[],
  states: { before: HistoryState; after: HistoryState },
): Promise<void> {
  if (files.length === 0) return;
  await refreshCountsOf(
    tx,
    item.id,
    files.map((file) => file.id),
  );
  await updateItem(tx, item.id, { is_edited: true });
  const revision = historyOf(states.before, states.after, 'User Action');
  if (revision) await insertRevisions(tx, [{ projectId: item.project_id, itemId: item.id, user: caller, ...revision }]);
}

/** Records one decision for each path that the person named. A folder is one path, however many files it has. */
async function recordTies(
  tx: Tx,
  caller: Caller,
  item: Item,
  input: Pick<InventoryFiles, 'filePaths' | 'folderPaths'>,
  isTied: boolean,
): Promise<void> {
  const { finding = '' } = findingSubject(await getItem(tx, item.id));
  const subjects = [
    ...(input.filePaths ?? []).map((path) => ({ finding, path: codebasePath(path) })),
    ...(input.folderPaths ?? []).map((path) => ({ finding, pathPattern: patternBelow(codebasePath(path)) })),
  ];
  await recordDecisions(
    tx,
    subjects.map((subject) => ({
      kind: 'file-tied',
      subject,
      scope: 'item',
      projectId: item.project_id,
      itemId: item.id,
      value: { isTied },
      ground: { by: 'person' },
      author: caller.login,
    })),
  );
  await noteDecidedContents(tx, item.project_id);
}

async function markAsReviewed(
  tx: Tx,
  { login }: Caller,
  projectId: number,
  { files, named }: ResolvedFiles,
  input: InventoryFiles,
): Promise<void> {
  await setFilesReviewed(
    tx,
    files.map((file) => file.id),
    true,
  );
  const subjects = [
    ...named.map(({ path, sha256 }) => ({ path, sha256: sha256.toString('hex') })),
    ...(input.folderPaths ?? []).map((path) => ({ pathPattern: patternBelow(codebasePath(path)) })),
  ];
  await recordMarks(tx, projectId, subjects, true, login);
}

interface ResolvedFiles {
  files: FoundFile[];
  /** Those that the person named one by one, with their digests. */
  named: (FoundFile & { sha256: Buffer })[];
}

async function resolvePaths(tx: Tx, projectId: number, input: InventoryFiles): Promise<ResolvedFiles> {
  const filePaths = [...new Set((input.filePaths ?? []).map(codebasePath))];
  const folderPaths = [...new Set((input.folderPaths ?? []).map(codebasePath))];
  if (filePaths.length + folderPaths.length === 0)
    throw badRequest('The field "filePaths" or "folderPaths" must name at least one path.');
  const named = await findFilesByPaths(tx, projectId, filePaths);
  const files = new Map<string, FoundFile>(named.map((file) => [file.path, file]));
  const missing = filePaths.filter((path) => !files.has(path));
  for (const path of folderPaths) {
    const below = await listFilesBelow(tx, projectId, path);
    if (!below) missing.push(path);
    for (const file of below ?? []) files.set(file.path, file);
  }
  if (missing.length > 0) throw badRequest(missingText(missing));
  return { files: [...files.values()], named };
}

function missingText(paths: string[]): string {
  const some = paths.slice(0, PATHS_IN_MESSAGE).join(', ');
  const rest = paths.length - PATHS_IN_MESSAGE;
  return `The code base has no ${some}${rest > 0 ? ` and ${rest} more` : ''}; nothing was changed.`;
}

function pathsOf(files: FoundFile[]): string[] {
  return files.map((file) => file.path);
}
