// Project (under /projects): children, parents, status.
import { onProject, projectIn } from '../../http/access.ts';
import { DataOf, Flag, Id, Message, Model, Text, Type, versioned } from '../../http/models/schemas.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as family from './family.ts';
import { projectEntity } from './project-entity.ts';
import { LinkedProject, ProjectParams } from './schemas.ts';

const group = 'Project';
const missing = { 404: { description: 'No such project' } };
const childrenQuery = Type.Object({
  childProjectIds: Type.Array(Id('Child project'), {
    minItems: 1,
    maxItems: 1000,
    description: 'Ids of projects; repeat the parameter, or separate ids by commas',
  }),
});
const treeQuery = Type.Object({ recursive: Flag(false, 'At every depth') });
const statusMembers = {
  status: Type.Optional(
    Text(50, 'Not Started, Analysis In Progress, Analysis Completed or Project Completed (also COMPLETED)'),
  ),
  projectAction: Type.Optional(Text(50, 'Update Status Only (default), Lock Child Projects or Unlock Child Projects')),
};

export const familyRoutes: Route[] = [
  route({
    id: 'addChildProjects',
    method: 'POST',
    path: '/projects/{projectId}/children',
    group,
    summary: 'Makes projects children of a project',
    description: 'A project cannot become a child of itself or of a project below it.',
    access: onProject('EDIT_CHILDREN', projectIn('params')),
    params: ProjectParams,
    query: childrenQuery,
    responses: {
      200: { description: 'Linked', schema: Message },
      400: { description: 'The link would make a circle' },
      404: { description: 'No such project, or no such child' },
    },
    async run({ app, caller, params, query }) {
      await family.linkChildren(app, caller, params.projectId, query.childProjectIds);
      return done('Child projects added successfully.');
    },
  }),
  route({
    id: 'removeChildProjects',
    method: 'DELETE',
    path: '/projects/{projectId}/children',
    group,
    summary: 'Takes children from a project; the projects themselves stay',
    access: onProject('EDIT_CHILDREN', projectIn('params')),
    params: ProjectParams,
    query: childrenQuery,
    responses: {
      200: { description: 'Unlinked', schema: Message },
      400: { description: 'One of the projects is not a child' },
      ...missing,
    },
    async run({ app, params, query }) {
      await family.unlinkChildren(app, params.projectId, query.childProjectIds);
      return done('Child projects removed successfully.');
    },
  }),
  route({
    id: 'listChildProjects',
    method: 'GET',
    path: '/projects/{projectId}/childProjects',
    group,
    summary: 'The child projects, as a tree rooted in the project itself',
    description:
      'Leaves out projects that the caller may not see. A project with several parents is listed under each of them; its own subtree is listed only once.',
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params: ProjectParams,
    query: treeQuery,
    responses: { 200: { description: 'The tree', schema: DataOf(LinkedProject) }, ...missing },
    run: async ({ app, caller, params, query }) =>
      data(await family.linkedProjects(app, caller, params.projectId, 'children', query.recursive)),
  }),
  route({
    id: 'listParentProjects',
    method: 'GET',
    path: '/projects/{projectId}/parentProjects',
    group,
    summary: 'The parent projects, as a tree rooted in the project itself',
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params: ProjectParams,
    query: treeQuery,
    responses: { 200: { description: 'The tree', schema: DataOf(LinkedProject) }, ...missing },
    run: async ({ app, caller, params, query }) =>
      data(await family.linkedProjects(app, caller, params.projectId, 'parents', query.recursive)),
  }),
  route({
    id: 'setProjectStatus',
    method: 'PUT',
    path: '/projects/{projectId}/status',
    group,
    summary: 'Sets the status; Project Completed locks the project, any other status unlocks it',
    description:
      'Lock Child Projects is allowed only with Project Completed, Unlock Child Projects only with another status. Both change the children at every depth and need the right to change the status of each. The parameters may also be sent in the body.',
    access: onProject('CHANGE_STATUS', projectIn('params')),
    params: ProjectParams,
    query: Type.Object(statusMembers),
    body: Model('ProjectStatusChange', { ...statusMembers, ...versioned }),
    edits: projectEntity,
    responses: {
      200: { description: 'Set', schema: Message },
      400: { description: 'No such status or action, or the two cannot be combined' },
      409: { description: 'A job that changes the project is queued or running, so it cannot be locked' },
      ...missing,
    },
    async run({ app, caller, params, query, body }) {
      const input = { ...body, ...query };
      const status = await family.setProjectStatus(app, caller, params.projectId, input);
      return done(`Project status updated successfully: ${status}.`);
    },
  }),
  route({
    id: 'unlockProject',
    method: 'PUT',
    path: '/projects/{projectId}/unlock',
    group,
    isExtra: true,
    summary: 'Unlocks a locked project: its status becomes Analysis In Progress',
    description: 'Also for system administrators, who have no other way to change the status of a project.',
    access: onProject('UNLOCK_PROJECT', projectIn('params')),
    params: ProjectParams,
    responses: {
      200: { description: 'Unlocked', schema: Message },
      400: { description: 'The project is not locked' },
      ...missing,
    },
    async run({ app, caller, params }) {
      await family.unlockProject(app, caller, params.projectId);
      return done('Project unlocked successfully.');
    },
  }),
];
