// Queries that reports alone need: lists of a whole project, read in batches by id.
import { sql } from 'kysely';
import type { HistoryChange } from '../domain/inventory-history.ts';
import type { Db } from './postgres/connection.ts';
import { rowsById } from './postgres/rows.ts';

export interface RevisionRow {
  id: number;
  itemId: number;
  itemName: string | null;
  at: Date;
  by: string;
  event: string;
  action: string;
  changes: HistoryChange[];
}

/** The history of all items of a project, the gone ones too, oldest first. */
export function eachRevision(db: Db, projectId: number, batchSize = 2000): AsyncGenerator<RevisionRow> {
  return rowsById(batchSize, (after) =>
    sql<RevisionRow>`
      select h.revision as id, h.item_id as "itemId", i.name as "itemName", h.happened_at as at, h.user_name as by, h.event, h.action, h.changes
      from inventory_history h left join inventory_items i on i.id = h.item_id
      where h.project_id = ${projectId} and h.revision > ${after} order by h.revision limit ${batchSize}`.execute(db),
  );
}

export interface LinkRow {
  id: number;
  childId: number;
  type: string;
}

/** Which items of a project depend on which; `id` is the parent. */
export async function listLinksOf(db: Db, itemIds: readonly number[]): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select parent_id as id, child_id as "childId", type from inventory_links
    where parent_id = any(${itemIds}::bigint[]) order by parent_id, child_id, type`.execute(db);
  return rows;
}

export interface AnalysisRow {
  id: number;
  itemId: number;
  itemName: string;
  purl: string;
  vulnerability: string;
  analysis: Record<string, string>;
  reason: string;
  remarks: string;
  by: string;
  at: Date;
}

/** What people decided on vulnerabilities of the items of a project, in it or in all projects. */
export function eachAnalysis(db: Db, projectId: number, batchSize = 1000): AsyncGenerator<AnalysisRow> {
  return rowsById(batchSize, (after) =>
    sql<AnalysisRow>`
      select x.id, i.id as "itemId", i.name as "itemName", i.purl, v.name as vulnerability, s.analysis, x.reason, x.remarks, x.suppressed_by as by, x.suppressed_at as at
      from suppressed_versions x
      join suppressions s on s.id = x.suppression_id
      join vulnerabilities v on v.id = s.vulnerability_id
      join lateral (select i.id, i.name, i.purl from inventory_items i where i.project_id = ${projectId} and i.version_id = x.version_id order by i.id limit 1) i on true
      where x.lifted_at is null and coalesce(s.project_id, ${projectId}) = ${projectId} and x.id > ${after}
      order by x.id limit ${batchSize}`.execute(db),
  );
}

export interface StoredFileRow {
  id: number;
  itemId: number;
  path: string;
  sizeBytes: number;
  location: Record<string, unknown>;
}

/** Files of these items, with the place of their bytes, by path; those called NOTICE alone, where that is asked. */
export async function listStoredFiles(db: Db, itemIds: readonly number[], only?: 'notice'): Promise<StoredFileRow[]> {
  const filter = only === 'notice' ? sql`and lower(f.name) ~ '^notices?(\\.(txt|md))?$'` : sql``;
  const { rows } = await sql<StoredFileRow>`
    select f.id, x.item_id as "itemId", f.path, f.size_bytes as "sizeBytes", b.location
    from inventory_files x join files f on f.id = x.file_id join blobs b on b.sha256 = f.sha256
    where x.item_id = any(${itemIds}::bigint[]) ${filter} order by x.item_id, f.path`.execute(db);
  return rows;
}
