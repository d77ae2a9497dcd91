// Source control instances of projects, numbered 0, 1, … within each type. Passwords are sealed before they come here.
import { type Selectable, sql } from 'kysely';
import type { SourceType } from '../../domain/scm/scm-address.ts';
import type { Db } from '../postgres/connection.ts';
import type { ScmInstancesTable } from './tables.ts';

export type ScmInstance = Selectable<ScmInstancesTable>;

export interface ScmValues {
  url: string;
  userName: string;
  passwordSealed: Buffer | null;
  settings: Record<string, unknown>;
}

export function listScmInstances(
  db: Db,
  projectId: number,
  filter: { type?: SourceType; instanceId?: number } = {},
): Promise<ScmInstance[]> {
  let matching = db.selectFrom('scm_instances').selectAll().where('project_id', '=', projectId);
  if (filter.type) matching = matching.where('type', '=', filter.type);
  if (filter.instanceId !== undefined) matching = matching.where('instance_id', '=', filter.instanceId);
  return matching.orderBy('type').orderBy('instance_id').execute();
}

/** One more than the highest of the type. The caller holds the project's lock. */
export async function nextScmInstanceId(db: Db, projectId: number, type: SourceType): Promise<number> {
  const { next } = await db
    .selectFrom('scm_instances')
    .select(sql<number>`coalesce(max(instance_id) + 1, 0)`.as('next'))
    .where('project_id', '=', projectId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  return next;
}

export async function insertScmInstance(
  db: Db,
  place: { projectId: number; type: SourceType; instanceId: number },
  values: ScmValues,
): Promise<void> {
  await db
    .insertInto('scm_instances')
    .values({
      project_id: place.projectId,
      type: place.type,
      instance_id: place.instanceId,
      url: values.url,
      user_name: values.userName,
      password_sealed: values.passwordSealed,
      settings: JSON.stringify(values.settings),
    })
    .execute();
}

export async function updateScmInstance(db: Db, id: number, values: ScmValues): Promise<void> {
  await db
    .updateTable('scm_instances')
    .set({
      url: values.url,
      user_name: values.userName,
      password_sealed: values.passwordSealed,
      settings: JSON.stringify(values.settings),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteScmInstance(db: Db, id: number): Promise<void> {
  await db.deleteFrom('scm_instances').where('id', '=', id).execute();
}

/** Whether any project has an instance of the type. */
export async function hasScmInstances(db: Db, type: SourceType): Promise<boolean> {
  const query = db.selectFrom('scm_instances').select('id').where('type', '=', type).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function countScmInstances(db: Db, projectId: number): Promise<number> {
  const { total } = await db
    .selectFrom('scm_instances')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** What instances name, and what was brought for them: repositories of submodules are named only there. */
export async function listAllScmUrls(db: Db): Promise<{ url: string; projectId: number; instanceId: number }[]> {
  const { rows } = await sql<{ url: string; projectId: number; instanceId: number }>`
    select url, project_id as "projectId", instance_id as "instanceId" from scm_instances where type = 'GIT'
    union select r ->> 'url', s.project_id, s.instance_id from scm_states s, jsonb_array_elements(s.revisions) r where s.type = 'GIT'`.execute(
    db,
  );
  return rows;
}
