// Proposals that people refused, so that nobody is asked again.
import { sql } from 'kysely';
import type { ProposalSubject } from '../../domain/decisions/carried-words.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf } from '../postgres/parts.ts';

export interface ProposalRefusal {
  kind: ProposalSubject;
  subjectId: number;
  decisionId: number;
}

export async function insertRefusals(
  db: Db,
  projectId: number,
  refusals: readonly ProposalRefusal[],
  { by, words }: { by: string; words: string },
): Promise<void> {
  for (const part of partsOf(refusals))
    await sql`insert into refused_proposals (project_id, subject_kind, subject_id, decision_id, refused_by, words)
      select ${projectId}, kind, "subjectId", "decisionId", ${by}, ${words}
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as t(kind text, "subjectId" bigint, "decisionId" bigint) on conflict do nothing`.execute(
      db,
    );
}

/** Keys `<file id> <decision id>` of refused proposals about files. */
export async function listRefusedFiles(db: Db, projectId: number): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select subject_id || ' ' || decision_id as key from refused_proposals where project_id = ${projectId} and subject_kind = 'FILE'`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}
