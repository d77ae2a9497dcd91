// Which suppressions hold in a project.
import { type RawBuilder, sql } from 'kysely';

/**
 * The condition that a row `s` of the view `standing_suppressions` holds in a project (an id, or an expression of the query). What a source of VEX
 * suppresses gives way to an analysis of the project. The view `item_vulnerabilities` has the same condition.
 */
export function holdsIn(project: RawBuilder<unknown> | number): RawBuilder<unknown> {
  return sql`(s.project_id is null or s.project_id = ${project}) and not (s.is_vex and exists (select from vulnerability_analyses o
    where o.project_id = ${project} and o.version_id = s.version_id and o.vulnerability_id = s.vulnerability_id))`;
}
