// Project (under /projects): the interface document's heading, in its order.
import { coverageStates } from '../../domain/vulnerabilities/coverage.ts';
import { onProject, permission, projectIn, visibleRows } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import {
  Created,
  DataOf,
  Flag,
  Message,
  OneOf,
  PageOf,
  Text,
  Type,
  WholeOrPageQuery,
} from '../../http/models/schemas.ts';
import { wholeOrPage } from '../../http/paging.ts';
import { accepted, created, data, done, streamed } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { listCodebase } from './codebase.ts';
import * as operations from './operations.ts';
import { projectEntity } from './project-entity.ts';
import { NewProject, ProjectChange, ProjectDetails, ProjectParams, ProjectRow } from './schemas.ts';

const group = 'Project';
const mayCreate = permission('create_project');

export const projectRoutes: Route[] = [
  route({
    id: 'listProjects',
    method: 'GET',
    path: '/projects',
    group,
    summary: 'The projects that the caller may see',
    access: visibleRows(),
    query: Type.Object({
      name: Type.Optional(Text(255, 'Only projects with this text in their name; case does not matter')),
      search: Type.Optional(
        Text(255, "Only projects with each of these words in their name, their contact's login or their id"),
      ),
      coverage: Type.Optional(
        OneOf(
          coverageStates,
          'Only projects with items that were not compared with advisories, or with items that all were',
        ),
      ),
      ...WholeOrPageQuery,
    }),
    responses: { 200: { description: 'Projects in order of their ids', schema: PageOf(ProjectRow) } },
    async run({ app, caller, query }) {
      const { rows, paging } = await operations.listVisibleProjects(app, caller, query, wholeOrPage(query));
      return streamed('{"data":[', rows, ']}', paging);
    },
  }),
  route({
    id: 'createProject',
    method: 'POST',
    path: '/projects',
    group,
    summary: 'Creates a project',
    access: mayCreate,
    largestBodyBytes: 8 * MIB,
    body: NewProject,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'Another project has this name, or a field is wrong' },
    },
    async run({ app, caller, body, note }) {
      const projectId = await operations.createProject(app, caller, body);
      note({ projectId });
      return created(projectId, 'Project created successfully.');
    },
  }),
  route({
    id: 'getProject',
    method: 'GET',
    path: '/projects/{projectId}',
    group,
    summary: 'A project with its settings and roll-ups',
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params: ProjectParams,
    shows: projectEntity,
    responses: {
      200: { description: 'The project', schema: DataOf(ProjectDetails) },
      404: { description: 'No such project' },
    },
    run: async ({ app, caller, params }) => data(await operations.describeProject(app, caller, params.projectId)),
  }),
  route({
    id: 'updateProject',
    method: 'PUT',
    path: '/projects/{projectId}',
    group,
    summary: 'Changes settings of a project; omitted members stay unchanged',
    access: onProject('EDIT_PROJECT', projectIn('params')),
    params: ProjectParams,
    largestBodyBytes: 8 * MIB,
    body: ProjectChange,
    edits: projectEntity,
    responses: { 200: { description: 'Changed', schema: Message }, 404: { description: 'No such project' } },
    async run({ app, caller, params, body }) {
      await operations.changeProject(app, caller, params.projectId, body);
      return done('Project updated successfully.');
    },
  }),
  route({
    id: 'deleteProject',
    method: 'DELETE',
    path: '/projects/{projectId}',
    group,
    summary: 'Queues the deletion of a project with its inventory, tasks and code base',
    access: onProject('DELETE_PROJECT', projectIn('params')),
    params: ProjectParams,
    responses: {
      202: { description: 'Queued', schema: Message },
      404: { description: 'No such project' },
      409: { description: 'Another job of the project is queued or running' },
    },
    async run({ app, caller, params }) {
      const jobId = await operations.queueDeletion(app, caller, params.projectId);
      return accepted(`Project will be deleted in the background with the job ID: ${jobId}`, { id: jobId });
    },
  }),
  route({
    id: 'listOwnActions',
    method: 'GET',
    path: '/projects/{projectId}/permissions',
    group,
    isExtra: true,
    summary: 'What the caller may do in a project',
    description: 'While the project is locked, actions that the lock forbids are left out.',
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params: ProjectParams,
    responses: {
      200: { description: 'Names of actions', schema: DataOf(Type.Array(Type.String()), 'ActionNames') },
      404: { description: 'No such project' },
    },
    run: async ({ app, caller, params }) => data(await operations.listOwnActions(app, caller, params.projectId)),
  }),
  route({
    id: 'listCodebase',
    method: 'GET',
    path: '/projects/{projectId}/codebase',
    group,
    isExtra: true,
    summary: 'The direct content of a folder of the code base: folders first, then files, by name',
    access: onProject('VIEW_FILES', projectIn('params')),
    params: ProjectParams,
    query: Type.Object({
      folderPath: Text(4096, 'Folder; empty for the root', { default: '' }),
      after: Text(4200, '`next` of the page before', { default: '' }),
      offset: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Begin at this position, from 0' }),
      ),
      around: Type.Optional(
        Text(4200, 'The page with this entry: `file:` or `folder:` and its name. It begins at a multiple of `limit`', {
          minLength: 1,
        }),
      ),
      totals: Flag(false, 'Count the files below each folder; it costs a pass over all files below'),
      limit: Type.Integer({ minimum: 1, maximum: 5000, default: 500, description: 'Entries per page' }),
    }),
    responses: {
      200: { description: 'Entries', schema: DataOf(listCodebase.schema) },
      404: { description: 'No such project or folder' },
    },
    run: async ({ app, params, query }) => data(await listCodebase.run(app, params.projectId, query)),
  }),
];
