// Packages of registries as sources of a project: beside the interface document, which knows none.
import type { App } from '../../app.ts';
import { listScmInstances } from '../../db/scm/instances.ts';
import { listScmStates } from '../../db/scm/states.ts';
import { MOST_PACKAGES, readPackageList } from '../../domain/scm/package-list.ts';
import { unlessRefused } from '../../errors.ts';
import { onProject, projectIn } from '../../http/access.ts';
import { ListOf, Model, type Static, Text, Type } from '../../http/models/schemas.ts';
import { data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { REGISTRIES, SOURCE_REGISTRIES } from '../../registries/list.ts';
import { folderOfInstance } from '../../scm/systems.ts';
import * as operations from './operations.ts';
import { LastSync } from './schemas.ts';
import { ProjectPath, sourceRoutes } from './source-routes.ts';

const group = 'Package sources';
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

/** The archives of packages are expanded, and archives inside them where these have the sources. */
function packageInput({ purls }: PackageSourceInput): operations.ScmInput {
  const list = unlessRefused(readPackageList(purls.join(' '), SOURCE_REGISTRIES));
  const expansionLevel = list.some(({ registry }) => REGISTRIES[registry].source?.isNested) ? 3 : 2;
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
      ...operations.lastSyncOf(state),
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
  ...sourceRoutes({
    type: 'PURL',
    group,
    name: 'Package',
    body: PackageSourceInput,
    inputOf: packageInput,
    words: {
      creates:
        'Adds packages of registries to a project. POST /scmInstances/sync, and every scan, fetches their sources',
      replaces: 'Replaces the packages of a source of a project',
      deletes: 'Deletes a source of packages of a project; the next synchronisation removes their files',
      tests: 'Asks the registries, within 5 seconds, for the packages that the source names',
      invalid: 'A package URL is wrong, its type is not fetched, or the project is locked',
      untested: 'A registry is not switched on or does not have a package; the message says which versions it has',
    },
  }),
];
