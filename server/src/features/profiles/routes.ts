// Scan profiles: the interface document only names the group, so all are extras. The first operation follows the wire format.
import { onProject, permission, projectIn, signedIn } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { entity } from '../../http/entities.ts';
import { Created, DataOf, Id, Message, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { ScanProfile, ScanProfileChange, ScanProfileInput } from './schemas.ts';

const group = 'Scan profiles';
const params = Type.Object({ profileId: Id('Scan profile') });
const mayKeepProfiles = permission('system_admin');
const missing = { 404: { description: 'No such scan profile' } };

const profile = entity({
  name: 'scan profile',
  members: ['name', 'description', 'settings'],
  load: ({ app, params: { profileId } }) => operations.describeProfile(app, profileId),
});

export const profileRoutes: Route[] = [
  route({
    id: 'getProjectProfile',
    method: 'GET',
    path: '/profiles/{projectId}',
    group,
    isExtra: true,
    summary: 'The scan profile of a project',
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    responses: {
      200: { description: 'The profile', schema: DataOf(ScanProfile) },
      404: { description: 'No such project' },
    },
    run: async ({ app, params }) => data(await operations.describeProfileOfProject(app, params.projectId)),
  }),
  route({
    id: 'listScanProfiles',
    method: 'GET',
    path: '/scanProfiles',
    group,
    isExtra: true,
    summary: 'All scan profiles',
    access: signedIn(),
    query: Type.Object(PageQuery),
    shows: profile,
    responses: { 200: { description: 'Profiles in order of id', schema: PageOf(ScanProfile) } },
    async run({ app, query }) {
      const { profiles, paging } = await operations.pageOfProfiles(app, newPage(query));
      return data(profiles, paging);
    },
  }),
  route({
    id: 'getScanProfile',
    method: 'GET',
    path: '/scanProfiles/{profileId}',
    group,
    isExtra: true,
    summary: 'A scan profile',
    access: signedIn(),
    params,
    shows: profile,
    responses: { 200: { description: 'The profile', schema: DataOf(ScanProfile) }, ...missing },
    run: async ({ app, params }) => data(await operations.describeProfile(app, params.profileId)),
  }),
  route({
    id: 'createScanProfile',
    method: 'POST',
    path: '/scanProfiles',
    group,
    isExtra: true,
    summary: 'Creates a scan profile',
    access: mayKeepProfiles,
    largestBodyBytes: 12 * MIB,
    body: ScanProfileInput,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'Another profile has this name' },
    },
    run: async ({ app, body }) =>
      created(await operations.createProfile(app, body), 'Scan profile created successfully.'),
  }),
  route({
    id: 'updateScanProfile',
    method: 'PUT',
    path: '/scanProfiles/{profileId}',
    group,
    isExtra: true,
    summary: 'Replaces a scan profile of this installation; the next scan of its projects uses it',
    access: mayKeepProfiles,
    params,
    largestBodyBytes: 12 * MIB,
    body: ScanProfileChange,
    edits: profile,
    responses: {
      200: { description: 'Updated', schema: Message },
      400: { description: 'A standard profile, or another profile has the name' },
      ...missing,
    },
    async run({ app, params, body }) {
      await operations.changeProfile(app, params.profileId, body);
      return done('Scan profile updated successfully.');
    },
  }),
  route({
    id: 'deleteScanProfile',
    method: 'DELETE',
    path: '/scanProfiles/{profileId}',
    group,
    isExtra: true,
    summary: 'Deletes a scan profile that no project uses',
    access: mayKeepProfiles,
    params,
    responses: {
      200: { description: 'Deleted', schema: Message },
      400: { description: 'A standard profile, or projects use it' },
      ...missing,
    },
    async run({ app, params }) {
      await operations.removeProfile(app, params.profileId);
      return done('Scan profile deleted successfully.');
    },
  }),
];
