// Remedies (not in the interface document): which dependency to raise to remove a vulnerable package, and the proof.
import { inventoryIn, onProject, projectIn } from '../../http/access.ts';
import { newPage } from '../../http/paging.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { Id, ListOf, PageOf, PageQuery, Type } from '../../http/schemas.ts';
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
    summary: 'Which dependency to raise for each vulnerable item, those with the gravest vulnerabilities first',
    description: 'By the lockfiles and by what registries have told already; nobody is asked.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: MOST_AT_ONCE, default: 25, description: 'Items of a page' }),
      offset: PageQuery.offset,
    }),
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
    summary: 'Components of a project with the end of life of their cycle, those that have ended first',
    description:
      'Only products of which a source of end-of-life dates tells; the others are not known to be maintained.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object(PageQuery),
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
    summary: 'Which dependency to raise so that an item has none of its vulnerabilities; none for an item without any',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: ofItem,
    responses: { 200: { description: 'The remedy', schema: ListOf(Remedy) }, ...noItem },
    run: async ({ app, params }) => data(await operations.itemRemedies(app, params.inventoryId, { asks: false })),
  }),
  route({
    id: 'askInventoryRemedies',
    method: 'POST',
    path: '/inventories/{inventoryId}/remedies',
    group,
    isExtra: true,
    summary: 'The same, and asks package registries for what is missing',
    description:
      'Only registries that an administrator has switched on are asked; what they tell is kept for scans too.',
    access: onProject('EDIT_INVENTORY', inventoryIn()),
    params: ofItem,
    responses: { 200: { description: 'The remedy', schema: ListOf(Remedy) }, ...noItem },
    run: async ({ app, params }) => data(await operations.itemRemedies(app, params.inventoryId, { asks: true })),
  }),
];
