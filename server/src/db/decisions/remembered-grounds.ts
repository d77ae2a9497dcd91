// Reads, for licenses that are remembered for all projects, the evidence of a project today and the evidence at the time of the decision.
import { sql } from 'kysely';
import type { StoredDecision } from '../../domain/decisions/decision.ts';
import { type LicenseFacts, licenseFactsOf } from '../../domain/licenses/license-facts.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';

export interface CheckedMemory extends StoredDecision {
  /** An item of the project with the remembered license. */
  itemId: number;
  itemName: string;
  facts: LicenseFacts;
  /** The evidence that this project first saw; null if none is recorded. */
  noted: string | null;
  /** Why it no longer holds, as an earlier scan has reported it; null or '' if none has. */
  reported: string | null;
}

/** Each decision once, even if several items of the project use it. */
export async function listRememberedToCheck(db: Db, projectId: number): Promise<CheckedMemory[]> {
  const { rows } = await sql<CheckedMemory>`
    select distinct on (d.id) d.id, d.kind, d.subject, d.scope, d.project_id as "projectId", d.value, d.ground, d.author,
      d.decided_at as "decidedAt", d.expires_at as "expiresAt", d.superseded_at as "supersededAt",
      i.id as "itemId", i.name as "itemName", i.license_facts as facts, g.concluded as noted, g.lapse as reported
    from inventory_items i join components c on c.id = i.component_id join component_versions v on v.id = i.version_id
    join decisions d on d.kind = 'concluded-license' and d.scope = 'site' and d.superseded_at is null
      and d.value ->> 'licenseExpression' <> '' and md5(d.subject_key) =
      md5(jsonb_build_object('component', coalesce(c.purl, lower(c.name)), 'version', v.name)::text)
    left join remembered_license_grounds g on g.decision_id = d.id and g.project_id = i.project_id
    where i.project_id = ${projectId} and ${present()} and i.license_facts @> '{"person": {"isRemembered": true}}'
    order by d.id, i.id`.execute(db);
  return rows.map((row) => ({ ...row, facts: licenseFactsOf(row.facts) }));
}

/** `lapse` says why a license no longer holds in the project; '' if it holds. */
export async function noteGrounds(
  db: Db,
  projectId: number,
  grounds: readonly { id: number; concluded: string; lapse: string }[],
): Promise<void> {
  if (grounds.length === 0) return;
  await sql`insert into remembered_license_grounds (decision_id, project_id, concluded, told_at, lapse)
    select id, ${projectId}, concluded, case when lapse <> '' then now() end, lapse
    from jsonb_to_recordset(${JSON.stringify(grounds)}::jsonb) as t(id bigint, concluded text, lapse text)
    on conflict (decision_id, project_id) do update set concluded = excluded.concluded, told_at = excluded.told_at, lapse = excluded.lapse`.execute(
    db,
  );
}
