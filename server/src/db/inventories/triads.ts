// Gives found items the component, version and license that a person chose for them elsewhere, many in one statement.
import { sql } from 'kysely';
import type { InventoryPriority, InventoryType } from '../../domain/inventories/inventory.ts';
import type { LicenseFacts } from '../../domain/licenses/license-facts.ts';
import type { Db } from '../postgres/connection.ts';

export interface TriadRow {
  id: number;
  type: InventoryType;
  name: string;
  purl: string;
  componentId: number | null;
  versionId: number | null;
  licenseId: number | null;
  licenseExpression: string;
  expressionPriority: number | null;
  facts: LicenseFacts;
  priority: InventoryPriority;
}

/** The items count as edited by a person afterwards, so that scans do not rewrite them. */
export async function updateTriads(db: Db, rows: readonly TriadRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update inventory_items i set type = t.type, name = t.name, purl = t.purl, component_id = t."componentId", version_id = t."versionId",
      license_id = t."licenseId", license_expression = t."licenseExpression", expression_priority = t."expressionPriority",
      license_facts = t.facts, priority = t.priority,
      package_facts = case when i.version_id is not distinct from t."versionId" then i.package_facts else '{}' end,
      is_edited = true, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id bigint, type text, name text, purl text, "componentId" bigint,
      "versionId" bigint, "licenseId" bigint, "licenseExpression" text, "expressionPriority" smallint, facts jsonb,
      priority text)
    where i.id = t.id`.execute(db);
}
