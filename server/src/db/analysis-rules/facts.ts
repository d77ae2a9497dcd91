// The facts with which rules are compared, read for many items at once.
import { valueFor } from '@assay/scanner/items';
import { sql } from 'kysely';
import { type DependencyPaths, dependencyPaths } from '../../domain/analysis-rules/dependency-paths.ts';
import type { ItemFacts, ProjectFacts, VulnerabilityFacts } from '../../domain/analysis-rules/facts.ts';
import { packageOf } from '../../domain/analysis-rules/patterns.ts';
import { type DependencyLevel, knownVersionName } from '../../domain/inventories/inventory.ts';
import { scopeOf } from '../../domain/inventories/shipped-scopes.ts';
import type { Severity } from '../../domain/vulnerabilities/severity.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';

export interface RuledItem extends ItemFacts {
  versionId: number;
  name: string;
  purl: string;
  /** Of the component: its package URL, or its name in lower case. */
  component: string;
  versionName: string;
  vulnerabilities: RuledVulnerability[];
  /** Shared by the items that were read together. */
  graphs: Graphs;
}

type Graphs = Map<number, DependencyPaths>;

export interface RuledVulnerability extends VulnerabilityFacts {
  name: string;
}

interface ItemRow {
  itemId: number;
  projectId: number;
  versionId: number;
  name: string;
  purl: string;
  component: string;
  versionName: string;
  level: DependencyLevel;
  foundScope: string;
  dependencyScope: string;
  partOfProduct: string;
  vulnerabilityIds: number[];
}

/** Present items of these ids that have vulnerabilities. Before conditions about parents are asked, `loadGraphs` must have read their projects. */
export async function listRuledItems(
  db: Db,
  itemIds: readonly number[],
  { needsPaths }: { needsPaths: boolean },
): Promise<RuledItem[]> {
  const { rows } = await sql<ItemRow>`
    select i.id as "itemId", i.project_id as "projectId", i.version_id as "versionId", i.name, coalesce(nullif(i.purl, ''), cv.purl, b.purl, '') as purl,
      coalesce(c.purl, lower(c.name)) as component, cv.name as "versionName", i.dependency_level as level, i.found_scope as "foundScope",
      i.dependency_scope as "dependencyScope", i.part_of_product as "partOfProduct",
      array(select m.vulnerability_id from version_vulnerabilities m where m.version_id = i.version_id order by 1) as "vulnerabilityIds"
    from inventory_items i join component_versions cv on cv.id = i.version_id join components c on c.id = cv.component_id
    left join version_subjects b on b.version_id = i.version_id
    where i.id = any(${itemIds}::bigint[]) and i.type = 'COMPONENT' and ${present()}
      and exists (select from version_vulnerabilities m where m.version_id = i.version_id)
    order by i.id`.execute(db);
  const projects = await listProjectFacts(db, distinct(rows.map(({ projectId }) => projectId)));
  const vulnerabilities = await listVulnerabilityFacts(
    db,
    distinct(rows.flatMap((row) => row.vulnerabilityIds.map(Number))),
  );
  const paths = needsPaths
    ? await listPaths(
        db,
        rows.map(({ itemId }) => itemId),
      )
    : new Map<number, string[]>();
  const graphs: Graphs = new Map();
  return rows.map(({ projectId, purl, versionName, vulnerabilityIds, ...row }) => {
    const itemId = Number(row.itemId);
    const own = packageOf(purl);
    return {
      itemId,
      versionId: Number(row.versionId),
      name: row.name,
      purl,
      component: row.component,
      versionName,
      level: row.level,
      project: valueFor(projects, Number(projectId)),
      package: own,
      version: own?.version ?? knownVersionName(versionName),
      scope: scopeOf(row),
      vulnerabilities: vulnerabilityIds.flatMap((id) => vulnerabilities.get(Number(id)) ?? []),
      paths: () => paths.get(itemId) ?? [],
      isOnlyUnder: (parents, key) => graphs.get(Number(projectId))?.isOnlyUnder(itemId, parents, key) ?? false,
      graphs,
    };
  });
}

export async function listItemsOfVersions(db: Db, versionIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from inventory_items where version_id = any(${versionIds}::bigint[]) order by id`.execute(db);
  return rows.map(({ id }) => Number(id));
}

const distinct = (ids: readonly number[]): number[] => [...new Set(ids.map(Number))];

async function listProjectFacts(db: Db, projectIds: readonly number[]): Promise<Map<number, ProjectFacts>> {
  const { rows } = await sql<ProjectFacts>`
    with recursive up as (
      select p.id, p.folder_id from projects p where p.id = any(${projectIds}::bigint[])
      union select up.id, f.parent_id from up join folders f on f.id = up.folder_id where f.parent_id is not null)
    select p.id as "projectId", p.name as "projectName", p.origin_ids as "originIds",
      array(select up.folder_id from up where up.id = p.id) as "folderIds"
    from projects p where p.id = any(${projectIds}::bigint[])`.execute(db);
  return new Map(
    rows.map((row) => [
      Number(row.projectId),
      {
        projectId: Number(row.projectId),
        projectName: row.projectName,
        folderIds: row.folderIds.map(Number),
        originIds: row.originIds.map(Number),
      },
    ]),
  );
}

async function listVulnerabilityFacts(db: Db, ids: readonly number[]): Promise<Map<number, RuledVulnerability>> {
  const { rows } = await sql<{
    id: number;
    name: string;
    names: string[];
    weaknesses: string[];
    severity: Severity;
    epss: number | null;
  }>`
    select v.id, v.name, array(select n.name_key from vulnerability_names n where n.vulnerability_id = v.id union select lower(v.name)) as names,
      v.cwes as weaknesses, v.severity_v3 as severity, v.epss
    from vulnerabilities v where v.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [Number(id), { ...row, vulnerabilityId: Number(id) }]));
}

async function listPaths(db: Db, itemIds: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; paths: string[] }>`
    select t.id, array_agg(t.path) as paths from (
      select x.item_id as id, f.path from inventory_files x join files f on f.id = x.file_id where x.item_id = any(${itemIds}::bigint[])
      union all
      select x.item_id, f.path from inventory_remote_files x join remote_files f on f.id = x.file_id where x.item_id = any(${itemIds}::bigint[])) t
    group by 1`.execute(db);
  return new Map(rows.map(({ id, paths }) => [Number(id), paths]));
}

/** Reads the dependency graphs of the projects of these items. */
export async function loadGraphs(db: Db, items: readonly RuledItem[]): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  const missing = distinct(items.map(({ project }) => project.projectId)).filter((id) => !first.graphs.has(id));
  for (const [projectId, paths] of await listGraphs(db, missing)) first.graphs.set(projectId, paths);
}

async function listGraphs(db: Db, projectIds: readonly number[]): Promise<Graphs> {
  const { rows: items } = await sql<{ id: number; projectId: number; purl: string; level: DependencyLevel }>`
    select i.id, i.project_id as "projectId", coalesce(nullif(i.purl, ''), cv.purl, '') as purl, i.dependency_level as level
    from inventory_items i left join component_versions cv on cv.id = i.version_id
    where i.project_id = any(${projectIds}::bigint[]) and ${present()}`.execute(db);
  const { rows: links } = await sql<{ projectId: number; parentId: number; childId: number }>`
    select i.project_id as "projectId", x.parent_id as "parentId", x.child_id as "childId"
    from inventory_items i join inventory_links x on x.parent_id = i.id and x.type = 'DEPENDENCY'
    where i.project_id = any(${projectIds}::bigint[]) and ${present()}`.execute(db);
  const linksOf = Map.groupBy(
    links.map((one) => ({
      projectId: Number(one.projectId),
      parentId: Number(one.parentId),
      childId: Number(one.childId),
    })),
    ({ projectId }) => projectId,
  );
  const itemsOf = Map.groupBy(items, ({ projectId }) => Number(projectId));
  return new Map(
    [...itemsOf].map(([projectId, own]) => [
      projectId,
      dependencyPaths(
        own.map(({ id, purl, level }) => ({ id: Number(id), package: packageOf(purl), level })),
        linksOf.get(projectId) ?? [],
      ),
    ]),
  );
}
