// Which suppressions hold in a project.
import { type RawBuilder, type SqlBool, sql } from 'kysely';

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

/**
 * The condition that a vulnerability does not count in a project. People decide before rules, and rules before sources of VEX. The view
 * `item_vulnerabilities` has the same condition.
 */
export function isSuppressedIn({ project, version, vulnerability, item }: SuppressedPair): RawBuilder<unknown> {
  const isAnalysed = sql`exists (select from vulnerability_analyses o
    where o.project_id = ${project} and o.version_id = ${version} and o.vulnerability_id = ${vulnerability})`;
  const byOwnProduct = sql`(s.project_id is null and exists (select from vex_decisions d
    where d.project_id = ${project} and d.version_id = ${version} and d.vulnerability_id = ${vulnerability}))`;
  const byRule = (more: RawBuilder<unknown>) =>
    item === undefined
      ? sql`false`
      : sql`exists (select from rule_decisions r where r.item_id = ${item} and r.vulnerability_id = ${vulnerability} ${more})`;
  return sql`(exists (select from standing_suppressions s where s.version_id = ${version} and s.vulnerability_id = ${vulnerability}
      and (s.project_id is null or s.project_id = ${project}) and not (s.is_vex and (${isAnalysed} or ${byRule(sql``)} or ${byOwnProduct})))
    or (${byRule(sql`and r.is_suppressed`)} and not ${isAnalysed}))`;
}
