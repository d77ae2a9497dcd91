// Webhooks and their deliveries. Secrets are sealed before they come here.

import { type Selectable, sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './tables.ts';

export type Webhook = Selectable<WebhooksTable>;
export type Delivery = Selectable<WebhookDeliveriesTable>;

/** The webhooks of a project, or those of the installation. */
export function listWebhooks(db: Db, projectId: number | null): Promise<Webhook[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
}

export function findWebhook(db: Db, id: number): Promise<Webhook | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst();
}

/** Reserves the number first, because the secret is sealed with it. */
export async function nextWebhookId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('webhooks', 'id')) as id`.execute(
    db,
  );
  return onlyRow(rows).id;
}

export interface WebhookValues {
  name: string;
  url: string;
  events: string[];
  secretSealed: Buffer;
  isActive: boolean;
}

export async function insertWebhook(
  db: Db,
  id: number,
  projectId: number | null,
  values: WebhookValues,
  createdBy: string,
): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({ id, project_id: projectId, created_by: createdBy, ...columnsOf(values) })
    .execute();
}

export async function updateWebhook(db: Db, id: number, values: WebhookValues): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ ...columnsOf(values), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

function columnsOf({ name, url, events, secretSealed, isActive }: WebhookValues) {
  return { name, url, events, secret_sealed: secretSealed, is_active: isActive };
}

export async function deleteWebhook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** When the project is deleted, its webhooks get no new events, but their waiting deliveries are still sent. */
export async function closeWebhooksOfProject(db: Db, projectId: number): Promise<void> {
  await db.updateTable('webhooks').set({ closed_at: sql<Date>`now()` }).where('project_id', '=', projectId).execute();
}

export async function insertDelivery(
  db: Db,
  delivery: { webhookId: number; event: string; payload: Record<string, unknown>; nextAttemptAt: Date },
): Promise<Delivery> {
  return db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: delivery.webhookId,
      event: delivery.event,
      payload: JSON.stringify(delivery.payload),
      next_attempt_at: delivery.nextAttemptAt,
      attempts: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Takes the oldest due delivery of a webhook that is not in `busy`, and counts the attempt. No other server takes it before `until`. An inactive
 * webhook keeps its deliveries until it is active again.
 */
export async function claimDelivery(
  db: Db,
  now: Date,
  until: Date,
  busy: number[],
): Promise<(Delivery & { webhook: Webhook }) | undefined> {
  const delivery = await db
    .updateTable('webhook_deliveries')
    .set({ attempts: sql`attempts + 1`, next_attempt_at: until })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('webhook_deliveries as d')
        .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
        .select('d.id')
        .where('d.state', '=', 'QUEUED')
        .where('d.next_attempt_at', '<=', now)
        .where('w.is_active', '=', true)
        .where(sql<boolean>`w.id <> all(${busy}::bigint[])`)
        .orderBy('d.id')
        .limit(1)
        .forUpdate('d')
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  if (!delivery) return undefined;
  const webhook = await db.selectFrom('webhooks').selectAll().where('id', '=', delivery.webhook_id).executeTakeFirst();
  // The webhook was deleted meanwhile, together with the delivery.
  return webhook && { ...delivery, webhook };
}

export interface DeliveryEnd {
  state: Delivery['state'];
  status: number | null;
  error: string;
  /** For a delivery that is tried again. */
  nextAttemptAt?: Date;
  now: Date;
}

export async function settleDelivery(db: Db, id: number, end: DeliveryEnd): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      state: end.state,
      last_status: end.status,
      last_error: end.error,
      ...(end.nextAttemptAt ? { next_attempt_at: end.nextAttemptAt } : {}),
      ended_at: end.state === 'QUEUED' ? null : end.now,
    })
    .where('id', '=', id)
    .execute();
}

/** Undoes an attempt that could not be made. */
export async function releaseDelivery(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ attempts: sql`attempts - 1`, next_attempt_at: now })
    .where('id', '=', id)
    .execute();
}

/** Queues a dead delivery again with all its attempts. */
export async function reviveDelivery(db: Db, webhookId: number, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'QUEUED', attempts: 0, next_attempt_at: now, ended_at: null })
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'DEAD')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listDeliveries(
  db: Db,
  webhookId: number,
  filter: { state?: Delivery['state'] },
  page: { limit: number; offset: number },
): Promise<{ rows: Delivery[]; total: number }> {
  let matching = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId);
  if (filter.state) matching = matching.where('state', '=', filter.state);
  const rows = await matching.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Deletes deliveries that ended before a time, and webhooks of deleted projects without waiting deliveries. */
export async function forgetDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (eb) =>
      eb.selectFrom('webhook_deliveries').select('id').where('ended_at', '<', before).orderBy('ended_at').limit(limit),
    )
    .executeTakeFirst();
  await db
    .deleteFrom('webhooks')
    .where('closed_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries')
            .select('id')
            .whereRef('webhook_id', '=', 'webhooks.id')
            .where('state', '=', 'QUEUED'),
        ),
      ),
    )
    .execute();
  return Number(numDeletedRows);
}
