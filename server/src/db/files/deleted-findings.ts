// Found items that people deleted, so that no scan creates them again.
import { sql } from 'kysely';
import { type InventoryType, UNKNOWN_VERSION } from '../../domain/inventory.ts';
import { type DeletedFinding, findingOf } from '../../domain/inventory-merge.ts';
import type { LicenseFacts } from '../../domain/license-facts.ts';
import type { Db } from '../postgres/connection.ts';

export function listDeletedFindings(db: Db, projectId: number): Promise<DeletedFinding[]> {
  return db
    .selectFrom('deleted_findings')
    .select(['identity', 'finding', 'deleted_by as deletedBy', 'deleted_at as deletedAt'])
    .where('project_id', '=', projectId)
    .where('is_lifted', '=', false)
    .execute();
}

/**
 * Call this before the item is deleted. An item that a person created is not recorded, because no scan has found it, unless it replaced a found item
 * that was deleted before: then that deletion is recorded again.
 */
export async function rememberDeletion(db: Db, itemId: number, deletedBy: string): Promise<void> {
  const item = await readFinding(db, itemId);
  if (!item) return;
  if (item.identity.startsWith('user:')) {
    await db
      .updateTable('deleted_findings')
      .set({ is_lifted: false, deleted_by: deletedBy, deleted_at: sql<Date>`now()` })
      .where('project_id', '=', item.projectId)
      .where('finding', '=', findingOf(item))
      .execute();
    return;
  }
  await db
    .insertInto('deleted_findings')
    .values({
      project_id: item.projectId,
      identity: item.identity,
      finding: findingOf(item),
      name: item.name,
      deleted_by: deletedBy,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'identity']).doUpdateSet({
        finding: findingOf(item),
        name: item.name,
        is_lifted: false,
        deleted_by: deletedBy,
        deleted_at: sql<Date>`now()`,
      }),
    )
    .execute();
}

/** A person created an item of the same component and version, or license, so scans may find it again from now on. */
export async function liftDeletion(db: Db, itemId: number): Promise<void> {
  const item = await readFinding(db, itemId);
  if (!item) return;
  await db
    .updateTable('deleted_findings')
    .set({ is_lifted: true })
    .where('project_id', '=', item.projectId)
    .where('finding', '=', findingOf(item))
    .execute();
}

async function readFinding(db: Db, itemId: number) {
  const { rows } = await sql<{
    projectId: number;
    identity: string;
    name: string;
    type: InventoryType;
    componentPurl: string;
    componentName: string;
    versionName: string;
    licenseExpression: string;
    licenseFacts: Partial<LicenseFacts>;
  }>`select i.project_id as "projectId", i.identity, i.name, i.type, coalesce(c.purl, '') as "componentPurl",
      coalesce(c.name, '') as "componentName", coalesce(nullif(v.name, ${UNKNOWN_VERSION}), '') as "versionName", i.license_expression as "licenseExpression",
      i.license_facts as "licenseFacts"
    from inventory_items i left join components c on c.id = i.component_id left join component_versions v on v.id = i.version_id
    where i.id = ${itemId}`.execute(db);
  return rows[0];
}
