// What rules decide about vulnerabilities of items.
import { type RawBuilder, sql } from 'kysely';
import type { AnalysisWords } from '../../domain/vulnerabilities/suppression.ts';
import type { VexEffect } from '../../domain/vulnerabilities/vex.ts';
import { insertNews } from '../advisories/news.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import { isAllowedTo, type Viewer } from '../projects/standing.ts';
import { decidedByPeopleAmong } from '../vulnerabilities/analyses.ts';
import { notCountingAmong } from '../vulnerabilities/standing.ts';

export interface RulePair {
  itemId: number;
  vulnerabilityId: number;
}

export const rulePairKey = ({ itemId, vulnerabilityId }: RulePair): string => `${itemId} ${vulnerabilityId}`;

export interface RuleDecision extends RulePair {
  versionId: number;
  projectId: number;
  ruleId: number;
  /** Rules that hold too. */
  otherRuleIds: number[];
  analysis: Partial<AnalysisWords>;
  isSuppressed: boolean;
}

export async function listRuleDecisions(db: Db, itemIds: readonly number[]): Promise<RuleDecision[]> {
  const { rows } = await sql<RuleDecision>`
    select item_id as "itemId", vulnerability_id as "vulnerabilityId", version_id as "versionId", project_id as "projectId", rule_id as "ruleId",
      other_rule_ids as "otherRuleIds", analysis, is_suppressed as "isSuppressed"
    from rule_decisions where item_id = any(${itemIds}::bigint[])`.execute(db);
  return rows.map((row) => ({
    ...row,
    itemId: Number(row.itemId),
    vulnerabilityId: Number(row.vulnerabilityId),
    versionId: Number(row.versionId),
    projectId: Number(row.projectId),
    ruleId: Number(row.ruleId),
    otherRuleIds: row.otherRuleIds.map(Number),
  }));
}

const rowsOf = (pairs: readonly RulePair[]): RawBuilder<unknown> =>
  sql`unnest(${pairs.map((one) => one.itemId)}::bigint[], ${pairs.map((one) => one.vulnerabilityId)}::bigint[]) as t(item_id, vulnerability_id)`;

export async function writeRuleDecisions(db: Db, decisions: readonly RuleDecision[], now: Date): Promise<void> {
  if (decisions.length === 0) return;
  await sql`insert into rule_decisions (item_id, vulnerability_id, version_id, project_id, rule_id, other_rule_ids, analysis, is_suppressed, decided_at)
    select t."itemId", t."vulnerabilityId", t."versionId", t."projectId", t."ruleId", t."otherRuleIds", t.analysis, t."isSuppressed", ${now}
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as t("itemId" bigint, "vulnerabilityId" bigint, "versionId" bigint, "projectId" bigint,
      "ruleId" bigint, "otherRuleIds" bigint[], analysis jsonb, "isSuppressed" boolean) order by 1, 2
    on conflict (item_id, vulnerability_id) do update set version_id = excluded.version_id, project_id = excluded.project_id,
      rule_id = excluded.rule_id, other_rule_ids = excluded.other_rule_ids, analysis = excluded.analysis, is_suppressed = excluded.is_suppressed,
      decided_at = excluded.decided_at`.execute(db);
}

export async function deleteRuleDecisions(db: Db, pairs: readonly RulePair[]): Promise<void> {
  if (pairs.length === 0) return;
  await sql`delete from rule_decisions d using ${rowsOf(pairs)}
    where d.item_id = t.item_id and d.vulnerability_id = t.vulnerability_id`.execute(db);
}

/** Begins the name of the one who closed an alert. */
const CLOSER = 'Rule "';

export async function refreshExposuresOfItems(db: Db, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return;
  await sql`select refresh_exposures(${itemIds}::bigint[])`.execute(db);
}

/** Closes the open alerts of these pairs where they no longer count. */
export async function closeAlertsByRules(db: Db, pairs: readonly RulePair[], now: Date): Promise<void> {
  if (pairs.length === 0) return;
  await sql`with asked as materialized (
      select a.id, a.project_id, i.version_id, a.vulnerability_id, a.item_id, r.name from ${rowsOf(pairs)}
      join vulnerability_alerts a on a.item_id = t.item_id and a.vulnerability_id = t.vulnerability_id and a.is_open
      join inventory_items i on i.id = a.item_id join rule_decisions d on d.item_id = t.item_id and d.vulnerability_id = t.vulnerability_id
      join analysis_rules r on r.id = d.rule_id)
    update vulnerability_alerts a set is_open = false, closed_at = ${now}, closed_by = ${CLOSER} || asked.name || '"'
    from asked where asked.id = a.id and a.id in ${notCountingAmong(sql`asked`)}`.execute(db);
}

/** Opens the alerts of these items again that rules had closed, where they count now. Alerts that people closed stay closed. */
export async function reopenAlertsOfRules(db: Db, itemIds: readonly number[], now: Date): Promise<void> {
  if (itemIds.length === 0) return;
  await sql`with asked as materialized (
      select a.id, a.project_id, i.version_id, a.vulnerability_id, a.item_id from vulnerability_alerts a join inventory_items i on i.id = a.item_id
      join version_vulnerabilities m on m.version_id = i.version_id and m.vulnerability_id = a.vulnerability_id and m.outcome = 'affected'
      where a.item_id = any(${itemIds}::bigint[]) and not a.is_open and starts_with(a.closed_by, ${CLOSER}))
    update vulnerability_alerts a set is_open = true, closed_at = null, closed_by = '', created_at = ${now}
    where a.id in (select id from asked) and a.id not in ${notCountingAmong(sql`asked`)}`.execute(db);
}

/** Notes which of these pairs count again, for later notices. */
export async function noteOpened(db: Db, pairs: readonly RulePair[]): Promise<void> {
  if (pairs.length === 0) return;
  await insertNews(
    db,
    sql`with asked as materialized (
        select row_number() over () as id, i.project_id, i.version_id, t.vulnerability_id, t.item_id from ${rowsOf(pairs)}
        join inventory_items i on i.id = t.item_id
        join version_vulnerabilities m on m.version_id = i.version_id and m.vulnerability_id = t.vulnerability_id and m.outcome = 'affected')
      select item_id, vulnerability_id from asked where id not in ${notCountingAmong(sql`asked`)} and not exists (select from vulnerability_alerts a
        where a.item_id = asked.item_id and a.vulnerability_id = asked.vulnerability_id and not a.is_open)`,
  );
}

/** Of these pairs, those about which people have decided in their project or for all projects. */
export async function listDecidedByPeople(
  db: Db,
  pairs: readonly (RulePair & { versionId: number; projectId: number })[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const { rows } = await sql<RulePair>`
    with t as materialized (
      select * from unnest(${pairs.map((one) => one.itemId)}::bigint[], ${pairs.map((one) => one.vulnerabilityId)}::bigint[],
        ${pairs.map((one) => one.versionId)}::bigint[], ${pairs.map((one) => one.projectId)}::bigint[])
        as t(item_id, vulnerability_id, version_id, project_id))
    select item_id as "itemId", vulnerability_id as "vulnerabilityId" from ${decidedByPeopleAmong(sql`t`)} d`.execute(
    db,
  );
  return new Set(
    rows.map(({ itemId, vulnerabilityId }) =>
      rulePairKey({ itemId: Number(itemId), vulnerabilityId: Number(vulnerabilityId) }),
    ),
  );
}

/** Versions of a project all of whose items a rule has decided about the same, for the import of analyses. */
export async function listDecidedVersions(
  db: Db,
  projectId: number,
  pairs: readonly { versionId: number; vulnerabilityId: number }[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const { rows } = await sql<{ versionId: number; vulnerabilityId: number }>`
    select distinct d.version_id as "versionId", d.vulnerability_id as "vulnerabilityId"
    from unnest(${pairs.map((one) => one.versionId)}::bigint[], ${pairs.map((one) => one.vulnerabilityId)}::bigint[]) as t(version_id, vulnerability_id)
    join rule_decisions d on d.version_id = t.version_id and d.vulnerability_id = t.vulnerability_id and d.project_id = ${projectId}`.execute(
    db,
  );
  return new Set(rows.map(({ versionId, vulnerabilityId }) => `${versionId} ${vulnerabilityId}`));
}

/** What a rule decides about a vulnerability of an item, with what people have decided about it. */
export interface DecidedByRule {
  projectId: number;
  projectName: string;
  itemId: number;
  itemName: string;
  purl: string;
  vulnerability: string;
  analysis: Partial<AnalysisWords>;
  isSuppressed: boolean;
  decidedAt: Date;
  /** Names of further rules that hold. */
  otherRules: string[];
  /** Names of sources of VEX that say something about it. */
  vexSources: string[];
  /** '' if people have decided nothing, or without an analysis. */
  ownState: string;
  ownAuthor: string;
  isOverruled: boolean;
}

/** In projects that the viewer may see. */
export async function pageOfDecidedByRule(
  db: Db,
  wanted: { ruleId: number; effect?: VexEffect | undefined },
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<{ rows: DecidedByRule[]; total: number }> {
  const isOverruled = sql`(a.id is not null or p.author is not null)`;
  const from = sql`from rule_decisions d join vulnerabilities v on v.id = d.vulnerability_id
    join inventory_items i on i.id = d.item_id and ${present()} join projects on projects.id = i.project_id
    join component_versions cv on cv.id = d.version_id
    left join vulnerability_analyses a on a.project_id = d.project_id and a.version_id = d.version_id and a.vulnerability_id = d.vulnerability_id
    left join lateral (select u.analysis, x.suppressed_by as author from standing_suppressions t join suppressions u on u.id = t.suppression_id
      join suppressed_versions x on x.id = t.suppressed_version_id
      where t.version_id = d.version_id and t.vulnerability_id = d.vulnerability_id and (t.project_id is null or t.project_id = d.project_id)
      order by t.project_id nulls last limit 1) p on true
    where d.rule_id = ${wanted.ruleId} and ${isAllowedTo('VIEW_INVENTORY', viewer)}
      ${wanted.effect === undefined ? sql`` : sql`and ${isOverruled} = ${wanted.effect === 'OVERRULED'}`}`;
  const { rows } = await sql<DecidedByRule>`
    select d.project_id as "projectId", projects.name as "projectName", i.id as "itemId", i.name as "itemName",
      coalesce(nullif(i.purl, ''), cv.purl, '') as purl, v.name as vulnerability, d.analysis, d.is_suppressed as "isSuppressed",
      d.decided_at as "decidedAt", array(select r.name from analysis_rules r where r.id = any(d.other_rule_ids) order by 1) as "otherRules",
      array(select o.name from vex_decisions x join vex_statements s on s.id = x.statement_id join vex_documents c on c.id = s.document_id
        join vex_sources o on o.id = c.source_id
        where x.version_id = d.version_id and x.vulnerability_id = d.vulnerability_id and coalesce(x.project_id, d.project_id) = d.project_id
        group by o.name order by 1) as "vexSources",
      coalesce(a.analysis ->> 'state', p.analysis ->> 'state', '') as "ownState", coalesce(a.author, p.author, '') as "ownAuthor",
      ${isOverruled} as "isOverruled"
    ${from} order by lower(projects.name), d.project_id, i.id, v.name limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: onlyRow(counted.rows).total };
}
