// Packages of registries as sources of a project: beside the interface document, which knows none.
import type { App } from '../../app.ts';
import { listScmInstances } from '../../db/scm/instances.ts';
import { listScmStates } from '../../db/scm/states.ts';
import { MOST_PACKAGES, readPackageList, SOURCE_REGISTRIES } from '../../domain/scm/package-list.ts';
import { unlessRefused } from '../../errors.ts';
import { onProject, projectIn } from '../../http/access.ts';
import { Created, ListOf, Message, Model, type Static, Text, Type } from '../../http/models/schemas.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { folderOfInstance } from '../../scm/systems.ts';
import { ImageSourcePath, ProjectPath } from './image-schemas.ts';
import * as operations from './operations.ts';
import { LastSync } from './schemas.ts';

const group = 'Package sources';
const mayEdit = onProject('EDIT_SCM', projectIn('params'));
const missing = { 404: { description: 'No such project or source' } };
const invalid = { 400: { description: 'A package URL is wrong, its type is not fetched, or the project is locked' } };

const PackageSourceInput = Model('PackageSourceInput', {
  purls: Type.Array(Text(1000, 'A package URL with a version: pkg:npm/lodash@4.17.21', { minLength: 1 }), {
    minItems: 1,
    maxItems: MOST_PACKAGES,
    description: `Of the types ${SOURCE_REGISTRIES.join(', ')}`,
  }),
});
type PackageSourceInput = Static<typeof PackageSourceInput>;

const PackageSource = Model('PackageSource', {
  instanceId: Type.Integer(),
  purls: Type.Array(Type.String()),
  folder: Type.String({
    description: 'The folder of their files in the code base; each package has one of its own in it',
  }),
  lastSync: Type.Optional(LastSync),
});

const place = ({ projectId, instanceId }: { projectId: number; instanceId: number }) =>
  ({ projectId, scmType: 'PURL', instanceId }) as const;

/** The archives of packages are expanded; that of a gem has the sources in an archive inside it. */
function packageInput({ purls }: PackageSourceInput): operations.ScmInput {
  const list = unlessRefused(readPackageList(purls.join(' ')));
  const expansionLevel = list.some(({ registry }) => registry === 'gem') ? 3 : 2;
  const settings = { expansionLevel, deleteArchiveAfterExpand: true, archiveDirSuffix: '' };
  return { url: list.map(({ purl }) => purl).join(' '), userName: '', password: '', settings };
}

async function listPackageSources(app: App, projectId: number) {
  const instances = await listScmInstances(app.db, projectId, { type: 'PURL' });
  const states = await listScmStates(app.db, projectId);
  return instances.map(({ instance_id: instanceId, url }) => {
    const state = states.find((one) => one.type === 'PURL' && one.instance_id === instanceId);
    return {
      instanceId,
      purls: url.split(' '),
      folder: folderOfInstance('PURL', instanceId),
      ...(state === undefined ? {} : { lastSync: operations.lastSyncModel(state) }),
    };
  });
}

export const packageRoutes: Route[] = [
  route({
    id: 'listPackageSources',
    method: 'GET',
    path: '/projects/{projectId}/packageSources',
    isExtra: true,
    group,
    summary: 'Packages of registries whose sources are part of the code base',
    access: onProject('VIEW_SCM', projectIn('params')),
    params: ProjectPath,
    responses: {
      200: { description: 'Sources', schema: ListOf(PackageSource) },
      404: { description: 'No such project' },
    },
    run: async ({ app, params }) => data(await listPackageSources(app, params.projectId)),
  }),
  route({
    id: 'createPackageSource',
    method: 'POST',
    path: '/projects/{projectId}/packageSources',
    isExtra: true,
    group,
    summary: 'Adds packages of registries to a project. POST /scmInstances/sync, and every scan, fetches their sources',
    access: mayEdit,
    params: ProjectPath,
    body: PackageSourceInput,
    responses: {
      201: { description: 'Created', schema: Created },
      ...invalid,
      404: { description: 'No such project' },
    },
    run: async ({ app, params, body }) =>
      created(await operations.createInstance(app, params.projectId, 'PURL', packageInput(body)), 'Created'),
  }),
  route({
    id: 'updatePackageSource',
    method: 'PUT',
    path: '/projects/{projectId}/packageSources/{instanceId}',
    isExtra: true,
    group,
    summary: 'Replaces the packages of a source of a project',
    access: mayEdit,
    params: ImageSourcePath,
    body: PackageSourceInput,
    responses: { 200: { description: 'Ok', schema: Message }, ...invalid, ...missing },
    async run({ app, params, body }) {
      await operations.changeInstance(app, place(params), packageInput(body));
      return done('Ok');
    },
  }),
  route({
    id: 'deletePackageSource',
    method: 'DELETE',
    path: '/projects/{projectId}/packageSources/{instanceId}',
    isExtra: true,
    group,
    summary: 'Deletes a source of packages of a project; the next synchronisation removes their files',
    access: mayEdit,
    params: ImageSourcePath,
    responses: { 200: { description: 'Ok', schema: Message }, ...missing },
    async run({ app, params }) {
      await operations.removeInstance(app, place(params));
      return done('Ok');
    },
  }),
  route({
    id: 'testPackageSource',
    method: 'POST',
    path: '/projects/{projectId}/packageSources/{instanceId}/test',
    isExtra: true,
    group,
    summary: 'Asks the registries, within 5 seconds, for the packages that the source names',
    access: mayEdit,
    params: ImageSourcePath,
    responses: {
      200: { description: 'Ok, and what was found', schema: Message },
      400: {
        description: 'A registry is not switched on or does not have a package; the message says which versions it has',
      },
      ...missing,
    },
    run: async ({ app, params, signal }) => done(await operations.testConnection(app, place(params), signal)),
  }),
];
