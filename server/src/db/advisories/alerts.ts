// Lists and changes alerts: of one project, or of all projects that the viewer may see.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TaskPriority } from '../../domain/task-priority.ts';
import type { CoverageState } from '../../domain/vulnerabilities/coverage.ts';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { isAllowedTo, mayAnalyze, type Viewer } from '../projects/standing.ts';

export interface AlertRow {
  id: number;
  /** Null if the alert is about malicious files of the code base. */
  itemId: number | null;
  itemName: string;
  projectId: number;
  projectName: string;
  vulnerability: string;
  severityV3: Severity;
  isExploited: boolean;
  priority: TaskPriority;
  isOpen: boolean;
  createdAt: Date;
  closedAt: Date | null;
  closedBy: string;
  filePath: string;
  fileCount: number;
  endedAt: Date | null;
  /** Whether the viewer may close it or change its priority. */
  mayChange: boolean;
}

export interface AlertSelection {
  projectId?: number;
  isOpen?: boolean;
  severity?: Severity;
  priority?: TaskPriority;
  isExploited?: boolean;
  /** Only alerts of items that were, or were not, compared with advisories; alerts of files belong to no item. */
  coverage?: CoverageState;
  /** Part of the name of the vulnerability, item, file or project. */
  search?: string;
}

const ALERTS = sql`vulnerability_alerts a join projects on projects.id = a.project_id
  join vulnerabilities v on v.id = a.vulnerability_id left join inventory_items i on i.id = a.item_id`;

const columns = (viewer: Viewer) => sql`
  a.id, a.item_id as "itemId", coalesce(i.name, '') as "itemName", a.project_id as "projectId", projects.name as "projectName",
  v.name as vulnerability, v.severity_v3 as "severityV3", v.is_exploited as "isExploited", a.priority, a.is_open as "isOpen",
  a.created_at as "createdAt", a.closed_at as "closedAt", a.closed_by as "closedBy", a.file_path as "filePath", a.file_count as "fileCount",
  a.ended_at as "endedAt", ${mayAnalyze(viewer)} as "mayChange"`;

export async function pageOfAlerts(
  db: Db,
  selection: AlertSelection,
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<{ rows: AlertRow[]; total: number }> {
  const from = sql`from ${ALERTS} where ${sql.join(conditionsOf(selection, viewer), sql` and `)}`;
  const { rows } = await sql<AlertRow>`
    select ${columns(viewer)} ${from} order by a.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

function conditionsOf(selection: AlertSelection, viewer: Viewer): RawBuilder<SqlBool>[] {
  const { projectId, isOpen, severity, priority, isExploited, coverage, search } = selection;
  // Alerts of items that are gone come back with their items. `i` is null for alerts of files.
  const conditions = [isAllowedTo('VIEW_INVENTORY', viewer), present()];
  if (projectId !== undefined) conditions.push(sql<SqlBool>`a.project_id = ${projectId}`);
  if (isOpen !== undefined) conditions.push(sql<SqlBool>`a.is_open = ${isOpen}`);
  if (severity !== undefined) conditions.push(sql<SqlBool>`v.severity_v3 = ${severity}`);
  if (priority !== undefined) conditions.push(sql<SqlBool>`a.priority = ${priority}`);
  if (isExploited !== undefined) conditions.push(sql<SqlBool>`v.is_exploited = ${isExploited}`);
  if (coverage !== undefined)
    conditions.push(sql<SqlBool>`exists (select from item_coverage c where c.item_id = a.item_id
      and ${coverage === 'compared' ? sql`c.reason = ''` : sql`c.reason <> ''`})`);
  if (search) {
    const pattern = sql`lower(${anywhere(search)})`;
    conditions.push(sql<SqlBool>`(lower(projects.name) like ${pattern} or lower(coalesce(i.name, a.file_path)) like ${pattern}
      or a.vulnerability_id in (select vulnerability_id from vulnerability_names where name_key like ${pattern}))`);
  }
  return conditions;
}

/** Locks and returns these alerts until the transaction ends. Alerts that the viewer may not see are left out. */
export async function lockAlerts(db: Db, ids: readonly number[], viewer: Viewer): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${columns(viewer)} from ${ALERTS}
    where a.id = any(${ids}::bigint[]) and ${isAllowedTo('VIEW_INVENTORY', viewer)} order by a.id for update of a`.execute(
    db,
  );
  return rows;
}

export async function findAlertProject(db: Db, id: number): Promise<number | undefined> {
  const { rows } = await sql<{
    projectId: number;
  }>`select project_id as "projectId" from vulnerability_alerts where id = ${id}`.execute(db);
  return rows[0]?.projectId;
}

export async function changeAlerts(
  db: Db,
  ids: readonly number[],
  change: { priority?: TaskPriority; isOpen?: boolean; by: string },
): Promise<void> {
  const isOpen = sql`${change.isOpen ?? null}::boolean`;
  // Closing a closed alert again keeps the first person and time.
  const isKept = sql`(${isOpen} is null or ${isOpen} = is_open)`;
  await sql`update vulnerability_alerts set priority = coalesce(${change.priority ?? null}, priority),
      closed_at = case when ${isKept} then closed_at when ${isOpen} then null else now() end,
      closed_by = case when ${isKept} then closed_by when ${isOpen} then '' else ${change.by} end,
      is_open = coalesce(${isOpen}, is_open) where id = any(${ids}::bigint[])`.execute(db);
}
