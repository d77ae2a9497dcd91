// Decisions of people and policies, and whether they still hold.
import { decisionKinds, decisionMakers, decisionScopes } from '../../domain/decisions/decision.ts';
import { inventoryIn, onProject, permission, projectIn, signedIn } from '../../http/access.ts';
import { Id, OneOf, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { Decision } from './schemas.ts';

const group = 'Decisions';

const filters = {
  kind: Type.Optional(OneOf(decisionKinds, 'Only decisions of this kind')),
  scope: Type.Optional(OneOf(decisionScopes, 'Only decisions that count there')),
  author: Type.Optional(Text(255, 'Only decisions of this login, upper or lower case; System for policies and scans')),
  by: Type.Optional(OneOf(decisionMakers, 'Only decisions that these made')),
};

export const decisionRoutes: Route[] = [
  route({
    id: 'listInventoryDecisions',
    method: 'GET',
    path: '/inventories/{inventoryId}/decisions',
    group,
    isExtra: true,
    summary: 'Decisions about an item, newest first, and whether they hold now',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: Type.Object({ inventoryId: Id('Inventory item') }),
    query: Type.Object(PageQuery),
    responses: {
      200: { description: 'Decisions', schema: PageOf(Decision) },
      404: { description: 'No such inventory item' },
    },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.itemDecisions(app, params.inventoryId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listProjectDecisions',
    method: 'GET',
    path: '/projects/{projectId}/decisions',
    group,
    isExtra: true,
    summary: 'Decisions in a project, newest first, and whether they hold now',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({ ...PageQuery, ...filters }),
    responses: {
      200: { description: 'Decisions', schema: PageOf(Decision) },
      404: { description: 'No such project' },
    },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.projectDecisions(app, params.projectId, query, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listAllDecisions',
    method: 'GET',
    path: '/decisions',
    group,
    isExtra: true,
    summary: 'Decisions of all projects, and those that count for all projects, newest first',
    access: permission('system_admin'),
    query: Type.Object({ ...PageQuery, ...filters }),
    responses: { 200: { description: 'Decisions', schema: PageOf(Decision) } },
    async run({ app, query }) {
      const { rows, paging } = await operations.allDecisions(app, query, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listVersionLicenseDecisions',
    method: 'GET',
    path: '/components/versions/{versionId}/licenseDecisions',
    group,
    isExtra: true,
    summary: 'Decisions for all projects on the license of a component version, newest first',
    description: 'A decision with an empty license means that the remembered license was forgotten.',
    access: signedIn(),
    params: Type.Object({ versionId: Id('Version') }),
    query: Type.Object(PageQuery),
    responses: {
      200: { description: 'Decisions', schema: PageOf(Decision) },
      404: { description: 'No such version' },
    },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.versionDecisions(app, params.versionId, newPage(query));
      return data(rows, paging);
    },
  }),
];
