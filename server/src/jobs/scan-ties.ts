// Files that people tied to items, or took out of them, follow their contents when they moved: before the inventory is made, so that a scan does
// not put back elsewhere what was taken out. Contents that lie in several places are not followed: which one is meant, people say.
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
