// Takes a delivery of a code host. Who does not know the secret learns nothing: not whether the address exists, nor what was wrong.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { isFields } from '@assay/scanner/items';
import type { App } from '../../app.ts';
import { listScmInstances } from '../../db/scm/instances.ts';
import {
  findPushHookByKey,
  insertPushDelivery,
  keepNewestIdle,
  type PushHook,
  type PushOutcome,
  setPushOutcome,
} from '../../db/scm/push-hooks.ts';
import {
  type Headers,
  headerOf,
  isSigned,
  isStale,
  jsonOfBody,
  whyNotFollowed,
} from '../../domain/scm/push-delivery.ts';
import { SENDER_ROWS, type SenderRow } from '../../domain/scm/push-senders.ts';
import { AppError, notFound } from '../../errors.ts';
import { MIB, withBody } from '../../http/bodies.ts';
import { type LargeJson, ReadInThread } from '../../http/large-json.ts';
import { requestCode } from '../../queue/code-requests.ts';
import { loadSecretKey, openSecret } from '../../security/secrets.ts';
import { pushSecretPlace } from './push-secrets.ts';

/** The largest that GitHub sends. */
export const LARGEST_PUSH = 25 * MIB;
/** Deliveries that started nothing are listed, but no more of each webhook than this. */
const MOST_IDLE = 100;
const LONGEST_KEY = 200;

export interface PushCall {
  app: App;
  headers: Headers;
  stream: Readable;
  largeJson: LargeJson;
}

interface Delivery {
  hook: PushHook;
  row: SenderRow;
  headers: Headers;
  body: Buffer;
}

/** The same words for all that is not taken. */
const nothingHere = () => notFound('Push webhook', 'with this address and secret');

export async function receivePush(call: PushCall, addressKey: string): Promise<PushOutcome> {
  const { app, headers } = call;
  // The body is read in any case, so that the answer comes as late for an address that does not exist.
  const limits = { largest: LARGEST_PUSH, patienceMs: app.config.bodyPatienceMs };
  return withBody(call.stream as IncomingMessage, limits, async (body) => {
    const hook = await findPushHookByKey(app.db, addressKey);
    const row = SENDER_ROWS[hook?.sender ?? 'GITHUB'];
    const secret = hook
      ? openSecret(await loadSecretKey(app.folder.keys), hook.secret_sealed, pushSecretPlace(hook.id))
      : addressKey;
    const isGenuine = isSigned(row, secret, headers, body, app.now());
    if (!hook?.is_active) throw nothingHere();
    const delivery = { hook, row, headers, body };
    if (!isGenuine) {
      await note(app, delivery, { result: 'REFUSED', detail: 'The signature is missing or not that of the secret.' });
      throw nothingHere();
    }
    return take(call, delivery);
  });
}

async function take({ app, largeJson }: PushCall, delivery: Delivery): Promise<PushOutcome> {
  const { hook, row, headers, body } = delivery;
  const event = headerOf(headers, row.event);
  if (row.trials.includes(event))
    return noted(app, delivery, { result: 'IGNORED', detail: 'A trial: the address and the secret are right.' });
  if (!row.pushes.includes(event)) return noted(app, delivery, { result: 'IGNORED', detail: 'Not a push.' });
  const payload = await payloadOf(largeJson, jsonOfBody(body, headerOf(headers, 'content-type')));
  if (payload === undefined) return noted(app, delivery, { result: 'IGNORED', detail: 'The body is no JSON object.' });
  const sentAt = row.sentAt?.(payload);
  if (isStale(sentAt, app.now())) {
    await note(app, delivery, {
      result: 'REFUSED',
      detail: `It is of ${sentAt?.toISOString()}, too long ago to be taken.`,
    });
    throw nothingHere();
  }
  const push = {
    repository: row.repository(payload),
    defaultBranch: row.defaultBranch(payload),
    pushed: row.pushed(payload),
  };
  const instances = await listScmInstances(app.db, hook.project_id, { type: 'GIT' });
  const why = whyNotFollowed(push, instances, app.config.scmAddresses);
  if (why !== undefined) return noted(app, delivery, { result: 'IGNORED', detail: why });
  const digest = sentAt === undefined ? null : createHash('sha256').update(body).digest();
  return start(app, delivery, digest);
}

/** Remembers the delivery and asks for the job in one transaction, so that a killed server has done both or neither. */
async function start(app: App, delivery: Delivery, bodyDigest: Buffer | null): Promise<PushOutcome> {
  const { hook } = delivery;
  const outcome = await app.db.transaction().execute(async (tx) => {
    const first = { ...newDelivery(delivery, { result: 'WAITING', detail: '' }), bodyDigest };
    const id = await insertPushDelivery(tx, first);
    if (id === undefined) return undefined;
    const found = await requestCode(app, tx, hook.project_id, hook.action);
    await setPushOutcome(tx, id, found);
    return found;
  });
  return outcome ?? noted(app, delivery, { result: 'REPEATED', detail: 'It came before and was taken then.' });
}

async function payloadOf(largeJson: LargeJson, text: Buffer): Promise<unknown> {
  try {
    const read = await largeJson.read(text, undefined);
    const value = read instanceof ReadInThread ? read.value : read;
    return isFields(value) ? value : undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'badRequest') return undefined;
    throw error;
  }
}

async function noted(app: App, delivery: Delivery, outcome: PushOutcome): Promise<PushOutcome> {
  await note(app, delivery, outcome);
  return outcome;
}

async function note(app: App, delivery: Delivery, outcome: PushOutcome): Promise<void> {
  await insertPushDelivery(app.db, newDelivery(delivery, outcome));
  await keepNewestIdle(app.db, delivery.hook.id, MOST_IDLE);
}

function newDelivery({ hook, row, headers, body }: Delivery, { result, detail }: PushOutcome) {
  const named = row.deliveryId.map((name) => headerOf(headers, name)).find((id) => id !== '');
  // Without an id, the same body counts as the same delivery.
  const deliveryKey = printable(named ?? `sha256:${createHash('sha256').update(body).digest('hex')}`);
  return {
    hookId: hook.id,
    deliveryKey,
    bodyDigest: null,
    event: printable(headerOf(headers, row.event)),
    result,
    detail,
  };
}

const printable = (text: string) => text.replace(/\p{Cc}/gu, '').slice(0, LONGEST_KEY);
