// Lists and changes alerts: of one project, or of all projects that the viewer may see.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TaskPriority } from '../../domain/task-priority.ts';
import type { CoverageState } from '../../domain/vulnerabilities/coverage.ts';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import { gone } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { onlyRow } from '../postgres/rows.ts';
import { isAllowedTo, mayAnalyze, mayEverywhere, type Viewer } from '../projects/standing.ts';

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

/**
 * Newest first. A site may have more than a million alerts, so rows are counted and skipped in an index that has all columns of the conditions, from the
 * end that is nearer, and other tables are read for the page only.
 */
export async function pageOfAlerts(
  db: Db,
  selection: AlertSelection,
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<{ rows: AlertRow[]; total: number }> {
  const listed = sql`vulnerability_alerts a where ${sql.join(conditionsOf(selection, viewer), sql` and `)}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from ${listed}`.execute(db);
  const { total } = onlyRow(counted);
  const limit = Math.max(0, Math.min(page.limit, total - page.offset));
  if (limit === 0) return { rows: [], total };
  const before = total - page.offset - limit;
  const walk =
    before < page.offset
      ? sql`order by a.id limit ${limit} offset ${before}`
      : sql`order by a.id desc limit ${limit} offset ${page.offset}`;
  const { rows } = await sql<AlertRow>`
    select ${columns(viewer)} from ${ALERTS} where a.id = any(array(select a.id from ${listed} ${walk})) order by a.id desc`.execute(
    db,
  );
  return { rows, total };
}

/** Conditions on `a`. All others are asked of other tables once, not for each alert. */
function conditionsOf(selection: AlertSelection, viewer: Viewer): RawBuilder<SqlBool>[] {
  const { projectId, isOpen, severity, priority, isExploited, coverage, search } = selection;
  // Alerts of items that are gone come back with their items.
  const conditions = [
    sql<SqlBool>`not exists (select from inventory_items i where i.id = a.item_id and ${gone()})`,
    ...(mayEverywhere('VIEW_INVENTORY', viewer)
      ? []
      : [
          sql<SqlBool>`a.project_id in (select projects.id from projects where ${isAllowedTo('VIEW_INVENTORY', viewer)})`,
        ]),
  ];
  if (projectId !== undefined) conditions.push(sql<SqlBool>`a.project_id = ${projectId}`);
  if (isOpen !== undefined) conditions.push(sql<SqlBool>`a.is_open = ${isOpen}`);
  if (severity !== undefined)
    conditions.push(
      sql<SqlBool>`a.vulnerability_id in (select id from vulnerabilities where severity_v3 = ${severity})`,
    );
  if (priority !== undefined) conditions.push(sql<SqlBool>`a.priority = ${priority}`);
  if (isExploited !== undefined)
    conditions.push(
      sql<SqlBool>`a.vulnerability_id in (select id from vulnerabilities where is_exploited = ${isExploited})`,
    );
  if (coverage !== undefined)
    conditions.push(sql<SqlBool>`exists (select from item_coverage c where c.item_id = a.item_id
      and ${coverage === 'compared' ? sql`c.reason = ''` : sql`c.reason <> ''`})`);
  if (search) conditions.push(sql<SqlBool>`a.id in (${idsNamed(search)})`);
  return conditions;
}

/** Alerts with this text in the name of their vulnerability, item, file or project: several lists, because no index serves an OR over several tables. */
function idsNamed(search: string): RawBuilder<{ id: number }> {
  const pattern = sql`lower(${anywhere(search)})`;
  return sql`
    select f.id from vulnerability_alerts f where f.project_id in (select id from projects where lower(name) like ${pattern})
    union all select f.id from vulnerability_alerts f where f.item_id in (select id from inventory_items where lower(name) like ${pattern})
    union all select f.id from vulnerability_alerts f where f.item_id is null and lower(f.file_path) like ${pattern}
    union all select f.id from vulnerability_alerts f
      where f.vulnerability_id in (select vulnerability_id from vulnerability_names where name_key like ${pattern})`;
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
