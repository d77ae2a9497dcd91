// Decisions of people and policies, and whether they still hold.
import { decisionKinds } from '../../domain/decisions/decision.ts';
import { inventoryIn, onProject, projectIn, signedIn } from '../../http/access.ts';
import { Id, OneOf, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { Decision } from './schemas.ts';

const group = 'Decisions';

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
    query: Type.Object({ ...PageQuery, kind: Type.Optional(OneOf(decisionKinds, 'Only decisions of this kind')) }),
    responses: {
      200: { description: 'Decisions', schema: PageOf(Decision) },
      404: { description: 'No such project' },
    },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.projectDecisions(app, params.projectId, query.kind, newPage(query));
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
