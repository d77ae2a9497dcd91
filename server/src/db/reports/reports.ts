// Report definitions and the latest result of each, per project.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { wantCollection } from '../files/collection-due.ts';
import type { Db, Tx } from '../postgres/connection.ts';
import type { ReportsTable } from './tables.ts';

export type Report = Selectable<ReportsTable>;

export function findReport(db: Db, id: number) {
  return db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findReportByName(db: Db, name: string) {
  return db
    .selectFrom('reports')
    .selectAll()
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst();
}

/** The standard report of a kind, in upper or lower case, else the report of this name. */
export async function findReportByKindOrName(db: Db, text: string) {
  const standard = await db
    .selectFrom('reports')
    .selectAll()
    .where('is_default', '=', true)
    .where('path', '=', text.toUpperCase())
    .executeTakeFirst();
  return standard ?? findReportByName(db, text);
}

export function listStandardReports(db: Db): Promise<Report[]> {
  return db.selectFrom('reports').selectAll().where('is_default', '=', true).orderBy('id').execute();
}

export interface ReportFilter {
  id?: number;
  name?: string;
  path?: string;
  isEnabled?: boolean;
  isDefault?: boolean;
  position?: number;
}

export async function listReports(db: Db, filter: ReportFilter, page: { limit: number; offset: number }) {
  let base = db.selectFrom('reports');
  if (filter.id !== undefined) base = base.where('id', '=', filter.id);
  if (filter.name !== undefined) base = base.where(sql`lower(name)`, '=', sql<string>`lower(${filter.name})`);
  if (filter.path !== undefined) base = base.where('path', '=', filter.path);
  if (filter.isEnabled !== undefined) base = base.where('is_enabled', '=', filter.isEnabled);
  if (filter.isDefault !== undefined) base = base.where('is_default', '=', filter.isDefault);
  if (filter.position !== undefined) base = base.where('position', '=', filter.position);
  const rows = await base.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export function lockReport(db: Db, id: number): Promise<Report | undefined> {
  return db.selectFrom('reports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Undefined if another report has this name. Looks the name up first, because a conflict would use up an id. */
export async function insertReport(tx: Tx, values: Insertable<ReportsTable>): Promise<number | undefined> {
  await sql`lock table reports in share row exclusive mode`.execute(tx);
  if (await findReportByName(tx, values.name)) return undefined;
  const { id } = await tx.insertInto('reports').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateReport(db: Db, id: number, change: Updateable<ReportsTable>): Promise<void> {
  await db
    .updateTable('reports')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Also deletes its results in all projects. */
export async function deleteReport(db: Db, id: number): Promise<void> {
  await db.deleteFrom('reports').where('id', '=', id).execute();
  await wantCollection(db, { isThorough: false });
}

export interface ReportResult {
  projectId: number;
  reportId: number;
  jobId: number;
  fileName: string;
  sha256: Buffer;
  /** The page for display in the browser; null if there is none. */
  viewSha256?: Buffer | null;
}

export async function saveReportResult(db: Db, result: ReportResult): Promise<void> {
  const { isReplaced } = await db
    .insertInto('report_results')
    .values({
      project_id: result.projectId,
      report_id: result.reportId,
      job_id: result.jobId,
      file_name: result.fileName,
      sha256: result.sha256,
      view_sha256: result.viewSha256 ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'report_id']).doUpdateSet({
        job_id: result.jobId,
        file_name: result.fileName,
        sha256: result.sha256,
        view_sha256: result.viewSha256 ?? null,
        created_at: sql`now()`,
      }),
    )
    .returning(sql<boolean>`xmax <> 0`.as('isReplaced'))
    .executeTakeFirstOrThrow();
  if (isReplaced) await wantCollection(db, { isThorough: false });
}

export function findReportResult(db: Db, projectId: number, reportId: number) {
  return db
    .selectFrom('report_results')
    .innerJoin('blobs', 'blobs.sha256', 'report_results.sha256')
    .select([
      'report_results.file_name as fileName',
      'report_results.job_id as jobId',
      'report_results.created_at as createdAt',
      'blobs.location',
      'blobs.size_bytes as sizeBytes',
    ])
    .where('report_results.project_id', '=', projectId)
    .where('report_results.report_id', '=', reportId)
    .executeTakeFirst();
}

/** The page of a result; undefined if there is no result, or if it has no page. */
export function findReportView(db: Db, projectId: number, reportId: number) {
  return db
    .selectFrom('report_results')
    .innerJoin('blobs', 'blobs.sha256', 'report_results.view_sha256')
    .select(['report_results.job_id as jobId', 'blobs.location', 'blobs.size_bytes as sizeBytes'])
    .where('report_results.project_id', '=', projectId)
    .where('report_results.report_id', '=', reportId)
    .executeTakeFirst();
}
