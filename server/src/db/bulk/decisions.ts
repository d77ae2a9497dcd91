// Bulk decisions as rows: what was chosen and done, and what was undone.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { KeptRow, SkipCounts } from '../../domain/bulk/actions.ts';
import type { RowImage } from '../../domain/bulk/images.ts';
import type { Notice } from '../../domain/messages/mail-notices.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf } from '../postgres/parts.ts';
import type { BulkTables } from './tables.ts';

export type BulkDecision = Selectable<BulkTables['bulk_decisions']>;

export async function insertBulkDecision(
  db: Db,
  values: Omit<Insertable<BulkTables['bulk_decisions']>, 'skipped' | 'kept'>,
): Promise<BulkDecision> {
  return db.insertInto('bulk_decisions').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function setBulkJob(db: Db, id: number, job: { job_id: number } | { undo_job_id: number }): Promise<void> {
  await db.updateTable('bulk_decisions').set(job).where('id', '=', id).execute();
}

export function findBulkDecision(db: Db, id: number): Promise<BulkDecision | undefined> {
  return db.selectFrom('bulk_decisions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @param projectId null for a decision about vulnerabilities of all projects */
export function findByUndoToken(db: Db, projectId: number | null, token: string): Promise<BulkDecision | undefined> {
  return db
    .selectFrom('bulk_decisions')
    .selectAll()
    .where('project_id', 'is not distinct from', projectId)
    .where('undo_token', '=', token)
    .executeTakeFirst();
}

/** Locks the row, so that a decision is undone once. */
export function lockBulkDecision(db: Db, id: number): Promise<BulkDecision> {
  return db.selectFrom('bulk_decisions').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Of a project; or those about vulnerabilities of all projects, of one person or of everybody. */
export type BulkDecisionsOf = { projectId: number } | { projectId: null; userId: number | undefined };

/** The newest first, without the rows that they are about. */
export async function listBulkDecisions(db: Db, of: BulkDecisionsOf, page: { limit: number; offset: number }) {
  let own = db.selectFrom('bulk_decisions').where('project_id', 'is not distinct from', of.projectId);
  if ('userId' in of && of.userId !== undefined) own = own.where('user_id', '=', of.userId);
  const rows = await own
    .select(['id', 'undo_token', 'user_id', 'user_name', 'action', 'details', 'reason', 'job_id', 'changed', 'skipped'])
    .select(['decided_at', 'ended_at', 'undo_until', 'undone_at', 'undone_by', 'restored', 'kept'])
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Adds what a step of the decision did. */
export async function addProgress(
  db: Db,
  id: number,
  { done, changed, skipped }: { done: number; changed: number; skipped: SkipCounts },
): Promise<void> {
  await sql`update bulk_decisions b set done = b.done + ${done}, changed = b.changed + ${changed},
      skipped = (select coalesce(jsonb_object_agg(reason, count), '{}') from (
        select reason, sum(count::int) as count from (
          select * from jsonb_each_text(b.skipped) union all select * from jsonb_each_text(${JSON.stringify(skipped)}::jsonb)
        ) both_counts(reason, count) group by reason) summed)
    where id = ${id}`.execute(db);
}

/** The rows are no longer needed: the steps name those that were changed. */
export async function endBulkDecision(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('bulk_decisions').set({ ended_at: at, row_ids: [] }).where('id', '=', id).execute();
}

export async function keepNotices(db: Db, bulkId: number, step: number, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const row = { bulk_id: bulkId, step, notices: JSON.stringify(notices) };
  await db.insertInto('bulk_notices').values(row).execute();
}

/** Returns what was kept, in the order of the steps, and forgets it. */
export async function takeNotices(db: Db, bulkId: number): Promise<Notice[]> {
  const rows = await db
    .deleteFrom('bulk_notices')
    .where('bulk_id', '=', bulkId)
    .returning(['step', 'notices'])
    .execute();
  return rows.sort((a, b) => a.step - b.step).flatMap(({ notices }) => notices);
}

export interface BulkStep {
  bulkId: number;
  step: number;
  isUndo: boolean;
  firstRevision: number;
  lastRevision: number;
  lastDecision: number;
}

/** The newest revision and decision of the installation. */
export async function newestIds(db: Db): Promise<{ revision: number; decision: number }> {
  const { rows } = await sql<{ revision: number; decision: number }>`
    select coalesce((select max(revision) from inventory_history), 0)::float8 as revision,
      coalesce((select max(id) from decisions), 0)::float8 as decision`.execute(db);
  return rows[0] ?? { revision: 0, decision: 0 };
}

export async function insertStep(db: Db, step: BulkStep, images: readonly RowImage[]): Promise<void> {
  await db
    .insertInto('bulk_steps')
    .values({
      bulk_id: step.bulkId,
      step: step.step,
      is_undo: step.isUndo,
      first_revision: step.firstRevision,
      last_revision: step.lastRevision,
      last_decision: step.lastDecision,
    })
    .execute();
  for (const part of partsOf(images, IMAGES_PER_STATEMENT))
    await db
      .insertInto('bulk_images')
      .values(
        part.map(({ kind, ids, before, after, of }) => ({
          bulk_id: step.bulkId,
          step: step.step,
          kind,
          ids,
          before: before && JSON.stringify(before),
          after: after && JSON.stringify(after),
          project_id: of?.projectId ?? null,
          vulnerability_id: of?.vulnerabilityId ?? null,
        })),
      )
      .execute();
}

const IMAGES_PER_STATEMENT = 500;

/** The steps of a decision, the last one first, without those of its undo. */
export async function listSteps(db: Db, bulkId: number): Promise<BulkStep[]> {
  const { rows } = await sql<BulkStep>`
    select bulk_id as "bulkId", step, is_undo as "isUndo", first_revision as "firstRevision", last_revision as "lastRevision",
      last_decision as "lastDecision"
    from bulk_steps where bulk_id = ${bulkId} and not is_undo order by step desc`.execute(db);
  return rows;
}

export async function listImages(db: Db, bulkId: number, step: number): Promise<RowImage[]> {
  const rows = await db
    .selectFrom('bulk_images')
    .select(['kind', 'ids', 'before', 'after', 'project_id', 'vulnerability_id'])
    .where('bulk_id', '=', bulkId)
    .where('step', '=', step)
    .execute();
  return rows.map(({ project_id: projectId, vulnerability_id: vulnerabilityId, ...image }) => ({
    ...image,
    ...(projectId !== null && vulnerabilityId !== null && { of: { projectId, vulnerabilityId } }),
  }));
}

/** So many rows that an undo left alone are named; the counts tell of all. */
const MOST_KEPT_LISTED = 1000;

export async function addUndone(
  db: Db,
  id: number,
  { steps, restored, kept }: { steps: number; restored: number; kept: readonly KeptRow[] },
): Promise<void> {
  await sql`update bulk_decisions set undo_done = undo_done + ${steps}, restored = restored + ${restored},
    kept = case when jsonb_array_length(kept) < ${MOST_KEPT_LISTED} then kept || ${JSON.stringify(kept.slice(0, MOST_KEPT_LISTED))}::jsonb else kept end where id = ${id}`.execute(
    db,
  );
}

/** From now on, nobody can undo it again. */
export async function beginUndo(db: Db, id: number, { by, at }: { by: string; at: Date }): Promise<void> {
  await db.updateTable('bulk_decisions').set({ undone_at: at, undone_by: by }).where('id', '=', id).execute();
}

/** Deletes what an undo needs of decisions that can no longer be undone, and decisions older than `before`. Returns how many. */
export async function deleteOldBulkDecisions(
  db: Db,
  { undoUntil, before, limit }: { undoUntil: Date; before: Date; limit: number },
): Promise<number> {
  const { rows: steps } = await sql<{ id: number }>`
    delete from bulk_steps where bulk_id in (
      select b.id from bulk_decisions b where b.undo_until < ${undoUntil} and exists (select from bulk_steps s where s.bulk_id = b.id)
      order by b.undo_until limit ${limit})
    returning bulk_id as id`.execute(db);
  const { rows: decisions } = await sql<{ id: number }>`
    delete from bulk_decisions where id in (
      select id from bulk_decisions where decided_at < ${before} order by id limit ${limit}) returning id`.execute(db);
  return new Set(steps.map(({ id }) => id)).size + decisions.length;
}
