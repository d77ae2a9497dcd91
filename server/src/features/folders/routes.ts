// Folder: the interface document's heading, in its order.
import { permission, signedIn } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { Created, DataOf, Message, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { FolderChange, FolderDetails, FolderInput, FolderSummary } from './schemas.ts';

const group = 'Folder';
const params = Type.Object({
  folderId: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Folder; the root is 1 or 0' }),
});
/** Everybody who may create projects may change folders. */
const mayArrange = permission('create_project', 'system_admin');

const folder = entity({
  name: 'folder',
  members: ['name', 'parentFolderId'],
  load: ({ app, caller, params }) => operations.getFolder(app, caller, params.folderId),
});

export const folderRoutes: Route[] = [
  route({
    id: 'createFolder',
    method: 'POST',
    path: '/folders',
    group,
    summary: 'Creates a folder',
    access: mayArrange,
    body: FolderInput,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'The parent already has a folder of this name; its id follows the colon' },
      404: { description: 'No such parent folder' },
    },
    run: async ({ app, body }) => created(await operations.createFolder(app, body), 'Folder created successfully.'),
  }),
  route({
    id: 'getFolder',
    method: 'GET',
    path: '/folders/{folderId}',
    group,
    summary: 'A folder with its subfolders and the projects in it that the caller may see',
    access: signedIn(),
    params,
    shows: folder,
    responses: {
      200: { description: 'The folder', schema: DataOf(FolderDetails) },
      404: { description: 'No such folder' },
    },
    run: async ({ app, caller, params }) => data(await operations.getFolder(app, caller, params.folderId)),
  }),
  route({
    id: 'updateFolder',
    method: 'PUT',
    path: '/folders/{folderId}',
    group,
    summary: 'Renames or moves a folder',
    access: mayArrange,
    params,
    body: FolderChange,
    edits: folder,
    responses: { 200: { description: 'Updated', schema: Message }, 404: { description: 'No such folder' } },
    async run({ app, params, body }) {
      await operations.changeFolder(app, params.folderId, body);
      return done('Folder updated successfully.');
    },
  }),
  route({
    id: 'deleteFolder',
    method: 'DELETE',
    path: '/folders/{folderId}',
    group,
    summary: 'Deletes a folder and its subfolders; their projects move to the parent',
    access: mayArrange,
    params,
    responses: { 200: { description: 'Deleted', schema: Message }, 404: { description: 'No such folder' } },
    async run({ app, params }) {
      await operations.removeFolder(app, params.folderId);
      return done('Folder deleted successfully.');
    },
  }),
  route({
    id: 'searchFolders',
    method: 'GET',
    path: '/folders/search',
    group,
    summary: 'Folders whose name contains a text',
    access: signedIn(),
    query: Type.Object({ folderName: Type.Optional(Text(255, 'Part of the name, upper or lower case')), ...PageQuery }),
    shows: folder,
    responses: { 200: { description: 'Folders', schema: PageOf(FolderSummary) } },
    async run({ app, query }) {
      const { folders, paging } = await operations.findFolders(app, query.folderName ?? '', newPage(query));
      return data(folders, paging);
    },
  }),
];
