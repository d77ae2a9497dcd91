// The findings of a project: each pair of an item and a vulnerability that counts, and how many items there are.
import { firstOf } from '@assay/scanner/items';
import { sql } from 'kysely';
import type { AnalysisWords } from '../../domain/vulnerabilities/suppression.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { shownDecisions } from './analyses.ts';
import { isSuppressedIn } from './standing.ts';
import { ALL_NAMES, GRAVEST_FIRST, type MatchedVulnerability, VULNERABILITY_COLUMNS } from './vulnerabilities.ts';

export interface Finding extends MatchedVulnerability {
  itemId: number;
  itemName: string;
  componentName: string;
  versionName: string;
  purl: string;
  names: string[];
  isSuppressed: boolean;
  /** State and words of the decision on it; empty if there is none. */
  analysis: Partial<AnalysisWords>;
}

/** What does not count, because it is suppressed. */
const suppressed = (projectId: number) => sql`
  select i.id as item_id, m.vulnerability_id, m.fixed_in, m.is_by_cpe, m.outcome, true as is_suppressed
  from inventory_items i join version_vulnerabilities m on m.version_id = i.version_id and m.outcome = 'affected'
  join vulnerabilities w on w.id = m.vulnerability_id and w.kind <> 'notice' and w.withdrawn_at is null
  where i.project_id = ${projectId} and ${present()} and ${isSuppressedIn({ project: projectId, version: sql`m.version_id`, vulnerability: sql`m.vulnerability_id`, item: sql`i.id` })}`;

const counted = (projectId: number) => sql`
  select m.item_id, m.vulnerability_id, m.fixed_in, m.is_by_cpe, m.outcome, false as is_suppressed
  from inventory_items i join item_vulnerabilities m on m.item_id = i.id where i.project_id = ${projectId} and m.outcome = 'affected'`;

/** The most severe first. */
export async function listFindings(
  db: Db,
  projectId: number,
  { withSuppressed = false }: { withSuppressed?: boolean } = {},
): Promise<Finding[]> {
  const found = withSuppressed ? sql`${counted(projectId)} union all ${suppressed(projectId)}` : counted(projectId);
  const { rows } = await sql<Finding>`
    with found as (${found})
    select ${VULNERABILITY_COLUMNS}, m.fixed_in as "fixedIn", m.is_by_cpe as "isByCpe", m.outcome, i.id as "itemId", i.name as "itemName",
      coalesce(c.name, i.name) as "componentName", coalesce(cv.name, '') as "versionName", coalesce(nullif(i.purl, ''), cv.purl, '') as purl,
      ${ALL_NAMES} as names, m.is_suppressed as "isSuppressed", coalesce(d.analysis, '{}'::jsonb) as analysis
    from found m join inventory_items i on i.id = m.item_id join vulnerabilities v on v.id = m.vulnerability_id
    left join component_versions cv on cv.id = i.version_id left join components c on c.id = cv.component_id
    left join lateral (select t.analysis from ${shownDecisions(projectId)} t
      where t.version_id = i.version_id and t.vulnerability_id = v.id and coalesce(t.item_id, i.id) = i.id order by t."isEverywhere", t.kind limit 1) d on true
    order by ${GRAVEST_FIRST}, i.id`.execute(db);
  return rows;
}

export async function countItems(db: Db, projectId: number): Promise<{ items: number; vulnerable: number }> {
  const { rows } = await sql<{ items: number; vulnerable: number }>`
    select count(*)::int as items, count(*) filter (where exists (
      select from item_vulnerabilities m where m.item_id = i.id and m.outcome = 'affected'))::int as vulnerable
    from inventory_items i where i.project_id = ${projectId} and ${present()}`.execute(db);
  return firstOf(rows);
}
