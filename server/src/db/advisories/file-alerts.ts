// Alerts about files with a digest in a malware record: one for each project and vulnerability, however many files there are.
import { type RawBuilder, sql } from 'kysely';
import type { TaskPriority } from '../../domain/task-priority.ts';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import type { Db } from '../postgres/connection.ts';
import { type Viewer, visibleTo } from '../projects/standing.ts';

export interface FileNewsRow {
  projectId: number;
  vulnerabilityId: number;
  name: string;
  severityV2: Severity;
  severityV3: Severity;
  isExploited: boolean;
  /** The first of the files. */
  path: string;
  fileCount: number;
}

/** Joins each digest separately: with OR between them, every content would be compared with every digest. */
function exposed(projectId: number | undefined): RawBuilder<unknown> {
  const contents =
    projectId === undefined
      ? sql`blobs`
      : sql`(select * from blobs where sha256 in (select sha256 from files where project_id = ${projectId}))`;
  const ofProject = projectId === undefined ? sql`` : sql`and f.project_id = ${projectId}`;
  return sql`
  hits as (
    select b.sha256, d.advisory_id from advisory_digests d join ${contents} b on b.sha256 = d.digest
    union select b.sha256, d.advisory_id from advisory_digests d join ${contents} b on b.sha1 = d.digest
    union select b.sha256, d.advisory_id from advisory_digests d join ${contents} b on b.md5 = d.digest),
  exposed as materialized (
    select f.project_id, a.vulnerability_id, count(distinct f.id)::int as file_count, min(f.path) as file_path
    from hits h join advisories a on a.id = h.advisory_id and a.withdrawn_at is null and a.vulnerability_id is not null
    join files f on f.sha256 = h.sha256 ${ofProject} group by 1, 2)`;
}

/**
 * Updates open alerts to the current files of code bases, and closes those without files. Returns the pairs of project and vulnerability that have no
 * alert yet, so that people can be notified. For one project, or for all.
 */
export async function refreshFileAlerts(db: Db, now: Date, projectId?: number): Promise<FileNewsRow[]> {
  const { rows } = await sql<FileNewsRow>`
    with ${exposed(projectId)},
    counted as (update vulnerability_alerts a set file_count = e.file_count, file_path = e.file_path from exposed e
      where a.item_id is null and a.ended_at is null and a.project_id = e.project_id and a.vulnerability_id = e.vulnerability_id
        and (a.file_count, a.file_path) is distinct from (e.file_count, e.file_path)),
    ended as (update vulnerability_alerts a set ended_at = ${now}, is_open = false,
        closed_at = case when a.is_open then ${now} else a.closed_at end, closed_by = case when a.is_open then 'System' else a.closed_by end
      where a.item_id is null and a.ended_at is null ${projectId === undefined ? sql`` : sql`and a.project_id = ${projectId}`}
        and not exists (select from exposed e
        where e.project_id = a.project_id and e.vulnerability_id = a.vulnerability_id))
    select e.project_id as "projectId", v.id as "vulnerabilityId", v.name, v.severity_v2 as "severityV2", v.severity_v3 as "severityV3",
      v.is_exploited as "isExploited", e.file_path as path, e.file_count as "fileCount"
    from exposed e join vulnerabilities v on v.id = e.vulnerability_id
    where not exists (select from vulnerability_alerts a where a.item_id is null and a.ended_at is null
      and a.project_id = e.project_id and a.vulnerability_id = e.vulnerability_id)
    order by e.project_id, v.name`.execute(db);
  return rows;
}

/** Opens alerts, and reopens those closed for missing files. Returns the vulnerabilities of the alerts that this call opened. */
export async function openFileAlerts(
  db: Db,
  projectId: number,
  alerts: readonly { vulnerabilityId: number; priority: TaskPriority; path: string; fileCount: number }[],
  now: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    insert into vulnerability_alerts as a (project_id, vulnerability_id, priority, file_path, file_count, created_at)
    select ${projectId}, t.vulnerability_id, t.priority, t.path, t.files, ${now} from unnest(
      ${alerts.map((one) => one.vulnerabilityId)}::bigint[], ${alerts.map((one) => one.priority)}::text[],
      ${alerts.map((one) => one.path)}::text[], ${alerts.map((one) => one.fileCount)}::integer[]) as t(vulnerability_id, priority, path, files)
    on conflict (project_id, vulnerability_id) where item_id is null do update set is_open = true, closed_at = null, closed_by = '',
      ended_at = null, created_at = excluded.created_at, file_path = excluded.file_path, file_count = excluded.file_count
      where a.ended_at is not null
    returning a.vulnerability_id as id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Malicious files of a vulnerability in projects that the viewer may see, from the last scan or update of advisories. */
export async function listFileExposures(
  db: Db,
  vulnerabilityId: number,
  viewer: Viewer,
): Promise<{ projectId: number; fileCount: number }[]> {
  const { rows } = await sql<{ projectId: number; fileCount: number }>`
    select a.project_id as "projectId", a.file_count as "fileCount" from vulnerability_alerts a join projects on projects.id = a.project_id
    where a.vulnerability_id = ${vulnerabilityId} and a.item_id is null and a.ended_at is null and ${visibleTo(viewer)}`.execute(
    db,
  );
  return rows;
}
