// ALM (not in the interface document, which only assigns issues to tasks).
import { notFound } from '../../errors.ts';
import { onProject, permission, projectIn } from '../../http/access.ts';
import { entity, rowOf } from '../../http/entities.ts';
import { Created, DataOf, Id, ListOf, Message, Model, Sent, Type, versioned } from '../../http/models/schemas.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import {
  AlmInstance,
  AlmInstanceChange,
  AlmInstanceInput,
  AlmLinkInput,
  AlmSchedule,
  AlmSettings,
  AlmSync,
  AlmTest,
  ProjectAlm,
} from './schemas.ts';

const group = 'ALM';
const administrates = permission('system_admin');
const params = Type.Object({ instanceId: Id('ALM instance') });
const projectParams = Type.Object({ projectId: Id('Project') });
const missing = { 404: { description: 'No such instance' } };
const noProject = { 404: { description: 'No such project' } };
const invalid = {
  400: { description: 'Another instance has this name, a field is wrong, or the secret must be given again' },
};

const instance = entity({
  name: 'ALM instance',
  unrecorded: ['url', 'userName', 'secret'],
  members: Object.keys(AlmInstanceInput.properties),
  load: async ({ app, params: { instanceId } }) =>
    rowOf(await operations.describeInstances(app), instanceId, () => notFound('ALM instance', instanceId)),
});
const settings = entity({
  name: 'ALM configuration',
  members: ['schedule'],
  load: ({ app }) => operations.describeSettings(app),
});
const link = entity({
  name: 'tie to the tracker',
  members: ['link'],
  load: ({ app, params: { projectId } }) => operations.describeProjectAlm(app, projectId),
});

export const almRoutes: Route[] = [
  route({
    id: 'listAlmInstances',
    method: 'GET',
    path: '/almInstances',
    group,
    isExtra: true,
    summary: 'Trackers that projects may use, with masked secrets',
    access: administrates,
    shows: instance,
    responses: { 200: { description: 'Instances in order of id', schema: ListOf(AlmInstance) } },
    run: async ({ app }) => data(await operations.describeInstances(app)),
  }),
  route({
    id: 'createAlmInstance',
    method: 'POST',
    path: '/almInstances',
    group,
    isExtra: true,
    summary: 'Adds a tracker: Jira Cloud or Jira Data Center',
    access: administrates,
    body: AlmInstanceInput,
    responses: { 201: { description: 'Created', schema: Created }, ...invalid },
    run: async ({ app, body }) =>
      created(await operations.createInstance(app, body), 'ALM instance created successfully.'),
  }),
  route({
    id: 'updateAlmInstance',
    method: 'PUT',
    path: '/almInstances/{instanceId}',
    group,
    isExtra: true,
    summary: 'Replaces a tracker; omitted members get their default',
    access: administrates,
    params,
    body: AlmInstanceChange,
    edits: instance,
    responses: { 200: { description: 'Replaced', schema: Message }, ...invalid, ...missing },
    async run({ app, params, body }) {
      await operations.changeInstance(app, params.instanceId, body);
      return done('ALM instance updated successfully.');
    },
  }),
  route({
    id: 'deleteAlmInstance',
    method: 'DELETE',
    path: '/almInstances/{instanceId}',
    group,
    isExtra: true,
    summary: 'Deletes a tracker that no project or task uses',
    access: administrates,
    params,
    responses: {
      200: { description: 'Deleted', schema: Message },
      400: { description: 'A project uses it, or tasks have issues of it' },
      ...missing,
    },
    async run({ app, params }) {
      await operations.removeInstance(app, params.instanceId);
      return done('ALM instance deleted successfully.');
    },
  }),
  route({
    id: 'testAlmInstance',
    method: 'POST',
    path: '/almInstances/{instanceId}/test',
    group,
    isExtra: true,
    summary: 'Signs in to a tracker and looks for its default project and issue type; changes nothing',
    access: administrates,
    params,
    responses: {
      200: { description: 'What it answered', schema: DataOf(AlmTest) },
      400: { description: 'The tracker cannot be reached or refuses; the message says why' },
      ...missing,
    },
    run: async ({ app, params, signal }) => data(await operations.testInstance(app, params.instanceId, signal)),
  }),
  route({
    id: 'getAlmSettings',
    method: 'GET',
    path: '/almSettings',
    group,
    isExtra: true,
    summary: 'How often issues are synchronised, and the last synchronisation',
    access: administrates,
    shows: settings,
    responses: { 200: { description: 'The settings', schema: DataOf(AlmSettings) } },
    run: async ({ app }) => data(await operations.describeSettings(app)),
  }),
  route({
    id: 'setAlmSettings',
    method: 'PUT',
    path: '/almSettings',
    group,
    isExtra: true,
    summary: 'Sets how often issues are synchronised, for all instances',
    access: administrates,
    body: Model('AlmSettingsChange', { schedule: Sent(AlmSchedule), ...versioned }),
    edits: settings,
    responses: { 200: { description: 'Set', schema: Message } },
    async run({ app, body }) {
      await operations.changeSchedule(app, body.schedule);
      return done('ALM settings updated successfully.');
    },
  }),
  route({
    id: 'syncAlmIssues',
    method: 'POST',
    path: '/almSettings/sync',
    group,
    isExtra: true,
    summary: 'Synchronises state and summary of all issues of tasks now, and answers afterwards',
    access: administrates,
    responses: {
      200: { description: 'What was done', schema: DataOf(AlmSync) },
      503: { description: 'A synchronisation is running' },
    },
    run: async ({ app }) => data(await operations.synchroniseNow(app)),
  }),
  route({
    id: 'getProjectAlm',
    method: 'GET',
    path: '/projects/{projectId}/alm',
    group,
    isExtra: true,
    summary: 'The tracker that a project uses, and those that it may use',
    access: onProject('VIEW_ALM', projectIn('params')),
    params: projectParams,
    shows: link,
    responses: {
      200: { description: 'The tracker with the settings of the project, or null', schema: DataOf(ProjectAlm) },
      ...noProject,
    },
    run: async ({ app, params }) => data(await operations.describeProjectAlm(app, params.projectId)),
  }),
  route({
    id: 'setProjectAlm',
    method: 'PUT',
    path: '/projects/{projectId}/alm',
    group,
    isExtra: true,
    summary: 'Selects the tracker of a project, with the settings that differ for the project',
    access: onProject('EDIT_ALM', projectIn('params')),
    params: projectParams,
    body: AlmLinkInput,
    edits: link,
    responses: {
      200: { description: 'Tied', schema: Message },
      400: { description: 'No such instance, or the project is locked' },
      ...noProject,
    },
    async run({ app, params, body }) {
      await operations.linkProject(app, params.projectId, body);
      return done('ALM settings of the project updated successfully.');
    },
  }),
  route({
    id: 'deleteProjectAlm',
    method: 'DELETE',
    path: '/projects/{projectId}/alm',
    group,
    isExtra: true,
    summary: 'Removes the tracker of a project; issues of its tasks stay',
    access: onProject('EDIT_ALM', projectIn('params')),
    params: projectParams,
    responses: {
      200: { description: 'Cut loose', schema: Message },
      404: { description: 'No such project, or it has no tracker' },
    },
    async run({ app, params }) {
      await operations.unlinkProject(app, params.projectId);
      return done('ALM settings of the project removed successfully.');
    },
  }),
];
