// If a file has moved, the decisions of people about it move too: that an item has the file, or must not have it. Runs before the inventory is made,
// because the scan would otherwise add an excluded file again at its new place. People decide about contents in several places.
import { listMovedTies, type MovedTie } from '../../db/decisions/checks.ts';
import { excludePaths, tieFiles } from '../../db/inventories/files.ts';
import { insertRevisions, type NewRevision } from '../../db/inventories/history.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { refreshFileCounts } from '../../db/scans/inventory.ts';
import { historyOf } from '../../domain/inventories/inventory-history.ts';

/** `carried`: files whose contents say what those of a decision said. Returns the number of added and removed files. */
export async function followTies(tx: Tx, projectId: number, carried: readonly MovedTie[]): Promise<number> {
  const moved = [...(await listMovedTies(tx, projectId)), ...carried];
  const revisions: NewRevision[] = [];
  for (const [itemId, ties] of Map.groupBy(moved, (one) => one.itemId)) {
    const tied = await tieFiles(tx, itemId, filesOf(ties, true));
    const untied = await excludePaths(tx, itemId, filesOf(ties, false));
    const paths = (files: { path: string }[]) => files.map(({ path }) => path);
    const revision = historyOf({ files: paths(untied) }, { files: paths(tied) }, 'Project Rescan');
    if (revision) revisions.push({ projectId, itemId, user: null, ...revision });
  }
  await insertRevisions(tx, revisions);
  if (moved.length > 0)
    await refreshFileCounts(tx, projectId, {
      itemIds: moved.map(({ itemId }) => itemId),
      paths: moved.map(({ path }) => path),
    });
  return moved.length;
}

function filesOf(ties: readonly MovedTie[], isTied: boolean) {
  return ties.filter((one) => one.isTied === isTied).map(({ fileId: id, path }) => ({ id, path }));
}
