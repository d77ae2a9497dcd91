// Further addresses of Dependency-Track: who the key is of, changes of projects, and violations of policies.
import { type Access, onProject, permission, signedIn } from '../../../http/access.ts';
import { bare } from '../../../http/replies.ts';
import { type Route, route } from '../../../http/route.ts';
import { queueDeletion } from '../operations.ts';
import { idIn, missing, off, params, projectOfBody, projectOfUuid, shared } from './addresses.ts';
import { changeTracked, createTracked } from './changes.ts';
import { ignoring, othersIn } from './ignored.ts';
import { describeProject } from './reading.ts';
import {
  NewTrackedProject,
  PROJECT_MEMBERS,
  ReplacedTrackedProject,
  TrackedProject,
  TrackedProjectChange,
  TrackedTeam,
  TrackedViolations,
} from './schemas.ts';
import { teamOf } from './team.ts';
import { violationsOf } from './violations.ts';

const mayCreate: Access = { ...permission('create_project'), alsoFor: ['EDIT_CHILDREN'] };

export const dependencyTrackProjectRoutes: Route[] = [
  route({
    ...shared,
    id: 'dependencyTrackTeam',
    method: 'GET',
    path: '/api/v1/team/self',
    summary: 'Whose key it is, and what its owner may do',
    access: signedIn(),
    responses: { 200: { description: 'The owner, as a team', schema: TrackedTeam }, ...off },
    run: async ({ app, caller }) => bare(await teamOf(app, caller)),
  }),
  route({
    ...shared,
    id: 'dependencyTrackCreate',
    method: 'PUT',
    path: '/api/v1/project',
    summary: 'Creates a project',
    access: mayCreate,
    body: NewTrackedProject,
    responses: {
      201: { description: 'The project', schema: TrackedProject },
      400: { description: 'Another project has this name, or a field is wrong' },
      ...missing,
    },
    async run(call) {
      const id = await createTracked(call, call.body);
      call.note({ projectId: id });
      return ignoring(othersIn(call.body, PROJECT_MEMBERS), {
        ...bare(await describeProject(call.app, id)),
        status: 201,
      });
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackReplace',
    method: 'POST',
    path: '/api/v1/project',
    summary: 'Changes the project that the body names by its UUID; a member that is not sent stays',
    access: onProject('EDIT_PROJECT', projectOfBody, ['EDIT_CHILDREN']),
    body: ReplacedTrackedProject,
    responses: {
      200: { description: 'The project', schema: TrackedProject },
      400: { description: 'Another project has this name, or a field is wrong' },
      ...missing,
    },
    async run(call) {
      const { uuid, ...change } = call.body;
      const id = await idIn({ app: call.app, params: { uuid } });
      await changeTracked(call, id, change);
      return ignoring(othersIn(call.body, PROJECT_MEMBERS), bare(await describeProject(call.app, id)));
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackChange',
    method: 'PATCH',
    path: '/api/v1/project/{uuid}',
    summary: 'Changes name, version, description, tags or parent of a project',
    access: onProject('EDIT_PROJECT', projectOfUuid, ['EDIT_CHILDREN']),
    params,
    body: TrackedProjectChange,
    responses: { 200: { description: 'The project', schema: TrackedProject }, ...missing },
    async run(call) {
      const id = await idIn(call);
      await changeTracked(call, id, call.body);
      return ignoring(othersIn(call.body, PROJECT_MEMBERS), bare(await describeProject(call.app, id)));
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackDelete',
    method: 'DELETE',
    path: '/api/v1/project/{uuid}',
    summary: 'Queues the deletion of a project with its inventory, tasks and code base',
    access: onProject('DELETE_PROJECT', projectOfUuid),
    params,
    responses: {
      204: { description: 'Queued' },
      409: { description: 'Another job of the project is queued or running' },
      ...missing,
    },
    async run(call) {
      await queueDeletion(call.app, call.caller, await idIn(call));
      return { status: 204, headers: {}, body: undefined };
    },
  }),
  route({
    ...shared,
    id: 'dependencyTrackRefresh',
    method: 'GET',
    path: '/api/v1/metrics/project/{uuid}/refresh',
    summary: 'Does nothing: the figures of a project are always of now',
    access: onProject('VIEW_INVENTORY', projectOfUuid),
    params,
    responses: { 200: { description: 'Nothing' }, ...missing },
    run: async () => ({ status: 200, headers: {}, body: undefined }),
  }),
  route({
    ...shared,
    id: 'dependencyTrackViolations',
    method: 'GET',
    path: '/api/v1/violation/project/{uuid}',
    summary: 'Rules of the policy of a project that reject its items',
    access: onProject('VIEW_INVENTORY', projectOfUuid),
    params,
    responses: {
      200: { description: 'Violations; X-Total-Count has their number', schema: TrackedViolations },
      ...missing,
    },
    async run(call) {
      const violations = await violationsOf(call.app, await idIn(call));
      return { ...bare(violations), headers: { 'X-Total-Count': String(violations.length) } };
    },
  }),
];
