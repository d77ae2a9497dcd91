// Who stands how to a project: the facts that rights are decided on, read in one query.
import { sql } from 'kysely';
import type { Standing } from '../../domain/permissions.ts';
import type { Db } from '../postgres/connection.ts';
import type { ProjectRole } from '../tables.ts';

export async function findStanding(
  db: Db,
  projectId: number,
  user: { id: number; permissions: string[] },
): Promise<Standing | undefined> {
  const project = await db
    .selectFrom('projects')
    .select(['is_private', 'status', 'contact_id', 'legal_contact_id', 'security_contact_id', 'developer_contact_id'])
    .select((eb) =>
      eb
        .selectFrom('project_members')
        .select((inner) => inner.fn<string[]>('array_agg', [inner.cast<string>('role', 'text')]).as('roles'))
        .where('project_id', '=', projectId)
        .where('user_id', '=', user.id)
        .as('roles'),
    )
    .select(
      sql<boolean>`not exists (select from project_members m where m.project_id = ${projectId} and m.role = 'PROJECT_ADMIN')`.as(
        'lacks_project_admin',
      ),
    )
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (!project) return undefined;
  return {
    isPrivate: project.is_private,
    status: project.status,
    roles: (project.roles ?? []) as ProjectRole[],
    isContact: project.contact_id === user.id,
    isLegalContact: (project.legal_contact_id ?? project.contact_id) === user.id,
    isSecurityContact: (project.security_contact_id ?? project.contact_id) === user.id,
    isDeveloperContact: (project.developer_contact_id ?? project.contact_id) === user.id,
    isSystemAdmin: user.permissions.includes('system_admin'),
    lacksProjectAdmin: project.lacks_project_admin,
  };
}

/** True when the user has one of these roles in any project. */
export async function holdsRoleSomewhere(db: Db, userId: number, roles: readonly ProjectRole[]): Promise<boolean> {
  const row = await db
    .selectFrom('project_members')
    .select('project_id')
    .where('user_id', '=', userId)
    .where('role', 'in', [...roles])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

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

/** Logins that hold a role on a project, by name, whatever its case. */
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
