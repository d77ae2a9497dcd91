// What people decided on vulnerabilities of a component version, as far as it holds for one project. Reads only; suppressions are
// written by the vulnerability operations.
import { sql } from 'kysely';
import type { SuppressionReason } from '../../domain/suppression.ts';
import type { Db } from '../postgres/connection.ts';

export interface AnalysisRow {
  vulnerabilityName: string;
  versionId: number;
  reason: SuppressionReason;
  remarks: string;
  analysis: { state?: string; justification?: string; response?: string };
}

/** Suppressions that stand: those of the project, and those of all projects. */
export async function listSuppressions(
  db: Db,
  item: { projectId: number; versionId: number },
  page: { limit: number; offset: number },
): Promise<AnalysisRow[]> {
  const { rows } = await sql<AnalysisRow>`
    select v.name as "vulnerabilityName", x.version_id as "versionId", x.reason, x.remarks, s.analysis
    from suppressed_versions x
    join suppressions s on s.id = x.suppression_id
    join vulnerabilities v on v.id = s.vulnerability_id
    where x.version_id = ${item.versionId} and x.lifted_at is null and coalesce(s.project_id, ${item.projectId}) = ${item.projectId}
    order by x.id limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}
