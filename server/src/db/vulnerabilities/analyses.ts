// The decisions on vulnerabilities that hold in one project: its own suppressions, those for all projects, and analyses without suppression.
import { type RawBuilder, sql } from 'kysely';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import type { AnalysisWords, SuppressionReason } from '../../domain/vulnerabilities/suppression.ts';
import { insertNews } from '../advisories/news.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { isAllowedTo, mayAnalyze, type Viewer } from '../projects/standing.ts';
import { vexCountsIn } from './standing.ts';

export interface AnalysisRow {
  vulnerabilityName: string;
  versionId: number;
  isSuppressed: boolean;
  isEverywhere: boolean;
  /** '' if it is not suppressed. */
  reason: SuppressionReason | '';
  remarks: string;
  analysis: { state?: string; justification?: string; response?: string; detail?: string };
  author: string;
  decidedAt: Date;
  expiresAt: Date | null;
}

/** All valid decisions of people on all versions in a project. */
const STANDING = (projectId: number) => sql`(
  select 0 as kind, x.id, v.name, x.version_id, s.vulnerability_id, true as "isSuppressed", s.project_id is null as "isEverywhere", x.reason, x.remarks,
    s.analysis, x.suppressed_by as author, x.suppressed_at as at, x.expires_at, null::bigint as item_id
  from suppressed_versions x join suppressions s on s.id = x.suppression_id join vulnerabilities v on v.id = s.vulnerability_id
  where x.lifted_at is null and coalesce(s.project_id, ${projectId}) = ${projectId}
  union all
  select 1, a.id, v.name, a.version_id, a.vulnerability_id, false, false, '', '', a.analysis, a.author, a.decided_at, a.expires_at,
    null
  from vulnerability_analyses a join vulnerabilities v on v.id = a.vulnerability_id where a.project_id = ${projectId})`;

/** Whether people of the project have decided about a vulnerability of a version (expressions of the query). */
const isDecidedByPeople = (project: RawBuilder<unknown> | number, pair: RawBuilder<unknown>) => sql`(
  exists (select from vulnerability_analyses a
      where a.project_id = ${project} and a.version_id = ${pair}.version_id and a.vulnerability_id = ${pair}.vulnerability_id)
    or exists (select from standing_suppressions p where p.version_id = ${pair}.version_id and p.vulnerability_id = ${pair}.vulnerability_id
      and not p.is_vex and coalesce(p.project_id, ${project}) = ${project}))`;

/**
 * Those of `t` (project_id, version_id, vulnerability_id; the name of a WITH) about which people have decided. The suppressions of each version are read once, as
 * in `suppressedAmong`.
 */
export const decidedByPeopleAmong = (t: RawBuilder<unknown>) => sql`(
  with p as materialized (select version_id, vulnerability_id, project_id from standing_suppressions
    where not is_vex and version_id = any(array(select distinct version_id from ${t})))
  select k.* from ${t} k join p on p.version_id = k.version_id and p.vulnerability_id = k.vulnerability_id
    and coalesce(p.project_id, k.project_id) = k.project_id
  union
  select k.* from ${t} k join vulnerability_analyses a
    on a.project_id = k.project_id and a.version_id = k.version_id and a.vulnerability_id = k.vulnerability_id)`;

/**
 * With what rules, and then sources of VEX, say where the people of the project have decided nothing. A table expression. Decisions of rules are about
 * one item; `item_id` is null for all others, and a decision of a rule comes before one of a source about the same item.
 */
export const shownDecisions = (projectId: number) => sql`(
  select * from ${STANDING(projectId)} t
  union all
  select 2, d.item_id, v.name, d.version_id, d.vulnerability_id, d.is_suppressed, false, '', '', d.analysis, 'Rule "' || o.name || '"', d.decided_at,
    o.expires_at, d.item_id
  from rule_decisions d join vulnerabilities v on v.id = d.vulnerability_id join analysis_rules o on o.id = d.rule_id
  where d.project_id = ${projectId} and not ${isDecidedByPeople(projectId, sql`d`)}
  union all
  select 3, d.statement_id, v.name, d.version_id, d.vulnerability_id, d.is_suppressed, false, '', '', d.analysis, 'VEX source ' || o.name,
    coalesce(s.stated_at, c.received_at), null, null
  from vex_decisions d join vulnerabilities v on v.id = d.vulnerability_id
  join vex_statements s on s.id = d.statement_id join vex_documents c on c.id = s.document_id join vex_sources o on o.id = c.source_id
  where ${vexCountsIn(projectId)} and not ${isDecidedByPeople(projectId, sql`d`)})`;

export interface StandingAnalysis extends AnalysisRow {
  componentName: string;
  componentPurl: string | null;
  versionName: string;
  versionPurl: string | null;
}

/** The decisions of people on versions in the inventory of a project, for its export. What sources of VEX say stays with the server. */
export async function listStandingAnalyses(db: Db, projectId: number): Promise<StandingAnalysis[]> {
  const { rows } = await sql<StandingAnalysis>`
    select t.name as "vulnerabilityName", t.version_id as "versionId", t."isSuppressed", t."isEverywhere", t.reason, t.remarks, t.analysis,
      t.author, t.at as "decidedAt", t.expires_at as "expiresAt", c.name as "componentName", c.purl as "componentPurl", cv.name as "versionName",
      cv.purl as "versionPurl"
    from ${STANDING(projectId)} t join component_versions cv on cv.id = t.version_id join components c on c.id = cv.component_id
    where exists (select from inventory_items i where i.project_id = ${projectId} and i.version_id = t.version_id)
    order by t.kind, t.id`.execute(db);
  return rows;
}

/**
 * What rules decide about versions, where no person has decided, for the export of a project. Rules decide about items: a version is left out if they
 * decide differently about two of its items.
 */
export async function listAnalysesOfRules(db: Db, projectId: number): Promise<(StandingAnalysis & { rule: string })[]> {
  const { rows } = await sql<StandingAnalysis & { rule: string }>`
    select v.name as "vulnerabilityName", t.version_id as "versionId", t.is_suppressed as "isSuppressed", false as "isEverywhere", '' as reason,
      '' as remarks, t.analysis, o.name as rule, 'Rule "' || o.name || '"' as author, t.at as "decidedAt", o.expires_at as "expiresAt",
      c.name as "componentName", c.purl as "componentPurl", cv.name as "versionName", cv.purl as "versionPurl"
    from (select d.version_id, d.vulnerability_id, min(d.rule_id) as rule_id, (array_agg(d.analysis))[1] as analysis,
        bool_and(d.is_suppressed) as is_suppressed, min(d.decided_at) as at
      from rule_decisions d join inventory_items i on i.id = d.item_id and ${present()}
      where d.project_id = ${projectId} and not ${isDecidedByPeople(projectId, sql`d`)}
      group by 1, 2
      having count(distinct d.rule_id) = 1 and count(*) = (select count(*) from inventory_items i
        where i.project_id = ${projectId} and i.version_id = d.version_id and i.type = 'COMPONENT' and ${present()})) t
    join analysis_rules o on o.id = t.rule_id join vulnerabilities v on v.id = t.vulnerability_id
    join component_versions cv on cv.id = t.version_id join components c on c.id = cv.component_id
    order by v.name, t.version_id`.execute(db);
  return rows;
}

/** A vulnerability of a version. */
export interface VersionPair {
  versionId: number;
  vulnerabilityId: number;
}

export const versionPairKey = ({ versionId, vulnerabilityId }: VersionPair): string =>
  `${versionId} ${vulnerabilityId}`;

/**
 * The current analyses of these versions and vulnerabilities, by `versionPairKey`. An analysis of the project takes
 * precedence over one for all projects.
 */
export async function findStandingAnalyses(
  db: Db,
  projectId: number,
  pairs: readonly VersionPair[],
): Promise<Map<string, AnalysisRow>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await sql<AnalysisRow & VersionPair>`
    select s.name as "vulnerabilityName", s.version_id as "versionId", s.vulnerability_id as "vulnerabilityId", s."isSuppressed",
      s."isEverywhere", s.reason, s.remarks, s.analysis, s.author, s.at as "decidedAt", s.expires_at as "expiresAt"
    from unnest(${pairs.map((one) => one.versionId)}::bigint[], ${pairs.map((one) => one.vulnerabilityId)}::bigint[])
      as g(version_id, vulnerability_id)
    cross join lateral (select * from ${STANDING(projectId)} t where t.version_id = g.version_id and t.vulnerability_id = g.vulnerability_id
      order by t."isEverywhere", t.kind limit 1) s`.execute(db);
  return new Map(rows.map((row) => [versionPairKey(row), row]));
}

/** The suppressions first, each kind in the order in which it was decided. */
export async function listAnalyses(
  db: Db,
  item: { id: number; projectId: number; versionId: number; isSuppressed?: boolean },
  page: { limit: number; offset: number },
): Promise<AnalysisRow[]> {
  const wanted = item.isSuppressed === undefined ? sql`true` : sql`t."isSuppressed" = ${item.isSuppressed}`;
  const { rows } = await sql<AnalysisRow>`
    select t.name as "vulnerabilityName", t.version_id as "versionId", t."isSuppressed", t."isEverywhere", t.reason, t.remarks, t.analysis,
      t.author, t.at as "decidedAt", t.expires_at as "expiresAt"
    from ${shownDecisions(item.projectId)} t where t.version_id = ${item.versionId} and ${wanted} and coalesce(t.item_id, ${item.id}) = ${item.id}
      and not (t.kind = 3 and exists (select from rule_decisions r where r.item_id = ${item.id} and r.vulnerability_id = t.vulnerability_id))
    order by t.kind, t.id limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** A vulnerability of an item, with the decision on it. */
export interface DecidablePair {
  projectId: number;
  itemId: number;
  itemName: string;
  /** The item's package URL, or its version's; '' if unknown. */
  purl: string;
  componentId: number;
  versionId: number;
  versionName: string;
  componentPurl: string | null;
  componentName: string;
  vulnerabilityId: number;
  vulnerability: string;
  severityV3: Severity;
  isSuppressedEverywhere: boolean;
  isSuppressed: boolean;
  analysis: Partial<AnalysisWords> | null;
}

/** A vulnerability of an item in any project. */
export interface PortfolioPair extends DecidablePair {
  projectName: string;
  /** Whether the viewer may decide about it. Nobody may in a locked project. */
  mayDecide: boolean;
}

const PAIR_COLUMNS = sql`i.project_id as "projectId", i.id as "itemId", i.name as "itemName", coalesce(nullif(i.purl, ''), cv.purl, '') as purl,
  cv.component_id as "componentId",
  i.version_id as "versionId", cv.name as "versionName", c.purl as "componentPurl", c.name as "componentName", v.id as "vulnerabilityId",
  v.name as vulnerability, v.severity_v3 as "severityV3", e.version_id is not null as "isSuppressedEverywhere",
  e.version_id is null and s.version_id is not null as "isSuppressed",
  case when e.version_id is null then coalesce(s.analysis, a.analysis) end as analysis`;

/**
 * The rows of chosen pairs, with the decisions on them. The pairs are chosen first, because PostgreSQL otherwise looks up the decisions of many pairs
 * that are not chosen. The suppressions of each version are read once, because they can only be looked up by it (standing.ts).
 */
const withDecisions = (chosen: RawBuilder<unknown>, more: RawBuilder<unknown> = sql``) => sql`
  with i as materialized (${chosen}),
  standing as materialized (
    select distinct on (t.version_id, t.vulnerability_id, t.project_id) t.version_id, t.vulnerability_id, t.project_id, u.analysis
    from standing_suppressions t join suppressions u on u.id = t.suppression_id
    where t.version_id = any(array(select distinct version_id from i))
    order by t.version_id, t.vulnerability_id, t.project_id, t.suppressed_version_id)
  select ${PAIR_COLUMNS} ${more} from i
  join vulnerabilities v on v.id = i.vulnerability_id
  join component_versions cv on cv.id = i.version_id join components c on c.id = cv.component_id
  left join standing e on e.version_id = i.version_id and e.vulnerability_id = i.vulnerability_id and e.project_id is null
  left join standing s on s.version_id = i.version_id and s.vulnerability_id = i.vulnerability_id and s.project_id = i.project_id
  left join vulnerability_analyses a on a.project_id = i.project_id and a.version_id = i.version_id and a.vulnerability_id = i.vulnerability_id
  order by i.project_id, i.id, v.name`;

const CHOSEN_COLUMNS = sql`i.id, i.project_id, i.name, i.purl, i.version_id, m.vulnerability_id`;

const AFFECTED_ITEMS = sql`inventory_items i join version_vulnerabilities m on m.version_id = i.version_id and ${present()}
  join vulnerabilities v on v.id = m.vulnerability_id and v.kind <> 'notice' and v.withdrawn_at is null`;

interface ChosenPairs {
  itemIds?: readonly number[];
  names?: readonly string[];
  vulnerabilityIds?: readonly number[];
}

/** The vulnerabilities of items of a project, suppressed ones included, filtered by items, by names, by ids or by several of them. */
export async function listDecidablePairs(db: Db, projectId: number, wanted: ChosenPairs): Promise<DecidablePair[]> {
  const conditions = [sql`i.project_id = ${projectId}`, ...conditionsOf(wanted)];
  const chosen = sql`select ${CHOSEN_COLUMNS} from ${AFFECTED_ITEMS} where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<DecidablePair>`${withDecisions(chosen)}`.execute(db);
  return rows;
}

/** The same in all projects that the viewer may see, or in those that are named. */
export async function listPortfolioPairs(
  db: Db,
  { projectIds = [], ...wanted }: ChosenPairs & { projectIds?: readonly number[] },
  viewer: Viewer,
  most?: number,
): Promise<PortfolioPair[]> {
  const conditions = [isAllowedTo('VIEW_INVENTORY', viewer), ...conditionsOf(wanted)];
  if (projectIds.length > 0) conditions.push(sql`i.project_id = any(${projectIds}::bigint[])`);
  const chosen = sql`
    select ${CHOSEN_COLUMNS}, projects.name as "projectName", ${mayAnalyze(viewer)} as "mayDecide"
    from ${AFFECTED_ITEMS} join projects on projects.id = i.project_id where ${sql.join(conditions, sql` and `)} limit ${most ?? null}`;
  const { rows } = await sql<PortfolioPair>`${withDecisions(chosen, sql`, i."projectName", i."mayDecide"`)}`.execute(
    db,
  );
  return rows;
}

function conditionsOf({ itemIds = [], names = [], vulnerabilityIds }: ChosenPairs): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`i.type = 'COMPONENT'`];
  if (itemIds.length > 0) conditions.push(sql`i.id = any(${itemIds}::bigint[])`);
  if (names.length > 0)
    conditions.push(sql`m.vulnerability_id in (select vulnerability_id from vulnerability_names
      where name_key = any(${names.map((name) => name.trim().toLowerCase())}::text[]))`);
  if (vulnerabilityIds !== undefined)
    conditions.push(sql`m.vulnerability_id = any(${[...vulnerabilityIds]}::bigint[])`);
  return conditions;
}

/** Each row has its own analysis. A version and vulnerability must not occur twice. */
export async function writeEachAnalysis(
  db: Db,
  rows: readonly (VersionPair & { analysis: Partial<AnalysisWords>; expiresAt: Date | null })[],
  by: { projectId: number; author: string; at: Date },
): Promise<void> {
  if (rows.length === 0) return;
  const written = rows.map(({ versionId, vulnerabilityId, analysis, expiresAt }) => ({
    versionId,
    vulnerabilityId,
    analysis,
    expiresAt,
  }));
  await sql`insert into vulnerability_analyses (project_id, version_id, vulnerability_id, analysis, author, decided_at, expires_at)
    select ${by.projectId}, t."versionId", t."vulnerabilityId", t.analysis, ${by.author}, ${by.at}, t."expiresAt"
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as t("versionId" bigint, "vulnerabilityId" bigint, analysis jsonb, "expiresAt" timestamptz) order by 2, 3
    on conflict (project_id, version_id, vulnerability_id) do update set analysis = excluded.analysis, author = excluded.author,
      decided_at = excluded.decided_at, expires_at = excluded.expires_at`.execute(db);
}

/** Returns the number of deleted rows. */
export async function deleteAnalyses(
  db: Db,
  projectId: number,
  pairs: readonly { versionId: number; vulnerabilityId: number }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from vulnerability_analyses a using unnest(${pairs.map((one) => one.versionId)}::bigint[],
      ${pairs.map((one) => one.vulnerabilityId)}::bigint[]) as t(version_id, vulnerability_id)
    where a.project_id = ${projectId} and a.version_id = t.version_id and a.vulnerability_id = t.vulnerability_id`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

export interface LapsedPair {
  /** Null for all projects. */
  projectId: number | null;
  versionId: number;
  vulnerabilityId: number;
}

/** Ends decisions that have expired. */
export async function endLapsed(db: Db, now: Date): Promise<LapsedPair[]> {
  const { rows: lifted } = await sql<LapsedPair>`
    with ended as (update suppressed_versions set lifted_at = ${now}, lifted_by = 'System', lifted_remarks = 'The decision had an end date.'
      where lifted_at is null and expires_at <= ${now} returning id, suppression_id, version_id)
    select s.project_id as "projectId", e.version_id as "versionId", coalesce(n.vulnerability_id, s.vulnerability_id) as "vulnerabilityId"
    from ended e join suppressions s on s.id = e.suppression_id join vulnerabilities v on v.id = s.vulnerability_id
    left join vulnerability_names n on n.name_key = lower(v.name)`.execute(db);
  await sql`update suppressions s set analysis = '{}' where s.project_id is not null and s.analysis <> '{}'
    and s.id in (select suppression_id from suppressed_versions where lifted_at = ${now} and lifted_by = 'System')
    and not exists (select from suppressed_versions x where x.suppression_id = s.id and x.lifted_at is null)`.execute(
    db,
  );
  const { rows: analyses } = await sql<LapsedPair>`
    delete from vulnerability_analyses where expires_at <= ${now}
    returning project_id as "projectId", version_id as "versionId", vulnerability_id as "vulnerabilityId"`.execute(db);
  return [...lifted, ...analyses];
}

/** Opens the alerts of items with these pairs again, because they count again, and writes news about them. */
export async function reopenLapsed(db: Db, pairs: readonly LapsedPair[], now: Date): Promise<void> {
  const rows = JSON.stringify(
    pairs.map((one) => ({
      project_id: one.projectId,
      version_id: one.versionId,
      vulnerability_id: one.vulnerabilityId,
    })),
  );
  const items = sql`select distinct m.item_id, m.vulnerability_id from item_vulnerabilities m
    join jsonb_to_recordset(${rows}::jsonb) as t(project_id bigint, version_id bigint, vulnerability_id bigint)
      on m.version_id = t.version_id and m.vulnerability_id = t.vulnerability_id and coalesce(t.project_id, m.project_id) = m.project_id
    where m.outcome = 'affected'`;
  await sql`update vulnerability_alerts a set is_open = true, closed_at = null, closed_by = '', created_at = ${now}
    from (${items}) t where a.item_id = t.item_id and a.vulnerability_id = t.vulnerability_id and not a.is_open`.execute(
    db,
  );
  await insertNews(db, items);
}
