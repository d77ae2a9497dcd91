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

/** Whether a file that speaks of packages is the manifest of one, and not a lockfile or a list of requirements. */
const DECLARES = sql`coalesce(facts.facts -> 'packages' @> '[{"role": "declares"}]', false)`;

export interface OwnFiles {
  /** Folders that hold the item: those of its manifests. */
  folders: string[];
  /** Tied files that are the item's own, and no lists that only name it. */
  ownFiles: number;
}

/** What of these items lies in the code base, and is not only named there. */
export async function listOwnFiles(db: Db, itemIds: readonly number[]): Promise<Map<number, OwnFiles>> {
  const { rows } = await sql<OwnFiles & { itemId: number }>`
    select x.item_id as "itemId", count(*) filter (where ${DECLARES} or not coalesce(facts.has_packages, false)) as "ownFiles",
      coalesce(array_agg(distinct c.path) filter (where ${DECLARES}), '{}') as folders
    from inventory_files x join files f on f.id = x.file_id join codebase_folders c on c.id = f.folder_id
    left join facts on facts.sha256 = f.sha256 and facts.hint = f.hint and not f.is_excluded
    where x.item_id = any(${itemIds}::bigint[]) group by x.item_id`.execute(db);
  return new Map(rows.map(({ itemId, folders, ownFiles }) => [itemId, { folders, ownFiles: Number(ownFiles) }]));
}

/** The folders of all items of a project, those of its manifests. */
export async function listItemFolders(db: Db, projectId: number): Promise<{ id: number; folders: string[] }[]> {
  const { rows } = await sql<{ id: number; folders: string[] }>`
    select i.id, array_agg(distinct c.path) as folders
    from inventory_items i join inventory_files x on x.item_id = i.id join files f on f.id = x.file_id
    join codebase_folders c on c.id = f.folder_id
    join facts on facts.sha256 = f.sha256 and facts.hint = f.hint and not f.is_excluded and facts.has_packages
    where i.project_id = ${projectId} and ${DECLARES} group by i.id`.execute(db);
  return rows;
}

export interface StatementsRow {
  id: number;
  path: string;
  statements: string[];
}

/** Files of a project that have copyright statements, in the order of their ids. */
export function eachFileWithStatements(db: Db, projectId: number, batchSize = 2000): AsyncGenerator<StatementsRow> {
  return rowsById(batchSize, (after) =>
    sql<StatementsRow>`
      select f.id, f.path, array(select distinct c ->> 'statement' from jsonb_array_elements(facts.facts -> 'copyrights') c) as statements
      from files f join facts on facts.sha256 = f.sha256 and facts.hint = f.hint and not f.is_excluded
      where f.project_id = ${projectId} and f.id > ${after} and facts.facts -> 'copyrights' -> 0 is not null
      order by f.id limit ${batchSize}`.execute(db),
  );
}

export interface StoredFileRow {
  id: number;
  path: string;
  sizeBytes: number;
  location: Record<string, unknown>;
  /** Of these items, those that it is tied to as a file of their own. */
  tiedTo: number[];
}

/** Files of a project with the place of their bytes, in the order of their ids; those called NOTICE alone, where that is asked. */
export function eachStoredFile(
  db: Db,
  projectId: number,
  itemIds: readonly number[],
  only?: 'notice',
  batchSize = 1000,
): AsyncGenerator<StoredFileRow> {
  const filter = only === 'notice' ? sql`and lower(f.name) ~ '^notices?(\\.(txt|md))?$'` : sql``;
  return rowsById(batchSize, (after) =>
    sql<StoredFileRow>`
      select f.id, f.path, f.size_bytes as "sizeBytes", b.location,
        array(select x.item_id from inventory_files x left join facts on facts.sha256 = f.sha256 and facts.hint = f.hint
          where x.file_id = f.id and x.item_id = any(${itemIds}::bigint[]) and (${DECLARES} or not coalesce(facts.has_packages, false))
          order by x.item_id) as "tiedTo"
      from files f join blobs b on b.sha256 = f.sha256
      where f.project_id = ${projectId} and f.id > ${after} ${filter} order by f.id limit ${batchSize}`.execute(db),
  );
}
