// Items with an unsettled choice of licenses, read in batches and written in sets.
import { sql } from 'kysely';
import { type LicenseFacts, licenseFactsOf } from '../../domain/licenses/license-facts.ts';
import { LOCKED_STATUS } from '../../domain/projects/project-status.ts';
import type { Db, Tx } from '../postgres/connection.ts';

export interface OpenChoice {
  id: number;
  projectId: number;
  type: 'COMPONENT' | 'LICENSE';
  name: string;
  componentName: string;
  versionName: string;
  licenseId: number | null;
  licenseExpression: string;
  facts: LicenseFacts;
}

/** Ordered by id, with their rows and projects locked, and without those of locked projects. If no projects are given, those of all projects. */
export async function lockOpenChoices(
  tx: Tx,
  { projectIds, after, limit }: { projectIds: readonly number[] | undefined; after: number; limit: number },
): Promise<OpenChoice[]> {
  const isOfProjects = projectIds === undefined ? sql`true` : sql`i.project_id = any(${[...projectIds]}::bigint[])`;
  const isOpen = sql`i.license_facts #>> '{concluded,expression}' ilike '% or %' and not i.license_facts ? 'person'
    and i.type in ('COMPONENT', 'LICENSE') and ${isOfProjects} and i.id > ${after}`;
  // Locks the project before its items, as decisions do; otherwise both could wait for each other.
  await sql`select id from projects where status <> ${LOCKED_STATUS} and id in (
      select project_id from (select i.project_id from inventory_items i where ${isOpen} order by i.id limit ${limit}) found)
    order by id for no key update`.execute(tx);
  const { rows } = await sql<OpenChoice>`
    select i.id, i.project_id as "projectId", i.type, i.name, coalesce(c.name, '') as "componentName", coalesce(v.name, '') as "versionName",
      i.license_id as "licenseId", i.license_expression as "licenseExpression", i.license_facts as facts
    from inventory_items i join projects p on p.id = i.project_id and p.status <> ${LOCKED_STATUS}
    left join components c on c.id = i.component_id left join component_versions v on v.id = i.version_id
    where ${isOpen} order by i.id limit ${limit} for no key update of i`.execute(tx);
  return rows.map((row) => ({ ...row, facts: licenseFactsOf(row.facts) }));
}

export interface SettledLicense {
  id: number;
  facts: LicenseFacts;
  license: string;
  licenseId: number | null;
  expressionPriority: number | null;
  name: string;
}

export async function setSettledLicenses(db: Db, rows: readonly SettledLicense[]): Promise<void> {
  await sql`update inventory_items i set license_facts = t.facts, license_expression = t.license, license_id = t."licenseId",
      expression_priority = t."expressionPriority", name = t.name, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id bigint, facts jsonb, license text, "licenseId" bigint,
      "expressionPriority" smallint, name text)
    where i.id = t.id`.execute(db);
}
