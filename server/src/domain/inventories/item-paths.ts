// Why an item is there: the ways to it from the items that nothing else needs. Pure.
//
// All ways through a graph may be more than anybody can count. Told is the shortest way through each item that a beginning needs itself, because these are
// the ones that somebody can change.

export interface ParentLink {
  parentId: number;
  childId: number;
}

export interface ItemPaths {
  /** Ids from a beginning to the item, the shortest path first. */
  paths: number[][];
  /** How many paths there are, one for each item that a beginning needs itself. */
  total: number;
  /** Items from which a way leads here. */
  above: number;
  /** Nothing begins: all items above need each other. The paths begin at the farthest of them. */
  isCircle: boolean;
}

/** @param links all links between the item and the items above it */
export function pathsTo(itemId: number, links: readonly ParentLink[], most: number): ItemPaths {
  const real = links.filter(({ parentId, childId }) => parentId !== childId);
  const parentsOf = Map.groupBy(real, ({ childId }) => childId);
  const childrenOf = Map.groupBy(real, ({ parentId }) => parentId);
  /** The next step towards the item; in the order of their distance. */
  const steps = new Map<number, number | undefined>([[itemId, undefined]]);
  for (const [id] of steps)
    for (const { parentId } of parentsOf.get(id) ?? []) if (!steps.has(parentId)) steps.set(parentId, id);
  const ids = [...steps.keys()];
  const begins = ids.filter((id) => id !== itemId && !parentsOf.has(id));
  const isCircle = begins.length === 0 && ids.length > 1;
  const starts = isCircle ? ids.slice(-1) : begins;
  const paths = starts
    .flatMap((start) => (childrenOf.get(start) ?? []).map(({ childId }) => [start, ...down(steps, childId)]))
    .filter((path) => path.at(-1) === itemId && new Set(path).size === path.length)
    .sort((a, b) => a.length - b.length || compare(a, b));
  return { paths: paths.slice(0, most), total: paths.length, above: ids.length - 1, isCircle };
}

function down(steps: ReadonlyMap<number, number | undefined>, from: number): number[] {
  if (!steps.has(from)) return [];
  const path: number[] = [];
  for (let id: number | undefined = from; id !== undefined; id = steps.get(id)) path.push(id);
  return path;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((id, index) => id !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
