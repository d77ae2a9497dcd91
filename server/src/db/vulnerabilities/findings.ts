// The findings of a project: each pair of an item and a vulnerability that counts, and how many items there are.
import { firstOf } from '@assay/scanner/items';
import { sql } from 'kysely';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { ALL_NAMES, GRAVEST_FIRST, type MatchedVulnerability, VULNERABILITY_COLUMNS } from './vulnerabilities.ts';

export interface Finding extends MatchedVulnerability {
  itemId: number;
  itemName: string;
  componentName: string;
  versionName: string;
  purl: string;
  names: string[];
}

/** The most severe first. */
export async function listFindings(db: Db, projectId: number): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select ${VULNERABILITY_COLUMNS}, m.fixed_in as "fixedIn", m.is_by_cpe as "isByCpe", m.outcome, i.id as "itemId", i.name as "itemName",
      coalesce(c.name, i.name) as "componentName", coalesce(cv.name, '') as "versionName", coalesce(nullif(i.purl, ''), cv.purl, '') as purl,
      ${ALL_NAMES} as names
    from inventory_items i join item_vulnerabilities m on m.item_id = i.id join vulnerabilities v on v.id = m.vulnerability_id
    left join component_versions cv on cv.id = i.version_id left join components c on c.id = cv.component_id
    where i.project_id = ${projectId} and m.outcome = 'affected' order by ${GRAVEST_FIRST}, i.id`.execute(db);
  return rows;
}

export async function countItems(db: Db, projectId: number): Promise<{ items: number; vulnerable: number }> {
  const { rows } = await sql<{ items: number; vulnerable: number }>`
    select count(*)::int as items, count(*) filter (where exists (
      select from item_vulnerabilities m where m.item_id = i.id and m.outcome = 'affected'))::int as vulnerable
    from inventory_items i where i.project_id = ${projectId} and ${present()}`.execute(db);
  return firstOf(rows);
}
