// Creates, changes, deletes and tests webhooks, and lists their deliveries.
import { randomBytes } from 'node:crypto';
import type { App } from '../../app.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { sharedNow } from '../../db/postgres/shared-clock.ts';
import { lockProject } from '../../db/projects/projects.ts';
import {
  type Delivery,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  nextWebhookId,
  reviveDelivery,
  updateWebhook,
  type Webhook,
} from '../../db/webhooks/webhooks.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import { checkedUrl, OutgoingError } from '../../outgoing/index.ts';
import { loadSecretKey, SECRET_MASK, sealSecret } from '../../security/secrets.ts';
import { secretPlace, sendTest } from '../../webhooks/sender.ts';
import type { NewWebhook, WebhookChange } from './schemas.ts';

const MOST_WEBHOOKS = 50;
const SECRET_BYTES = 32;

export async function describeWebhooks(app: App, projectId: number | undefined) {
  return (await listWebhooks(app.db, projectId ?? null)).map(webhookModel);
}

export async function describeWebhook(app: App, id: number) {
  return webhookModel(await requireWebhook(app.db, id));
}

/** Returns the secret if the server made it, because the caller cannot know it otherwise. */
export async function createWebhook(
  app: App,
  caller: Caller,
  input: NewWebhook,
): Promise<{ id: number; secret?: string }> {
  const { projectId = null, isActive, events } = input;
  const [name, url] = [cleanName(input.name), cleanUrl(input.url)];
  if (input.secret === SECRET_MASK) throw badRequest('The field "secret" must be the secret itself, not its mask.');
  const secret = input.secret ?? randomBytes(SECRET_BYTES).toString('base64url');
  const key = await loadSecretKey(app.folder.keys);
  const id = await app.db.transaction().execute(async (tx) => {
    if (projectId !== null) await lockProject(tx, projectId);
    const others = await listWebhooks(tx, projectId);
    if (others.length >= MOST_WEBHOOKS)
      throw badRequest(`There are already ${MOST_WEBHOOKS} webhooks, the largest number allowed; remove one first.`);
    refuseTwin(others, name);
    const newId = await nextWebhookId(tx);
    const secretSealed = sealSecret(key, secret, secretPlace(newId));
    await insertWebhook(
      tx,
      newId,
      projectId,
      { name, url, events: [...new Set(events)], secretSealed, isActive },
      caller.login,
    );
    return newId;
  });
  return input.secret === undefined ? { id, secret } : { id };
}

export async function changeWebhook(app: App, id: number, input: WebhookChange): Promise<void> {
  const key = await loadSecretKey(app.folder.keys);
  await app.db.transaction().execute(async (tx) => {
    const standing = await requireWebhook(tx, id);
    const name = input.name === undefined ? standing.name : cleanName(input.name);
    const others = await listWebhooks(tx, standing.project_id);
    refuseTwin(
      others.filter((one) => one.id !== id),
      name,
    );
    const newSecret = input.secret === SECRET_MASK ? undefined : input.secret;
    await updateWebhook(tx, id, {
      name,
      url: input.url === undefined ? standing.url : cleanUrl(input.url),
      events: input.events ? [...new Set(input.events)] : standing.events,
      secretSealed: newSecret === undefined ? standing.secret_sealed : sealSecret(key, newSecret, secretPlace(id)),
      isActive: input.isActive ?? standing.is_active,
    });
  });
}

/** Deletes its waiting deliveries too. */
export async function removeWebhook(app: App, id: number): Promise<void> {
  await requireWebhook(app.db, id);
  await deleteWebhook(app.db, id);
}

export async function testWebhook(app: App, caller: Caller, id: number, signal: AbortSignal) {
  const webhook = await requireWebhook(app.db, id);
  return sendTest(app, webhook, { id: caller.id, login: caller.login }, signal);
}

export async function describeDeliveries(
  app: App,
  id: number,
  filter: { state?: Delivery['state'] },
  page: PageRequest,
) {
  await requireWebhook(app.db, id);
  const { rows, total } = await listDeliveries(app.db, id, filter, { limit: page.pageSize, offset: rowsBefore(page) });
  return { deliveries: rows.map(deliveryModel), paging: pagingOf(page, total) };
}

export async function redeliver(app: App, id: number, deliveryId: number): Promise<void> {
  if (!(await reviveDelivery(app.db, id, deliveryId, await sharedNow(app))))
    throw notFound('Dead delivery', deliveryId);
}

async function requireWebhook(db: Db, id: number): Promise<Webhook> {
  const webhook = await findWebhook(db, id);
  if (!webhook) throw notFound('Webhook', id);
  return webhook;
}

function refuseTwin(others: Webhook[], name: string): void {
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw new AppError('alreadyExists', { what: 'webhook', name });
}

function cleanName(text: string): string {
  const name = text.trim();
  if (name === '') throw badRequest('The field "name" must not be blank.');
  return name;
}

/** Whether the address may be called is checked at each call, because its name may resolve to another address by then. */
function cleanUrl(text: string): string {
  try {
    return checkedUrl(text.trim()).href;
  } catch (error) {
    if (error instanceof OutgoingError) throw badRequest(`The field "url" cannot be used. ${error.message}`);
    throw error;
  }
}

function webhookModel(row: Webhook) {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    url: row.url,
    events: row.events,
    secret: SECRET_MASK,
    isActive: row.is_active,
    createdBy: row.created_by,
    createdOn: wireTime(row.created_at),
    updatedOn: wireTime(row.updated_at),
  };
}

function deliveryModel(row: Delivery) {
  return {
    id: row.id,
    deliveryId: row.delivery_key,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    status: row.last_status,
    error: row.last_error,
    nextAttemptOn: row.state === 'QUEUED' ? wireTime(row.next_attempt_at) : null,
    createdOn: wireTime(row.created_at),
    endedOn: row.ended_at && wireTime(row.ended_at),
    payload: row.payload,
  };
}
