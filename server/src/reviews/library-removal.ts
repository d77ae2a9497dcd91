// Removes objects of the library: the items that use them lose their references, each with a history row, and the roll-ups of their projects are
// updated. Refused while a locked project uses the object. In the caller's transaction.

import {
  type LibraryColumn,
  lockLibraryProjects,
  lockLibraryUsers,
  removeLibraryTies,
} from '../db/components/users.ts';
import { insertRevisions } from '../db/inventories/history.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import type { Tx } from '../db/postgres/connection.ts';
import type { Viewer } from '../db/projects/standing.ts';
import { afterRemoval, type RemovedPart, refuseForLockedProjects } from '../domain/components/library-removal.ts';
import { AppError } from '../errors.ts';
import type { Actor } from './review.ts';
import { reviewAnew } from './review-anew.ts';

const ITEMS_PER_BATCH = 1000;
const COLUMNS: Record<RemovedPart, LibraryColumn> = {
  component: 'component_id',
  version: 'version_id',
  license: 'license_id',
};

/** The kind of changed or removed object. */
export interface LibraryThing {
  part: RemovedPart;
  id: number;
  name: string;
}

/** Locks the projects that use the object, and refuses, naming `deed` (such as "be deleted"), while one of them is locked for its audit. */
export async function lockUsingProjects(
  tx: Tx,
  { part, id, name }: LibraryThing,
  caller: Viewer,
  deed: string,
): Promise<void> {
  const projects = await lockLibraryProjects(tx, COLUMNS[part], id, caller);
  const locked = refuseForLockedProjects(`The ${part} ${name} cannot ${deed}`, projects);
  if (locked) throw new AppError('projectLocked', { message: locked.refusal.message });
}

/**
 * Removes a component, version or license from every item that uses it, and returns the number of items. `names` are the names of a license among the
 * possible licenses.
 */
export async function releaseItems(
  tx: Tx,
  thing: LibraryThing,
  actor: Actor & Viewer,
  names: string[] = [],
): Promise<number> {
  const { part, id: libraryId } = thing;
  const changed = new Map<number, number[]>();
  let count = 0;
  await lockUsingProjects(tx, thing, actor, 'be deleted');
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
    for (const [projectId, ofProject] of Map.groupBy(items, (item) => item.projectId))
      changed.set(projectId, [...(changed.get(projectId) ?? []), ...ofProject.map(({ id }) => id)]);
    count += items.length;
    const last = items.at(-1);
    if (last === undefined || items.length < ITEMS_PER_BATCH) break;
    after = last.id;
  }
  for (const [projectId, ids] of [...changed].sort(([a], [b]) => a - b)) {
    await reviewAnew(tx, ids, { projectId, startedBy: actor.id, action: 'Library Change' });
    await refreshInventoryRollup(tx, projectId);
  }
  return count;
}
