// Whether all paths to an item in the dependency graph of its project lead through one of some packages. Pure.
//
// Paths begin at items that nothing depends on, and at those that the code base names itself (top-level and direct). Such an item is under nothing.
import type { DependencyLevel } from '../inventories/inventory.ts';
import { isOfPattern } from './matching.ts';
import type { NamedPackage, PackagePattern } from './patterns.ts';

export interface GraphItem {
  id: number;
  package: NamedPackage | undefined;
  level: DependencyLevel;
}

export interface DependencyPaths {
  isOnlyUnder(itemId: number, parents: readonly PackagePattern[], key: string): boolean;
}

export function dependencyPaths(
  items: readonly GraphItem[],
  links: readonly { parentId: number; childId: number }[],
): DependencyPaths {
  const children = Map.groupBy(links, ({ parentId }) => parentId);
  const isChild = new Set(links.map(({ childId }) => childId));
  const starts = items.filter(({ id, level }) => !isChild.has(id) || level === 'Top-level' || level === 'Direct');
  const isStart = new Set(starts.map(({ id }) => id));
  const byName = Map.groupBy(
    items.filter((one) => one.package !== undefined),
    (one) => `${one.package?.type}/${one.package?.name}`,
  );
  const reached = new Map<string, ReadonlySet<number>>();

  const matching = (parents: readonly PackagePattern[]): Set<number> => {
    const found = parents.flatMap((pattern) =>
      pattern.exact === undefined
        ? items.filter((one) => one.package !== undefined && isOfPattern(pattern, one.package))
        : (byName.get(`${pattern.type}/${pattern.exact}`) ?? []),
    );
    return new Set(found.map(({ id }) => id));
  };

  /** Items on a path that leads through none of the parents. */
  const reachedWithout = (avoided: ReadonlySet<number>): ReadonlySet<number> => {
    const found = new Set<number>();
    const open = starts.map(({ id }) => id);
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      if (!avoided.has(id)) for (const { childId } of children.get(id) ?? []) open.push(childId);
    }
    return found;
  };

  let all: ReadonlySet<number> | undefined;

  return {
    isOnlyUnder(itemId, parents, key) {
      if (isStart.has(itemId)) return false;
      let free = reached.get(key);
      if (free === undefined) {
        const avoided = matching(parents);
        // Without a parent in the project, nothing is under it.
        free = avoided.size === 0 ? new Set(items.map(({ id }) => id)) : reachedWithout(avoided);
        reached.set(key, free);
      }
      if (free.has(itemId)) return false;
      // An item that no path reaches lies on a circle: nothing is known of it.
      all ??= reachedWithout(new Set());
      return all.has(itemId);
    },
  };
}
