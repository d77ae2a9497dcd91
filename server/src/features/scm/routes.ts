// Source control instances: the interface document's heading, in its order.
import type { TSchema } from 'typebox';
import type { App } from '../../app.ts';
import type { ScmType } from '../../domain/scm/scm-address.ts';
import { onProject, projectIn } from '../../http/access.ts';
import { Created, Message, type Static } from '../../http/models/schemas.ts';
import { accepted, bare, created, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import {
  GitInput,
  InstanceQuery,
  ListQuery,
  PerforceInput,
  ProjectQuery,
  ScmList,
  SubversionInput,
  SyncQueued,
  TfsInput,
  TypedInstanceQuery,
} from './schemas.ts';

const group = 'Source control instances';
const mayEdit = onProject('EDIT_SCM', projectIn('query'));
const missing = { 404: { description: 'No such project or instance' } };
const invalid = { 400: { description: 'An address or reference is wrong, or the project is locked' } };

/** POST and PUT of one kind of system. */
function instanceRoutes<B extends TSchema>(
  name: 'Git' | 'Perforce' | 'Subversion' | 'TFS',
  body: B,
  read: (body: Static<B>, app: App) => operations.ScmInput,
): Route[] {
  const scmType = name.toUpperCase() as ScmType;
  return [
    route({
      id: `create${name}Instance`,
      method: 'POST',
      path: `/scmInstances/${name}`,
      group,
      summary: `Adds a ${name} instance to a project; the answer has the id of the instance`,
      access: mayEdit,
      query: ProjectQuery,
      body,
      responses: { 201: { description: 'Created', schema: Created }, ...invalid, ...missing },
      async run({ app, query, body }) {
        const input = read(body as Static<B>, app);
        const id = await operations.createInstance(app, query.projectId, scmType, input);
        return created(id, withNote('Created', input));
      },
    }),
    route({
      id: `update${name}Instance`,
      method: 'PUT',
      path: `/scmInstances/${name}`,
      group,
      summary: `Replaces a ${name} instance of a project`,
      access: mayEdit,
      query: InstanceQuery,
      body,
      responses: { 200: { description: 'Ok', schema: Message }, ...invalid, ...missing },
      async run({ app, query, body }) {
        const input = read(body as Static<B>, app);
        await operations.changeInstance(app, { ...query, scmType }, input);
        return done(withNote('Ok', input));
      },
    }),
  ];
}

/** "Created" and "Ok" are what clients know; a note follows them. */
const withNote = (word: string, { note = '' }: operations.ScmInput) => (note === '' ? word : `${word}. ${note}`);

export const scmRoutes: Route[] = [
  ...instanceRoutes('Git', GitInput, operations.gitInput),
  ...instanceRoutes('Perforce', PerforceInput, operations.perforceInput),
  ...instanceRoutes('Subversion', SubversionInput, operations.subversionInput),
  ...instanceRoutes('TFS', TfsInput, operations.tfsInput),
  route({
    id: 'listScmInstances',
    method: 'GET',
    path: '/scmInstances',
    group,
    summary: 'Source control instances of a project, with masked passwords',
    access: onProject('VIEW_SCM', projectIn('query')),
    query: ListQuery,
    responses: { 200: { description: 'The instances, without an envelope', schema: ScmList }, ...missing },
    run: async ({ app, query }) => bare(await operations.listInstances(app, query)),
  }),
  route({
    id: 'testScmInstance',
    method: 'POST',
    path: '/scmInstances',
    group,
    summary: 'Tests the connection of an instance: asks the other server, within 5 seconds, what the instance names',
    access: mayEdit,
    query: TypedInstanceQuery,
    responses: {
      200: { description: 'Ok, and what was found', schema: Message },
      400: {
        description: 'The address, the credentials, or the branch, tag or commit is wrong; the message says which',
      },
      ...missing,
    },
    run: async ({ app, query, signal }) => done(await operations.testConnection(app, query, signal)),
  }),
  route({
    id: 'synchroniseScmInstances',
    method: 'POST',
    path: '/scmInstances/sync',
    isExtra: true,
    group,
    summary: 'Queues a job that brings the code of all instances up to date; every scan does the same before it begins',
    access: mayEdit,
    query: ProjectQuery,
    responses: {
      202: { description: 'Queued', schema: SyncQueued },
      400: { description: 'The project has no instance, or is locked' },
      409: { description: 'Another job of the project is in the way' },
      ...missing,
    },
    async run({ app, caller, query }) {
      const jobId = await operations.startSynchronisation(app, caller, query.projectId);
      return accepted('The synchronisation was queued.', { id: jobId });
    },
  }),
  route({
    id: 'deleteScmInstance',
    method: 'DELETE',
    path: '/scmInstances',
    group,
    summary: 'Deletes an instance of a project',
    access: mayEdit,
    query: TypedInstanceQuery,
    responses: { 200: { description: 'Ok', schema: Message }, ...missing },
    async run({ app, query }) {
      await operations.removeInstance(app, query);
      return done('Ok');
    },
  }),
];
