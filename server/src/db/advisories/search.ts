// Searches for vulnerabilities, and for the items that have them, in all projects that the caller may see.
import { type RawBuilder, sql } from 'kysely';
import type { CoverageState } from '../../domain/vulnerabilities/coverage.ts';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import type { RecordedOutcome } from '../../domain/vulnerabilities/vulnerability.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { onlyRow } from '../postgres/rows.ts';
import { mayAnalyze, seesEverything, type Viewer, visibleTo } from '../projects/standing.ts';
import { isSuppressedIn, vexCountsIn } from '../vulnerabilities/standing.ts';
import { GRAVEST_FIRST, VULNERABILITY_COLUMNS, type VulnerabilityRow } from '../vulnerabilities/vulnerabilities.ts';

export interface VulnerabilityFilter {
  /** Part of a name or of the summary. */
  search?: string;
  severity?: Severity;
  kind?: string;
  isExploited?: boolean;
  /** 0 to 1. Leaves out vulnerabilities without an EPSS. */
  epssFrom?: number;
  ssvcExploitation?: string;
  /** Only vulnerabilities of an item about which nobody has decided. Decisions that suppress leave the list anyway. */
  isUndecided?: boolean;
  /** Only vulnerabilities of an item with this coverage. */
  coverage?: CoverageState;
  /** Only vulnerabilities of items that the viewer may see. */
  isAffecting?: boolean;
  projectId?: number;
}

export interface ListedVulnerability extends VulnerabilityRow {
  items: number;
  /** Malicious files of code bases, found by digest. */
  files: number;
  projects: number;
  /** Items with a decision that does not suppress. */
  decidedItems: number;
  /** Distinct versions of components. */
  versions: number;
  /** The names of at most three of them. */
  components: string[];
  fixedIn: string[];
  /** Whether the viewer may decide about it in at least one of the items. */
  mayAnalyze: boolean;
}

/** Items, and malicious files, which have no item. */
const EXPOSURES = sql`(
  select vulnerability_id, item_id, project_id, version_id, fixed_in, 0 as files from item_vulnerabilities where outcome = 'affected'
  union all select vulnerability_id, null, project_id, null, '{}', file_count from vulnerability_alerts where item_id is null and ended_at is null)`;

/**
 * Vulnerabilities of items and files that the viewer may see. Many items have the same version, so this asks for each version once, and looks at
 * single items only where something is suppressed.
 */
const EXPOSED = (viewer: Viewer, projectId: number | undefined) => {
  const inSight = (
    project: RawBuilder<unknown>,
  ) => sql`exists (select from projects where projects.id = ${project} and ${visibleTo(viewer)})
    ${projectId === undefined ? sql`` : sql`and ${project} = ${projectId}`}`;
  return sql`(
    with held as materialized (${heldVersions(viewer, projectId)})
    select m.vulnerability_id from held join version_vulnerabilities m on m.version_id = held.version_id and m.outcome = 'affected'
      join vulnerabilities v on v.id = m.vulnerability_id and v.kind <> 'notice' and v.withdrawn_at is null
      where not exists (select from standing_suppressions s where s.version_id = m.version_id and s.vulnerability_id = m.vulnerability_id)
        and not exists (select from rule_decisions r where r.version_id = m.version_id and r.vulnerability_id = m.vulnerability_id)
    union select m.vulnerability_id from item_vulnerabilities m
      where m.outcome = 'affected' and m.version_id in (select version_id from standing_suppressions union select version_id from rule_decisions)
        and ${inSight(sql`m.project_id`)}
    union select a.vulnerability_id from vulnerability_alerts a
      where a.item_id is null and a.ended_at is null and ${inSight(sql`a.project_id`)})`;
};

/**
 * Versions that an item in sight has. Of one project, its items tell. Of all, each version that has a vulnerability is asked whether any item has it:
 * there are far fewer of them than items. A sub-select with a limit, because PostgreSQL would turn EXISTS into a join that reads all items.
 */
function heldVersions(viewer: Viewer, projectId: number | undefined): RawBuilder<unknown> {
  const isHeld = sql`i.type = 'COMPONENT' and i.version_id is not null and ${present()}`;
  if (projectId !== undefined)
    return sql`select distinct i.version_id from inventory_items i
      where i.project_id = ${projectId} and ${isHeld} and exists (select from projects where projects.id = ${projectId} and ${visibleTo(viewer)})`;
  const inSight = seesEverything(viewer)
    ? sql``
    : sql`and exists (select from projects where projects.id = i.project_id and ${visibleTo(viewer)})`;
  return sql`select t.version_id from (select distinct version_id from version_vulnerabilities where outcome = 'affected') t
    where (select true from inventory_items i where i.version_id = t.version_id and ${isHeld} ${inSight} limit 1)`;
}

/**
 * Ids of vulnerabilities with this text in a name or in the summary. Two lists, because PostgreSQL uses no index for conditions on two tables that OR
 * joins.
 */
export const FOUND = (text: string) => {
  const pattern = sql`lower(${anywhere(text)})`;
  return sql`(select id as vulnerability_id from vulnerabilities where lower(summary) like ${pattern}
    union select vulnerability_id from vulnerability_names where name_key like ${pattern})`;
};

function isUndecided(viewer: Viewer, projectId: number | undefined): RawBuilder<unknown> {
  return sql`exists (select from item_vulnerabilities m join projects on projects.id = m.project_id
    where m.vulnerability_id = v.id and m.outcome = 'affected' and ${visibleTo(viewer)}
      ${projectId === undefined ? sql`` : sql`and m.project_id = ${projectId}`}
      and not exists (select from vulnerability_analyses a
        where a.project_id = m.project_id and a.version_id = m.version_id and a.vulnerability_id = m.vulnerability_id))`;
}

function isOfCoverage(coverage: CoverageState, viewer: Viewer, projectId: number | undefined): RawBuilder<unknown> {
  return sql`exists (select from item_vulnerabilities m join item_coverage c on c.item_id = m.item_id join projects on projects.id = m.project_id
    where m.vulnerability_id = v.id and m.outcome = 'affected' and ${visibleTo(viewer)}
      ${projectId === undefined ? sql`` : sql`and m.project_id = ${projectId}`}
      and ${coverage === 'compared' ? sql`c.reason = ''` : sql`c.reason <> ''`})`;
}

/** The ids that a list is made of; undefined for all. */
function listedBy({ projectId, search }: VulnerabilityFilter, viewer: Viewer, isCounted: boolean) {
  if (isCounted) return EXPOSED(viewer, projectId);
  return search ? FOUND(search) : undefined;
}

export async function pageOfVulnerabilities(
  db: Db,
  filter: VulnerabilityFilter,
  viewer: Viewer,
  page: { limit: number; offset: number },
) {
  const { ids, total } = await idsOfVulnerabilities(db, filter, viewer, page);
  const { rows } = await sql<ListedVulnerability>`
    select ${VULNERABILITY_COLUMNS}, coalesce(t.items, 0) as items, coalesce(t.projects, 0) as projects,
      coalesce(t.files, 0) as files, coalesce(t.fixed, '{}') as "fixedIn", coalesce(t.decided, 0) as "decidedItems",
      coalesce(cardinality(t.versions), 0) as versions,
      array(select c.name || ' ' || cv.name from component_versions cv join components c on c.id = cv.component_id
        where cv.id = any(t.versions[1:3]) order by 1) as components,
      coalesce(t."mayAnalyze", false) as "mayAnalyze"
    from vulnerabilities v left join (
      select m.vulnerability_id, count(distinct m.item_id)::int as items, count(distinct m.project_id)::int as projects,
        count(distinct m.item_id) filter (where a.id is not null)::int as decided,
        array_agg(distinct m.version_id) filter (where m.version_id is not null) as versions,
        sum(m.files)::int as files, array_agg(distinct f.version) filter (where f.version is not null) as fixed,
        bool_or(m.item_id is not null and ${mayAnalyze(viewer)}) as "mayAnalyze"
      from ${EXPOSURES} m left join lateral unnest(m.fixed_in) as f(version) on true join projects on projects.id = m.project_id
      left join vulnerability_analyses a on a.project_id = m.project_id and a.version_id = m.version_id and a.vulnerability_id = m.vulnerability_id
      where m.vulnerability_id = any(${ids}::bigint[]) and ${visibleTo(viewer)}
        ${filter.projectId === undefined ? sql`` : sql`and m.project_id = ${filter.projectId}`}
      group by m.vulnerability_id) t on t.vulnerability_id = v.id
    where v.id = any(${ids}::bigint[]) order by ${GRAVEST_FIRST}`.execute(db);
  return { rows, total };
}

/** The ids of the vulnerabilities that a list has, the most severe first, and how many there are. */
export async function idsOfVulnerabilities(
  db: Db,
  filter: VulnerabilityFilter,
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const isCounted = filter.isAffecting || filter.projectId !== undefined;
  const conditions: RawBuilder<unknown>[] = [sql`v.is_recorded`];
  if (filter.search && isCounted) conditions.push(sql`v.id in ${FOUND(filter.search)}`);
  if (filter.severity) conditions.push(sql`v.severity_v3 = ${filter.severity}`);
  if (filter.kind) conditions.push(sql`v.kind = ${filter.kind}`);
  if (filter.isExploited !== undefined) conditions.push(sql`v.is_exploited = ${filter.isExploited}`);
  if (filter.epssFrom !== undefined) conditions.push(sql`v.epss >= ${filter.epssFrom}`);
  if (filter.ssvcExploitation) conditions.push(sql`v.ssvc_exploitation = ${filter.ssvcExploitation}`);
  if (filter.isUndecided) conditions.push(isUndecided(viewer, filter.projectId));
  if (filter.coverage) conditions.push(isOfCoverage(filter.coverage, viewer, filter.projectId));
  const where = sql.join(conditions, sql` and `);
  return pageOfIds(db, listedBy(filter, viewer, isCounted), where, page);
}

async function pageOfIds(
  db: Db,
  listed: RawBuilder<unknown> | undefined,
  where: RawBuilder<unknown>,
  page: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  if (listed === undefined) return pageOfRecorded(db, where, page);
  // Reads the list once for both the page and the total.
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (
      select v.id, v.name, v.severity_v3, v.cvss_v3_score, v.cvss_v4_score
      from ${listed} t join vulnerabilities v on v.id = t.vulnerability_id where ${where})
    select array(select v.id from found v order by ${GRAVEST_FIRST} limit ${page.limit} offset ${page.offset}) as ids,
      (select count(*)::int from found) as total`.execute(db);
  const { ids, total } = onlyRow(rows);
  return { ids: ids.map(Number), total };
}

async function pageOfRecorded(
  db: Db,
  where: RawBuilder<unknown>,
  page: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const { rows: ids } = await sql<{ id: number }>`
    select v.id from vulnerabilities v where ${where} order by ${GRAVEST_FIRST} limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::int as total from vulnerabilities v where ${where}`.execute(db);
  return { ids: ids.map(({ id }) => id), total: onlyRow(rows).total };
}

export interface AffectedItem {
  itemId: number;
  itemName: string;
  projectId: number;
  projectName: string;
  versionId: number;
  componentName: string;
  versionName: string;
  purl: string;
  vulnerability: string;
  outcome: RecordedOutcome;
  fixedIn: string[];
  suppressed: boolean;
  /** State of an analysis that does not suppress; '' if there is none. */
  state: string;
  /** Whether the viewer may decide about it. */
  mayAnalyze: boolean;
  began: Date | null;
  ended: Date | null;
}

const SUPPRESSED = isSuppressedIn({
  project: sql`i.project_id`,
  version: sql`m.version_id`,
  vulnerability: sql`m.vulnerability_id`,
  item: sql`i.id`,
});

/** Items that have a vulnerability now; suppressed ones are marked. */
export async function pageOfAffectedItems(
  db: Db,
  vulnerabilityId: number,
  viewer: Viewer,
  page: { limit: number; offset: number },
) {
  const from = sql`from version_vulnerabilities m
    join inventory_items i on i.version_id = m.version_id and i.type = 'COMPONENT' and ${present()}
    join projects on projects.id = i.project_id
    join vulnerabilities v on v.id = m.vulnerability_id
    join component_versions cv on cv.id = m.version_id join components c on c.id = cv.component_id
    where m.vulnerability_id = ${vulnerabilityId} and ${visibleTo(viewer)}`;
  const { rows } = await sql<AffectedItem>`
    select i.id as "itemId", i.name as "itemName", i.project_id as "projectId", projects.name as "projectName", i.version_id as "versionId",
      c.name as "componentName", cv.name as "versionName", coalesce(nullif(i.purl, ''), cv.purl, '') as purl, v.name as vulnerability,
      m.outcome, m.fixed_in as "fixedIn", ${SUPPRESSED} as suppressed,
      coalesce((select a.analysis ->> 'state' from vulnerability_analyses a where a.project_id = i.project_id and a.version_id = m.version_id
        and a.vulnerability_id = m.vulnerability_id), (select r.analysis ->> 'state' from rule_decisions r where r.item_id = i.id
        and r.vulnerability_id = m.vulnerability_id), (select d.analysis ->> 'state' from vex_decisions d where d.version_id = m.version_id
        and d.vulnerability_id = m.vulnerability_id and ${vexCountsIn(sql`i.project_id`)} and not d.is_suppressed), '') as state,
      ${mayAnalyze(viewer)} as "mayAnalyze", null::timestamptz as began, null::timestamptz as ended
    ${from} order by lower(projects.name), i.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** How many of them count, are undetermined, or are suppressed. */
export async function countAffectedItems(
  db: Db,
  vulnerabilityId: number,
  viewer: Viewer,
): Promise<{ affected: number; undetermined: number; suppressed: number }> {
  const { rows } = await sql<{ affected: number; undetermined: number; suppressed: number }>`
    select count(*) filter (where outcome = 'affected' and not suppressed)::int as affected,
      count(*) filter (where outcome = 'undetermined' and not suppressed)::int as undetermined,
      count(*) filter (where suppressed)::int as suppressed
    from (select m.outcome, ${SUPPRESSED} as suppressed
      from version_vulnerabilities m join inventory_items i on i.version_id = m.version_id and i.type = 'COMPONENT'
      join projects on projects.id = i.project_id
      where m.vulnerability_id = ${vulnerabilityId} and ${visibleTo(viewer)}) t`.execute(db);
  return onlyRow(rows);
}

/** Items that have, or had between two times, a package with this name, in one version or in any. */
export async function pageOfPackageUses(
  db: Db,
  wanted: { types: readonly string[]; name: string; version?: string; from?: Date; to?: Date },
  viewer: Viewer,
  page: { limit: number; offset: number },
) {
  const isPast = wanted.from !== undefined || wanted.to !== undefined;
  const from = sql`from version_subjects s
    join component_versions cv on cv.id = s.version_id join components c on c.id = cv.component_id
    join item_version_spans p on p.version_id = s.version_id
    join projects on projects.id = p.project_id
    where s.name = ${wanted.name} ${wanted.types.length > 0 ? sql`and s.type = any(${wanted.types}::text[])` : sql``}
      ${wanted.version ? sql`and (cv.name = ${wanted.version} or cv.name = 'v' || ${wanted.version} or 'v' || cv.name = ${wanted.version})` : sql``}
      ${isPast ? sql`` : sql`and p.ended_at is null`}
      ${wanted.to ? sql`and p.began_at <= ${wanted.to}` : sql``} ${wanted.from ? sql`and coalesce(p.ended_at, 'infinity') >= ${wanted.from}` : sql``}
      and ${visibleTo(viewer)}`;
  const { rows } = await sql<AffectedItem>`
    select p.item_id as "itemId", p.item_name as "itemName", p.project_id as "projectId", projects.name as "projectName",
      p.version_id as "versionId", c.name as "componentName", cv.name as "versionName", coalesce(nullif(p.purl, ''), cv.purl, '') as purl,
      '' as vulnerability, 'affected' as outcome, '{}'::text[] as "fixedIn", false as suppressed, '' as state, false as "mayAnalyze", p.began_at as began, p.ended_at as ended
    ${from} order by lower(projects.name), p.item_id, p.began_at limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}
