// New vulnerabilities of items that people must be notified of, and their alerts.
import { sql } from 'kysely';
import type { TaskPriority } from '../../domain/review-task.ts';
import type { Severity } from '../../domain/severity.ts';
import type { Db } from '../postgres/connection.ts';

export async function listProjectsWithNews(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct i.project_id as id from exposure_news n join inventory_items i on i.id = n.item_id order by 1`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface NewsRow {
  itemId: number;
  vulnerabilityId: number;
  name: string;
  severityV2: Severity;
  severityV3: Severity;
  isExploited: boolean;
}

/** Takes the news of a project. Drops those that have ended or been suppressed meanwhile. */
export async function takeNews(db: Db, projectId: number): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    with taken as (delete from exposure_news n using inventory_items i where i.id = n.item_id and i.project_id = ${projectId}
      returning n.item_id, n.vulnerability_id)
    select t.item_id as "itemId", v.id as "vulnerabilityId", v.name, v.severity_v2 as "severityV2", v.severity_v3 as "severityV3",
      v.is_exploited as "isExploited"
    from taken t join item_vulnerabilities m on m.item_id = t.item_id and m.vulnerability_id = t.vulnerability_id and m.outcome = 'affected'
    join vulnerabilities v on v.id = t.vulnerability_id order by t.item_id, v.name`.execute(db);
  return rows;
}

/** Returns the number of new alerts. A closed alert stays closed. */
export async function insertAlerts(
  db: Db,
  projectId: number,
  alerts: readonly { itemId: number; vulnerabilityId: number; priority: TaskPriority }[],
): Promise<void> {
  await sql`insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority)
    select item_id, ${projectId}, vulnerability_id, priority from unnest(${alerts.map((one) => one.itemId)}::bigint[],
      ${alerts.map((one) => one.vulnerabilityId)}::bigint[], ${alerts.map((one) => one.priority)}::text[]) as t(item_id, vulnerability_id, priority)
    on conflict (item_id, vulnerability_id) do nothing`.execute(db);
}

/** Closes the open alerts of suppressed vulnerabilities. */
export async function closeAlertsOfSuppressed(db: Db, versionIds: readonly number[], by: string): Promise<void> {
  await sql`update vulnerability_alerts a set is_open = false, closed_at = now(), closed_by = ${by}
    from inventory_items i where i.id = a.item_id and a.is_open and i.version_id = any(${versionIds}::bigint[])
      and exists (select from standing_suppressions s where s.version_id = i.version_id and s.vulnerability_id = a.vulnerability_id
        and (s.project_id is null or s.project_id = a.project_id))`.execute(db);
}
