// One way in which things of the library go: the items that use them lose their ties, each with a history row, and the roll-ups of
// their projects follow. In the caller's transaction.
import type { Tx } from '../db/connection.ts';
import { insertRevisions } from '../db/inventory-history.ts';
import { refreshInventoryRollup } from '../db/inventory-items.ts';
import { type LibraryColumn, lockLibraryProjects, lockLibraryUsers, removeLibraryTies } from '../db/library-users.ts';
import { afterRemoval, type RemovedPart } from '../domain/library-removal.ts';
import type { Actor } from './review.ts';

const ITEMS_PER_BATCH = 1000;
const COLUMNS: Record<RemovedPart, LibraryColumn> = {
  component: 'component_id',
  version: 'version_id',
  license: 'license_id',
};

/**
 * Takes a component, version or license out of every item that uses it and returns how many did. `names` are those by which a license
 * may stand among the possible licenses.
 */
export async function releaseItems(
  tx: Tx,
  part: RemovedPart,
  libraryId: number,
  actor: Actor,
  names: string[] = [],
): Promise<number> {
  const projects = new Set<number>();
  let count = 0;
  await lockLibraryProjects(tx, COLUMNS[part], libraryId);
  for (let after = 0; ; ) {
    const items = await lockLibraryUsers(tx, COLUMNS[part], libraryId, after, ITEMS_PER_BATCH);
    const outcomes = items.map((item) => ({ item, outcome: afterRemoval(item, part, names) }));
    await removeLibraryTies(
      tx,
      COLUMNS[part],
      outcomes.map(({ item, outcome: { revision: _, ...next } }) => ({ id: item.id, ...next })),
    );
    await insertRevisions(
      tx,
      outcomes.map(({ item, outcome }) => ({
        projectId: item.projectId,
        itemId: item.id,
        user: actor,
        ...outcome.revision,
      })),
    );
    for (const item of items) projects.add(item.projectId);
    count += items.length;
    if (items.length < ITEMS_PER_BATCH) break;
    after = items[items.length - 1].id;
  }
  for (const projectId of [...projects].sort((a, b) => a - b)) await refreshInventoryRollup(tx, projectId);
  return count;
}
