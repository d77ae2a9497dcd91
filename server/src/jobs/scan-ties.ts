// When a file has moved, what people decided about it moves along: its tie to an item, or its exclusion. Runs before the inventory is made, or the
// scan would tie an excluded file again at its new place. Contents that lie in several places are left to people.
import { listMovedTies, type MovedTie } from '../db/asked-decisions.ts';
import { excludePaths, tieFiles } from '../db/inventories/files.ts';
import { insertRevisions, type NewRevision } from '../db/inventories/history.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { historyOf } from '../domain/inventory-history.ts';

/** Returns how many files were tied or taken out. */
export async function followTies(tx: Tx, projectId: number): Promise<number> {
  const moved = await listMovedTies(tx, projectId);
  const revisions: NewRevision[] = [];
  for (const [itemId, ties] of Map.groupBy(moved, (one) => one.itemId)) {
    const tied = await tieFiles(tx, itemId, filesOf(ties, true));
    const untied = await excludePaths(tx, itemId, filesOf(ties, false));
    const paths = (files: { path: string }[]) => files.map(({ path }) => path);
    const revision = historyOf({ files: paths(untied) }, { files: paths(tied) }, 'Project Rescan');
    if (revision) revisions.push({ projectId, itemId, user: null, ...revision });
  }
  await insertRevisions(tx, revisions);
  return moved.length;
}

function filesOf(ties: readonly MovedTie[], isTied: boolean) {
  return ties.filter((one) => one.isTied === isTied).map(({ fileId: id, path }) => ({ id, path }));
}
