// Queries for reports only: lists of a whole project, read in batches by id.
import { folderOfCopy } from '@assay/scanner/packages';
import { type RawBuilder, sql } from 'kysely';
import type { HistoryChange } from '../../domain/inventories/inventory-history.ts';
import type { PlacedMatch } from '../../domain/licenses/license-texts.ts';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import { present } from '../inventories/present.ts';
import { marksOf } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';
import { batchesById, onlyRow, rowsById } from '../postgres/rows.ts';
import { vexCountsIn } from '../vulnerabilities/standing.ts';
import { GRAVEST_FIRST } from '../vulnerabilities/vulnerabilities.ts';

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

/** The history of all items of a project, including deleted ones, oldest first. */
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

/** Dependencies between the items of a project; `id` is the parent. */
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

/** A batch is small, because some items have hundreds of vulnerabilities. */
const VULNERABLE_ITEMS_AT_ONCE = 200;

/** The vulnerabilities of a project with the decisions on them, in the project and in all projects. Ordered by item, then the gravest first. */
export async function* eachVulnerability(db: Db, projectId: number): AsyncGenerator<ReportedVulnerabilityRow> {
  for await (const items of batchesById(VULNERABLE_ITEMS_AT_ONCE, (after) =>
    sql<{
      id: number;
    }>`select i.id from inventory_items i where i.project_id = ${projectId} and i.type = 'COMPONENT' and ${present()}
      and i.version_id is not null and i.id > ${after} order by i.id limit ${VULNERABLE_ITEMS_AT_ONCE}`.execute(db),
  ))
    yield* await vulnerabilitiesOfItems(
      db,
      projectId,
      items.map(({ id }) => id),
    );
}

/** Vulnerabilities that match, and vulnerabilities with a decision that do not match, or no longer. */
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
      decided_by_people as (select * from decided union all select * from analysed),
      ruled as (
        select r.item_id, r.version_id, r.vulnerability_id, r.is_suppressed, r.analysis, '', '', 'Rule "' || o.name || '"', r.decided_at
        from rule_decisions r join analysis_rules o on o.id = r.rule_id
        where r.item_id in (select id from items) and not exists (
          select from decided_by_people p where p.version_id = r.version_id and p.vulnerability_id = r.vulnerability_id)),
      said as (
        select i.id as item_id, p.* from decided_by_people p join items i using (version_id)
        union all
        select * from ruled
        union all
        select i.id, d.version_id, d.vulnerability_id, d.is_suppressed, d.analysis, '', '', 'VEX source ' || o.name, coalesce(s.stated_at, c.received_at)
        from items i join vex_decisions d using (version_id) join vex_statements s on s.id = d.statement_id
        join vex_documents c on c.id = s.document_id join vex_sources o on o.id = c.source_id
        where ${vexCountsIn(projectId)}
          and not exists (select from decided_by_people p where p.version_id = d.version_id and p.vulnerability_id = d.vulnerability_id)
          and not exists (select from ruled r where r.item_id = i.id and r.vulnerability_id = d.vulnerability_id)),
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
    left join said d on d.item_id = i.id and d.vulnerability_id = p.vulnerability_id
    order by i.id, ${GRAVEST_FIRST}`.execute(db);
  return rows;
}

/** The name in the package URL of an item: `left-pad` in `pkg:npm/left-pad@1.3.0`. */
const nameOf = (purl: RawBuilder<unknown>) => sql`lower(substring(${purl} from '([^/@?#]+)(?:@[^/?#]*)?(?:[?#].*)?$'))`;

/**
 * The names of the packages that this file declares as their manifest; none for a lockfile or a list of requirements. It unpacks the facts, which are
 * megabytes for a lockfile: call it once per file, never once per item.
 */
const DECLARED = sql`case when facts.has_packages then array(
      select lower(p ->> 'name') from jsonb_array_elements(coalesce(facts.facts -> 'packages', '[]')) p where p ->> 'role' = 'declares')
    else '{}' end`;

/** The names of the libraries from which this file was copied. */
const COPIED = sql`case when facts.has_packages then array(
      select ${nameOf(sql`(p ->> 'purl')`)} from jsonb_array_elements(coalesce(facts.facts -> 'packages', '[]')) p where p ->> 'role' = 'copies')
    else '{}' end`;

/**
 * For the files in `tied` (file_id, sha256, hint): the packages that each declares as their manifest, the libraries from which
 * it was copied, and whether it names packages at all.
 */
const KINDS = sql`select t.file_id, ${DECLARED} as declared, ${COPIED} as copied, facts.has_packages as "namesPackages"
    from (select distinct file_id, sha256, hint from tied where not is_excluded) t join facts on facts.sha256 = t.sha256 and facts.hint = t.hint`;

/**
 * Whether the file is the manifest of the item itself, not of a package that depends on it. For an item without a package URL, any manifest counts.
 */
const isManifestOf = (declared: RawBuilder<unknown>, purl: RawBuilder<unknown>) =>
  sql`(${declared} <> '{}' and (coalesce(${purl}, '') = '' or ${nameOf(purl)} = any(${declared})))`;

const OWN = isManifestOf(sql`kinds.declared`, sql`t.purl`);
/** Whether the file was copied from the library that the item is. */
const IS_COPY = sql`coalesce(${nameOf(sql`t.purl`)} = any(kinds.copied), false)`;
/** Whether the file only names the item. */
const LISTS = sql`(coalesce(kinds."namesPackages", false) and not ${OWN} and not ${IS_COPY})`;

export interface OwnFiles {
  /** Folders with the item: those of its manifests, and those that have the name of a copied library. */
  folders: string[];
  /** Number of files that belong to the item itself, without lists that only name it. */
  ownFiles: number;
}

/** Files and folders of these items in the code base, without files that only name them. */
export async function listOwnFiles(db: Db, itemIds: readonly number[]): Promise<Map<number, OwnFiles>> {
  const { rows } = await sql<OwnFiles & { itemId: number; purl: string; copies: string[] }>`
    with tied as materialized (
      select x.item_id, i.purl, f.path, f.id as file_id, f.folder_id, f.sha256, f.hint, f.is_excluded from inventory_files x
      join inventory_items i on i.id = x.item_id join files f on f.id = x.file_id
      where x.item_id = any(${itemIds}::bigint[])
    ), kinds as materialized (${KINDS})
    select t.item_id as "itemId", t.purl, count(*) filter (where not ${LISTS}) as "ownFiles",
      coalesce(array_agg(t.path) filter (where ${IS_COPY}), '{}') as copies,
      coalesce(array_agg(distinct c.path) filter (where ${OWN}), '{}') as folders
    from tied t join codebase_folders c on c.id = t.folder_id left join kinds on kinds.file_id = t.file_id
    group by t.item_id, t.purl`.execute(db);
  return new Map(rows.map((row) => [row.itemId, { folders: foldersOf(row), ownFiles: Number(row.ownFiles) }]));
}

interface ItemPlaces {
  purl: string | null;
  /** Folders of its manifests. */
  folders: string[];
  /** Files copied from the library. */
  copies: string[];
}

/** A library that was copied has no manifest, but often a folder of its name. */
function foldersOf({ purl, folders, copies }: ItemPlaces): string[] {
  const named = copies.flatMap((path) => folderOfCopy(path, purl ?? '') ?? []);
  return [...new Set([...folders, ...named])].sort();
}

/** The folders of all items of a project. */
export async function listItemFolders(db: Db, projectId: number): Promise<{ id: number; folders: string[] }[]> {
  const { rows } = await sql<ItemPlaces & { id: number }>`
    with kinds as materialized (
      select f.id, f.path, c.path as folder, ${DECLARED} as declared, ${COPIED} as copied from files f join codebase_folders c on c.id = f.folder_id
      join facts on facts.sha256 = f.sha256 and facts.hint = f.hint and not f.is_excluded and facts.has_packages
      where f.project_id = ${projectId}
    )
    select t.id, t.purl, coalesce(array_agg(distinct kinds.folder) filter (where ${OWN}), '{}') as folders,
      coalesce(array_agg(kinds.path) filter (where ${IS_COPY}), '{}') as copies
    from kinds join inventory_files x on x.file_id = kinds.id join inventory_items t on t.id = x.item_id and ${present('t')}
    where ${OWN} or ${IS_COPY} group by t.id, t.purl`.execute(db);
  return rows.map((row) => ({ id: row.id, folders: foldersOf(row) }));
}

export interface ItemMatchRow {
  itemId: number;
  path: string;
  startLine: number;
  endLine: number;
  expression: string;
  kind: string;
  coverage: number;
  rule: string;
  /** Location of the file, or of the archive that contains it. */
  location: Record<string, unknown>;
  /** Path inside the archive. Null for a file of the code base. */
  via: string | null;
  /** Number of further matches of the same rule and expression. */
  morePlaces: number;
  /** Number of distinct matches of the item. */
  distinct: number;
}

/**
 * License matches in the own files of these items, with their places. Of all matches of one rule, takes the one with the best coverage, license texts
 * first; of each item, only the first few.
 */
export async function listItemMatches(
  db: Db,
  itemIds: readonly number[],
  mostPerItem: number,
): Promise<ItemMatchRow[]> {
  const { rows } = await sql<ItemMatchRow>`
    with tied as materialized (
      select x.item_id, i.purl, f.id as file_id, f.path, f.sha256, f.hint, f.is_excluded from inventory_files x
      join inventory_items i on i.id = x.item_id join files f on f.id = x.file_id
      where x.item_id = any(${itemIds}::bigint[]) and not f.is_excluded
    ), kinds as materialized (${KINDS}), owned as (
      select t.* from tied t left join kinds on kinds.file_id = t.file_id where not ${LISTS}
    ), found as (
      select o.item_id, o.path, o.sha256, m.* from owned o
        join facts on facts.sha256 = o.sha256 and facts.hint = o.hint cross join lateral ${MATCHES(sql`facts.facts -> 'licenses'`)}
      union all
      select o.item_id, o.path || '!/' || m.via, o.sha256, m.* from owned o
        join archive_findings a on a.sha256 = o.sha256 cross join lateral ${MATCHES(sql`a.licenses`)}
    ), ordered as (
      select *, row_number() over same_rule as place, count(*) over (partition by item_id, expression, rule) - 1 as "morePlaces" from found
      where kind <> 'mention' window same_rule as (partition by item_id, expression, rule order by ${TEXTS_FIRST}, coverage desc, path, "startLine")
    ), firsts as (
      select *, row_number() over (partition by item_id order by ${TEXTS_FIRST}, coverage desc, path, "startLine") as rank,
        count(*) over (partition by item_id) as "distinct" from ordered where place = 1
    )
    select f.item_id as "itemId", f.path, f."startLine", f."endLine", f.expression, f.kind, f.coverage, f.rule, f."morePlaces"::int, f."distinct"::int,
      b.location, f.via
    from firsts f join blobs b on b.sha256 = f.sha256 where f.rank <= ${mostPerItem} order by f.item_id, f.rank`.execute(
    db,
  );
  return rows;
}

const MATCHES = (licenses: RawBuilder<unknown>) =>
  sql`jsonb_to_recordset(${licenses}) as m(expression text, "startLine" int, "endLine" int, coverage float8, kind text, rule text, via text)`;

const TEXTS_FIRST = sql`array_position(array['text', 'notice', 'intro', 'tag', 'reference'], kind)`;

export interface StatementsRow {
  id: number;
  path: string;
  statements: string[];
}

/** Files of a project with copyright statements, ordered by id. */
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
  /** Those of these items that have it as a file of their own. */
  tiedTo: number[];
}

/** Files of a project with the place of their bytes, ordered by id. */
export function eachStoredFile(
  db: Db,
  projectId: number,
  itemIds: readonly number[],
  batchSize = 1000,
): AsyncGenerator<StoredFileRow> {
  return rowsById(batchSize, (after) =>
    sql<StoredFileRow>`
      with stored as materialized (
        select f.id, f.path, f.size_bytes, f.sha256, f.hint, f.is_excluded, b.location from files f join blobs b on b.sha256 = f.sha256
        where f.project_id = ${projectId} and f.id > ${after} order by f.id limit ${batchSize}
      ), tied as materialized (
        select x.item_id, i.purl, f.id as file_id, f.sha256, f.hint, f.is_excluded from stored f join inventory_files x on x.file_id = f.id
        join inventory_items i on i.id = x.item_id where x.item_id = any(${itemIds}::bigint[])
      ), kinds as materialized (${KINDS})
      select f.id, f.path, f.size_bytes as "sizeBytes", f.location,
        coalesce(array_agg(t.item_id order by t.item_id) filter (where t.item_id is not null and not ${LISTS}), '{}') as "tiedTo"
      from stored f left join tied t on t.file_id = f.id left join kinds on kinds.file_id = t.file_id
      group by f.id, f.path, f.size_bytes, f.location order by f.id`.execute(db),
  );
}

export interface TextFileRow extends StoredFileRow {
  sha256: Buffer;
  language: string;
  matches: PlacedMatch[];
}

/** Words in the names of files and folders that may contain a license text. Code decides by the whole name (domain/licenses/license-texts.ts). */
const MAY_BE_A_TEXT =
  'licen[cs]e|copying|copyright|copyleft|notice|legal|eula|patent|gpl|mit|bsd|apache|mpl|artistic|zlib|boost|terms|agreement|(third|3rd)[-_. ]?part';

/** Files of a project that may contain the license text of an item, ordered by id: by their names, or because a license was recognised in them. */
export function eachTextFile(db: Db, projectId: number, batchSize = 1000): AsyncGenerator<TextFileRow> {
  return rowsById(batchSize, (after) =>
    sql<TextFileRow>`
      with stored as materialized (
        select f.id, f.path, f.size_bytes, f.sha256, f.hint, f.is_excluded, b.location, coalesce(x.language, '') as language,
          coalesce(x.facts -> 'licenses', '[]') as matches
        from files f join blobs b on b.sha256 = f.sha256 left join facts x on x.sha256 = f.sha256 and x.hint = f.hint
        where f.project_id = ${projectId} and f.id > ${after} and not f.is_excluded and coalesce(x.kind, '') <> 'archive'
          and (x.spdx <> '{}' or lower(f.name) ~ ${MAY_BE_A_TEXT} or f.path ~* '(^|/)licen[cs]es?/[^/]+$')
        order by f.id limit ${batchSize}
      ), tied as materialized (
        select x.item_id, i.purl, f.id as file_id, f.sha256, f.hint, f.is_excluded from stored f join inventory_files x on x.file_id = f.id
        join inventory_items i on i.id = x.item_id
      ), kinds as materialized (${KINDS})
      select f.id, f.path, f.size_bytes as "sizeBytes", f.sha256, f.language, f.location, f.matches,
        coalesce(array_agg(t.item_id order by t.item_id) filter (where t.item_id is not null and not ${LISTS}), '{}') as "tiedTo"
      from stored f left join tied t on t.file_id = f.id left join kinds on kinds.file_id = t.file_id
      group by f.id, f.path, f.size_bytes, f.sha256, f.language, f.location, f.matches order by f.id`.execute(db),
  );
}

/** The distinct license expressions of the published items of a project, and those of the parts that come with them. */
export async function listPublishedExpressions(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sql<{ expression: string }>`
    select license_expression as expression from inventory_items i where project_id = ${projectId} and is_published and ${present()}
    union
    select b ->> 'expression' from inventory_items i, jsonb_array_elements(coalesce(i.license_facts -> 'bundled', '[]')) b
    where i.project_id = ${projectId} and i.is_published and ${present()}
    order by 1`.execute(db);
  return rows.map(({ expression }) => expression);
}

/**
 * A text that changes whenever the notices of a project may have changed. `xmin` is the transaction that wrote a row, so the sum over all rows
 * changes with every write. Evidence changes by jobs, whose start and end are in the text too.
 */
export async function noticesMark(db: Db, projectId: number): Promise<string> {
  const jobsAndFiles = marksOf([{ list: 'jobs' }, { list: 'files', scope: projectId }]);
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(' ',
      (select concat(count(*), '/', sum(xmin::text::bigint)) from inventory_items where project_id = ${projectId}),
      (select concat(count(*), '/', sum(xmin::text::bigint)) from statement_edits where project_id = ${projectId}),
      (select concat(count(*), '/', sum(xmin::text::bigint)) from licenses), ${jobsAndFiles}) as mark`.execute(db);
  return onlyRow(rows).mark;
}
