// Lists the users of a stored content: files, reports, license rules, and jobs that will read it.
import { sql } from 'kysely';
import { openJobStatuses } from '../../domain/job.ts';
import type { Db } from '../postgres/connection.ts';

export interface ContentUse {
  /** '' if it belongs to no project. */
  project: string;
  /** Path of a file; otherwise ''. */
  path: string;
  /** Description for people. */
  what: string;
}

/** Some users of a content, and the number of the others. */
export async function listUsesOf(
  db: Db,
  sha256: Buffer,
  limit: number,
): Promise<{ uses: ContentUse[]; total: number }> {
  const digest = sha256.toString('hex');
  const { rows } = await sql<ContentUse & { total: number }>`
    select project, path, what, count(*) over () as total from (
      select p.name as project, f.path, 'the file "' || f.path || '"' as what
      from files f join projects p on p.id = f.project_id where f.sha256 = ${sha256}
      union all
      select p.name, '', 'the report "' || r.file_name || '"'
      from report_results r join projects p on p.id = r.project_id where ${sha256} in (r.sha256, r.view_sha256)
      union all
      select '', '', 'the imported license rules' from settings
      where key = 'licenseRules' and value ->> 'sha256' = ${digest}
      union all
      select coalesce(p.name, ''), '', 'the file that the job ' || j.id || ' (' || j.type || ') is to read'
      from jobs j left join projects p on p.id = j.project_id
      where j.status in (${sql.join(openJobStatuses)})
        and ${digest} in (j.payload ->> 'sha256', j.payload ->> 'upload', j.payload #>> '{codebase,sha256}')
    ) uses order by project, path limit ${limit}`.execute(db);
  return { uses: rows.map(({ project, path, what }) => ({ project, path, what })), total: rows[0]?.total ?? 0 };
}
