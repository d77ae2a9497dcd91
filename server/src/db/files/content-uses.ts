// The users of a stored content: files, decisions that are or may have to be taken again, reports, license rules, jobs that will read it, and what is just arriving. The collection of contents goes by
// the same list (`isNamed`): whoever names a content in another place must add it here. A test compares it with the foreign keys.
import { type RawBuilder, sql } from 'kysely';
import { openJobStatuses } from '../../domain/jobs/job.ts';
import type { Db } from '../postgres/connection.ts';

export interface ContentUse {
  /** '' if it belongs to no project. */
  project: string;
  /** Path of a file; otherwise ''. */
  path: string;
  /** Description for people. */
  what: string;
}

/** The members of a job's payload that name a content. */
const PAYLOAD_DIGESTS = sql`array[j.payload ->> 'sha256', j.payload ->> 'upload', j.payload #>> '{codebase,sha256}']`;

/**
 * SQL: whether the decision `d` on files is one whose contents people may want to compare with what is there now: it is to be taken again, or a scan has yet
 * to say so, because an upload has already replaced its files. The projects that wait for a scan are looked for only if no scan has looked at the
 * decision's place, and once for each statement.
 */
const KEEPS_CONTENTS = sql<boolean>`(d.superseded_at is null and (d.lapsed_at is not null
  or exists (select 1 from jobs j where j.project_id = d.project_id and j.status in (${sql.join(openJobStatuses)}))
  or case when exists (
      select 1 from files f where f.project_id = d.project_id and f.path = d.subject ->> 'path' and f.scan_id is not null) then false
    else d.project_id = any(array(select f.project_id from files f where f.scan_id is null and not f.is_excluded)) end))`;

/** SQL: whether anything names this content, or is about to. */
export function isNamed(digest: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select 1 from files f where f.sha256 = ${digest})
    or exists (select 1 from report_results r where r.sha256 = ${digest})
    or exists (select 1 from report_results r where r.view_sha256 = ${digest})
    or exists (select 1 from sboms s where s.sha256 = ${digest})
    or exists (select 1 from vex_documents v where v.original_sha256 = ${digest})
    or exists (select 1 from sbom_exports e where e.sha256 = ${digest})
    or exists (select 1 from release_files x where x.sha256 = ${digest})
    or exists (select 1 from upload_files u where u.sha256 = ${digest})
    or exists (select 1 from settings s where s.key = 'licenseRules' and s.value ->> 'sha256' = encode(${digest}, 'hex'))
    or exists (select 1 from decision_files y join decisions d on d.id = y.decision_id
      where y.sha256 = ${digest} and ${KEEPS_CONTENTS})
    or exists (select 1 from content_uses c where c.sha256 = ${digest} and c.ends_at > now())
    or exists (select 1 from jobs j where j.status in (${sql.join(openJobStatuses)}) and encode(${digest}, 'hex') = any(${PAYLOAD_DIGESTS}))
  )`;
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
      select p.name, '', 'a decision that ' || case when d.lapsed_at is null then 'the next scan will compare' else 'is to be taken again' end || ', on "' || coalesce(d.subject ->> 'path', d.subject ->> 'pathPattern') || '"'
      from decision_files y join decisions d on d.id = y.decision_id join projects p on p.id = d.project_id
      where y.sha256 = ${sha256} and ${KEEPS_CONTENTS}
      union all
      select p.name, '', 'the report "' || r.file_name || '"'
      from report_results r join projects p on p.id = r.project_id where ${sha256} in (r.sha256, r.view_sha256)
      union all
      select p.name, '', 'the SBOM "' || s.file_name || '"' from sboms s join projects p on p.id = s.project_id where s.sha256 = ${sha256}
      union all
      select p.name, '', 'the exported SBOM "' || e.file_name || '"'
      from sbom_exports e join projects p on p.id = e.project_id where e.sha256 = ${sha256}
      union all
      select distinct p.name, '', 'the release "' || r.name || '"'
      from release_files x join releases r on r.id = x.release_id join projects p on p.id = r.project_id where x.sha256 = ${sha256}
      union all
      select '', '', 'the VEX document "' || v.name || '"' from vex_documents v where v.original_sha256 = ${sha256}
      union all
      select '', '', 'the imported license rules' from settings
      where key = 'licenseRules' and value ->> 'sha256' = ${digest}
      union all
      select coalesce(p.name, ''), '', 'the file that the job ' || j.id || ' (' || j.type || ') is to read'
      from jobs j left join projects p on p.id = j.project_id
      where j.status in (${sql.join(openJobStatuses)})
        and ${digest} = any(${PAYLOAD_DIGESTS})
    ) uses order by project, path limit ${limit}`.execute(db);
  return { uses: rows.map(({ project, path, what }) => ({ project, path, what })), total: rows[0]?.total ?? 0 };
}
