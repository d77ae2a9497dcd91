// Why an item is in the inventory: the shortest ways to it from the items that nothing else needs.
import { valueFor } from '@assay/scanner/items';
import type { App } from '../../app.ts';
import { listLinksAbove, listNames } from '../../db/inventories/links.ts';
import { inventoryStatusNames } from '../../domain/inventories/inventory.ts';
import { pathsTo } from '../../domain/inventories/item-paths.ts';
import { inventoryIn, onProject } from '../../http/access.ts';
import { DataOf, Model, Type } from '../../http/models/schemas.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { InventoryParams } from './schemas.ts';

const MOST_PATHS = 200;

const ItemPaths = Model('ItemPaths', {
  paths: Type.Array(
    Type.Array(
      Model('ItemOnPath', {
        id: Type.Integer(),
        name: Type.String(),
        reviewStatus: Type.String({ description: 'Draft, Approved or Rejected' }),
      }),
    ),
    { description: 'Each from an item that nothing needs to this one, the shortest first' },
  ),
  total: Type.Integer({ description: 'How many paths there are: one for each item that a beginning needs itself' }),
  above: Type.Integer({ description: 'Items from which a path leads here' }),
  isCircle: Type.Boolean({
    description: 'All items above need each other, so that none is a beginning; the paths begin at the farthest',
  }),
});

export const pathRoutes: Route[] = [
  route({
    id: 'listInventoryPaths',
    method: 'GET',
    path: '/inventories/{inventoryId}/paths',
    group: 'Inventory',
    isExtra: true,
    summary: 'Why the item is there: the shortest ways to it through items that need or contain each other',
    description:
      'A graph may have more ways than anybody can count. Told is the shortest one through each item that a beginning needs itself: these are the ones that somebody can change.',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: InventoryParams,
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: MOST_PATHS, default: 20, description: 'Paths at most' }),
    }),
    responses: {
      200: { description: 'Paths', schema: DataOf(ItemPaths) },
      404: { description: 'No such inventory item' },
    },
    run: async ({ app, params, query }) => data(await pathsOf(app, params.inventoryId, query.limit)),
  }),
];

async function pathsOf(app: App, itemId: number, most: number) {
  const found = pathsTo(itemId, await listLinksAbove(app.db, itemId), most);
  const names = await listNames(app.db, [...new Set(found.paths.flat())]);
  const told = (id: number) => {
    const { name, status } = valueFor(names, id);
    return { id, name, reviewStatus: inventoryStatusNames[status] };
  };
  return { ...found, paths: found.paths.map((path) => path.map(told)) };
}
