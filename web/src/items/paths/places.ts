// Where the picture of paths draws its items: columns by the distance to the item that they lead to, which is on the right. Pure.

export interface PathItem {
  id: number;
  name: string;
}

interface Place<Item> {
  item: Item;
  column: number;
  row: number;
}

interface Places<Item> {
  places: Place<Item>[];
  lines: { from: number; to: number }[];
  columns: number;
  rows: number;
  /** Items of the paths that are not drawn. */
  hidden: number;
}

/** More can be neither seen nor told apart. */
const MOST_DRAWN = 80;

/** Paths are taken whole, the first ones first. */
export function placesOf<Item extends PathItem>(paths: readonly (readonly Item[])[]): Places<Item> {
  const distances = new Map<number, { item: Item; distance: number }>();
  const lines = new Map<string, { from: number; to: number }>();
  const all = new Set(paths.flat().map(({ id }) => id));
  for (const path of paths) {
    const fresh = path.filter(({ id }) => !distances.has(id)).length;
    if (distances.size > 0 && distances.size + fresh > MOST_DRAWN) break;
    for (const [at, item] of path.entries()) {
      const distance = Math.max(path.length - 1 - at, distances.get(item.id)?.distance ?? 0);
      distances.set(item.id, { item, distance });
      const next = path[at + 1];
      if (next) lines.set(`${item.id} ${next.id}`, { from: item.id, to: next.id });
    }
  }
  const columns = Math.max(0, ...[...distances.values()].map(({ distance }) => distance + 1));
  const taken = new Map<number, number>();
  const places = [...distances.values()].map(({ item, distance }) => {
    const column = columns - 1 - distance;
    const row = taken.get(column) ?? 0;
    taken.set(column, row + 1);
    return { item, column, row };
  });
  return {
    places,
    lines: [...lines.values()],
    columns,
    rows: Math.max(0, ...taken.values()),
    hidden: all.size - distances.size,
  };
}
