// Inventory: saved views of the table of items, and of the list of files. Both have the same four operations.
import type { ViewList } from '../../domain/inventories/view-lists.ts';
import { notFound } from '../../errors.ts';
import { onProject, projectIn } from '../../http/access.ts';
import { entity, rowOf } from '../../http/entities.ts';
import { Created, Id, ListOf, Message, Type } from '../../http/models/schemas.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import {
  FileViewChange,
  FileViewModel,
  InventoryViewChange,
  InventoryViewModel,
  NewFileView,
  NewInventoryView,
} from './view-schemas.ts';
import * as views from './views.ts';

const params = Type.Object({ projectId: Id('Project') });
const ViewParams = Type.Object({ ...params.properties, viewId: Id('View') });

const LISTS = {
  ITEMS: {
    name: 'InventoryView',
    path: '/projects/{projectId}/inventoryViews',
    of: 'the inventory',
    group: 'Inventory views',
    right: 'VIEW_INVENTORY',
    has: 'filter, grouping, columns and order',
    View: InventoryViewModel,
    NewView: NewInventoryView,
    Change: InventoryViewChange,
  },
  FILES: {
    name: 'FileView',
    path: '/projects/{projectId}/fileViews',
    of: 'the list of files',
    group: 'Files and code base folders',
    right: 'VIEW_FILES',
    has: 'filter and grouping',
    View: FileViewModel,
    NewView: NewFileView,
    Change: FileViewChange,
  },
} as const;

function routesOf<List extends ViewList>(list: List): Route[] {
  const { name, path, of, group, right, has, View, NewView, Change } = LISTS[list];
  const common = { group, isExtra: true } as const;
  /** Views of a project need EDIT_PROJECT; the operation asks for it. */
  const access = onProject(right, projectIn('params'), ['EDIT_PROJECT']);
  const view = entity({
    name: list === 'ITEMS' ? 'view' : 'view of files',
    members: ['name', 'isShared', 'settings'],
    load: async ({ app, caller, params }) =>
      rowOf(await views.viewsOf(app, list, caller, params.projectId), params.viewId, () =>
        notFound('View', params.viewId),
      ),
  });
  return [
    route({
      ...common,
      id: `list${name}s`,
      method: 'GET',
      path,
      summary: `The saved views of ${of}: those of the project, and those of the caller`,
      access: onProject(right, projectIn('params')),
      params,
      shows: view,
      responses: {
        200: { description: 'Views by name', schema: ListOf(View) },
        404: { description: 'No such project' },
      },
      run: async ({ app, caller, params }) => data(await views.viewsOf(app, list, caller, params.projectId)),
    }),
    route({
      ...common,
      id: `create${name}`,
      method: 'POST',
      path,
      summary: `Saves a view of ${of}: ${has} under a name`,
      access,
      params,
      body: NewView,
      responses: {
        201: { description: 'Created', schema: Created },
        400: { description: 'The name is taken, there are too many, or a filter is not known' },
        404: { description: 'No such project' },
      },
      run: async ({ app, caller, authorize, params, body }) =>
        created(await views.createView(app, list, { caller, authorize }, params.projectId, body), 'View saved.'),
    }),
    route({
      ...common,
      id: `update${name}`,
      method: 'PUT',
      path: `${path}/{viewId}`,
      summary: `Renames, changes or shares a view of ${of}; omitted members stay unchanged`,
      access,
      params: ViewParams,
      body: Change,
      edits: view,
      responses: { 200: { description: 'Changed', schema: Message }, 404: { description: 'No such project or view' } },
      async run({ app, caller, authorize, params, body }) {
        await views.changeView(app, list, { caller, authorize }, params, body);
        return done('View updated successfully.');
      },
    }),
    route({
      ...common,
      id: `delete${name}`,
      method: 'DELETE',
      path: `${path}/{viewId}`,
      summary: `Deletes a view of ${of}`,
      access,
      params: ViewParams,
      edits: view,
      responses: { 200: { description: 'Deleted', schema: Message }, 404: { description: 'No such project or view' } },
      async run({ app, caller, authorize, params }) {
        await views.removeView(app, list, { caller, authorize }, params.projectId, params.viewId);
        return done('View deleted successfully.');
      },
    }),
  ];
}

export const viewRoutes: Route[] = [...routesOf('ITEMS'), ...routesOf('FILES')];
