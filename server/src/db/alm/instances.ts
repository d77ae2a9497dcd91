// ALM instances, and the one that a project uses. Secrets are sealed before they come here.

import { type Selectable, sql } from 'kysely';
import { notFound } from '../../errors.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import type { AlmInstancesTable, ProjectAlmLinksTable } from './tables.ts';

export type AlmInstance = Selectable<AlmInstancesTable>;
export type ProjectAlmLink = Selectable<ProjectAlmLinksTable>;

export interface AlmInstanceValues {
  name: string;
  url: string;
  authentication: AlmInstance['authentication'];
  user_name: string;
  secret_sealed: Buffer;
  project_key: string;
  issue_type: string;
  priority: string;
  summary_template: string;
  description_template: string;
}

export function listAlmInstances(db: Db): Promise<AlmInstance[]> {
  return db.selectFrom('alm_instances').selectAll().orderBy('id').execute();
}

export async function getAlmInstance(db: Db, id: number): Promise<AlmInstance> {
  const instance = await db.selectFrom('alm_instances').selectAll().where('id', '=', id).executeTakeFirst();
  if (!instance) throw notFound('ALM instance', id);
  return instance;
}

/** Locks the row. */
export async function lockAlmInstance(db: Db, id: number): Promise<AlmInstance> {
  const instance = await db.selectFrom('alm_instances').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!instance) throw notFound('ALM instance', id);
  return instance;
}

export async function findAlmInstanceNamed(db: Db, name: string): Promise<AlmInstance | undefined> {
  return db
    .selectFrom('alm_instances')
    .selectAll()
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst();
}

/** Reserves the id first, because the secret is sealed for it. */
export async function nextAlmInstanceId(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('alm_instances', 'id')) as id`.execute(db);
  return Number(onlyRow(rows).id);
}

export async function insertAlmInstance(db: Db, id: number, values: AlmInstanceValues): Promise<void> {
  await db
    .insertInto('alm_instances')
    .values({ id, ...values })
    .execute();
}

export async function updateAlmInstance(db: Db, id: number, values: AlmInstanceValues): Promise<void> {
  await db
    .updateTable('alm_instances')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteAlmInstance(db: Db, id: number): Promise<void> {
  await db.deleteFrom('alm_instances').where('id', '=', id).execute();
}

/** Number of projects and issues that use an instance. */
export async function countUses(db: Db, id: number): Promise<{ projects: number; issues: number }> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('project_alm_links')
        .select(eb.fn.countAll<number>().as('n'))
        .where('instance_id', '=', id)
        .as('projects'),
      eb
        .selectFrom('alm_issues')
        .innerJoin('task_alm_issues as t', 't.issue_id', 'alm_issues.id')
        .select(eb.fn.countAll<number>().as('n'))
        .where('instance_id', '=', id)
        .as('issues'),
    ])
    .executeTakeFirstOrThrow();
  return { projects: Number(row.projects), issues: Number(row.issues) };
}

export function findAlmLink(db: Db, projectId: number): Promise<ProjectAlmLink | undefined> {
  return db.selectFrom('project_alm_links').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

export async function putAlmLink(db: Db, link: ProjectAlmLink): Promise<void> {
  const { project_id: _, ...values } = link;
  await db
    .insertInto('project_alm_links')
    .values(link)
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute();
}

export async function deleteAlmLink(db: Db, projectId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('project_alm_links')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
