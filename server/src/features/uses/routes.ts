// Where something is used over all projects (not in the interface document).
import { visibleRows } from '../../http/access.ts';
import { Id, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, dataWith } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { subjectMembers, UsingFile, UsingInventory, UsingProjects } from './schemas.ts';

const group = 'Uses';
const access = visibleRows();
const answers = {
  400: { description: 'Not exactly one of licenseId, componentId, holder and digest, or a wrong one' },
  404: { description: 'No such license or component' },
};
const rowsQuery = Type.Object({
  ...subjectMembers,
  projectId: Type.Optional(Id('Only of this project')),
  ...PageQuery,
});

export const useRoutes: Route[] = [
  route({
    id: 'listUsingProjects',
    method: 'GET',
    path: '/uses/projects',
    group,
    isExtra: true,
    summary:
      'The projects that use a license, component, copyright holder or file, with the numbers of items and files',
    description:
      'Of the projects that the caller may see, by name. An item uses a license that is selected, concluded or declared, also as a part of an expression. Files of scan agents are not counted.',
    access,
    query: Type.Object({ ...subjectMembers, ...PageQuery }),
    responses: { 200: { description: 'Projects', schema: UsingProjects }, ...answers },
    async run({ app, caller, query: { offset, limit, ...asked } }) {
      const { rows, paging, ...more } = await operations.usingProjects(app, caller, asked, newPage({ offset, limit }));
      return dataWith(rows, paging, more);
    },
  }),
  route({
    id: 'listUsingInventories',
    method: 'GET',
    path: '/uses/inventories',
    group,
    isExtra: true,
    summary: 'The inventory items that use a license or component, in all projects that the caller may see',
    description:
      'By project and name, without items that are gone. Holders and digests are of files: they have no items here.',
    access,
    query: rowsQuery,
    responses: { 200: { description: 'Items', schema: PageOf(UsingInventory) }, ...answers },
    async run({ app, caller, query: { offset, limit, projectId, ...asked } }) {
      const { items, paging } = await operations.usingItems(app, caller, asked, projectId, newPage({ offset, limit }));
      return data(items, paging);
    },
  }),
  route({
    id: 'listUsingFiles',
    method: 'GET',
    path: '/uses/files',
    group,
    isExtra: true,
    summary:
      'The files with a license, copyright holder or digest, or of a component, in all projects that the caller may see',
    description: 'By project and path; at most 100,000. Excluded files and files of scan agents are not among them.',
    access,
    query: rowsQuery,
    responses: { 200: { description: 'Files', schema: PageOf(UsingFile) }, ...answers },
    async run({ app, caller, query: { offset, limit, projectId, ...asked } }) {
      const { files, paging } = await operations.usingFiles(app, caller, asked, projectId, newPage({ offset, limit }));
      return data(files, paging);
    },
  }),
];
