// Parent and child projects: links without cycles, and their recursive listing. Writes nothing. A project may have many parents and children, and
// several paths may lead to it, but none from the project itself.

import type { Refusal } from '../refusal.ts';
import { refuse } from '../refusal.ts';
import type { InventoryStatus } from './inventory.ts';

/** A larger number means worse. */
const WORSE: Record<InventoryStatus, number> = { APPROVED: 0, DRAFT: 1, REJECTED: 2 };

export interface ProjectLink {
  parentId: number;
  childId: number;
}

export interface LinkedProject {
  id: number;
  /** Empty if the listing is not recursive, or if the project has none. */
  linked: LinkedProject[];
}

export type ListingDirection = 'children' | 'parents';

/** The links to add so that the parent has these children; existing links are no error. */
export function addChildren(
  parentId: number,
  childIds: readonly number[],
  links: readonly ProjectLink[],
): { add: ProjectLink[] } | Refusal {
  const above = reachableFrom(parentId, 'parents', links);
  const existing = new Set(links.filter((link) => link.parentId === parentId).map((link) => link.childId));
  for (const childId of childIds) {
    if (childId === parentId) return refuse('invalid', `Project ${parentId} cannot be its own child.`);
    if (above.has(childId)) {
      return refuse(
        'invalid',
        `Project ${childId} cannot be a child of project ${parentId}: it is one of its parents.`,
      );
    }
  }
  const missing = [...new Set(childIds)].filter((childId) => !existing.has(childId));
  return { add: missing.map((childId) => ({ parentId, childId })) };
}

/** The links to remove; a project that is not a child is refused. */
export function removeChildren(
  parentId: number,
  childIds: readonly number[],
  links: readonly ProjectLink[],
): { remove: ProjectLink[] } | Refusal {
  const existing = new Set(links.filter((link) => link.parentId === parentId).map((link) => link.childId));
  const stranger = childIds.find((childId) => !existing.has(childId));
  if (stranger !== undefined) return refuse('invalid', `Project ${stranger} is not a child of project ${parentId}.`);
  return { remove: [...new Set(childIds)].map((childId) => ({ parentId, childId })) };
}

/** All projects below (or above) one, without that project, each once. */
export function reachableFrom(id: number, direction: ListingDirection, links: readonly ProjectLink[]): Set<number> {
  const next = neighbours(direction, links);
  const reached = new Set<number>();
  const open = [id];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const neighbour of next.get(current) ?? []) {
      if (neighbour === id || reached.has(neighbour)) continue;
      reached.add(neighbour);
      open.push(neighbour);
    }
  }
  return reached;
}

/**
 * The tree in the answer, with the project as its root. A project with several paths is listed on each, but its own subtree only at the first, so
 * that the list has at most as many entries as links. `isShown` leaves out projects that the caller may not see, with everything that only they lead
 * to.
 */
export function listLinked(
  id: number,
  direction: ListingDirection,
  isRecursive: boolean,
  links: readonly ProjectLink[],
  isShown: (projectId: number) => boolean = () => true,
): LinkedProject {
  const next = neighbours(direction, links);
  const root: LinkedProject = { id, linked: [] };
  const isGrown = new Set([id]);
  const open = [root];
  // Level by level, so that the place nearest to the root gets the subtree. The list grows during the walk.
  for (const node of open) {
    const shown = (next.get(node.id) ?? []).filter((other) => other !== node.id && isShown(other));
    for (const other of shown) {
      const child: LinkedProject = { id: other, linked: [] };
      node.linked.push(child);
      if (!isRecursive || isGrown.has(other)) continue;
      isGrown.add(other);
      open.push(child);
    }
  }
  return root;
}

/** A parent is as bad as its worst child: Rejected before Draft before Approved. */
export function worstStatus<Status extends InventoryStatus>(statuses: readonly Status[]): Status | undefined {
  return [...statuses].sort((a, b) => WORSE[b] - WORSE[a])[0];
}

function neighbours(direction: ListingDirection, links: readonly ProjectLink[]): Map<number, number[]> {
  const next = new Map<number, number[]>();
  for (const { parentId, childId } of links) {
    const [from, to] = direction === 'children' ? [parentId, childId] : [childId, parentId];
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  }
  for (const ids of next.values()) ids.sort((a, b) => a - b);
  return next;
}
