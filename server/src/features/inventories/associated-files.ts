// Adds files to an inventory item and removes them, as people ask for it.
import type { App } from '../../app.ts';
import { setFilesReviewed } from '../../db/files/files.ts';
import { type FoundFile, findFilesByPaths, listFilesBelow } from '../../db/inventories/files.ts';
import { lockItem } from '../../db/inventories/items.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { patternBelow, recordMarks } from '../../decisions/index.ts';
import { codebasePath } from '../../domain/projects/scan-nodes.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { addToItem, type NamedPath, removeFromItem } from '../../reviews/item-files.ts';
import type { InventoryFiles } from './schemas.ts';

const PATHS_IN_MESSAGE = 5;

/** Adds all paths, or none if one path does not exist. Returns the number of files that are new to the item. */
export async function addFiles(app: App, caller: Caller, inventoryId: number, input: InventoryFiles): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    const { files, named } = await resolvePaths(tx, item.project_id, input);
    const tied = await addToItem(tx, item, files, { actor: caller, named: namedPaths(input) });
    if (input.markAssociatedFilesAsReviewed) await markAsReviewed(tx, caller, item.project_id, { files, named }, input);
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
    const { files } = await resolvePaths(tx, item.project_id, input);
    return (await removeFromItem(tx, item, files, { actor: caller, named: namedPaths(input) })).length;
  });
}

/** One decision for each path that the person named. A folder is one path, however many files it has. */
function namedPaths(input: Pick<InventoryFiles, 'filePaths' | 'folderPaths'>): NamedPath[] {
  return [
    ...(input.filePaths ?? []).map((path) => ({ path: codebasePath(path) })),
    ...(input.folderPaths ?? []).map((path) => ({ pathPattern: patternBelow(codebasePath(path)) })),
  ];
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
