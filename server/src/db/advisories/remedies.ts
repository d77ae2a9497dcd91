// Reads the dependency graph of a project from its items, and the vulnerable items. Does no matching.
import type { DistributionLike } from '@assay/scanner/advisories';
import { sql } from 'kysely';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';

export interface GraphItemRow {
  id: number;
  name: string;
  purl: string;
  level: string;
  /** Distributions from which that of the package says that it is made; null for none. */
  like: DistributionLike[] | null;
}

/** Components of a project with the package URL of their version. */
export async function listGraphItems(db: Db, projectId: number): Promise<GraphItemRow[]> {
  const { rows } = await sql<GraphItemRow>`
    select i.id, i.name, coalesce(nullif(i.purl, ''), s.purl, '') as purl, i.dependency_level as level, v.distribution_like as like
    from inventory_items i left join version_subjects s on s.version_id = i.version_id left join component_versions v on v.id = i.version_id
    where i.project_id = ${projectId} and i.type = 'COMPONENT' and ${present()}`.execute(db);
  return rows;
}

export async function listDependencyLinks(db: Db, projectId: number): Promise<{ parent: number; child: number }[]> {
  const { rows } = await sql<{ parent: number; child: number }>`
    select x.parent_id as parent, x.child_id as child from inventory_links x join inventory_items i on i.id = x.parent_id
    where i.project_id = ${projectId} and x.type = 'DEPENDENCY'`.execute(db);
  return rows;
}

export interface CountedVulnerability {
  itemId: number;
  name: string;
  fixedIn: string[];
}

/** The vulnerabilities of these items that count. */
export async function listCounted(db: Db, itemIds: readonly number[]): Promise<Map<number, CountedVulnerability[]>> {
  const { rows } = await sql<CountedVulnerability>`
    select m.item_id as "itemId", v.name, m.fixed_in as "fixedIn"
    from item_exposures x join item_vulnerabilities m on m.item_id = x.item_id join vulnerabilities v on v.id = m.vulnerability_id
    where x.item_id = any(${itemIds}::bigint[]) and m.outcome = 'affected' order by m.item_id, v.name`.execute(db);
  return Map.groupBy(rows, ({ itemId }) => itemId);
}

/** Vulnerable items of a project, the gravest first. */
export async function pageOfVulnerableItems(db: Db, projectId: number, page: { limit: number; offset: number }) {
  const from = sql`from item_exposures x where x.project_id = ${projectId}
    and x.v3_critical + x.v3_high + x.v3_medium + x.v3_low + x.v3_none + x.v3_unknown > 0`;
  const { rows } = await sql<{ id: number }>`
    select x.item_id as id ${from} order by x.exploited + x.malware desc, x.v3_critical desc, x.v3_high desc, x.v3_unknown desc,
      x.v3_medium desc, x.item_id limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { ids: rows.map(({ id }) => id), total: counted[0]?.total ?? 0 };
}

/** Names of vulnerabilities by their ids. */
export async function listVulnerabilityNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from vulnerabilities where id = any(${ids}::bigint[]) and kind <> 'notice'`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
