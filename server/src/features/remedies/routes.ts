// Remedies (not in the interface document): the dependency to raise in order to remove a vulnerable package, and the proof.
import { inventoryIn, onProject, projectIn } from '../../http/access.ts';
import { Id, ListOf, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { EndOfLife, Remedy } from './schemas.ts';

const group = 'Advisories';
const ofItem = Type.Object({ inventoryId: Id('Inventory item') });
const noItem = { 404: { description: 'No such inventory item' } };
/** The limit is low, because each remedy is computed for the request. */
const MOST_AT_ONCE = 100;

export const remedyRoutes: Route[] = [
  route({
    id: 'listProjectRemedies',
    method: 'GET',
    path: '/projects/{projectId}/remedies',
    group,
    isExtra: true,
    summary: 'Names the dependency to upgrade for each vulnerable item, the most severe vulnerabilities first',
    description: 'Uses lockfiles and earlier answers of registries. Asks no registry.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: MOST_AT_ONCE, default: 25, description: 'Items of a page' }),
      offset: PageQuery.offset,
    }),
    statesDataAge: true,
    responses: { 200: { description: 'Remedies', schema: PageOf(Remedy) }, 404: { description: 'No such project' } },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.projectRemedies(app, params.projectId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listEndsOfLife',
    method: 'GET',
    path: '/projects/{projectId}/endsOfLife',
    group,
    isExtra: true,
    summary: 'Lists components of a project with the end of life of their release cycle, ended ones first',
    description: 'Lists only products with a known end-of-life date. The others may be unmaintained too.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object(PageQuery),
    statesDataAge: true,
    responses: {
      200: { description: 'Components', schema: PageOf(EndOfLife) },
      404: { description: 'No such project' },
    },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.projectEndsOfLife(app, params.projectId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listInventoryRemedies',
    method: 'GET',
    path: '/inventories/{inventoryId}/remedies',
    group,
    isExtra: true,
    summary: 'Says which dependency to upgrade to remove the vulnerabilities of an item; empty for an item without any',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: ofItem,
    statesDataAge: true,
    responses: { 200: { description: 'The remedy', schema: ListOf(Remedy) }, ...noItem },
    run: async ({ app, params }) =>
      data(await operations.itemRemedies(app, params.inventoryId, { queriesRegistries: false })),
  }),
  route({
    id: 'askInventoryRemedies',
    method: 'POST',
    path: '/inventories/{inventoryId}/remedies',
    group,
    isExtra: true,
    summary: 'Says which dependency to upgrade, and asks package registries for missing data',
    description: 'Asks only registries that an administrator has switched on. Scans use their answers too.',
    access: onProject('EDIT_INVENTORY', inventoryIn()),
    params: ofItem,
    statesDataAge: true,
    responses: { 200: { description: 'The remedy', schema: ListOf(Remedy) }, ...noItem },
    run: async ({ app, params }) =>
      data(await operations.itemRemedies(app, params.inventoryId, { queriesRegistries: true })),
  }),
];
