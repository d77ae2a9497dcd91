// Push webhooks of code hosts: creates, changes and deletes their addresses, and lists their deliveries.
import { randomBytes } from 'node:crypto';
import type { App } from '../../app.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import {
  deletePushHook,
  findPushHook,
  insertPushHook,
  listPushDeliveries,
  listPushHooks,
  nextPushHookId,
  type PushHook,
  updatePushHook,
} from '../../db/scm/push-hooks.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import { API_PREFIXES } from '../../http/route.ts';
import { loadSecretKey, SECRET_MASK, sealSecret } from '../../security/secrets.ts';
import type { NewPushHook, PushHookChange } from './push-schemas.ts';
import { pushSecretPlace } from './push-secrets.ts';

const MOST_HOOKS = 20;
const KEY_BYTES = 24;
const SECRET_BYTES = 32;
const SHORTEST_SECRET = 16;

/** Below the address of this server. */
const addressOf = (key: string) => `${API_PREFIXES[1]}/pushes/${key}`;

export async function describePushHooks(app: App, projectId: number) {
  return (await listPushHooks(app.db, projectId)).map(hookModel);
}

export async function describePushHook(app: App, id: number) {
  return hookModel(await requireHook(app.db, id));
}

/** Returns the secret if the server made it, because the caller cannot know it otherwise. */
export async function createPushHook(app: App, caller: Caller, projectId: number, input: NewPushHook) {
  if (input.secret === SECRET_MASK) throw badRequest('The field "secret" must be the secret itself, not its mask.');
  refuseShort(input.secret);
  const secret = input.secret ?? randomBytes(SECRET_BYTES).toString('base64url');
  const addressKey = randomBytes(KEY_BYTES).toString('base64url');
  const key = await loadSecretKey(app.folder.keys);
  const id = await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'EDIT_SCM');
    if ((await listPushHooks(tx, projectId)).length >= MOST_HOOKS)
      throw badRequest(
        `The project has ${MOST_HOOKS} push webhooks already, the largest number allowed; remove one first.`,
      );
    const newId = await nextPushHookId(tx);
    const secretSealed = sealSecret(key, secret, pushSecretPlace(newId));
    const { sender, action, isActive } = input;
    await insertPushHook(tx, {
      id: newId,
      projectId,
      sender,
      addressKey,
      secretSealed,
      action,
      isActive,
      createdBy: caller.login,
    });
    return newId;
  });
  return { id, address: addressOf(addressKey), ...(input.secret === undefined ? { secret } : {}) };
}

export async function changePushHook(app: App, id: number, input: PushHookChange): Promise<void> {
  if (input.secret !== SECRET_MASK) refuseShort(input.secret);
  const key = await loadSecretKey(app.folder.keys);
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, (await requireHook(tx, id)).project_id, 'EDIT_SCM');
    const before = await requireHook(tx, id);
    const { action = before.action, isActive = before.is_active, secret = SECRET_MASK } = input;
    const secretSealed = secret === SECRET_MASK ? before.secret_sealed : sealSecret(key, secret, pushSecretPlace(id));
    await updatePushHook(tx, id, { action, isActive, secretSealed });
  });
}

export async function removePushHook(app: App, id: number): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, (await requireHook(tx, id)).project_id, 'EDIT_SCM');
    await deletePushHook(tx, id);
  });
}

export async function describePushDeliveries(app: App, id: number, page: PageRequest) {
  const { sender } = await requireHook(app.db, id);
  const { rows, total } = await listPushDeliveries(app.db, id, { limit: page.pageSize, offset: rowsBefore(page) });
  const deliveries = rows.map((row) => ({
    id: row.id,
    receivedOn: wireTimeWithTenths(row.received_at),
    sender,
    deliveryId: row.delivery_key,
    event: row.event,
    result: row.result,
    detail: row.detail,
    ...(row.job_id === null ? {} : { jobId: row.job_id }),
  }));
  return { deliveries, paging: pagingOf(page, total) };
}

function refuseShort(secret: string | undefined): void {
  if (secret !== undefined && secret.length < SHORTEST_SECRET)
    throw badRequest(`The field "secret" must have at least ${SHORTEST_SECRET} characters.`);
}

async function requireHook(db: Db, id: number): Promise<PushHook> {
  const hook = await findPushHook(db, id);
  if (!hook) throw notFound('Push webhook', id);
  return hook;
}

function hookModel(hook: PushHook) {
  return {
    id: hook.id,
    sender: hook.sender,
    address: addressOf(hook.address_key),
    secret: SECRET_MASK,
    action: hook.action,
    isActive: hook.is_active,
    createdBy: hook.created_by,
    createdOn: wireTimeWithTenths(hook.created_at),
  };
}
