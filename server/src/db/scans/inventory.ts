// Reads and writes the inventory for scans, thousands of rows per statement.

import type { PackageFacts } from '@assay/scanner/package-facts';
import { sql } from 'kysely';
import type { WantedItem } from '../../domain/derivation/inventory-findings.ts';
import type { StandingItem } from '../../domain/derivation/standing-items.ts';
import { type InventoryPriority, UNKNOWN_VERSION } from '../../domain/inventories/inventory.ts';
import { packageFactsOf } from '../../domain/inventories/package-facts.ts';
import { type LicenseFacts, licenseFactsOf } from '../../domain/licenses/license-facts.ts';
import { queueProject } from '../analysis-rules/unsettled.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf, TEXT_ROWS_PER_STATEMENT } from '../postgres/parts.ts';
import { onlyRow } from '../postgres/rows.ts';

/** With the library's license for its expression. */
export interface StoredItem extends StandingItem {
  licenseId: number | null;
  /** Those of its files that lie in remote code bases, as `alias:path`. Scans tied all of them. */
  remoteFiles: readonly string[];
}

/** Items of a project in the form that the merge needs: all, or these and those from which people took files, which the merge gives to no other item. */
export async function listStandingItems(db: Db, projectId: number, ids?: readonly number[]): Promise<StoredItem[]> {
  const { rows } = await sql<Omit<StoredItem, 'updatedAt'> & { updatedAt: Date }>`
    select i.id, i.type, i.license_facts as "licenseFacts", i.package_facts as "packageFacts", i.is_own as "isOwn", i.identity, i.name, i.description, i.url, i.purl,
      coalesce(c.purl, '') as "componentPurl", coalesce(c.name, '') as "componentName", coalesce(nullif(v.name, ${UNKNOWN_VERSION}), '') as "versionName",
      i.license_id as "licenseId", i.license_expression as "licenseExpression", i.possible_licenses as "possibleLicenses", i.confidence,
      i.dependency_scope as "dependencyScope", i.dependency_level as "dependencyLevel", i.detection_notes as "detectionNotes",
      i.is_edited as "isEdited", i.updated_at as "updatedAt",
      i.had_evidence as "hadEvidence", i.identity not like 'user:%' or tied."foundFiles" is not null or remote.files is not null as "wasFound", i.missing_since_scan is not null as "isMissing", i.is_kept as "isKept",
      coalesce(tied.files, '{}') || coalesce(remote.files, '{}') as files, coalesce(tied."foundFiles", '{}') || coalesce(remote.files, '{}') as "foundFiles",
      coalesce(tied."outsideFiles", '{}') as "outsideFiles", coalesce(remote.files, '{}') as "remoteFiles",
      coalesce((select array_agg(e.path) from inventory_file_exclusions e where e.item_id = i.id), '{}') as "excludedFiles"
    from inventory_items i
    left join components c on c.id = i.component_id
    left join component_versions v on v.id = i.version_id
    left join lateral (
      select array_agg(f.path order by f.path) as files, array_agg(f.path order by f.path) filter (where x.is_found) as "foundFiles",
        array_agg(f.path order by f.path) filter (where f.is_excluded) as "outsideFiles"
      from inventory_files x join files f on f.id = x.file_id where x.item_id = i.id) tied on true
    left join lateral (
      select array_agg(c.alias || ':' || f.path order by f.id) as files from inventory_remote_files x join remote_files f on f.id = x.file_id
      join remote_code_bases c on c.id = f.code_base_id where x.item_id = i.id) remote on true
    where i.project_id = ${projectId}
      ${ids === undefined ? sql`` : sql`and (i.id = any(${[...ids]}::bigint[]) or exists (select from inventory_file_exclusions e where e.item_id = i.id))`}
    order by i.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    licenseFacts: licenseFactsOf(row.licenseFacts),
    packageFacts: packageFactsOf(row.packageFacts),
    updatedAt: row.updatedAt.getTime(),
  }));
}

export interface ItemRow {
  identity: string;
  type: WantedItem['type'];
  name: string;
  description: string;
  url: string;
  purl: string;
  componentId: number | null;
  versionId: number | null;
  licenseId: number | null;
  licenseExpression: string;
  /** The priority of an expression of several licenses; null if the license is one of the library. */
  expressionPriority: number | null;
  possibleLicenses: string[];
  licenseFacts: LicenseFacts;
  packageFacts: PackageFacts;
  isOwn: boolean;
  confidence: string;
  dependencyScope: string;
  dependencyLevel: string;
  detectionNotes: string;
  priority: string;
  createdBy: string;
}

/**
 * Inserts items that nobody has reviewed yet and returns their ids by identity. Arrays of texts are sent as JSON, because unnest flattens arrays of
 * arrays.
 */
export async function insertFoundItems(db: Db, projectId: number, rows: ItemRow[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const part of partsOf(rows, TEXT_ROWS_PER_STATEMENT))
    for (const row of await insertPart(db, projectId, part)) ids.set(row.identity, row.id);
  return ids;
}

async function insertPart(db: Db, projectId: number, rows: ItemRow[]): Promise<{ id: number; identity: string }[]> {
  const { rows: inserted } = await sql<{ id: number; identity: string }>`
    insert into inventory_items (project_id, identity, type, name, description, url, purl, component_id, version_id, license_id, license_expression,
      expression_priority, possible_licenses, confidence, dependency_scope, dependency_level, detection_notes, priority, created_by,
      license_facts, package_facts, is_own, had_evidence)
    select ${projectId}, identity, type, name, description, url, purl, "componentId", "versionId", "licenseId", "licenseExpression", "expressionPriority",
      array(select jsonb_array_elements_text("possibleLicenses")), confidence, "dependencyScope", "dependencyLevel", "detectionNotes", priority,
      "createdBy", "licenseFacts", "packageFacts", "isOwn", true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(identity text, type text, name text, description text, url text, purl text,
      "componentId" bigint, "versionId" bigint, "licenseId" bigint, "licenseExpression" text, "expressionPriority" smallint, "possibleLicenses" jsonb, confidence text,
      "dependencyScope" text, "dependencyLevel" text, "detectionNotes" text, priority text, "createdBy" text,
      "licenseFacts" jsonb, "packageFacts" jsonb, "isOwn" boolean)
    returning id, identity`.execute(db);
  return inserted;
}

/** The columns of an untouched item that a rescan rewrites; absent members stay unchanged. */
export interface ItemRewrite {
  id: number;
  set: Partial<Omit<ItemRow, 'type' | 'createdBy'>>;
}

export async function rewriteItems(db: Db, rewrites: ItemRewrite[]): Promise<void> {
  for (const part of partsOf(rewrites, TEXT_ROWS_PER_STATEMENT)) await rewritePart(db, part);
}

async function rewritePart(db: Db, rewrites: ItemRewrite[]): Promise<void> {
  const rows = rewrites.map(({ id, set }) => ({
    id,
    ...set,
    hasLicense: 'licenseExpression' in set,
    hasComponent: 'componentId' in set,
  }));
  await sql`update inventory_items i set
      identity = coalesce(t.identity, i.identity), name = coalesce(t.name, i.name), description = coalesce(t.description, i.description),
      url = coalesce(t.url, i.url), purl = coalesce(t.purl, i.purl),
      component_id = case when t."hasComponent" then t."componentId" else i.component_id end,
      version_id = case when t."hasComponent" then t."versionId" else i.version_id end,
      license_id = case when t."hasLicense" then t."licenseId" else i.license_id end,
      license_expression = case when t."hasLicense" then t."licenseExpression" else i.license_expression end,
      expression_priority = case when t."hasLicense" then t."expressionPriority" else i.expression_priority end,
      possible_licenses = case when t."possibleLicenses" is null then i.possible_licenses else array(select jsonb_array_elements_text(t."possibleLicenses")) end,
      confidence = coalesce(t.confidence, i.confidence), dependency_scope = coalesce(t."dependencyScope", i.dependency_scope),
      dependency_level = coalesce(t."dependencyLevel", i.dependency_level), detection_notes = coalesce(t."detectionNotes", i.detection_notes),
      license_facts = coalesce(t."licenseFacts", i.license_facts),
      package_facts = coalesce(t."packageFacts", i.package_facts), is_own = coalesce(t."isOwn", i.is_own),
      priority = coalesce(t.priority, i.priority), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id bigint, identity text, name text, description text, url text, purl text,
      "componentId" bigint, "versionId" bigint, "licenseId" bigint, "licenseExpression" text, "expressionPriority" smallint, "possibleLicenses" jsonb, confidence text,
      "dependencyScope" text, "dependencyLevel" text, "detectionNotes" text, priority text, "hasLicense" boolean, "hasComponent" boolean,
      "licenseFacts" jsonb, "packageFacts" jsonb, "isOwn" boolean)
    where i.id = t.id`.execute(db);
}

/** Texts from detection rules for the items that the rules created. */
export async function setFoundTexts(
  db: Db,
  rows: { id: number; noticesText: string; auditNotes: string; asFoundLicenseText: string }[],
): Promise<void> {
  for (const part of partsOf(rows, TEXT_ROWS_PER_STATEMENT))
    await sql`update inventory_items i set notices_text = t."noticesText", audit_notes = t."auditNotes", as_found_license_text = t."asFoundLicenseText"
    from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as t(id bigint, "noticesText" text, "auditNotes" text, "asFoundLicenseText" text)
    where i.id = t.id`.execute(db);
}

export interface ItemPath {
  itemId: number;
  path: string;
}

/** `isFound`: a scan found the item in these files. Otherwise a person, or an import for a person, says that they are files of the item. */
export async function addItemFiles(db: Db, projectId: number, rows: ItemPath[], isFound: boolean): Promise<void> {
  for (const part of partsOf(rows)) {
    await sql`insert into inventory_files (item_id, file_id, is_found)
      select t.item_id, f.id, ${isFound}::boolean from unnest(${part.map((r) => r.itemId)}::bigint[], ${part.map((r) => r.path)}::text[]) as t(item_id, path)
      join files f on f.project_id = ${projectId} and f.path = t.path
      on conflict do nothing`.execute(db);
  }
}

export async function removeItemFiles(db: Db, projectId: number, rows: ItemPath[]): Promise<void> {
  for (const part of partsOf(rows)) {
    await sql`delete from inventory_files x
      using unnest(${part.map((r) => r.itemId)}::bigint[], ${part.map((r) => r.path)}::text[]) as t(item_id, path), files f
      where f.project_id = ${projectId} and f.path = t.path and x.item_id = t.item_id and x.file_id = f.id`.execute(db);
  }
}

export async function setPriorities(
  db: Db,
  rows: readonly { id: number; priority: InventoryPriority }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update inventory_items i set priority = t.priority
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ priority }) => priority)}::text[]) as t(id, priority) where i.id = t.id`.execute(
    db,
  );
}

export async function deleteItems(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('inventory_items').where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}

interface Link {
  parent: number;
  child: number;
}

const linkRows = (links: readonly Link[]) =>
  sql`unnest(${links.map((l) => l.parent)}::bigint[], ${links.map((l) => l.child)}::bigint[]) as t(parent, child)`;

/** Links between items that are there. Returns how many are new. */
export async function addDependencyLinks(db: Db, links: readonly Link[]): Promise<number> {
  let added = 0;
  for (const part of partsOf(links)) {
    const { numAffectedRows } = await sql`insert into inventory_links (parent_id, child_id, type)
      select t.parent, t.child, 'DEPENDENCY' from ${linkRows(part)}
      join inventory_items p on p.id = t.parent join inventory_items c on c.id = t.child
      on conflict do nothing`.execute(db);
    added += Number(numAffectedRows ?? 0);
  }
  return added;
}

/** Replaces the dependency links of the server's scan before by those of this one, and writes only what differs. Links of remote scans stay. */
export async function replaceDependencyLinks(db: Db, projectId: number, links: readonly Link[]): Promise<void> {
  const { numAffectedRows: removed } = await sql`delete from inventory_links x using inventory_items i
    where i.id = x.parent_id and i.project_id = ${projectId} and x.type = 'DEPENDENCY'
      and (x.is_remote or not exists (select from ${linkRows(links)} where t.parent = x.parent_id and t.child = x.child_id))`.execute(
    db,
  );
  const added = await addDependencyLinks(db, links);
  if (Number(removed ?? 0) + added > 0) await showRemoteLinks(db, projectId);
}

/** Shows what remote scans found beside the links of the server's scan. Rules may depend on the links. */
export async function showRemoteLinks(db: Db, projectId: number): Promise<void> {
  await queueProject(db, projectId);
  await sql`delete from inventory_links x using inventory_items i where i.id = x.parent_id and i.project_id = ${projectId} and x.is_remote`.execute(
    db,
  );
  await sql`insert into inventory_links (parent_id, child_id, type, is_remote)
    select distinct l.parent_id, l.child_id, 'DEPENDENCY', true from remote_links l join remote_code_bases c on c.id = l.code_base_id
    where c.project_id = ${projectId} on conflict do nothing`.execute(db);
}

/** Writes the roll-ups that depend on the files of items. */
export async function refreshFileCounts(
  db: Db,
  projectId: number,
  only?: { itemIds: readonly number[]; paths: readonly string[] },
): Promise<void> {
  const items = only === undefined ? sql`true` : sql`i2.id = any(${[...only.itemIds]}::bigint[])`;
  const files = only === undefined ? sql`true` : sql`f2.path = any(${[...only.paths]}::text[])`;
  await sql`update inventory_items i set file_count = t.count from (
      select i2.id, (select count(*) from inventory_files x where x.item_id = i2.id)::integer
        + (select count(*) from inventory_remote_files x where x.item_id = i2.id)::integer as count
      from inventory_items i2 where i2.project_id = ${projectId} and ${items}
    ) t where t.id = i.id and i.file_count <> t.count`.execute(db);
  await sql`update files f set inventory_count = t.count from (
      select f2.id, count(x.item_id)::integer as count from files f2 left join inventory_files x on x.file_id = f2.id
      where f2.project_id = ${projectId} and ${files} group by f2.id
    ) t where t.id = f.id and f.inventory_count <> t.count`.execute(db);
}

/** Marks the files of these items as reviewed. */
export async function markItemFilesReviewed(db: Db, itemIds: number[]): Promise<void> {
  if (itemIds.length === 0) return;
  await sql`update files set is_reviewed = true where not is_reviewed and id in (
    select file_id from inventory_files where item_id = any(${itemIds}::bigint[]))`.execute(db);
  await sql`update remote_files set is_reviewed = true where not is_reviewed and id in (
    select file_id from inventory_remote_files where item_id = any(${itemIds}::bigint[]))`.execute(db);
}

export async function* eachCodebaseIssue(db: Db, projectId: number) {
  const rows = await db
    .selectFrom('codebase_issues')
    .select(['code', 'path', 'message'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  yield* rows;
}

/** Components with evidence in the code base, and files that could not be read completely. */
export async function countFound(db: Db, projectId: number): Promise<{ components: number; unread: number }> {
  const { rows } = await sql<{ components: number; unread: number }>`
    select (select count(*) from inventory_items where project_id = ${projectId} and type = 'COMPONENT' and file_count > 0)::int as components,
      (select count(*) from (
        select path from codebase_issues where project_id = ${projectId}
        union select f.path from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint
          where f.project_id = ${projectId} and not f.is_excluded and x.issues <> '[]'::jsonb
        union select f.path from files f join archive_findings a on a.sha256 = f.sha256
          where f.project_id = ${projectId} and not f.is_excluded and a.issues <> '[]') t)::int as unread`.execute(db);
  return onlyRow(rows);
}

/** The amount of work for making an inventory: packages, licensed files, those in archives by their size, and existing items. */
export async function countOutcomeWork(db: Db, projectId: number): Promise<number> {
  const { rows } = await sql<{ work: number }>`
    select (select count(*) from inventory_items where project_id = ${projectId})
      + (select coalesce(sum(case when x.has_packages then jsonb_array_length(x.facts -> 'packages') else 1 end), 0)
         from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint
         where f.project_id = ${projectId} and f.scan_plan <> 'exclude' and (x.has_packages or x.spdx <> '{}'))
      + (select coalesce(sum(pg_column_size(a.files)), 0) / 100
         from files f join archive_findings a on a.sha256 = f.sha256 where f.project_id = ${projectId} and f.scan_plan <> 'exclude') as work`.execute(
    db,
  );
  return onlyRow(rows).work;
}
