// Found items that people deleted, so that no scan creates them again.
import { type RawBuilder, sql } from 'kysely';
import { findingOf } from '../../domain/derivation/inventory-keys.ts';
import type { DeletedFinding } from '../../domain/derivation/standing-items.ts';
import { type InventoryType, UNKNOWN_VERSION } from '../../domain/inventories/inventory.ts';
import type { LicenseFacts } from '../../domain/licenses/license-facts.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf, TEXT_ROWS_PER_STATEMENT } from '../postgres/parts.ts';

export function listDeletedFindings(db: Db, projectId: number): Promise<(DeletedFinding & { name: string })[]> {
  return db
    .selectFrom('deleted_findings')
    .select(['identity', 'finding', 'name', 'deleted_by as deletedBy', 'deleted_at as deletedAt'])
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

export interface KnownFinding {
  id: number;
  identity: string;
  name: string;
  /** See `findingOf`. */
  finding: string;
  /** A person edited it, reviewed it, or chose its license. */
  isPersons: boolean;
}

/** The items of a project as scans find them. */
export async function listFindings(db: Db, projectId: number): Promise<KnownFinding[]> {
  const { rows } = await findings(db, sql`i.project_id = ${projectId}`);
  return rows.map((row) => ({ ...row, finding: findingOf(row) }));
}

/** What people removed in another project. What people here removed, or took back, stays. Returns the identities that are new here. */
export async function insertForeignDeletions(
  db: Db,
  projectId: number,
  rows: readonly { identity: string; finding: string; name: string; deletedBy: string; deletedAt: Date }[],
): Promise<Set<string>> {
  const inserted = new Set<string>();
  for (const part of partsOf(rows, TEXT_ROWS_PER_STATEMENT)) {
    const made = await db
      .insertInto('deleted_findings')
      .values(
        part.map(({ identity, finding, name, deletedBy, deletedAt }) => ({
          ...{ identity, finding, name },
          project_id: projectId,
          deleted_by: deletedBy,
          deleted_at: deletedAt,
        })),
      )
      .onConflict((conflict) => conflict.columns(['project_id', 'identity']).doNothing())
      .returning('identity')
      .execute();
    for (const { identity } of made) inserted.add(identity);
  }
  return inserted;
}

async function readFinding(db: Db, itemId: number) {
  return (await findings(db, sql`i.id = ${itemId}`)).rows[0];
}

function findings(db: Db, which: RawBuilder<unknown>) {
  return sql<{
    id: number;
    projectId: number;
    identity: string;
    name: string;
    type: InventoryType;
    componentPurl: string;
    componentName: string;
    versionName: string;
    licenseExpression: string;
    licenseFacts: Partial<LicenseFacts>;
    isPersons: boolean;
  }>`select i.id, i.project_id as "projectId", i.identity, i.name, i.type, coalesce(c.purl, '') as "componentPurl",
      coalesce(c.name, '') as "componentName", coalesce(nullif(v.name, ${UNKNOWN_VERSION}), '') as "versionName", i.license_expression as "licenseExpression",
      i.license_facts as "licenseFacts", (i.is_edited or i.is_status_set_by_person or i.license_facts ? 'person') as "isPersons"
    from inventory_items i left join components c on c.id = i.component_id left join component_versions v on v.id = i.version_id
    where ${which}`.execute(db);
}
