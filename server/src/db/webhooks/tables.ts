// The tables of webhooks, as TypeScript types.
import type { Generated } from 'kysely';
import type { DeliveryState } from '../../domain/messages/webhook-delivery.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

export interface WebhooksTable {
  id: Generated<number>;
  project_id: number | null;
  name: string;
  url: string;
  events: string[];
  secret_sealed: Buffer;
  is_active: Generated<boolean>;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  closed_at: NullableTimestamp;
}

export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  delivery_key: Generated<string>;
  event: string;
  payload: Json<Record<string, unknown>>;
  state: Generated<DeliveryState>;
  attempts: Generated<number>;
  next_attempt_at: Timestamp;
  last_status: number | null;
  last_error: Generated<string>;
  created_at: Timestamp;
  ended_at: NullableTimestamp;
}
