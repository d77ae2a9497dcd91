// Users: the interface document's heading, in its order.

import { countOf } from '../../domain/count-text.ts';
import { badRequest } from '../../errors.ts';
import { permission, signedIn } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { Created, Id, ListOf, Message, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { TokenOfUser } from '../../http/models/token-model.ts';
import { newPage } from '../../http/paging.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { Colleague, NewUser, PasswordChange, Permissions, Profile, User } from './schemas.ts';

const group = 'Users';
const params = Type.Object({ loginId: Text(60, 'Login, or id', { minLength: 1 }) });
const administrates = permission('system_admin');
const missing = { 404: { description: 'No such user' } };

const user = entity({
  name: 'user',
  members: ['firstName', 'lastName', 'email', 'permissions', 'active', 'source'],
  load: ({ app, params: { loginId } }) => operations.describeUser(app, loginId),
});

export const userRoutes: Route[] = [
  route({
    id: 'createUser',
    method: 'POST',
    path: '/users',
    group,
    summary: 'Creates a user',
    access: administrates,
    body: NewUser,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'Another user has this login, or a field is wrong' },
    },
    async run({ app, body, note }) {
      note({ details: { newLogin: body.login } });
      return created(await operations.createUser(app, body), 'User created successfully.');
    },
  }),
  route({
    id: 'activateUser',
    method: 'PUT',
    path: '/users/{loginId}/activate',
    group,
    summary: 'Activates a user',
    access: administrates,
    params,
    edits: user,
    responses: { 200: { description: 'Activated', schema: Message }, ...missing },
    async run({ app, params, note }) {
      note({ details: { ...(await operations.setActive(app, params.loginId, true)) } });
      return done('User activated successfully.');
    },
  }),
  route({
    id: 'deactivateUser',
    method: 'PUT',
    path: '/users/{loginId}/deactivate',
    group,
    summary: 'Deactivates a user; tokens and sessions of the user end',
    access: administrates,
    params,
    edits: user,
    responses: { 200: { description: 'Deactivated', schema: Message }, ...missing },
    async run({ app, params, note }) {
      note({ details: { ...(await operations.setActive(app, params.loginId, false)) } });
      return done('User deactivated successfully.');
    },
  }),
  route({
    id: 'setUserPermissions',
    method: 'PUT',
    path: '/users/{loginId}/permission',
    group,
    summary: "Replaces a user's permissions",
    access: administrates,
    params,
    body: Permissions,
    edits: user,
    responses: { 200: { description: 'Replaced', schema: Message }, ...missing },
    async run({ app, params, body, note }) {
      note({ details: { ...(await operations.replacePermissions(app, params.loginId, body.permissions)) } });
      return done('User permissions updated successfully.');
    },
  }),
  route({
    id: 'updateUser',
    method: 'PUT',
    path: '/users/{loginId}',
    group,
    isExtra: true,
    summary: "Changes a user's names and e-mail address; omitted members stay unchanged",
    access: administrates,
    params,
    body: Profile,
    edits: user,
    responses: {
      200: { description: 'Changed', schema: Message },
      400: { description: 'A field is wrong, or the user comes from the LDAP directory' },
      ...missing,
    },
    async run({ app, caller, params, body, note }) {
      note({ details: { ...(await operations.changeProfile(app, caller, params.loginId, body)) } });
      return done('User updated successfully.');
    },
  }),
  route({
    id: 'setUserPassword',
    method: 'PUT',
    path: '/users/{loginId}/password',
    group,
    isExtra: true,
    summary:
      'Gives a user a new password; sessions and API tokens of the user end, unless keepTokens says that the tokens stay',
    access: administrates,
    // Otherwise a stolen token of an administrator would take over every account.
    needsPassword: true,
    params,
    body: PasswordChange,
    responses: {
      200: { description: 'Changed', schema: Message },
      400: { description: 'The password is too weak, or the LDAP directory keeps the password' },
      ...missing,
    },
    async run({ app, params, body, note }) {
      note({ details: await operations.givePassword(app, params.loginId, body) });
      return done('Password updated successfully.');
    },
  }),
  route({
    id: 'listTokensOfUser',
    method: 'GET',
    path: '/users/{loginId}/tokens',
    group,
    isExtra: true,
    summary: 'The API tokens of a user, with their scope and last use, without their text',
    access: administrates,
    params,
    responses: { 200: { description: 'Tokens, newest first', schema: ListOf(TokenOfUser) }, ...missing },
    run: async ({ app, params }) => data(await operations.listTokensOf(app, params.loginId)),
  }),
  route({
    id: 'revokeTokensOfUser',
    method: 'DELETE',
    path: '/users/{loginId}/tokens',
    group,
    isExtra: true,
    summary: 'Revokes all API tokens of a user, and ends the sessions; they stop working at once',
    access: administrates,
    params,
    responses: { 200: { description: 'Revoked', schema: Message }, ...missing },
    async run({ app, params, note }) {
      const revoked = await operations.revokeTokensOf(app, params.loginId);
      note({ details: revoked });
      return done(`${countOf(revoked.tokens.length, 'token')} of ${revoked.login} revoked; all sessions ended.`);
    },
  }),
  route({
    id: 'revokeTokenOfUser',
    method: 'DELETE',
    path: '/users/{loginId}/tokens/{tokenId}',
    group,
    isExtra: true,
    summary: 'Revokes an API token of a user; it stops working at once',
    access: administrates,
    params: Type.Object({ ...params.properties, tokenId: Id('Token') }),
    responses: { 200: { description: 'Revoked', schema: Message }, 404: { description: 'No such user or token' } },
    async run({ app, params, note }) {
      note({ details: await operations.revokeTokensOf(app, params.loginId, params.tokenId) });
      return done('Token revoked.');
    },
  }),
  route({
    id: 'lookupUsers',
    method: 'GET',
    path: '/users/lookup',
    group,
    isExtra: true,
    summary: 'Active users with a text in login, name or address, by login; the first 50',
    description: 'For choosing the users who get a role or a task.',
    access: signedIn(),
    query: Type.Object({
      find: Type.Optional(Text(255, 'Part of the login, the name or the e-mail address, upper or lower case')),
    }),
    responses: { 200: { description: 'Users', schema: ListOf(Colleague) } },
    run: async ({ app, query }) => data(await operations.findColleagues(app, query.find)),
  }),
  route({
    id: 'listUsers',
    method: 'GET',
    path: '/users',
    group,
    isExtra: true,
    summary: 'All users, by login',
    access: administrates,
    query: Type.Object({
      find: Type.Optional(Text(255, 'Part of the login, the name or the e-mail address, upper or lower case')),
      active: Type.Optional(Type.Boolean({ description: 'Only active users, or only the others' })),
      ...PageQuery,
    }),
    shows: user,
    responses: { 200: { description: 'Users', schema: PageOf(User) } },
    async run({ app, query }) {
      const { users, paging } = await operations.listAllUsers(app, query, newPage(query));
      return data(users, paging);
    },
  }),
  route({
    id: 'searchUsers',
    method: 'GET',
    path: '/users/search',
    group,
    summary: 'Users by id, login or e-mail address',
    access: signedIn(),
    query: Type.Object({
      id: Type.Optional(Id('User')),
      login: Type.Optional(Text(60, 'Login, upper or lower case')),
      email: Type.Optional(Text(255, 'E-mail address, upper or lower case')),
    }),
    shows: user,
    responses: { 200: { description: 'A list, also for a single user', schema: ListOf(User) }, ...missing },
    async run({ app, caller, query }) {
      if (query.id === undefined && !query.login && !query.email)
        throw badRequest('One of the query parameters "id", "login" and "email" is required.');
      return data(await operations.findUsers(app, caller, query));
    },
  }),
];
