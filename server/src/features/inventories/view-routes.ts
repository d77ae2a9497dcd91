// Inventory: saved views of the table of items.
import { notFound } from '../../errors.ts';
import { onProject, projectIn } from '../../http/access.ts';
import { entity, rowOf } from '../../http/entities.ts';
import { Created, Id, ListOf, Message, Type } from '../../http/models/schemas.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { InventoryViewChange, InventoryViewModel, NewInventoryView } from './view-schemas.ts';
import * as views from './views.ts';

const group = 'Inventory views';
const params = Type.Object({ projectId: Id('Project') });
const ViewParams = Type.Object({ ...params.properties, viewId: Id('View') });
/** Views of a project need EDIT_PROJECT; the operation asks for it. */
const access = onProject('VIEW_INVENTORY', projectIn('params'), ['EDIT_PROJECT']);

const view = entity({
  name: 'view',
  members: ['name', 'isShared', 'settings'],
  load: async ({ app, caller, params }) =>
    rowOf(await views.inventoryViews(app, caller, params.projectId), params.viewId, () =>
      notFound('View', params.viewId),
    ),
});

export const viewRoutes: Route[] = [
  route({
    id: 'listInventoryViews',
    method: 'GET',
    path: '/projects/{projectId}/inventoryViews',
    group,
    isExtra: true,
    summary: 'The saved views of the inventory: those of the project, and those of the caller',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params,
    shows: view,
    responses: {
      200: { description: 'Views by name', schema: ListOf(InventoryViewModel) },
      404: { description: 'No such project' },
    },
    run: async ({ app, caller, params }) => data(await views.inventoryViews(app, caller, params.projectId)),
  }),
  route({
    id: 'createInventoryView',
    method: 'POST',
    path: '/projects/{projectId}/inventoryViews',
    group,
    isExtra: true,
    summary: 'Saves a view of the inventory: filter, grouping, columns and order under a name',
    access,
    params,
    body: NewInventoryView,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'The name is taken, there are too many, or a filter is not known' },
      404: { description: 'No such project' },
    },
    run: async ({ app, caller, authorize, params, body }) =>
      created(await views.createView(app, { caller, authorize }, params.projectId, body), 'View saved.'),
  }),
  route({
    id: 'updateInventoryView',
    method: 'PUT',
    path: '/projects/{projectId}/inventoryViews/{viewId}',
    group,
    isExtra: true,
    summary: 'Renames, changes or shares a view; omitted members stay unchanged',
    access,
    params: ViewParams,
    body: InventoryViewChange,
    edits: view,
    responses: { 200: { description: 'Changed', schema: Message }, 404: { description: 'No such project or view' } },
    async run({ app, caller, authorize, params, body }) {
      await views.changeView(app, { caller, authorize }, params, body);
      return done('View updated successfully.');
    },
  }),
  route({
    id: 'deleteInventoryView',
    method: 'DELETE',
    path: '/projects/{projectId}/inventoryViews/{viewId}',
    group,
    isExtra: true,
    summary: 'Deletes a view',
    access,
    params: ViewParams,
    edits: view,
    responses: { 200: { description: 'Deleted', schema: Message }, 404: { description: 'No such project or view' } },
    async run({ app, caller, authorize, params }) {
      await views.removeView(app, { caller, authorize }, params.projectId, params.viewId);
      return done('View deleted successfully.');
    },
  }),
];
