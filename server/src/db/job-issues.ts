// The issues that jobs found: their log.
import { sql } from 'kysely';
import { among, type List, pageOfList, rowsOf } from './list-index.ts';
import type { Db } from './postgres/connection.ts';

export interface JobIssue {
  code: string;
  path: string;
  message: string;
}

export async function insertJobIssues(db: Db, jobId: number, issues: JobIssue[]): Promise<void> {
  if (issues.length === 0) return;
  await sql`insert into job_issues (job_id, code, path, message)
    select ${jobId}, * from unnest(${issues.map((i) => i.code)}::text[], ${issues.map((i) => clean(i.path))}::text[], ${issues.map((i) => clean(i.message))}::text[])`.execute(
    db,
  );
}

/** PostgreSQL stores no NUL in text. */
function clean(text: string): string {
  return text.replaceAll('\0', '\\0');
}

export async function listJobIssues(db: Db, jobId: number, page: { limit: number; offset: number }) {
  const list: List = {
    ids: db.selectFrom('job_issues').select('id').where('job_id', '=', jobId).orderBy('id'),
    key: `job-issues ${jobId}`,
    changesWith: [{ list: 'job-issues', scope: jobId }],
  };
  const { ids, total } = await pageOfList(db, list, page);
  const read = (batch: number[]) =>
    db
      .selectFrom('job_issues')
      .select(['id', 'code', 'path', 'message', 'created_at'])
      .where('id', '=', among(batch))
      .execute();
  return { rows: rowsOf(ids, read), total };
}

/** Deletes the issues of a job but those with this code, which it returns. */
export async function keepJobIssues(db: Db, jobId: number, code: string): Promise<JobIssue[]> {
  const ofJob = db.deleteFrom('job_issues').where('job_id', '=', jobId);
  await ofJob.where('code', '<>', code).execute();
  return db.selectFrom('job_issues').select(['code', 'path', 'message']).where('job_id', '=', jobId).execute();
}

/** All of them, or those with this code. */
export async function deleteJobIssues(db: Db, jobId: number, code?: string): Promise<void> {
  const ofJob = db.deleteFrom('job_issues').where('job_id', '=', jobId);
  await (code === undefined ? ofJob : ofJob.where('code', '=', code)).execute();
}
