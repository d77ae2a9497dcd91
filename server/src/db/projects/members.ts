// The role holders of a project.
import { sql } from 'kysely';
import type { ProjectRole } from '../../domain/users/permissions.ts';
import type { Db } from '../postgres/connection.ts';

export async function insertMembers(db: Db, projectId: number, role: ProjectRole, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .insertInto('project_members')
    .values(userIds.map((userId) => ({ project_id: projectId, role, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteMembers(db: Db, projectId: number, role: ProjectRole, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .deleteFrom('project_members')
    .where('project_id', '=', projectId)
    .where('role', '=', role)
    .where('user_id', 'in', userIds)
    .execute();
}

/** Logins of the role holders of a project, ordered by name regardless of case. */
export async function listMembers(db: Db, projectId: number, role: ProjectRole): Promise<string[]> {
  const rows = await db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select('users.login')
    .where('project_id', '=', projectId)
    .where('role', '=', role)
    .orderBy(sql`lower(users.login)`)
    .execute();
  return rows.map((row) => row.login);
}

/** Those users who have a role in the project. */
export async function membersAmong(db: Db, projectId: number, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('project_members')
    .select('user_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('user_id', '=', sql<number>`any(${userIds}::bigint[])`)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}
