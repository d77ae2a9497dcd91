// When the code of projects is synchronised or scanned by itself, and what came of the last time.
import { type Selectable, sql } from 'kysely';
import type { CodeAction } from '../../domain/scm/push-delivery.ts';
import type { Schedule } from '../../domain/scm/schedule.ts';
import type { Db } from '../postgres/connection.ts';
import type { PushOutcome } from './push-hooks.ts';
import type { CodeSchedulesTable } from './tables.ts';

export type CodeSchedule = Selectable<CodeSchedulesTable>;

export function findCodeSchedule(db: Db, projectId: number): Promise<CodeSchedule | undefined> {
  return db.selectFrom('code_schedules').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

/** Of projects with a schedule that is not NEVER. */
export function listCodeSchedules(db: Db): Promise<CodeSchedule[]> {
  return db
    .selectFrom('code_schedules')
    .selectAll()
    .where(sql<boolean>`schedule ->> 'frequency' <> 'NEVER'`)
    .orderBy('project_id')
    .execute();
}

/** What came of the last time stays. */
export async function setCodeSchedule(
  db: Db,
  projectId: number,
  { action, schedule, at }: { action: CodeAction; schedule: Schedule; at: Date },
): Promise<void> {
  const values = { action, schedule: JSON.stringify(schedule), changed_at: at };
  await db
    .insertInto('code_schedules')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute();
}

export async function noteScheduled(db: Db, projectId: number, at: Date, outcome: PushOutcome): Promise<void> {
  await db
    .updateTable('code_schedules')
    .set({ started_at: at, ...columnsOf(outcome) })
    .where('project_id', '=', projectId)
    .execute();
}

/** What came of a scheduled request that waited for another job. */
export async function settleWaitingSchedule(db: Db, projectId: number, outcome: PushOutcome): Promise<void> {
  await db
    .updateTable('code_schedules')
    .set(columnsOf(outcome))
    .where('project_id', '=', projectId)
    .where('result', '=', 'WAITING')
    .execute();
}

const columnsOf = ({ result, detail, jobId }: PushOutcome) => ({
  result: result as CodeSchedule['result'],
  detail,
  job_id: jobId ?? null,
});
