// Vulnerabilities as the interface shows them: of a version, of an item, or one by name. Does no matching.
import { firstOf } from '@assay/scanner/items';
import { type RawBuilder, sql } from 'kysely';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import { GRAVITY, type RecordedOutcome, type VulnerabilityKind } from '../../domain/vulnerabilities/vulnerability.ts';
import type { Db } from '../postgres/connection.ts';
import { isSuppressedIn } from './standing.ts';

export interface VulnerabilityRow {
  id: number;
  name: string;
  kind: VulnerabilityKind;
  withdrawnAt: Date | null;
  summary: string;
  description: string;
  source: string;
  url: string;
  publishedAt: Date | null;
  modifiedAt: Date | null;
  cwes: string[];
  v2Score: number | null;
  v2Vector: string;
  v2Source: string;
  v3Score: number | null;
  v3Vector: string;
  v3Source: string;
  v4Score: number | null;
  v4Vector: string;
  v4Source: string;
  severityV2: Severity;
  severityV3: Severity;
  severitySource: string;
  isExploited: boolean;
  /** 0 to 1; null if unknown. */
  epss: number | null;
  epssPercentile: number | null;
  /** CISA's decision points; '' if unknown. */
  ssvcExploitation: string;
  ssvcAutomatable: string;
  ssvcImpact: string;
}

export const VULNERABILITY_COLUMNS = sql`v.id, v.name, v.kind, v.withdrawn_at as "withdrawnAt", v.summary, v.description, v.source, v.url,
  v.published_at as "publishedAt", v.modified_at as "modifiedAt", v.cwes,
  v.cvss_v2_score as "v2Score", v.cvss_v2_vector as "v2Vector", v.cvss_v2_source as "v2Source",
  v.cvss_v3_score as "v3Score", v.cvss_v3_vector as "v3Vector", v.cvss_v3_source as "v3Source",
  v.cvss_v4_score as "v4Score", v.cvss_v4_vector as "v4Vector", v.cvss_v4_source as "v4Source",
  v.severity_v2 as "severityV2", v.severity_v3 as "severityV3", v.severity_source as "severitySource", v.is_exploited as "isExploited",
  v.epss, v.epss_percentile as "epssPercentile", v.ssvc_exploitation as "ssvcExploitation", v.ssvc_automatable as "ssvcAutomatable",
  v.ssvc_impact as "ssvcImpact"`;

/** The most severe first. */
export const GRAVEST_FIRST = sql`array_position(array[${sql.join(GRAVITY.map((one) => sql.lit(one)))}], v.severity_v3),
  coalesce(v.cvss_v3_score, v.cvss_v4_score) desc nulls last, v.name`;

export interface MatchedVulnerability extends VulnerabilityRow {
  fixedIn: string[];
  isByCpe: boolean;
  outcome: RecordedOutcome;
}

const MATCH_COLUMNS = sql`m.fixed_in as "fixedIn", m.is_by_cpe as "isByCpe", m.outcome`;

/** For a version: leaves out vulnerabilities suppressed in all projects, but not those suppressed in one. */
export async function pageOfVersionVulnerabilities(db: Db, versionId: number, page: { limit: number; offset: number }) {
  return pageOf(db, OF_VERSION(versionId), page);
}

const OF_VERSION = (
  versionId: number,
) => sql`from version_vulnerabilities m join vulnerabilities v on v.id = m.vulnerability_id
  where m.version_id = ${versionId} and m.outcome = 'affected' and v.kind <> 'notice' and v.withdrawn_at is null
    and not exists (select from standing_suppressions s where s.version_id = m.version_id and s.vulnerability_id = m.vulnerability_id
      and s.project_id is null)`;

export async function pageOfItemVulnerabilities(db: Db, itemId: number, page: { limit: number; offset: number }) {
  return pageOf(
    db,
    sql`from item_vulnerabilities m join vulnerabilities v on v.id = m.vulnerability_id where m.item_id = ${itemId} and m.outcome = 'affected'`,
    page,
  );
}

async function pageOf(db: Db, from: RawBuilder<unknown>, page: { limit: number; offset: number }) {
  const { rows } = await sql<MatchedVulnerability>`
    select ${VULNERABILITY_COLUMNS}, ${MATCH_COLUMNS} ${from} order by ${GRAVEST_FIRST} limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** For many items at once, by item. */
export async function listItemVulnerabilities(
  db: Db,
  itemIds: readonly number[],
): Promise<Map<number, MatchedVulnerability[]>> {
  const { rows } = await sql<MatchedVulnerability & { itemId: number }>`
    select m.item_id as "itemId", ${VULNERABILITY_COLUMNS}, ${MATCH_COLUMNS}
    from item_exposures x join item_vulnerabilities m on m.item_id = x.item_id join vulnerabilities v on v.id = m.vulnerability_id
    where x.item_id = any(${itemIds}::bigint[]) and m.outcome = 'affected' order by m.item_id, ${GRAVEST_FIRST}`.execute(
    db,
  );
  return Map.groupBy(rows, ({ itemId }) => itemId);
}

/** The facts for policies and priorities. */
export type JudgedVulnerability = Pick<
  VulnerabilityRow,
  'v2Score' | 'v3Score' | 'v4Score' | 'severityV2' | 'severityV3' | 'isExploited' | 'epss' | 'ssvcExploitation'
>;

const JUDGED_COLUMNS = sql`v.cvss_v2_score as "v2Score", v.cvss_v3_score as "v3Score", v.cvss_v4_score as "v4Score",
  v.severity_v2 as "severityV2", v.severity_v3 as "severityV3", v.is_exploited as "isExploited", v.epss,
  v.ssvc_exploitation as "ssvcExploitation"`;

/** By item. */
export async function listItemSeverities(db: Db, itemIds: readonly number[]) {
  const { rows } = await sql<JudgedVulnerability & { itemId: number }>`
    select m.item_id as "itemId", ${JUDGED_COLUMNS}
    from item_exposures x join item_vulnerabilities m on m.item_id = x.item_id join vulnerabilities v on v.id = m.vulnerability_id
    where x.item_id = any(${itemIds}::bigint[]) and m.outcome = 'affected'`.execute(db);
  return Map.groupBy(rows, ({ itemId }) => itemId);
}

/**
 * The vulnerabilities that items of these versions would have, by version, without those suppressed in the project. Rules decide about items only when
 * these exist.
 */
export async function listVersionSeverities(db: Db, versionIds: readonly number[], projectId: number) {
  const { rows } = await sql<JudgedVulnerability & { versionId: number }>`
    select m.version_id as "versionId", ${JUDGED_COLUMNS}
    from version_vulnerabilities m join vulnerabilities v on v.id = m.vulnerability_id
    where m.version_id = any(${versionIds}::bigint[]) and m.outcome = 'affected' and v.kind <> 'notice' and v.withdrawn_at is null
      and not ${isSuppressedIn({ project: projectId, version: sql`m.version_id`, vulnerability: sql`m.vulnerability_id` })}`.execute(
    db,
  );
  return Map.groupBy(rows, ({ versionId }) => versionId);
}

/** Finds a vulnerability by any of its names; undefined if no record has the name. */
/** All names of the vulnerability `v`. */
export const ALL_NAMES = sql`array(
        select distinct one from advisories a cross join lateral (
          select a.name as one union select jsonb_array_elements_text(a.record -> 'aliases')) t
        where a.vulnerability_id = v.id and exists (
          select from vulnerability_names m where m.name_key = lower(one) and m.vulnerability_id = v.id) order by one)`;

export async function findVulnerabilityNamed(
  db: Db,
  name: string,
): Promise<(VulnerabilityRow & { names: string[] }) | undefined> {
  const { rows } = await sql<VulnerabilityRow & { names: string[] }>`
    select ${VULNERABILITY_COLUMNS}, ${ALL_NAMES} as names
    from vulnerability_names n join vulnerabilities v on v.id = n.vulnerability_id where n.name_key = lower(${name}) and v.is_recorded`.execute(
    db,
  );
  return rows[0];
}

/** The names of the vulnerabilities that have one of these names, by the name in lower case. */
export async function findVulnerabilityNames(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const keys = [...new Set(names.map((name) => name.toLowerCase()))];
  const { rows } = await sql<{ key: string; name: string }>`
    select n.name_key as key, v.name from vulnerability_names n join vulnerabilities v on v.id = n.vulnerability_id
    where n.name_key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** The sources that list it as exploited. */
export async function listExploitations(db: Db, vulnerabilityId: number) {
  const names = sql`(select name_key from vulnerability_names where vulnerability_id = ${vulnerabilityId})`;
  const { rows: exploitations } = await sql<{
    asserter: string;
    since: string;
    due: string;
    isRansomware: boolean;
    note: string;
  }>`
    select distinct on (asserter) asserter, since, due, is_ransomware as "isRansomware", note from exploitations
    where name_key in ${names} order by asserter, due desc, since desc`.execute(db);
  return exploitations;
}

/** Counts of an item's vulnerabilities, for its list. */
export interface Exposure {
  itemId: number;
  v2: [high: number, medium: number, low: number, unknown: number];
  v3: [critical: number, high: number, medium: number, low: number, none: number, unknown: number];
  exploited: number;
  malware: number;
  undetermined: number;
}

const EXPOSURE = sql`array[v2_high, v2_medium, v2_low, v2_unknown] as v2,
  array[v3_critical, v3_high, v3_medium, v3_low, v3_none, v3_unknown] as v3, exploited, malware, undetermined`;

export async function listExposures(db: Db, itemIds: readonly number[]): Promise<Map<number, Exposure>> {
  const { rows } = await sql<Exposure>`
    select item_id as "itemId", ${EXPOSURE} from item_exposures where item_id = any(${itemIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.itemId, row]));
}

export async function projectExposure(db: Db, projectId: number): Promise<Omit<Exposure, 'itemId'>> {
  const { rows } = await sql<Omit<Exposure, 'itemId'>>`
    select array[coalesce(sum(v2_high), 0), coalesce(sum(v2_medium), 0), coalesce(sum(v2_low), 0), coalesce(sum(v2_unknown), 0)]::int[] as v2,
      array[coalesce(sum(v3_critical), 0), coalesce(sum(v3_high), 0), coalesce(sum(v3_medium), 0), coalesce(sum(v3_low), 0),
        coalesce(sum(v3_none), 0), coalesce(sum(v3_unknown), 0)]::int[] as v3,
      coalesce(sum(exploited), 0)::int as exploited, coalesce(sum(malware), 0)::int as malware,
      coalesce(sum(undetermined), 0)::int as undetermined
    from item_exposures where project_id = ${projectId}`.execute(db);
  return firstOf(rows);
}

/** Counts for versions in the library, without vulnerabilities suppressed in all projects. */
export async function listVersionExposures(
  db: Db,
  versionIds: readonly number[],
): Promise<Map<number, Pick<Exposure, 'v2' | 'v3'>>> {
  const count = (column: RawBuilder<unknown>, word: string) =>
    sql`count(*) filter (where ${column} = ${sql.lit(word)})::int`;
  const [v2, v3] = [sql`v.severity_v2`, sql`v.severity_v3`];
  const { rows } = await sql<Pick<Exposure, 'v2' | 'v3'> & { versionId: number }>`
    select m.version_id as "versionId",
      array[${count(v2, 'HIGH')}, ${count(v2, 'MEDIUM')}, ${count(v2, 'LOW')}, ${count(v2, 'UNKNOWN')}] as v2,
      array[${count(v3, 'CRITICAL')}, ${count(v3, 'HIGH')}, ${count(v3, 'MEDIUM')}, ${count(v3, 'LOW')}, ${count(v3, 'NONE')},
        ${count(v3, 'UNKNOWN')}] as v3
    from version_vulnerabilities m join vulnerabilities v on v.id = m.vulnerability_id
    where m.version_id = any(${versionIds}::bigint[]) and m.outcome = 'affected' and v.kind <> 'notice' and v.withdrawn_at is null
      and not exists (select from standing_suppressions s where s.version_id = m.version_id and s.vulnerability_id = m.vulnerability_id
        and s.project_id is null)
    group by m.version_id`.execute(db);
  return new Map(rows.map((row) => [row.versionId, row]));
}

/** The names of vulnerabilities of versions, for the old search. */
export async function listVersionNames(db: Db, versionIds: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ versionId: number; names: string[] }>`
    select m.version_id as "versionId", array_agg(v.name order by v.name) as names
    from version_vulnerabilities m join vulnerabilities v on v.id = m.vulnerability_id
    where m.version_id = any(${versionIds}::bigint[]) and m.outcome = 'affected' and v.kind <> 'notice' and v.withdrawn_at is null
      and not exists (select from standing_suppressions s where s.version_id = m.version_id and s.vulnerability_id = m.vulnerability_id
        and s.project_id is null)
    group by m.version_id`.execute(db);
  return new Map(rows.map(({ versionId, names }) => [versionId, names]));
}

/** The ids of the vulnerabilities with these names, by the name in lower case. Unknown names are left out. */
export async function listIdsOfNames(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; id: number }>`
    select n.name_key as name, n.vulnerability_id as id from vulnerability_names n
    where n.name_key = any(${names.map((name) => name.trim().toLowerCase())}::text[])`.execute(db);
  return new Map(rows.map(({ name, id }) => [name, Number(id)]));
}
