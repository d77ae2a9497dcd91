// Addresses at which code hosts tell their pushes, and the deliveries that came there. Secrets are sealed before they come here.
import { type Selectable, sql } from 'kysely';
import type { CodeAction, PushResult } from '../../domain/scm/push-delivery.ts';
import type { PushSender } from '../../domain/scm/push-senders.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import type { PushDeliveriesTable, PushHooksTable } from './tables.ts';

export type PushHook = Selectable<PushHooksTable>;
export type PushDelivery = Selectable<PushDeliveriesTable>;

export function listPushHooks(db: Db, projectId: number): Promise<PushHook[]> {
  return db.selectFrom('push_hooks').selectAll().where('project_id', '=', projectId).orderBy('id').execute();
}

export function findPushHook(db: Db, id: number): Promise<PushHook | undefined> {
  return db.selectFrom('push_hooks').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findPushHookByKey(db: Db, addressKey: string): Promise<PushHook | undefined> {
  return db.selectFrom('push_hooks').selectAll().where('address_key', '=', addressKey).executeTakeFirst();
}

export async function findPushHookProject(db: Db, id: number): Promise<number | undefined> {
  return (await findPushHook(db, id))?.project_id;
}

/** Reserves the number first, because the secret is sealed with it. */
export async function nextPushHookId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('push_hooks', 'id')) as id`.execute(
    db,
  );
  return Number(onlyRow(rows).id);
}

export interface NewPushHook {
  id: number;
  projectId: number;
  sender: PushSender;
  addressKey: string;
  secretSealed: Buffer;
  action: CodeAction;
  isActive: boolean;
  createdBy: string;
}

export async function insertPushHook(db: Db, hook: NewPushHook): Promise<void> {
  await sql`insert into push_hooks (id, project_id, sender, address_key, secret_sealed, action, is_active, created_by)
    overriding system value values (${hook.id}, ${hook.projectId}, ${hook.sender}, ${hook.addressKey}, ${hook.secretSealed}, ${hook.action},
      ${hook.isActive}, ${hook.createdBy})`.execute(db);
}

export async function updatePushHook(
  db: Db,
  id: number,
  { action, isActive, secretSealed }: { action: CodeAction; isActive: boolean; secretSealed: Buffer },
): Promise<void> {
  await db
    .updateTable('push_hooks')
    .set({ action, is_active: isActive, secret_sealed: secretSealed })
    .where('id', '=', id)
    .execute();
}

export async function deletePushHook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_hooks').where('id', '=', id).execute();
}

export interface NewPushDelivery {
  hookId: number;
  deliveryKey: string;
  bodyDigest: Buffer | null;
  event: string;
  result: PushResult;
  detail: string;
}

/** Returns nothing if a delivery with this id or body has started something before. */
export async function insertPushDelivery(db: Db, delivery: NewPushDelivery): Promise<number | undefined> {
  const row = await db
    .insertInto('push_deliveries')
    .values({
      hook_id: delivery.hookId,
      delivery_key: delivery.deliveryKey,
      body_digest: delivery.bodyDigest,
      event: delivery.event,
      result: delivery.result,
      detail: delivery.detail,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export interface PushOutcome {
  result: PushResult;
  detail: string;
  jobId?: number;
}

export async function setPushOutcome(db: Db, id: number, { result, detail, jobId }: PushOutcome): Promise<void> {
  await db
    .updateTable('push_deliveries')
    .set({ result, detail, job_id: jobId ?? null })
    .where('id', '=', id)
    .execute();
}

/** What came of the pushes of a project that waited for another job. */
export async function settleWaitingPushes(db: Db, projectId: number, outcome: PushOutcome): Promise<void> {
  await db
    .updateTable('push_deliveries')
    .set({ result: outcome.result, detail: outcome.detail, job_id: outcome.jobId ?? null })
    .where('result', '=', 'WAITING')
    .where('hook_id', 'in', db.selectFrom('push_hooks').select('id').where('project_id', '=', projectId))
    .execute();
}

export async function listPushDeliveries(
  db: Db,
  hookId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PushDelivery[]; total: number }> {
  const ofHook = db.selectFrom('push_deliveries').where('hook_id', '=', hookId);
  const rows = await ofHook.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
  const { total } = await ofHook.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Of deliveries that started nothing, only the newest are kept: those of strangers and of branches that nobody follows could fill the table. */
export async function keepNewestIdle(db: Db, hookId: number, most: number): Promise<void> {
  await sql`delete from push_deliveries where hook_id = ${hookId} and result not in ('QUEUED', 'WAITING') and id < coalesce((
    select id from push_deliveries where hook_id = ${hookId} and result not in ('QUEUED', 'WAITING')
    order by id desc offset ${most - 1} limit 1), 0)`.execute(db);
}

export async function removePushDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('push_deliveries').where('received_at', '<', before).execute();
}
