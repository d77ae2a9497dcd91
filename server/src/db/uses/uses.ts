// Where a license, component, copyright holder or digest is used, in the projects that the viewer may see. Nothing is counted of other projects: rights
// are asked within each query, before its limit. All subjects are found by an index (migration 0152).
import { type RawBuilder, sql } from 'kysely';
import type { InventoryStatus } from '../../domain/inventories/inventory.ts';
import type { ProjectStatus } from '../../domain/projects/project-status.ts';
import type { LicenseWay, Subject } from '../../domain/uses/subject.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import { isAllowedTo, type Viewer, visibleTo } from '../projects/standing.ts';

/** Of a subject with more files, only so many are counted and listed: nobody reads them, and the MIT License is in millions. */
const MOST_FILES = 100_000;

export interface UsingProject {
  id: number;
  name: string;
  status: ProjectStatus;
  items: number;
  files: number;
}

/** The projects by name, and whether all files were counted. */
export async function listUsingProjects(
  db: Db,
  subject: Subject,
  viewer: Viewer,
): Promise<{ projects: UsingProject[]; isComplete: boolean }> {
  const { rows } = await sql<UsingProject & { counted: number }>`
    with of_files as (select project_id, count(*)::integer as files from (${filesOf(subject, viewer, undefined)}) used group by project_id),
      of_items as (select i.project_id, count(*)::integer as items from inventory_items i
        join projects on projects.id = i.project_id
        where ${itemsOf(subject)} and ${present()} and ${isAllowedTo('VIEW_INVENTORY', viewer)} group by i.project_id)
    select projects.id, projects.name, projects.status, coalesce(items, 0) as items, coalesce(files, 0) as files,
      (select coalesce(sum(files), 0)::integer from of_files) as counted
    from (of_files full join of_items using (project_id)) used join projects on projects.id = used.project_id
    where ${visibleTo(viewer)} order by lower(projects.name), projects.id`.execute(db);
  const isComplete = (rows[0]?.counted ?? 0) < MOST_FILES;
  return { projects: rows.map(({ counted: _, ...project }) => project), isComplete };
}

export interface UsingItem {
  id: number;
  name: string;
  status: InventoryStatus;
  versionName: string;
  licenseExpression: string;
  projectId: number;
  projectName: string;
  /** How it is under the license; empty for other subjects. */
  ways: LicenseWay[];
}

interface Range {
  limit: number;
  offset: number;
}

/** Items by project and name. */
export async function listUsingItems(
  db: Db,
  subject: Subject,
  viewer: Viewer,
  { projectId, ...range }: Range & { projectId?: number },
): Promise<{ rows: UsingItem[]; total: number }> {
  const used = sql`from inventory_items i join projects on projects.id = i.project_id
    left join component_versions v on v.id = i.version_id
    where ${itemsOf(subject)} and ${present()} and ${isAllowedTo('VIEW_INVENTORY', viewer)}
      and ${projectId === undefined ? sql`true` : sql`i.project_id = ${projectId}`}`;
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${used}`.execute(db);
  const { rows } = await sql<UsingItem>`
    select i.id, i.name, i.status, coalesce(v.name, '') as "versionName", i.license_expression as "licenseExpression",
      projects.id as "projectId", projects.name as "projectName", ${waysOf(subject)} as ways
    ${used} order by lower(projects.name), projects.id, lower(i.name), i.id limit ${range.limit} offset ${range.offset}`.execute(
    db,
  );
  return { rows, total: onlyRow(counted.rows).total };
}

export interface UsingFile {
  id: number;
  path: string;
  sizeBytes: number;
  isReviewed: boolean;
  inventoryCount: number;
  projectId: number;
  projectName: string;
}

/** Files by project and path. */
export async function listUsingFiles(
  db: Db,
  subject: Subject,
  viewer: Viewer,
  { projectId, ...range }: Range & { projectId?: number },
): Promise<{ rows: UsingFile[]; total: number }> {
  const { rows } = await sql<UsingFile & { total: number | null }>`
    with used as materialized (${filesOf(subject, viewer, projectId)}),
      shown as (select f.id, f.path, f.size_bytes as "sizeBytes", f.is_reviewed as "isReviewed", f.inventory_count as "inventoryCount",
          projects.id as "projectId", projects.name as "projectName"
        from used join files f on f.id = used.id join projects on projects.id = f.project_id
        order by lower(projects.name), projects.id, f.path limit ${range.limit} offset ${range.offset})
    select shown.*, counted.total from (select count(*)::integer as total from used) counted left join shown on true
    order by lower("projectName"), "projectId", path`.execute(db);
  const total = rows[0]?.total ?? 0;
  return { rows: rows.flatMap(({ total: _, ...file }) => (file.id === null ? [] : [file])), total };
}

const namesArray = (names: readonly string[]) => sql`${[...names]}::text[]`;

/** The condition for items `i`. Holders and digests are of files alone. */
export function itemsOf(subject: Subject): RawBuilder<unknown> {
  if (subject.by === 'component') return sql`i.component_id = ${subject.componentId}`;
  if (subject.by !== 'license') return sql`false`;
  const named = sql`license_names(array[i.license_expression, i.license_facts #>> '{concluded,expression}', i.license_facts #>> '{declared,expression}'])`;
  return sql`(i.license_id = ${subject.licenseId} or ${named} && ${namesArray(subject.names)})`;
}

function waysOf(subject: Subject): RawBuilder<LicenseWay[]> {
  if (subject.by !== 'license') return sql<LicenseWay[]>`'{}'::text[]`;
  const names = (expression: RawBuilder<unknown>) =>
    sql`coalesce(license_names(array[${expression}]) && ${namesArray(subject.names)}, false)`;
  const fact = (which: 'concluded' | 'declared') => sql`i.license_facts #>> array[${which}::text, 'expression']`;
  const way = (name: LicenseWay, condition: RawBuilder<unknown>) => sql`case when ${condition} then ${name}::text end`;
  return sql<LicenseWay[]>`array_remove(array[
    ${way('SELECTED', sql`(i.license_id is not distinct from ${subject.licenseId} or ${names(sql`i.license_expression`)})`)},
    ${way('CONCLUDED', names(fact('concluded')))}, ${way('DECLARED', names(fact('declared')))}], null)`;
}

/** Selects `id` and `project_id` of at most MOST_FILES files. */
function filesOf(subject: Subject, viewer: Viewer, projectId: number | undefined): RawBuilder<unknown> {
  const inSight = sql`not f.is_excluded and ${isAllowedTo('VIEW_FILES', viewer)} and ${projectId === undefined ? sql`true` : sql`f.project_id = ${projectId}`}`;
  const files = sql`files f join projects on projects.id = f.project_id`;
  const withFacts = sql`facts x join files f on f.sha256 = x.sha256 and f.hint = x.hint join projects on projects.id = f.project_id`;
  const most = sql`limit ${MOST_FILES}`;
  switch (subject.by) {
    case 'component':
      return sql`select f.id, f.project_id from inventory_items i join inventory_files k on k.item_id = i.id join files f on f.id = k.file_id
        join projects on projects.id = f.project_id where i.component_id = ${subject.componentId} and ${present()} and ${inSight}
        group by f.id ${most}`;
    case 'digest':
      return subject.algorithm === 'sha256'
        ? sql`select f.id, f.project_id from ${files} where f.sha256 = decode(${subject.digest}, 'hex') and ${inSight} ${most}`
        : sql`select f.id, f.project_id from blobs b join files f on f.sha256 = b.sha256 join projects on projects.id = f.project_id
            where b.${sql.ref(subject.algorithm)} = decode(${subject.digest}, 'hex') and ${inSight} ${most}`;
    case 'holder':
      // The words are in the index; the whole name decides.
      return sql`select f.id, f.project_id from ${withFacts}
        where x.facts -> 'copyrights' <> '[]'::jsonb and holder_words(x.facts) @@ plainto_tsquery('simple', ${subject.holder})
          and exists (select from jsonb_path_query(x.facts, '$.copyrights[*]') c where lower(c ->> 'holder') = lower(${subject.holder}))
          and ${inSight} ${most}`;
    case 'license':
      // A file that refers to another one is under the license of that one.
      return sql`(select f.id, f.project_id from ${withFacts}
          where x.spdx <> '{}' and license_names(x.spdx) && ${namesArray(subject.names)}
            and not exists (select from followed_licenses l where l.file_id = f.id) and ${inSight} ${most})
        union all (select f.id, f.project_id from followed_licenses l join files f on f.id = l.file_id join projects on projects.id = f.project_id
          where license_names(l.spdx) && ${namesArray(subject.names)} and ${inSight} ${most}) ${most}`;
  }
}
