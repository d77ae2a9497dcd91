// What has changed lately, told by the audit log: each change and each end of a job has a line. The numbers of lines have the order of their commits
// (docs/adr/0011-audit-log.md), so a reader who goes on after the last line that it saw misses none.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

export interface ChangeLine {
  id: number;
  /** Null for a change of the installation, or of several projects. */
  projectId: number | null;
  /** The job that wrote the line. */
  jobId: number | null;
  requestId: string;
  /** False for attempts, beginnings, refusals, reads and sign-ins. */
  isChange: boolean;
}

/** Oldest first. */
export async function listChangeLines(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<ChangeLine[]> {
  const { rows } = await sql<ChangeLine>`
    select id, project_id as "projectId", job_id as "jobId", request_id as "requestId",
      via <> 'login' and status is not null and (job_id is not null or (about is not null and status like '2%')) as "isChange"
    from audit_log where id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}
