// The inventory items that use a license, version or component of the library: lists them, and changes them when it is deleted.

import { sql } from 'kysely';
import type { UsingProject } from '../../domain/components/library-removal.ts';
import {
  type InventoryPriority,
  type InventoryStatus,
  type InventoryType,
  UNKNOWN_VERSION,
} from '../../domain/inventories/inventory.ts';
import type { ProjectStatus } from '../../domain/projects/project-status.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import { type Viewer, visibleTo } from '../projects/standing.ts';

export type LibraryColumn = 'component_id' | 'version_id' | 'license_id';

export interface LibraryUserRow {
  id: number;
  projectId: number;
  type: InventoryType;
  name: string;
  componentName: string;
  versionName: string;
  licenseId: number | null;
  licenseName: string;
  possibleLicenses: string[];
  priority: InventoryPriority;
}

/**
 * Locks the projects with items that use a row of the library, ordered by id. Scans also lock a project before its items. The returned status stays
 * the same until the transaction ends.
 */
export async function lockLibraryProjects(
  db: Db,
  column: LibraryColumn,
  libraryId: number,
  viewer: Viewer,
): Promise<UsingProject[]> {
  const { rows } = await sql<UsingProject>`
    select name, status, ${visibleTo(viewer)} as "isVisible" from projects
    where id in (select project_id from inventory_items where ${sql.ref(column)} = ${libraryId})
    order by id for no key update`.execute(db);
  return rows;
}

/** Items that use a row of the library, after `afterId`, ordered by id. Locks them against changes. */
export async function lockLibraryUsers(
  db: Db,
  column: LibraryColumn,
  libraryId: number,
  afterId: number,
  limit: number,
): Promise<LibraryUserRow[]> {
  const { rows } = await sql<LibraryUserRow>`
    select i.id, i.project_id as "projectId", i.type, i.name, coalesce(c.name, '') as "componentName", coalesce(nullif(v.name, ${UNKNOWN_VERSION}), '') as "versionName",
      i.license_id as "licenseId", coalesce(l.short_name, '') as "licenseName", i.possible_licenses as "possibleLicenses", i.priority
    from inventory_items i
    left join components c on c.id = i.component_id
    left join component_versions v on v.id = i.version_id
    left join licenses l on l.id = i.license_id
    where i.${sql.ref(column)} = ${libraryId} and i.id > ${afterId} order by i.id limit ${limit} for update of i`.execute(
    db,
  );
  return rows;
}

export interface ComponentUse {
  id: number;
  name: string;
  type: InventoryType;
  status: InventoryStatus;
  /** Null for items that count. */
  goneSinceScan: number | null;
  isPublished: boolean;
  versionId: number | null;
  versionName: string;
  projectId: number;
  projectName: string;
  projectStatus: ProjectStatus;
}

/** Items of a component, or of one of its versions, in the projects that the viewer may see, ordered by project and name. */
export async function listComponentUses(
  db: Db,
  { componentId, versionId }: { componentId: number; versionId?: number },
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<{ rows: ComponentUse[]; total: number }> {
  const uses = sql`from inventory_items i
    join projects on projects.id = i.project_id
    left join component_versions v on v.id = i.version_id
    where i.component_id = ${componentId} and ${versionId === undefined ? sql`true` : sql`i.version_id = ${versionId}`}
      and ${visibleTo(viewer)}`;
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${uses}`.execute(db);
  const { rows } = await sql<ComponentUse>`
    select i.id, i.name, i.type, i.status, i.gone_since_scan as "goneSinceScan", i.is_published as "isPublished", i.version_id as "versionId",
      coalesce(v.name, '') as "versionName", projects.id as "projectId", projects.name as "projectName",
      projects.status as "projectStatus"
    ${uses} order by lower(projects.name), projects.id, lower(i.name), i.id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  return { rows, total: onlyRow(counted.rows).total };
}

export interface LibraryRemoval {
  id: number;
  type: InventoryType;
  name: string;
  priority: InventoryPriority;
  possibleLicenses: string[];
}

/**
 * Removes the references to the library. An item without its version gets the component's version Unknown. Items that lose their component count as
 * edited by a person: scans do not change them.
 */
export async function removeLibraryTies(db: Db, column: LibraryColumn, removals: LibraryRemoval[]): Promise<void> {
  if (removals.length === 0) return;
  const isLicense = column === 'license_id';
  const isComponent = column === 'component_id';
  await sql`update inventory_items i set type = t.type, name = t.name, priority = t.priority,
      possible_licenses = array(select jsonb_array_elements_text(t."possibleLicenses")),
      license_id = case when ${isLicense} then null else i.license_id end,
      license_expression = case when ${isLicense} then '' else i.license_expression end,
      component_id = case when ${isComponent} then null else i.component_id end,
      version_id = case when ${isLicense} then i.version_id when ${isComponent} then null
        else (select u.id from component_versions u where u.component_id = i.component_id and u.name = ${UNKNOWN_VERSION}) end,
      purl = case when ${isLicense} then i.purl when ${isComponent} then '' else regexp_replace(i.purl, '@[^/?#]*($|[?#].*$)', '') end,
      is_edited = i.is_edited or ${isComponent}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(removals)}::jsonb)
      as t(id bigint, type text, name text, priority text, "possibleLicenses" jsonb)
    where i.id = t.id`.execute(db);
}

/** Renames the license in the items that selected it under its old name. Returns the projects of all its items. */
export async function renameLicenseInItems(
  db: Db,
  licenseId: number,
  oldName: string,
  newName: string,
): Promise<{ itemId: number; projectId: number }[]> {
  const { rows } = await sql<{ itemId: number; projectId: number }>`
    update inventory_items set license_expression = ${newName}, updated_at = now()
    where license_id = ${licenseId} and license_expression = ${oldName} and license_expression <> ${newName}
    returning id as "itemId", project_id as "projectId"`.execute(db);
  // Reviews rest on the license, not on its name.
  await sql`update decisions set ground = jsonb_set(ground, '{licenseExpression}', to_jsonb(${newName}::text))
    where kind = 'review' and superseded_at is null and ground ->> 'licenseExpression' = ${oldName}
      and item_id = any(${rows.map(({ itemId }) => itemId)}::bigint[])`.execute(db);
  return rows;
}

/** Projects with items of a license; their roll-ups count them. */
export async function listProjectsOfLicense(db: Db, licenseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('inventory_items')
    .select('project_id')
    .distinct()
    .where('license_id', '=', licenseId)
    .orderBy('project_id')
    .execute();
  return rows.map((row) => row.project_id);
}
