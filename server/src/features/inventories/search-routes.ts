// Inventory: the operations that search for items. The interface document lists some of them under the headings of the projects.
import { inventoryIn, onProject, projectIn, visibleRows } from '../../http/access.ts';
import {
  Id,
  LegacyPageQuery,
  Model,
  PageOf,
  PageQuery,
  Text,
  Type,
  WholeOrPageQuery,
} from '../../http/models/schemas.ts';
import { legacyPage, newPage, wholeOrPage } from '../../http/paging.ts';
import { bare, data, streamed } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import {
  InventoryDelta,
  InventoryLite,
  InventoryLong,
  InventoryParams,
  InventorySummary,
  LinkedInventory,
  Published,
} from './schemas.ts';
import * as search from './search.ts';

const group = 'Inventory';
const projectParams = Type.Object({ projectId: Id('Project') });
const missing = { 404: { description: 'No such inventory item' } };
const Time = (description: string) => Type.Optional(Text(30, `${description}, YYYY-MM-DD HH:MM:SS in UTC`));
const timeMembers = {
  startTime: Time('Changed at this time or later'),
  endTime: Time('Changed at this time or earlier'),
};
const Ids = (description: string) =>
  Type.Optional(Type.Array(Id('Id'), { maxItems: 10_000, description: `${description}, repeated or between commas` }));

export const inventorySearchRoutes: Route[] = [
  route({
    id: 'getInventoryDelta',
    method: 'GET',
    path: '/project/inventoryDeltaFromLastScan/{projectId}',
    group: 'Project (deprecated)',
    family: 'legacy',
    summary: 'The items that the last scan added, changed and removed',
    access: onProject('VIEW_INVENTORY', projectIn('params', 'projectId', 'legacy')),
    params: projectParams,
    query: Type.Object(LegacyPageQuery),
    responses: {
      200: {
        description: 'Project and items, without an envelope; no items before the first scan',
        schema: Model('ProjectInventoryDelta', {
          projectId: Type.Integer(),
          projectName: Type.String(),
          lastScanTaskId: Type.Union([Type.Integer(), Type.Null()]),
          inventoryItems: Type.Array(InventoryDelta),
        }),
      },
      400: { description: 'No such project' },
    },
    async run({ app, params, query }) {
      const { head, rows, paging } = await search.lastScanDelta(app, params.projectId, legacyPage(query));
      return bare({ ...head, inventoryItems: rows }, paging);
    },
  }),
  route({
    id: 'getInventoryLite',
    method: 'GET',
    path: '/project/inventoryLite/{projectId}',
    group: 'Project (deprecated)',
    family: 'legacy',
    summary: 'The items of a project that changed within a range of time, with few members',
    access: onProject('VIEW_INVENTORY', projectIn('params', 'projectId', 'legacy')),
    params: projectParams,
    query: Type.Object({
      ...timeMembers,
      published: Published(true),
      ...LegacyPageQuery,
    }),
    responses: {
      200: {
        description: 'Project and items, without an envelope',
        schema: Model('ProjectInventoryLite', {
          projectId: Type.Integer(),
          projectName: Type.String(),
          inventoryItems: Type.Array(InventoryLite),
        }),
      },
      400: { description: 'No such project, or no such time' },
    },
    async run({ app, params, query }) {
      const { head, rows, paging } = await search.liteList(app, params.projectId, query, legacyPage(query));
      return streamed(`${JSON.stringify(head).slice(0, -1)},"inventoryItems":[`, rows, ']}', paging);
    },
  }),
  route({
    id: 'listInventoriesOfAlias',
    method: 'GET',
    path: '/projects/{projectId}/inventories/{alias}',
    group: 'Project',
    summary: 'The items with files of a scan server or scan agent, with all details',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: Type.Object({ projectId: Id('Project'), alias: Text(255, 'Alias of the scan node', { minLength: 1 }) }),
    query: Type.Object(WholeOrPageQuery),
    statesDataAge: true,
    responses: {
      200: { description: 'Items in order of their ids', schema: PageOf(InventoryLong) },
      404: { description: 'No such project, or no scan node of this alias' },
    },
    async run({ app, params, query }) {
      const { rows, paging } = await search.inventoryOfNode(app, params.projectId, params.alias, wholeOrPage(query));
      return streamed('{"data":[', rows, ']}', paging);
    },
  }),
  route({
    id: 'searchInventoriesByDate',
    method: 'GET',
    path: '/inventories/searchByDate',
    group,
    summary: 'Items of all projects that the caller may see, changed within a range of time',
    access: visibleRows(),
    query: Type.Object({
      ...timeMembers,
      published: Published(false),
      ...PageQuery,
    }),
    statesDataAge: true,
    responses: {
      200: {
        description: 'Items in order of their ids, each with its project',
        schema: PageOf(
          Model('DatedInventory', {
            ...InventorySummary.properties,
            createdOn: Type.String(),
            updatedOn: Type.String(),
            projectId: Type.Integer(),
            projectName: Type.String(),
          }),
        ),
      },
      400: { description: 'The range has neither start nor end, or one of them is not a time' },
    },
    async run({ app, caller, query }) {
      const { rows, paging } = await search.searchByDate(app, caller, query, query.published, newPage(query));
      return streamed('{"data":[', rows, ']}', paging);
    },
  }),
  route({
    id: 'searchInventories',
    method: 'GET',
    path: '/inventories/search',
    group,
    summary: 'Items with one of the given files, or with a file below one of the given folders',
    access: onProject('VIEW_INVENTORY', projectIn('query')),
    query: Type.Object({
      projectId: Id('Project'),
      fileIds: Ids('Files'),
      folderIds: Ids('Code base folders'),
      published: Published(false),
      ...PageQuery,
    }),
    statesDataAge: true,
    responses: {
      200: { description: 'Items in order of their ids', schema: PageOf(InventorySummary) },
      400: { description: 'The request names neither files nor folders' },
      404: { description: 'No such project' },
    },
    async run({ app, query }) {
      const { rows, paging } = await search.searchByFiles(app, query.projectId, query, newPage(query));
      return streamed('{"data":[', rows, ']}', paging);
    },
  }),
  route({
    id: 'listInventoryChildren',
    method: 'GET',
    path: '/inventories/{inventoryId}/children',
    group,
    summary: 'The items that this one bundles or depends on',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: InventoryParams,
    query: Type.Object(WholeOrPageQuery),
    responses: { 200: { description: 'Items', schema: PageOf(LinkedInventory) }, ...missing },
    async run({ app, params, query }) {
      const { rows, paging } = await search.linkedItems(app, params.inventoryId, 'children', wholeOrPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listInventoryParents',
    method: 'GET',
    path: '/inventories/{inventoryId}/parents',
    group,
    summary: 'The items that bundle this one or depend on it',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: InventoryParams,
    query: Type.Object(WholeOrPageQuery),
    responses: { 200: { description: 'Items', schema: PageOf(LinkedInventory) }, ...missing },
    async run({ app, params, query }) {
      const { rows, paging } = await search.linkedItems(app, params.inventoryId, 'parents', wholeOrPage(query));
      return data(rows, paging);
    },
  }),
];
