// Synchronisations and scans that could not be queued yet: one for each project.
import { sql } from 'kysely';
import type { CodeAction } from '../../domain/scm/push-delivery.ts';
import type { Db } from '../postgres/connection.ts';

/** A scan also synchronises, so it stays if a synchronisation is asked for as well. The caller holds the project's lock. */
export async function keepCodeRequest(db: Db, projectId: number, action: CodeAction): Promise<void> {
  await sql`insert into code_requests (project_id, action) values (${projectId}, ${action})
    on conflict (project_id) do update set action = 'SCAN' where excluded.action = 'SCAN'`.execute(db);
}

export async function listRequestedProjects(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('code_requests').select('project_id').orderBy('asked_at').execute();
  return rows.map((row) => row.project_id);
}

export async function findCodeRequest(db: Db, projectId: number): Promise<CodeAction | undefined> {
  const query = db.selectFrom('code_requests').select('action').where('project_id', '=', projectId);
  return (await query.executeTakeFirst())?.action;
}

export async function removeCodeRequest(db: Db, projectId: number): Promise<void> {
  await db.deleteFrom('code_requests').where('project_id', '=', projectId).execute();
}
