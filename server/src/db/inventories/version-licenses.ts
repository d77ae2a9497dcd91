// Reads and changes the items of a component version when a license is remembered or forgotten for it. Items are read
// in batches, and each batch is written with one statement.
import { sql } from 'kysely';
import type { InventoryPriority } from '../../domain/inventories/inventory.ts';
import { type LicenseFacts, licenseFactsOf } from '../../domain/licenses/license-facts.ts';
import { LOCKED_STATUS } from '../../domain/projects/project-status.ts';
import type { Db, Tx } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';

export interface VersionItem {
  id: number;
  projectId: number;
  name: string;
  componentName: string;
  versionName: string;
  licenseId: number | null;
  licenseExpression: string;
  possibleLicenses: string[];
  priority: InventoryPriority;
  facts: LicenseFacts;
  /** A scan made this item for a remembered license beside an existing item, and the other item still exists. */
  isBeside: boolean;
}

/** Items that a person has edited, reviewed or given a license belong to the person. Items of detection rules count too. */
const IS_PERSONS = sql`(i.is_edited or i.is_status_set_by_person or i.identity like 'rule:%'
  or (i.license_facts ? 'person' and not i.license_facts @> '{"person": {"isRemembered": true}}'))`;

/** Locks the projects of a version's items in the order of their ids. A scan also locks its project before its items. */
export async function lockProjectsOfVersion(tx: Tx, versionId: number): Promise<void> {
  await sql`select id from projects where id in (select project_id from inventory_items where version_id = ${versionId})
    order by id for no key update`.execute(tx);
}

/** Locks and returns items without a person's decision, in the order of their ids. Items of locked projects are left out. */
export async function lockUndecidedItems(
  tx: Tx,
  { versionId, after, limit }: { versionId: number; after: number; limit: number },
): Promise<VersionItem[]> {
  const { rows } = await sql<VersionItem>`
    select i.id, i.project_id as "projectId", i.name, c.name as "componentName", v.name as "versionName", i.license_id as "licenseId",
      i.license_expression as "licenseExpression", i.possible_licenses as "possibleLicenses", i.priority, i.license_facts as facts,
      (i.identity like '% remembered:%' and exists (select from inventory_items b where b.project_id = i.project_id
        and b.identity = regexp_replace(i.identity, ' remembered:.*$', '') and not b.is_edited)) as "isBeside"
    from inventory_items i join projects p on p.id = i.project_id and p.status <> ${LOCKED_STATUS}
    join component_versions v on v.id = i.version_id join components c on c.id = v.component_id
    where i.version_id = ${versionId} and i.type = 'COMPONENT' and i.id > ${after} and not ${IS_PERSONS}
    order by i.id limit ${limit} for no key update of i`.execute(tx);
  return rows.map((row) => ({ ...row, facts: licenseFactsOf(row.facts) }));
}

/** Counts the items of a version that a change of its license does not touch, by reason. */
export async function countLeftItems(db: Db, versionId: number): Promise<{ decided: number; locked: number }> {
  const { rows } = await sql<{ decided: number; locked: number }>`
    select (count(*) filter (where p.status <> ${LOCKED_STATUS} and ${IS_PERSONS}))::integer as decided,
      (count(*) filter (where p.status = ${LOCKED_STATUS}))::integer as locked
    from inventory_items i join projects p on p.id = i.project_id
    where i.version_id = ${versionId} and i.type = 'COMPONENT'`.execute(db);
  return onlyRow(rows);
}

export interface RelicensedItem {
  id: number;
  facts: LicenseFacts;
  license: string;
  licenseId: number | null;
  expressionPriority: number | null;
  possibleLicenses: string[];
  priority: InventoryPriority;
  name: string;
}

export async function setItemLicenses(db: Db, rows: readonly RelicensedItem[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update inventory_items i set license_facts = t.facts, license_expression = t.license, license_id = t."licenseId",
      expression_priority = t."expressionPriority", possible_licenses = array(select jsonb_array_elements_text(t."possibleLicenses")),
      priority = t.priority, name = t.name, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id bigint, facts jsonb, license text, "licenseId" bigint,
      "expressionPriority" smallint, "possibleLicenses" jsonb, priority text, name text)
    where i.id = t.id`.execute(db);
}
