// Project (under /projects): users by role, and contacts.
import { onProject, projectIn } from '../../http/access.ts';
import { ProjectRole } from '../../http/models/enumerations.ts';
import { DataOf, Message, Model, Text, Type, versioned } from '../../http/models/schemas.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as membership from './membership.ts';
import { projectEntity } from './project-entity.ts';
import { Assignment, ProjectParams, RoleUsers } from './schemas.ts';

const group = 'Project';
const missing = { 404: { description: 'No such project' } };
const Contact = Model('ProjectContact', { contact: Type.String() });

export const membershipRoutes: Route[] = [
  route({
    id: 'listProjectUsers',
    method: 'GET',
    path: '/projects/{projectId}/users',
    group,
    summary: 'Logins of the users who hold a role in the project',
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params: ProjectParams,
    query: Type.Object({ roleId: ProjectRole('The role', 'ANALYST') }),
    responses: {
      200: {
        description: 'Logins by name',
        schema: DataOf(Model('ProjectUsers', { users: Type.Array(Type.String()) })),
      },
      ...missing,
    },
    run: async ({ app, params, query }) =>
      data({ users: await membership.projectUsers(app, params.projectId, query.roleId) }),
  }),
  route({
    id: 'assignProjectUsers',
    method: 'POST',
    path: '/projects/{projectId}/users',
    group,
    summary: 'Gives users a role in the project, and sets its contacts',
    description:
      'ownerId is the project contact. Every member is optional; users are named by login or id. ownerId needs the right to reassign the contact; the other members need the right to assign users.',
    access: onProject('REASSIGN_CONTACT', projectIn('params'), ['EDIT_USERS']),
    params: ProjectParams,
    body: Assignment,
    responses: { 200: { description: 'Assigned', schema: Message }, ...missing },
    async run({ app, authorize, params, body, note }) {
      note({ details: { ...(await membership.assignUsers(app, authorize, params.projectId, body)) } });
      return done('Users assigned to the project successfully.');
    },
  }),
  route({
    id: 'unassignProjectUsers',
    method: 'DELETE',
    path: '/projects/{projectId}/users',
    group,
    summary: 'Takes a role in the project from users',
    description:
      'Only a System Administrator can remove the last Project Administrator; System Administrators then assign the next.',
    access: onProject('EDIT_USERS', projectIn('params')),
    params: ProjectParams,
    body: RoleUsers,
    responses: { 200: { description: 'Removed', schema: Message }, ...missing },
    async run({ app, caller, params, body, note }) {
      note({ details: { ...(await membership.unassignUsers(app, caller, params.projectId, body)) } });
      return done('Users removed from the project successfully.');
    },
  }),
  route({
    id: 'getProjectContact',
    method: 'GET',
    path: '/projects/{projectId}/contact',
    group,
    summary: 'Login of the project contact',
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params: ProjectParams,
    responses: {
      200: {
        description: 'The contact, at top level and in `data`',
        schema: Model('ProjectContactAnswer', { contact: Type.String(), data: Contact }),
      },
      ...missing,
    },
    async run({ app, params }) {
      const contact = await membership.projectContact(app, params.projectId);
      const reply = data({ contact });
      return { ...reply, body: { contact, ...(reply.body as object) } };
    },
  }),
  route({
    id: 'setProjectContact',
    method: 'PUT',
    path: '/projects/{projectId}/contact',
    group,
    summary: 'Changes the project contact',
    access: onProject('REASSIGN_CONTACT', projectIn('params')),
    params: ProjectParams,
    body: Model('ProjectContactChange', {
      contact: Text(60, 'Login of the new contact', { minLength: 1 }),
      ...versioned,
    }),
    edits: projectEntity,
    responses: { 200: { description: 'Changed', schema: Message }, ...missing },
    async run({ app, params, body, note }) {
      note({ details: { ...(await membership.changeContact(app, params.projectId, body.contact)) } });
      return done('Project contact updated successfully.');
    },
  }),
];
