// Inventory: the operations behind the table of items: its rows, their ids, and their groups. All of them have the same filter.
import { onProject, projectIn } from '../../http/access.ts';
import {
  Grouping,
  ItemSortValue,
  itemFilterMembers,
  itemFilterOf,
  itemSortOf,
} from '../../http/models/item-filter-model.ts';
import { DataOf, Flag, Id, Model, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, streamed } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { InventoryRow } from './schemas.ts';
import * as table from './table.ts';

const group = 'Inventory';
const params = Type.Object({ projectId: Id('Project') });
const missing = { 404: { description: 'No such project' } };
const { groupBy: _, group: _group, ...ungrouped } = itemFilterMembers;

export const tableRoutes: Route[] = [
  route({
    id: 'listInventoryItems',
    method: 'GET',
    path: '/projects/{projectId}/inventoryItems',
    group,
    isExtra: true,
    summary: 'The inventory of a project as a table: searched, filtered, sorted',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params,
    query: Type.Object({
      ...itemFilterMembers,
      sort: ItemSortValue,
      includeCustomFields: Flag(false, 'Adds the values of the custom fields'),
      ...PageQuery,
    }),
    responses: { 200: { description: 'Rows', schema: PageOf(InventoryRow) }, ...missing },
    async run({ app, params, query }) {
      const { rows, paging } = await table.rowList(app, params.projectId, itemFilterOf(query), {
        ...{ sort: itemSortOf(query.sort), page: newPage(query), hasCustomFields: query.includeCustomFields },
      });
      return streamed('{"data":[', rows, ']}', paging);
    },
  }),
  route({
    id: 'listInventoryItemIds',
    method: 'GET',
    path: '/projects/{projectId}/inventoryItemIds',
    group,
    isExtra: true,
    summary: 'The ids of the items that match, in the order of the table',
    description: 'For programs that mark many rows, or look for the next one. At most 100,000 ids on a page.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params,
    query: Type.Object({
      ...itemFilterMembers,
      sort: ItemSortValue,
      ...PageQuery,
      limit: Type.Integer({ minimum: 1, maximum: 100_000, default: 100_000, description: 'Ids per page' }),
    }),
    responses: {
      200: { description: 'Ids', schema: DataOf(Type.Array(Type.Integer()), 'InventoryItemIdsPage') },
      ...missing,
    },
    async run({ app, params, query }) {
      const { ids, paging } = await table.idList(app, params.projectId, itemFilterOf(query), {
        ...{ sort: itemSortOf(query.sort), page: newPage(query) },
      });
      return data(ids, paging);
    },
  }),
  route({
    id: 'listInventoryItemGroups',
    method: 'GET',
    path: '/projects/{projectId}/inventoryItemGroups',
    group,
    isExtra: true,
    summary:
      'The items that match in groups, the largest first: how many each has, and how many of them are to be decided',
    description:
      'Each item is in exactly one group. The list of items and decisions about many items take the key of a group as a filter: `groupBy` and `group`.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params,
    query: Type.Object({
      by: Grouping('What the items of a group have in common', 'LICENSE'),
      ...ungrouped,
      ...PageQuery,
    }),
    responses: {
      200: {
        description: 'Groups',
        schema: PageOf(
          Model('InventoryItemGroup', {
            key: Type.String({
              description: 'For `group`; blank for items that have none of what they are grouped by',
            }),
            title: Type.String({ description: 'For people' }),
            count: Type.Integer({ description: 'Items' }),
            open: Type.Integer({ description: 'Items that are to be decided' }),
          }),
        ),
      },
      ...missing,
    },
    async run({ app, params, query }) {
      const { rows, paging } = await table.groupList(app, params.projectId, itemFilterOf(query), {
        ...{ by: query.by, page: newPage(query) },
      });
      return data(rows, paging);
    },
  }),
];
