// Sends the webhook outbox, each delivery at least once. A delivery is claimed before it is sent and settled afterwards. If the server is
// killed in between, the claim expires and the delivery is sent again under the same id.
//
// Order: a server sends one delivery per webhook at a time, the oldest due one first. A delivery that waits for a retry does not delay later
// ones, so receivers that need an order must compare the times inside.

import type { App } from '../app.ts';
import { sharedNow } from '../db/postgres/shared-clock.ts';
import {
  claimDelivery,
  type Delivery,
  forgetDeliveries,
  insertDelivery,
  releaseDelivery,
  settleDelivery,
  type Webhook,
} from '../db/webhooks/webhooks.ts';
import { type DeliveryOutcome, fateOfDelivery, signDelivery } from '../domain/messages/webhook-delivery.ts';
import { OutgoingError } from '../outgoing/index.ts';
import { loadSecretKey, openSecret } from '../security/secrets.ts';

const DELIVERY_LIMITS = { timeoutMs: 10_000, maxBytes: 1024 * 1024, atOnce: 4 };
/** Longer than an attempt can take. */
const CLAIM_MS = 120_000;
const KEPT_DAYS = 30;
const DELETED_AT_ONCE = 1000;
const DAY_MS = 86_400_000;
const TEST_EVENT = 'webhook.test';

/** Sends all deliveries that are due, several webhooks at once, and returns how many were tried. Ends early when `signal` aborts. */
export async function sendDueDeliveries(app: App, signal: AbortSignal): Promise<number> {
  const busy = new Set<number>();
  let tried = 0;
  // Claim one after the other, so that no two claims take the same webhook.
  let lastClaim: Promise<unknown> = Promise.resolve();
  const claim = () => {
    const next = lastClaim.then(async () => {
      const now = await sharedNow(app);
      const delivery = await claimDelivery(app.db, now, new Date(now.getTime() + CLAIM_MS), [...busy]);
      if (delivery) busy.add(delivery.webhook_id);
      return delivery;
    });
    lastClaim = next.catch(() => undefined);
    return next;
  };
  const lane = async () => {
    while (!signal.aborted) {
      const delivery = await claim();
      if (!delivery) return;
      tried++;
      await attempt(app, delivery.webhook, delivery, signal).finally(() => busy.delete(delivery.webhook_id));
    }
  };
  await Promise.all(Array.from({ length: DELIVERY_LIMITS.atOnce }, lane));
  return tried;
}

async function attempt(app: App, webhook: Webhook, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const outcome = await send(app, webhook, delivery, signal);
  if (outcome === 'stopped') return releaseDelivery(app.db, delivery.id, await sharedNow(app));
  await settle(app, webhook, delivery, outcome, delivery.event === TEST_EVENT);
}

async function send(
  app: App,
  webhook: Webhook,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome | 'stopped'> {
  try {
    const secret = openSecret(await loadSecretKey(app.folder.keys), webhook.secret_sealed, secretPlace(webhook.id));
    const body = JSON.stringify({ id: delivery.delivery_key, ...delivery.payload });
    const timestamp = Math.floor(app.now().getTime() / 1000);
    const { timeoutMs, maxBytes } = DELIVERY_LIMITS;
    const answer = await app.outgoing.fetch(
      webhook.url,
      {
        method: 'POST',
        body,
        signal,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Assay-Webhook/1',
          'x-assay-event': delivery.event,
          'x-assay-delivery': delivery.delivery_key,
          'x-assay-timestamp': String(timestamp),
          'x-assay-signature': signDelivery(secret, timestamp, body),
        },
      },
      { timeoutMs, maxBytes },
    );
    return { status: answer.status };
  } catch (error) {
    if (signal.aborted) return 'stopped';
    if (error instanceof OutgoingError) return { error: error.message };
    app.log.error({ err: error, deliveryId: delivery.id }, 'a webhook delivery could not be written');
    return { error: 'The delivery could not be written. The log of the server has the reason.' };
  }
}

async function settle(app: App, webhook: Webhook, delivery: Delivery, outcome: DeliveryOutcome, isSingle: boolean) {
  const fate = fateOfDelivery(outcome, delivery.attempts, isSingle);
  const now = await sharedNow(app);
  const log = app.log.child({ webhookId: webhook.id, deliveryId: delivery.id, attempts: delivery.attempts });
  if (fate.state === 'DELIVERED') {
    await settleDelivery(app.db, delivery.id, { state: 'DELIVERED', status: fate.status, error: '', now });
    log.info('webhook delivered');
    return fate;
  }
  const { state, status, error, waitMinutes } = fate;
  const nextAttemptAt = new Date(now.getTime() + waitMinutes * 60_000);
  await settleDelivery(app.db, delivery.id, { state, status, error, now, nextAttemptAt });
  log.warn({ state, reason: error }, 'webhook not delivered');
  return fate;
}

/** Sends a test event to one webhook immediately, even an inactive one, and returns the result. A test is never retried. */
export async function sendTest(app: App, webhook: Webhook, actor: { id: number; login: string }, signal: AbortSignal) {
  const now = app.now();
  const delivery = await insertDelivery(app.db, {
    webhookId: webhook.id,
    event: TEST_EVENT,
    payload: { event: TEST_EVENT, time: now.toISOString(), project: null, actor, data: { webhook: webhook.name } },
    nextAttemptAt: new Date((await sharedNow(app)).getTime() + CLAIM_MS),
  });
  const sent = await send(app, webhook, delivery, signal);
  const outcome = sent === 'stopped' ? { error: 'The call was interrupted.' } : sent;
  const fate = await settle(app, webhook, delivery, outcome, true);
  return {
    delivered: fate.state === 'DELIVERED',
    status: fate.status,
    error: fate.state === 'DELIVERED' ? '' : fate.error,
  };
}

/** Removes deliveries that ended long ago. */
export async function forgetOldDeliveries(app: App): Promise<number> {
  const before = new Date(app.now().getTime() - KEPT_DAYS * DAY_MS);
  let count = 0;
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; count += deleted)
    deleted = await forgetDeliveries(app.db, before, DELETED_AT_ONCE);
  return count;
}

/** Binds a sealed secret to its webhook. */
export function secretPlace(webhookId: number): string {
  return `webhook ${webhookId} secret`;
}
