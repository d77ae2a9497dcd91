// Queries that reports alone need: lists of a whole project, read in batches by id.
import { sql } from 'kysely';
import type { HistoryChange } from '../domain/inventory-history.ts';
import type { Severity } from '../domain/severity.ts';
import type { Db } from './postgres/connection.ts';
import { batchesById, rowsById } from './postgres/rows.ts';
import { GRAVEST_FIRST } from './vulnerabilities/vulnerabilities.ts';

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

export interface ReportedVulnerabilityRow {
  id: number;
  itemName: string;
  purl: string;
  vulnerability: string;
  summary: string;
  publishedAt: Date | null;
  v2Score: number | null;
  v3Score: number | null;
  v4Score: number | null;
  severityV2: Severity;
  severityV3: Severity;
  isExploited: boolean;
  isUndetermined: boolean;
  fixedIn: string[];
  isSuppressed: boolean;
  analysis: Record<string, string>;
  reason: string;
  remarks: string;
  by: string;
  at: Date | null;
}

/** Items read at once: some have hundreds of vulnerabilities. */
const VULNERABLE_ITEMS_AT_ONCE = 200;

/** The vulnerabilities of the items of a project, with what people decided on them, in it or in all projects; item by item, the gravest first. */
export async function* eachVulnerability(db: Db, projectId: number): AsyncGenerator<ReportedVulnerabilityRow> {
  for await (const items of batchesById(VULNERABLE_ITEMS_AT_ONCE, (after) =>
    sql<{ id: number }>`select i.id from inventory_items i where i.project_id = ${projectId} and i.type = 'COMPONENT'
      and i.version_id is not null and i.id > ${after} order by i.id limit ${VULNERABLE_ITEMS_AT_ONCE}`.execute(db),
  ))
    yield* await vulnerabilitiesOfItems(
      db,
      projectId,
      items.map(({ id }) => id),
    );
}

/** What is matched, and what was decided although nothing is matched (any more). */
async function vulnerabilitiesOfItems(
  db: Db,
  projectId: number,
  itemIds: readonly number[],
): Promise<ReportedVulnerabilityRow[]> {
  const { rows } = await sql<ReportedVulnerabilityRow>`
    with items as (select id, name, purl, version_id from inventory_items where id = any(${itemIds}::bigint[])),
      decided as (
        select distinct on (s.version_id, s.vulnerability_id) s.version_id, s.vulnerability_id, true as suppressed, u.analysis, x.reason, x.remarks,
          x.suppressed_by as author, x.suppressed_at as at
        from standing_suppressions s join suppressions u on u.id = s.suppression_id join suppressed_versions x on x.id = s.suppressed_version_id
        where s.version_id in (select version_id from items) and (s.project_id is null or s.project_id = ${projectId})
        order by s.version_id, s.vulnerability_id, s.project_id nulls last),
      analysed as (
        select version_id, vulnerability_id, false, analysis, '', '', author, decided_at from vulnerability_analyses a
        where project_id = ${projectId} and version_id in (select version_id from items)
          and not exists (select from decided d where d.version_id = a.version_id and d.vulnerability_id = a.vulnerability_id)),
      said as (select * from decided union all select * from analysed),
      matched as (select m.version_id, m.vulnerability_id, m.outcome, m.fixed_in from version_vulnerabilities m
        join vulnerabilities v on v.id = m.vulnerability_id and v.kind <> 'notice' and v.withdrawn_at is null
        where m.version_id in (select version_id from items)),
      pairs as (select version_id, vulnerability_id from matched union select version_id, vulnerability_id from said)
    select i.id, i.name as "itemName", i.purl, v.name as vulnerability, v.summary, v.published_at as "publishedAt",
      v.cvss_v2_score as "v2Score", v.cvss_v3_score as "v3Score", v.cvss_v4_score as "v4Score",
      v.severity_v2 as "severityV2", v.severity_v3 as "severityV3", v.is_exploited as "isExploited",
      coalesce(m.outcome = 'undetermined', false) as "isUndetermined", coalesce(m.fixed_in, '{}') as "fixedIn",
      coalesce(d.suppressed, false) as "isSuppressed", coalesce(d.analysis, '{}') as analysis, coalesce(d.reason, '') as reason,
      coalesce(d.remarks, '') as remarks, coalesce(d.author, '') as by, d.at
    from items i join pairs p on p.version_id = i.version_id join vulnerabilities v on v.id = p.vulnerability_id
    left join matched m on m.version_id = p.version_id and m.vulnerability_id = p.vulnerability_id
    left join said d on d.version_id = p.version_id and d.vulnerability_id = p.vulnerability_id
    order by i.id, ${GRAVEST_FIRST}`.execute(db);
  return rows;
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
