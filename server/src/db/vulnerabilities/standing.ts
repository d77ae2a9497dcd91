// Which suppressions hold in a project.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { present } from '../inventories/present.ts';

/** Expressions of the query. Without an item, what rules decide about items is left out. */
export interface SuppressedPair {
  project: RawBuilder<unknown> | number;
  version: RawBuilder<unknown>;
  vulnerability: RawBuilder<unknown>;
  item?: RawBuilder<unknown>;
}

/** The condition that the row `d` of `vex_decisions` is the one that counts in a project, among the sources of VEX. */
export function vexCountsIn(project: RawBuilder<unknown> | number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(d.project_id = ${project} or (d.project_id is null and not exists (select from vex_decisions o
    where o.version_id = d.version_id and o.vulnerability_id = d.vulnerability_id and o.project_id = ${project})))`;
}

/** Why a pair does not count: what holds of a row `s` of `standing_suppressions` about it, and what rules say. */
function groundsIn({ project, version, vulnerability, item }: SuppressedPair) {
  const isAnalysed = sql`exists (select from vulnerability_analyses o
    where o.project_id = ${project} and o.version_id = ${version} and o.vulnerability_id = ${vulnerability})`;
  const byOwnProduct = sql`(s.project_id is null and exists (select from vex_decisions d
    where d.project_id = ${project} and d.version_id = ${version} and d.vulnerability_id = ${vulnerability}))`;
  const byRule = (more: RawBuilder<unknown>) =>
    item === undefined
      ? sql`false`
      : sql`exists (select from rule_decisions r where r.item_id = ${item} and r.vulnerability_id = ${vulnerability} ${more})`;
  return {
    holds: sql`s.version_id = ${version} and s.vulnerability_id = ${vulnerability}
      and (s.project_id is null or s.project_id = ${project}) and not (s.is_vex and (${isAnalysed} or ${byRule(sql``)} or ${byOwnProduct}))`,
    isHiddenByRule: sql`(${byRule(sql`and r.is_suppressed`)} and not ${isAnalysed})`,
  };
}

/**
 * The condition that a vulnerability does not count in a project. People decide before rules, and rules before sources of VEX. The view
 * `item_vulnerabilities` has the same condition. For many rows of few versions see `suppressedAmong`.
 */
export function isSuppressedIn(pair: SuppressedPair): RawBuilder<unknown> {
  const { holds, isHiddenByRule } = groundsIn(pair);
  return sql`(exists (select from standing_suppressions s where ${holds}) or ${isHiddenByRule})`;
}

/**
 * The ids of those rows of `asked` (id, project_id, version_id, vulnerability_id, item_id; the name of a WITH) that do not count. A suppression counts under
 * any name of its vulnerability, so that it is looked up by its version: here those of each version are read once, and not for each row.
 */
export function suppressedAmong(asked: RawBuilder<unknown>): RawBuilder<unknown> {
  const { holds, isHiddenByRule } = groundsIn({
    ...{
      project: sql`k.project_id`,
      version: sql`k.version_id`,
      vulnerability: sql`k.vulnerability_id`,
      item: sql`k.item_id`,
    },
  });
  return sql`(
    with s as materialized (select * from standing_suppressions where version_id = any(array(select distinct version_id from ${asked})))
    select k.id from ${asked} k join s on ${holds}
    union
    select k.id from ${asked} k where ${isHiddenByRule})`;
}

/**
 * Those of `asked` that the view `item_vulnerabilities` does not have: they do not count, or nothing says any more that their item has the vulnerability. As
 * `suppressedAmong`, for many vulnerabilities of one version.
 */
export function notCountingAmong(asked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select id from ${suppressedAmong(asked)} t
    union
    select k.id from ${asked} k where not exists (
      select from inventory_items i join version_vulnerabilities m on m.version_id = i.version_id
      join vulnerabilities v on v.id = m.vulnerability_id and v.kind <> 'notice' and v.withdrawn_at is null
      where i.id = k.item_id and i.type = 'COMPONENT' and ${present()} and m.vulnerability_id = k.vulnerability_id))`;
}
