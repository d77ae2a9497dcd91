// Push webhooks of code hosts: their addresses and deliveries, and the operation that the code hosts call.
import { anyone, onProject, projectIn, pushHookIn } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { Created, Id, ListOf, Message, Model, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { bare, created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './push-hooks.ts';
import { NewPushHook, PushAnswer, PushDelivery, PushHook, PushHookChange } from './push-schemas.ts';
import { LARGEST_PUSH, receivePush } from './receive-push.ts';

const group = 'Source control instances';
const params = Type.Object({ hookId: Id('Push webhook') });
const missing = { 404: { description: 'No such project or push webhook' } };
const query = Type.Object({ projectId: Id('Project') });
const mayEdit = onProject('EDIT_SCM', pushHookIn());

const pushHook = entity({
  name: 'push webhook',
  members: ['action', 'isActive'],
  load: ({ app, params: { hookId } }) => operations.describePushHook(app, hookId),
});

export const pushRoutes: Route[] = [
  route({
    id: 'listPushHooks',
    method: 'GET',
    path: '/scmInstances/pushHooks',
    group,
    isExtra: true,
    summary: 'Addresses at which code hosts tell pushes to the repositories of a project',
    access: onProject('VIEW_SCM', projectIn('query')),
    query,
    shows: pushHook,
    responses: { 200: { description: 'The addresses, secrets masked', schema: ListOf(PushHook) }, ...missing },
    run: async ({ app, query: { projectId } }) => data(await operations.describePushHooks(app, projectId)),
  }),
  route({
    id: 'createPushHook',
    method: 'POST',
    path: '/scmInstances/pushHooks',
    group,
    isExtra: true,
    summary:
      'Makes an address for a code host. If no secret is given, the server makes one and shows it only in this answer',
    access: onProject('EDIT_SCM', projectIn('query')),
    query,
    body: NewPushHook,
    responses: {
      201: {
        description: 'Created',
        schema: Model('CreatedPushHook', {
          ...Created.properties,
          address: Type.String({ description: 'The path below the address of this server' }),
          secret: Type.Optional(Type.String()),
        }),
      },
      400: { description: 'There are too many, or the project is locked' },
      ...missing,
    },
    async run({ app, caller, query: { projectId }, body }) {
      const { id, ...shown } = await operations.createPushHook(app, caller, projectId, body);
      const reply = created(id, 'Push webhook created successfully.');
      return { ...reply, body: { ...(reply.body as object), ...shown } };
    },
  }),
  route({
    id: 'updatePushHook',
    method: 'PUT',
    path: '/scmInstances/pushHooks/{hookId}',
    group,
    isExtra: true,
    summary: 'Changes what a push starts, the secret, or whether pushes are taken; omitted members stay unchanged',
    access: mayEdit,
    params,
    body: PushHookChange,
    edits: pushHook,
    responses: {
      200: { description: 'Updated', schema: Message },
      400: { description: 'The project is locked' },
      ...missing,
    },
    async run({ app, params, body }) {
      await operations.changePushHook(app, params.hookId, body);
      return done('Push webhook updated successfully.');
    },
  }),
  route({
    id: 'deletePushHook',
    method: 'DELETE',
    path: '/scmInstances/pushHooks/{hookId}',
    group,
    isExtra: true,
    summary: 'Removes an address and its deliveries',
    access: mayEdit,
    params,
    responses: {
      200: { description: 'Deleted', schema: Message },
      400: { description: 'The project is locked' },
      ...missing,
    },
    async run({ app, params }) {
      await operations.removePushHook(app, params.hookId);
      return done('Push webhook deleted successfully.');
    },
  }),
  route({
    id: 'listPushDeliveries',
    method: 'GET',
    path: '/scmInstances/pushHooks/{hookId}/deliveries',
    group,
    isExtra: true,
    summary: 'What code hosts sent to an address and what came of it, newest first, of the last 30 days',
    access: onProject('VIEW_SCM', pushHookIn()),
    params,
    query: Type.Object(PageQuery),
    responses: { 200: { description: 'Deliveries', schema: PageOf(PushDelivery) }, ...missing },
    async run({ app, params, query }) {
      const { deliveries, paging } = await operations.describePushDeliveries(app, params.hookId, newPage(query));
      return data(deliveries, paging);
    },
  }),
  route({
    id: 'receivePush',
    method: 'POST',
    path: '/pushes/{addressKey}',
    hidesAddress: true,
    group,
    isExtra: true,
    summary: 'Called by code hosts: a push starts a synchronisation or scan of the project',
    description: 'Needs no token, but the signature of the code host with the secret of the address.',
    access: anyone(),
    callsPerMinute: 600,
    params: Type.Object({ addressKey: Type.String({ maxLength: 100, description: 'The secret part of the address' }) }),
    body: {
      raw: 'The body as the code host signed it: JSON, or a form with the field payload',
      largestBytes: LARGEST_PUSH,
    },
    responses: {
      200: { description: 'Taken, or known to be of no interest', schema: PushAnswer },
      404: { description: 'No such address, or the signature is wrong, or the delivery is too old' },
      413: { description: 'The body is larger than 25 MiB' },
      429: { description: 'More than 600 calls in a minute from one address' },
    },
    async run({ app, params, headers, stream, largeJson, note }) {
      const { result, detail, jobId } = await receivePush({ app, headers, stream, largeJson }, params.addressKey);
      note({ details: { result, ...(jobId === undefined ? {} : { jobId }) } });
      return bare({ message: detail, result, ...(jobId === undefined ? {} : { id: jobId }) });
    },
  }),
];
