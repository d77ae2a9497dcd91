// Webhooks: those of the installation for system administrators, those of a project for its administrators.
import { deliveryStates } from '../../domain/messages/webhook-delivery.ts';
import { onProjectOrSystem, optionalProjectIn, webhookIn } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import {
  Created,
  DataOf,
  Id,
  ListOf,
  Message,
  Model,
  OneOf,
  PageOf,
  PageQuery,
  Type,
} from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { Delivery, NewWebhook, TestResult, Webhook, WebhookChange } from './schemas.ts';

const group = 'Webhooks';
const params = Type.Object({ webhookId: Id('Webhook') });
const ofWebhook = onProjectOrSystem('EDIT_PROJECT', webhookIn());
const missing = { 404: { description: 'No such webhook' } };

const webhook = entity({
  name: 'webhook',
  unrecorded: ['url'],
  members: ['name', 'url', 'events', 'isActive'],
  load: ({ app, params: { webhookId } }) => operations.describeWebhook(app, webhookId),
});

export const webhookRoutes: Route[] = [
  route({
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    group,
    isExtra: true,
    summary: 'Webhooks of a project, or of the installation if no project is named',
    access: onProjectOrSystem('EDIT_PROJECT', optionalProjectIn('query')),
    query: Type.Object({ projectId: Type.Optional(Id('Project')) }),
    shows: webhook,
    responses: {
      200: { description: 'Webhooks, secrets masked', schema: ListOf(Webhook) },
      404: { description: 'No such project' },
    },
    run: async ({ app, query }) => data(await operations.describeWebhooks(app, query.projectId)),
  }),
  route({
    id: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    group,
    isExtra: true,
    summary: 'Creates a webhook. If no secret is given, the server makes one and shows it only in this answer',
    access: onProjectOrSystem('EDIT_PROJECT', optionalProjectIn('body')),
    body: NewWebhook,
    responses: {
      201: {
        description: 'Created',
        schema: Model('CreatedWebhook', { ...Created.properties, secret: Type.Optional(Type.String()) }),
      },
      404: { description: 'No such project' },
    },
    async run({ app, caller, body }) {
      const { id, secret } = await operations.createWebhook(app, caller, body);
      const reply = created(id, 'Webhook created successfully.');
      return secret === undefined ? reply : { ...reply, body: { ...(reply.body as object), secret } };
    },
  }),
  route({
    id: 'updateWebhook',
    method: 'PUT',
    path: '/webhooks/{webhookId}',
    group,
    isExtra: true,
    summary: 'Changes a webhook; omitted members stay unchanged',
    access: ofWebhook,
    params,
    body: WebhookChange,
    edits: webhook,
    responses: { 200: { description: 'Updated', schema: Message }, ...missing },
    async run({ app, params, body }) {
      await operations.changeWebhook(app, params.webhookId, body);
      return done('Webhook updated successfully.');
    },
  }),
  route({
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    group,
    isExtra: true,
    summary: 'Removes a webhook and its waiting deliveries',
    access: ofWebhook,
    params,
    responses: { 200: { description: 'Deleted', schema: Message }, ...missing },
    async run({ app, params }) {
      await operations.removeWebhook(app, params.webhookId);
      return done('Webhook deleted successfully.');
    },
  }),
  route({
    id: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    group,
    isExtra: true,
    summary: 'Sends a webhook.test at once and returns the answer of the receiver',
    access: ofWebhook,
    params,
    responses: { 200: { description: 'Result of the delivery', schema: DataOf(TestResult) }, ...missing },
    run: async ({ app, caller, params, signal }) =>
      data(await operations.testWebhook(app, caller, params.webhookId, signal)),
  }),
  route({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    group,
    isExtra: true,
    summary: 'Deliveries: delivered, waiting and failed ones, newest first; ended ones are kept for 30 days',
    access: ofWebhook,
    params,
    query: Type.Object({ state: Type.Optional(OneOf(deliveryStates, 'State')), ...PageQuery }),
    responses: { 200: { description: 'Deliveries', schema: PageOf(Delivery) }, ...missing },
    async run({ app, params, query }) {
      const { state } = query;
      const { deliveries, paging } = await operations.describeDeliveries(
        app,
        params.webhookId,
        state ? { state } : {},
        newPage(query),
      );
      return data(deliveries, paging);
    },
  }),
  route({
    id: 'redeliverWebhook',
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    group,
    isExtra: true,
    summary: 'Tries a dead delivery again, from its first attempt',
    access: ofWebhook,
    params: Type.Object({ webhookId: Id('Webhook'), deliveryId: Id('Delivery') }),
    responses: { 200: { description: 'Queued', schema: Message }, 404: { description: 'No such dead delivery' } },
    async run({ app, params }) {
      await operations.redeliver(app, params.webhookId, params.deliveryId);
      return done('The delivery is queued again.');
    },
  }),
];
