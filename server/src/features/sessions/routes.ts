// Sign-in, sessions of the browser, API tokens. None of them is in the interface document; existing scripts use POST /login.
import { notFound } from '../../errors.ts';
import { anyone, signedIn } from '../../http/access.ts';
import { SESSION_COOKIE } from '../../http/authenticate.ts';
import { entity, rowOf } from '../../http/entities.ts';
import { Created, DataOf, Id, ListOf, Message, Model, Type } from '../../http/models/schemas.ts';
import { Token } from '../../http/models/token-model.ts';
import { created, data, done, type Reply } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { checkCredentials } from '../../ldap/credentials.ts';
import * as operations from './operations.ts';
import { Credentials, NewToken, SignedInUser, TokenName } from './schemas.ts';

const group = 'Sessions and tokens';

const token = entity({
  name: 'token',
  members: ['name'],
  load: async ({ app, caller, params: { tokenId } }) =>
    rowOf(await operations.listOwnTokens(app, caller), tokenId, () => notFound('Token', tokenId)),
});

export const sessionRoutes: Route[] = [
  route({
    id: 'login',
    method: 'POST',
    path: '/login',
    group,
    isExtra: true,
    summary: 'Exchanges login and password for a token that is valid for twelve hours',
    access: anyone(),
    body: Credentials,
    responses: {
      200: { description: 'The token', schema: Model('LoginToken', { token: Type.String() }) },
      401: { description: 'Wrong login or password' },
      429: { description: 'Too many failed attempts; the header Retry-After says how many seconds to wait' },
      503: { description: 'The LDAP directory of the user cannot be reached' },
    },
    async run({ app, address, body, note }) {
      const user = await checkCredentials(app, body, address, note);
      const { token } = await operations.issueToken(app, user, {
        name: 'login',
        isSession: true,
        expiresAt: operations.sessionEnd(app),
      });
      return { status: 200, headers: {}, body: { token } };
    },
  }),
  route({
    id: 'createSession',
    method: 'POST',
    path: '/session',
    group,
    isExtra: true,
    summary: 'Signs a browser in: the token is set as an httpOnly cookie',
    access: anyone(),
    body: Credentials,
    responses: {
      200: { description: 'Who signed in', schema: DataOf(SignedInUser) },
      401: { description: 'Wrong login or password' },
      429: { description: 'Too many failed attempts; the header Retry-After says how many seconds to wait' },
      503: { description: 'The LDAP directory of the user cannot be reached' },
    },
    async run({ app, address, body, isSecure, note }) {
      const user = await checkCredentials(app, body, address, note);
      const { token } = await operations.issueToken(app, user, {
        name: 'session',
        isSession: true,
        expiresAt: operations.sessionEnd(app),
      });
      return withCookie(data(operations.describeUser(user)), token, operations.SESSION_HOURS * 3600, isSecure);
    },
  }),
  route({
    id: 'getSession',
    method: 'GET',
    path: '/session',
    group,
    isExtra: true,
    summary: 'The signed-in user',
    access: signedIn(),
    responses: { 200: { description: 'The user', schema: DataOf(SignedInUser) } },
    run: async ({ app, caller }) => data(await operations.describeCaller(app, caller)),
  }),
  route({
    id: 'endSession',
    method: 'DELETE',
    path: '/session',
    group,
    isExtra: true,
    summary: 'Signs out: the token used for this call ends',
    access: signedIn(),
    responses: { 200: { description: 'Signed out', schema: Message } },
    async run({ app, caller }) {
      await operations.endSession(app, caller);
      return withCookie(done('Signed out.'), '', 0, false);
    },
  }),
  route({
    id: 'listTokens',
    isPersonal: true,
    method: 'GET',
    path: '/tokens',
    group,
    isExtra: true,
    summary: "The caller's own API tokens",
    access: signedIn(),
    shows: token,
    responses: { 200: { description: 'Tokens, newest first, without their text', schema: ListOf(Token) } },
    run: async ({ app, caller }) => data(await operations.listOwnTokens(app, caller)),
  }),
  route({
    id: 'createToken',
    isPersonal: true,
    method: 'POST',
    needsPassword: true,
    path: '/tokens',
    group,
    isExtra: true,
    summary: 'Makes an API token; its text is shown only in this answer',
    description:
      'Needs a sign-in: the session of the page, or the token of POST /login. An API token makes no further ones, so that a stolen one ends when it is revoked.',
    access: signedIn(),
    body: NewToken,
    responses: {
      201: { description: 'The token', schema: Model('CreatedToken', { ...Created.properties, token: Type.String() }) },
      404: { description: 'No such project to which the token is to be limited' },
    },
    async run({ app, caller, body, note }) {
      const { name, expiresOn = 'never', access = 'ALL', projectIds = 'all' } = body;
      note({ details: { name, expiresOn, access, projectIds } });
      const { id, token } = await operations.createToken(app, caller, body);
      const reply = created(id, 'Token created. Copy it now: it is not shown again.');
      return { ...reply, body: { ...(reply.body as object), token } };
    },
  }),
  route({
    id: 'renameToken',
    isPersonal: true,
    method: 'PUT',
    path: '/tokens/{tokenId}',
    group,
    isExtra: true,
    summary: 'Renames an API token',
    access: signedIn(),
    params: Type.Object({ tokenId: Id('Token') }),
    body: TokenName,
    edits: token,
    responses: { 200: { description: 'Renamed', schema: Message }, 404: { description: 'No such token' } },
    async run({ app, caller, params, body }) {
      await operations.renameOwnToken(app, caller, params.tokenId, body.name);
      return done('Token renamed.');
    },
  }),
  route({
    id: 'revokeToken',
    isPersonal: true,
    method: 'DELETE',
    path: '/tokens/{tokenId}',
    group,
    isExtra: true,
    summary: 'Revokes an API token; it stops working at once',
    access: signedIn(),
    params: Type.Object({ tokenId: Id('Token') }),
    responses: { 200: { description: 'Revoked', schema: Message }, 404: { description: 'No such token' } },
    async run({ app, caller, params }) {
      await operations.revokeOwnToken(app, caller, params.tokenId);
      return done('Token revoked.');
    },
  }),
];

function withCookie(reply: Reply, token: string, seconds: number, isSecure: boolean): Reply {
  const cookie = `${SESSION_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
  return { ...reply, headers: { ...reply.headers, 'Set-Cookie': cookie } };
}
