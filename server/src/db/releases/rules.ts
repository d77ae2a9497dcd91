// Which tags make releases of projects by themselves, and what came of the last scan.
import { type Selectable, sql } from 'kysely';
import type { ReleaseRuleResult } from '../../domain/releases/release-rule.ts';
import type { Db } from '../postgres/connection.ts';
import type { ReleaseRulesTable } from './tables.ts';

export type ReleaseRule = Selectable<ReleaseRulesTable>;

export function findReleaseRule(db: Db, projectId: number): Promise<ReleaseRule | undefined> {
  return db.selectFrom('release_rules').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

export interface ReleaseRuleChange {
  projectId: number;
  tagPattern: string;
  isSigned: boolean;
  offerContact: string;
  setBy: string;
}

/** It counts from the next scan on; what came of the last one stays. */
export async function setReleaseRule(db: Db, rule: ReleaseRuleChange): Promise<void> {
  await sql`insert into release_rules (project_id, tag_pattern, is_signed, offer_contact, set_by, settled_scan_id)
    select p.id, ${rule.tagPattern}, ${rule.isSigned}, ${rule.offerContact}, ${rule.setBy}, p.last_scan_id from projects p where p.id = ${rule.projectId}
    on conflict (project_id) do update set tag_pattern = excluded.tag_pattern, is_signed = excluded.is_signed, offer_contact = excluded.offer_contact,
      set_by = excluded.set_by, settled_scan_id = excluded.settled_scan_id`.execute(db);
}

export interface ScanToSettle {
  projectId: number;
  scanId: number;
  /** Something was brought after the scan. */
  isNewer: boolean;
}

/** Of projects with a pattern: the last scan, if it has ended and nobody has looked at it. */
export async function listScansToSettle(db: Db, projectId?: number): Promise<ScanToSettle[]> {
  const { rows } = await sql<ScanToSettle>`
    select p.id as "projectId", j.id as "scanId",
      coalesce((select max(s.synchronised_at) > j.completed_at from scm_states s where s.project_id = p.id), false) as "isNewer"
    from release_rules r join projects p on p.id = r.project_id join jobs j on j.id = p.last_scan_id and j.status = 'Completed'
    where r.tag_pattern <> '' and p.last_scan_id is distinct from r.settled_scan_id
      ${projectId === undefined ? sql`` : sql`and p.id = ${projectId}`} order by p.id`.execute(db);
  return rows;
}

export interface Settlement {
  scanId: number;
  at: Date;
  result: ReleaseRuleResult;
  detail: string;
  releaseId?: number;
}

export async function settleReleaseRule(
  db: Db,
  projectId: number,
  { scanId, at, result, detail, releaseId }: Settlement,
): Promise<void> {
  await db
    .updateTable('release_rules')
    .set({ settled_scan_id: scanId, settled_at: at, result, detail, release_id: releaseId ?? null })
    .where('project_id', '=', projectId)
    .execute();
}
