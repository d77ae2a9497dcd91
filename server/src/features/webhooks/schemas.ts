// Schemas of webhooks.
import { webhookEvents } from '../../domain/messages/webhook-events.ts';
import {
  Enumeration,
  Flag,
  Id,
  Model,
  Nullable,
  type Static,
  Text,
  Type,
  versioned,
} from '../../http/models/schemas.ts';

const WebhookEvent = Enumeration('WebhookEvent', webhookEvents);
const name = Text(100, 'Purpose; unique in its project, or among the webhooks of the installation', { minLength: 1 });
const url = Text(2000, 'Address of the receiver: http or https, without user name and password', { minLength: 1 });
const events = Type.Array(WebhookEvent('Event'), {
  minItems: 1,
  maxItems: webhookEvents.length,
  description: 'Events that are delivered',
});
const secret = Type.String({
  minLength: 8,
  maxLength: 255,
  description: 'Key of the signatures, at least 8 characters; never shown again. ******** keeps the one that is stored',
});

export const NewWebhook = Model('NewWebhook', {
  projectId: Type.Optional(Id('Project with the events to deliver; omit it for events of all projects')),
  name,
  url,
  events,
  secret: Type.Optional(secret),
  isActive: Flag(true, 'Whether events are delivered'),
});
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChange = Model('WebhookChange', {
  name: Type.Optional(name),
  url: Type.Optional(url),
  events: Type.Optional(events),
  secret: Type.Optional(secret),
  isActive: Type.Optional(
    Type.Boolean({ description: 'false keeps waiting deliveries until the webhook is active again' }),
  ),
  ...versioned,
});
export type WebhookChange = Static<typeof WebhookChange>;

export const Webhook = Model('Webhook', {
  id: Type.Integer(),
  projectId: Nullable(Type.Integer()),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  secret: Type.String({ description: 'Always ********' }),
  isActive: Type.Boolean(),
  createdBy: Type.String(),
  createdOn: Type.String(),
  updatedOn: Type.String(),
  ...versioned,
});

export const Delivery = Model('WebhookDelivery', {
  id: Type.Integer(),
  deliveryId: Type.String({ description: 'As the header X-Assay-Delivery names it, the same in every attempt' }),
  event: Type.String(),
  state: Type.String({ description: 'QUEUED, DELIVERED or DEAD' }),
  attempts: Type.Integer(),
  status: Nullable(Type.Integer()),
  error: Type.String(),
  nextAttemptOn: Nullable(Type.String()),
  createdOn: Type.String(),
  endedOn: Nullable(Type.String()),
  payload: Type.Object({}, { additionalProperties: true }),
});

export const TestResult = Model('WebhookTest', {
  delivered: Type.Boolean(),
  status: Nullable(Type.Integer()),
  error: Type.String(),
});
