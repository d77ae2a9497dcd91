// New vulnerabilities of items that people must be notified of, and their alerts.
import { type RawBuilder, sql } from 'kysely';
import type { TaskPriority } from '../../domain/task-priority.ts';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import type { Db } from '../postgres/connection.ts';
import { suppressedAmong } from '../vulnerabilities/standing.ts';

export async function listProjectsWithNews(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct i.project_id as id from exposure_news n join inventory_items i on i.id = n.item_id order by 1`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** A new vulnerability of an item. */
export interface NewsPair {
  itemId: number;
  vulnerabilityId: number;
}

/** Stored news. Applied news has opened its alert, raised its priority and rejected its item; people are not told yet. */
export interface StoredNews extends NewsPair {
  isApplied: boolean;
}

export interface NewsRow extends StoredNews {
  itemName: string;
  name: string;
  severityV2: Severity;
  severityV3: Severity;
  isExploited: boolean;
}

/** The stored news of a project, ordered by item. */
export async function listNews(db: Db, projectId: number): Promise<StoredNews[]> {
  const { rows } = await sql<StoredNews>`
    select n.item_id as "itemId", n.vulnerability_id as "vulnerabilityId", n.applied_at is not null as "isApplied"
    from exposure_news n join inventory_items i on i.id = n.item_id where i.project_id = ${projectId} order by 1, 2`.execute(
    db,
  );
  return rows;
}

/**
 * Stores news about the items and vulnerabilities that the query selects. If people have not been told yet about the same pair, it has become new
 * again, so it is applied again. Stored news that is not applied is not locked: a report of it may wait for the row while this transaction waits for
 * the report.
 */
export async function insertNews(db: Db, pairs: RawBuilder<unknown>): Promise<void> {
  await sql`with found (item_id, vulnerability_id) as materialized (${pairs}), again as (
      update exposure_news n set applied_at = null from found
      where n.item_id = found.item_id and n.vulnerability_id = found.vulnerability_id and n.applied_at is not null)
    insert into exposure_news (item_id, vulnerability_id) select item_id, vulnerability_id from found order by 1, 2
    on conflict do nothing`.execute(db);
}

/**
 * Reads those of these news that are stored and not applied yet, and leaves them stored. Leaves out those that have ended or been suppressed
 * meanwhile.
 */
export function readUnapplied(db: Db, pairs: readonly NewsPair[]): Promise<NewsRow[]> {
  return affectedAmong(
    db,
    sql`select n.item_id, n.vulnerability_id, n.applied_at from exposure_news n join ${rowsOf(pairs)} using (item_id, vulnerability_id)
      where n.applied_at is null`,
  );
}

/** Call it in the transaction that applies the news. */
export async function markApplied(db: Db, pairs: readonly NewsPair[], now: Date): Promise<void> {
  await sql`update exposure_news n set applied_at = ${now} from ${rowsOf(pairs)}
    where n.item_id = t.item_id and n.vulnerability_id = t.vulnerability_id`.execute(db);
}

/** Takes those of these news that are still stored. Drops those that have ended or been suppressed meanwhile. */
export function takeNews(db: Db, pairs: readonly NewsPair[]): Promise<NewsRow[]> {
  return affectedAmong(
    db,
    sql`delete from exposure_news n using ${rowsOf(pairs)} where n.item_id = t.item_id and n.vulnerability_id = t.vulnerability_id
      returning n.item_id, n.vulnerability_id, n.applied_at`,
  );
}

function rowsOf(pairs: readonly NewsPair[]): RawBuilder<unknown> {
  return sql`unnest(${pairs.map((one) => one.itemId)}::bigint[], ${pairs.map((one) => one.vulnerabilityId)}::bigint[]) as t(item_id, vulnerability_id)`;
}

/**
 * Looks up each pair separately: PostgreSQL has no statistics of thousands of fresh matches, and would compare each pair with all matches of the
 * server.
 */
async function affectedAmong(db: Db, pairs: RawBuilder<unknown>): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    with pairs as materialized (${pairs})
    select p.item_id as "itemId", i.name as "itemName", v.id as "vulnerabilityId", v.name, v.severity_v2 as "severityV2",
      v.severity_v3 as "severityV3", v.is_exploited as "isExploited", p.applied_at is not null as "isApplied"
    from pairs p join inventory_items i on i.id = p.item_id
    join vulnerabilities v on v.id = p.vulnerability_id
    cross join lateral (select from item_vulnerabilities m
      where m.item_id = p.item_id and m.vulnerability_id = p.vulnerability_id and m.outcome = 'affected' limit 1) as still
    order by p.item_id, v.name`.execute(db);
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
export async function closeAlertsOfSuppressed(
  db: Db,
  versionIds: readonly number[],
  by: string,
  vulnerabilityIds?: readonly number[],
): Promise<void> {
  const isAsked =
    vulnerabilityIds === undefined ? sql`true` : sql`a.vulnerability_id = any(${[...vulnerabilityIds]}::bigint[])`;
  await sql`with asked as materialized (
      select a.id, a.project_id, i.version_id, a.vulnerability_id, i.id as item_id from vulnerability_alerts a join inventory_items i on i.id = a.item_id
      where a.is_open and ${isAsked} and i.version_id = any(${versionIds}::bigint[]))
    update vulnerability_alerts set is_open = false, closed_at = now(), closed_by = ${by} where id in ${suppressedAmong(sql`asked`)}`.execute(
    db,
  );
}
